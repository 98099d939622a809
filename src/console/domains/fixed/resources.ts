/** Screens of fixed bookings. */
import { first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

/** Filters of the list, by their names in the address. */
const FIXED_FILTERS = ["q", "state", "payMode", "weekday", "renewal", "owing"] as const;

export const fixedScreens = resource({
  name: "fixed",
  group: "book",
  code: "regular_list",
  calls: () => import("../../../contract/fixed/fixed"),
  list: {
    path: "/book/regular-list",
    title: { zh: "固定场", en: "Fixed bookings" },
    icon: "repeat",
    page: () => import("./FixedList"),
    first: async ({ search }) => {
      const { fixed } = await import("../../../contract/fixed/fixed");
      return [first(fixed.list, listInput(readState(search.toString(), FIXED_FILTERS)))];
    },
  },
  create: {
    path: "/book/regular-form",
    title: { zh: "新建固定场", en: "New fixed booking" },
    code: "fixed_create",
    hidden: true,
    page: () => import("./FixedForm"),
  },
  edit: {
    path: "/book/regular-form/:id",
    title: { zh: "修改草稿", en: "Edit draft" },
    code: "fixed_modify",
    page: () => import("./FixedForm"),
  },
  show: { path: "/book/regular-list/:id", title: { zh: "固定场合同", en: "Fixed booking" }, over: true, page: () => import("./FixedList") },
});

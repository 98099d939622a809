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
    title: "fixed.list",
    icon: "repeat",
    page: () => import("./FixedList"),
    first: async ({ search }) => {
      const { fixed } = await import("../../../contract/fixed/fixed");
      return [first(fixed.list, listInput(readState(search.toString(), FIXED_FILTERS)))];
    },
  },
  create: { path: "/book/regular-form", title: "fixed.create", code: "fixed_create", hidden: true, page: () => import("./FixedForm") },
  edit: { path: "/book/regular-form/:id", title: "fixed.edit", code: "fixed_modify", page: () => import("./FixedForm") },
  show: { path: "/book/regular-list/:id", title: "fixed.show", over: true, page: () => import("./FixedList") },
});

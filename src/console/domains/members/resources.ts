/** Screens of members. */
import { first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

/** Filters of the member list, by their names in the address. */
export const MEMBER_FILTERS = ["q", "cardTypeId", "state", "visit", "expiring", "debt"] as const;

export const memberScreens = resource({
  name: "members",
  group: "venueUser",
  code: "venue_user_list",
  calls: () => import("../../../contract/members"),
  list: {
    path: "/venueUser/venue-user-list",
    title: "members.list",
    icon: "members",
    page: () => import("./MemberList"),
    first: async ({ search }) => {
      const { members } = await import("../../../contract/members");
      return [first(members.list, listInput(readState(search.toString(), MEMBER_FILTERS)))];
    },
  },
  create: {
    path: "/venueUser/venue-user-form",
    title: "members.enrol",
    icon: "card",
    code: "venue_user_form",
    page: () => import("./MemberForm"),
  },
  edit: { path: "/venueUser/venue-user-form/:id", title: "members.edit", code: "member_modify", page: () => import("./MemberForm") },
  show: { path: "/venueUser/venue-user-list/:id", title: "members.show", over: true, page: () => import("./MemberList") },
});

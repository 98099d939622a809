/** Screens of members. */
import { declared, first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

/** Filters of the member list, by their names in the address. */
const MEMBER_FILTERS = ["q", "cardTypeId", "state", "visit", "expiring", "debt"] as const;

const members = resource({
  name: "members",
  group: "venueUser",
  code: "venue_user_list",
  calls: () => import("../../../contract/members/members"),
  list: {
    path: "/venueUser/venue-user-list",
    title: { zh: "会员列表", en: "Members" },
    icon: "members",
    page: () => import("./MemberList"),
    first: async ({ search }) => {
      const { members } = await import("../../../contract/members/members");
      return [first(members.list, listInput(readState(search.toString(), MEMBER_FILTERS)))];
    },
  },
  create: {
    path: "/venueUser/venue-user-form",
    title: { zh: "会员开卡", en: "Enrol member" },
    icon: "card",
    code: "venue_user_form",
    page: () => import("./MemberForm"),
  },
  edit: {
    path: "/venueUser/venue-user-form/:id",
    title: { zh: "修改会员", en: "Edit member" },
    code: "member_modify",
    page: () => import("./MemberForm"),
  },
  show: { path: "/venueUser/venue-user-list/:id", title: { zh: "会员详情", en: "Member" }, over: true, page: () => import("./MemberList") },
});

const INTRODUCTIONS = [
  { name: "spreads", title: { zh: "推广记录", en: "Introductions" }, path: "/venueUser/spread" },
  { name: "attentions", title: { zh: "会员关注", en: "Follows" }, path: "/venueUser/attention" },
] as const;
const introductions = INTRODUCTIONS.flatMap(({ name, title, path }) =>
  declared({
    name,
    group: "venueUser",
    code: "venue_user_list",
    title,
    icon: name === "spreads" ? "link" : "star",
    contract: () => import("../../../contract/members/introductions"),
    list: `${path}-list`,
    form: { path: `${path}-form`, code: "member_modify" },
  }),
);

const adjustments = declared({
  name: "adjustments",
  group: "venueUser",
  code: "venue_user_list",
  title: { zh: "余额调整", en: "Adjustments" },
  icon: "wallet",
  contract: () => import("../../../contract/adjustments/adjustments"),
  list: "/venueUser/adjustment-list",
  form: { path: "/venueUser/adjustment-form", code: "member_adjust", title: { zh: "调整余额", en: "Adjust a balance" } },
  parts: () => import("./adjustment-parts"),
});

export const memberScreens = [...members, ...introductions, ...adjustments];

/** Screens of clubs. */
import { declared } from "../../registry";

export const clubScreens = [
  ...declared({
    name: "clubs",
    section: "shell.section.clubs",
    group: "system",
    code: "club_list",
    title: { zh: "俱乐部", en: "Clubs" },
    icon: "flag",
    contract: () => import("../../../contract/clubs/clubs"),
    list: "/club/club-list",
    form: { path: "/club/club-form", code: "club_modify" },
  }),
  ...declared({
    name: "clubMembers",
    section: "shell.section.clubs",
    group: "system",
    code: "club_list",
    title: { zh: "俱乐部成员", en: "Club members" },
    icon: "members",
    contract: () => import("../../../contract/clubs/clubs"),
    list: "/club/club-member-list",
    form: { path: "/club/club-member-form", code: "club_modify" },
  }),
];

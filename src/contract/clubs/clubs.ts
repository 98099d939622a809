/** Clubs that play at the venue, and who is in them. */
import { auditActions, auditFields, auditViews } from "../core/audited";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, day, number, phone, picture, reference, text, words, uniqueName } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const clubs = defineResource({
  name: "clubs",
  one: { zh: "俱乐部", en: "Club" },
  path: "/api/manage/venue/club",
  codes: { page: SCREENS.clubs, modify: "club_modify", export: "club_export", import: "club_modify" },
  title: "name",
  page: "/club/club-list/:id",
  fields: {
    name: uniqueName("pinyin", 60),
    ...auditFields,
    logo: picture({ ...LABELS.logo }),
    leader: text({ zh: "负责人", en: "Leader", required: true, search: "part", max: 40 }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    programs: words({ zh: "运动项目", en: "Sports" }),
    members: number({ zh: "成员数", en: "Members", computed: true, sum: true, sort: true }),
    foundedOn: day({ zh: "成立日期", en: "Founded", filter: true, sort: true }),
    memo: text({ zh: "简介", en: "About", long: true, hidden: true }),
  },
  actions: auditActions(
    { audit: "club_audit", modify: "club_modify" },
    { zh: "暂停后，俱乐部仍在名册中，标为暂停", en: "A suspended club stays on the list, marked as suspended" },
  ),
  views: auditViews,
  groups: [{ title: { zh: "联系", en: "Contact" }, fields: ["leader", "phone"] }],
  hint: {
    zh: "在这里登记在本馆活动的俱乐部、负责人和成员，并审核",
    en: "Clubs that play here, who leads them and who is in them; each is audited",
  },
});

export const clubMembers = defineResource({
  name: "clubMembers",
  one: { zh: "俱乐部成员", en: "Club member" },
  path: "/api/manage/venue/club-member",
  codes: { page: SCREENS.clubMembers, modify: "club_modify", export: "club_export" },
  title: "memberLabel",
  fields: {
    memberLabel: text({ zh: "姓名", en: "Name", computed: true }),
    club: reference({ zh: "俱乐部", en: "Club", required: true, once: true, filter: true, of: () => targetOf(clubs) }),
    member: reference({ zh: "会员", en: "Member", required: true, once: true, filter: true, of: () => MEMBERS }),
    captain: bool({ zh: "队长", en: "Captain", filter: true }),
    joinedOn: day({ zh: "加入日期", en: "Joined", filter: true, sort: true }),
  },
});

/** Introductions of members, and the subjects that they follow. */
import { defineResource, targetOf } from "../core/resource/define";
import { choice, reference, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { staff } from "../platform/staff";
import { SCREENS } from "../core/pages";

const codes = { page: SCREENS.spreads, modify: "member_modify", export: "member_export" } as const;

export const spreads = defineResource({
  name: "spreads",
  one: { zh: "推广记录", en: "Introduction" },
  path: "/api/manage/venue/spread",
  codes,
  title: "memberLabel",
  page: "/venueUser/spread-list/:id",
  fields: {
    memberLabel: text({ zh: "姓名", en: "Name", computed: true }),
    member: reference({ zh: "会员", en: "Member", required: true, once: true, unique: true, filter: true, of: () => MEMBERS }),
    channel: choice({
      zh: "来源",
      en: "Came by",
      required: true,
      filter: true,
      choices: {
        staff: { zh: "员工推荐", en: "Staff" },
        member: { zh: "会员推荐", en: "A member" },
        poster: { zh: "海报", en: "A poster" },
        online: { zh: "网络", en: "Online" },
        other: { zh: "其他", en: "Something else" },
      },
    }),
    promotionCode: text({
      zh: "推广码",
      en: "Promotion code",
      max: 20,
      search: "prefix",
      when: { channel: ["staff"] },
      hint: { zh: "填了推广码就不用选员工", en: "With a code, nobody needs to be chosen" },
    }),
    staff: reference({ zh: "推荐员工", en: "Staff", filter: true, when: { channel: ["staff"] }, of: () => targetOf(staff) }),
    introducer: text({ zh: "推荐会员", en: "Introduced by", computed: true }),
    memo: text({ zh: "备注", en: "Note", long: true, max: 200 }),
  },
  hint: { zh: "记下新会员从哪里来、由谁推荐", en: "Where new members came from, and who introduced them" },
});

export const attentions = defineResource({
  name: "attentions",
  one: { zh: "会员关注", en: "Follow" },
  path: "/api/manage/venue/attention",
  codes,
  title: "subjectName",
  page: "/venueUser/attention-list/:id",
  fields: {
    subjectName: text({ zh: "关注的名称", en: "Follows", required: true, unique: true, search: "part", sort: true, max: 60 }),
    subject: choice({
      zh: "类别",
      en: "Kind",
      required: true,
      filter: true,
      choices: {
        venue: { zh: "场馆", en: "Venue" },
        coach: { zh: "教练", en: "Coach" },
        club: { zh: "俱乐部", en: "Club" },
        activity: { zh: "活动", en: "Activity" },
        game: { zh: "赛事", en: "Competition" },
        groupon: { zh: "团购", en: "Group-buy" },
      },
    }),
    member: reference({ zh: "会员", en: "Member", required: true, once: true, filter: true, of: () => MEMBERS }),
    memo: text({ zh: "备注", en: "Note", long: true, max: 200 }),
  },
  hint: {
    zh: "会员关注的教练、俱乐部和活动，有空位时好通知",
    en: "Coaches, clubs and activities that members follow: whom to tell of a free place",
  },
});

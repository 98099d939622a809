/** Customer reviews of the venue: shown or hidden, honoured, answered. */
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, instant, number, phone, pictures, reference, state, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { review } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const STARS = {
  "5": { zh: "★★★★★", en: "★★★★★" },
  "4": { zh: "★★★★", en: "★★★★" },
  "3": { zh: "★★★", en: "★★★" },
  "2": { zh: "★★", en: "★★" },
  "1": { zh: "★", en: "★" },
} as const;

export const reviews = defineResource({
  name: "reviews",
  one: { zh: "评论", en: "Review" },
  path: "/api/manage/venue/commentary",
  codes: { page: SCREENS.reviews, modify: "commentary_modify", export: "commentary_export" },
  without: ["modify", "delete"],
  title: "author",
  fields: {
    author: text({ zh: "评论人", en: "Author", required: true, search: "part", max: 40, width: 120 }),
    state: state({ ...LABELS.state, machine: review, filter: true }),
    score: choice({ zh: "评分", en: "Score", required: true, choices: STARS, filter: true, sort: true, width: 96 }),
    subject: choice({
      zh: "评论对象",
      en: "About",
      required: true,
      filter: true,
      choices: {
        venue: { zh: "场馆", en: "Venue" },
        place: { zh: "场地", en: "Court" },
        coach: { zh: "教练", en: "Coach" },
        activity: { zh: "活动", en: "Activity" },
        groupon: { zh: "团购", en: "Group-buy" },
        shop: { zh: "商品", en: "Shop" },
      },
    }),
    subjectName: text({ zh: "对象名称", en: "Of what", search: "part", max: 60, hidden: true }),
    title: text({ ...LABELS.title, search: "part", max: 60 }),
    memo: text({ zh: "内容", en: "What it says", required: true, search: "part", long: true, max: 1_000, width: 280 }),
    pictures: pictures({ ...LABELS.pictures, max: 9 }),
    award: bool({ zh: "精选", en: "Featured", readonly: true, filter: true }),
    diggs: number({ zh: "点赞", en: "Likes", readonly: true, sort: true, sum: true }),
    member: reference({ zh: "会员", en: "Member", filter: true, hidden: true, of: () => MEMBERS }),
    phone: phone({ ...LABELS.phone, search: "prefix", hidden: true }),
    source: choice({
      ...LABELS.source,
      required: true,
      filter: true,
      choices: {
        mini: { zh: "小程序", en: "Mini-program" },
        meituan: { zh: "美团", en: "Meituan" },
        dianping: { zh: "大众点评", en: "Dianping" },
        desk: { zh: "前台", en: "Desk" },
      },
    }),
    replied: bool({ zh: "已回复", en: "Answered", computed: true, filter: true }),
    reply: text({ zh: "回复", en: "Answer", readonly: true, long: true, hidden: true }),
    repliedAt: instant({ zh: "回复时间", en: "Answered at", readonly: true, hidden: true }),
    repliedBy: text({ zh: "回复人", en: "Answered by", readonly: true, hidden: true }),
    reason: text({ zh: "隐藏原因", en: "Why hidden", readonly: true, hidden: true, long: true }),
  },
  actions: {
    reply: {
      label: { zh: "回复", en: "Answer" },
      code: "commentary_modify",
      fields: { reply: text({ zh: "回复", en: "Answer", required: true, long: true, max: 500 }) },
    },
    feature: { label: { zh: "设为精选", en: "Feature" }, code: "commentary_modify", states: ["visible"], bulk: true },
    unfeature: { label: { zh: "取消精选", en: "Do not feature" }, code: "commentary_modify", bulk: true },
    show: { label: { zh: "显示", en: "Show" }, code: "commentary_modify", bulk: true },
    hide: {
      label: { zh: "隐藏", en: "Hide" },
      code: "commentary_modify",
      danger: true,
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
  },
  views: {
    unanswered: { label: { zh: "待回复", en: "To answer" }, filters: { replied: "false", state: "visible" } },
    low: { label: { zh: "差评", en: "Low scores" }, filters: { score: "1,2" } },
    featured: { label: { zh: "精选", en: "Featured" }, filters: { award: "true" } },
  },
  groups: [{ title: { zh: "回复", en: "Answer" }, fields: ["reply", "repliedBy", "repliedAt", "reason"] }],
  hint: {
    zh: "会员在小程序和平台上的评论会出现在这里，可以回复、精选或隐藏",
    en: "What customers write appears here, to answer, feature or hide",
  },
  help: {
    zh: "评论内容不能修改，只能显示或隐藏；隐藏要写明原因，隐藏后不再是精选。",
    en: "What a customer wrote is never changed, only shown or hidden; hiding needs a reason and ends being featured.",
  },
});

export const ratings = defineResource({
  name: "ratings",
  one: { zh: "分项评分", en: "Rating" },
  path: "/api/manage/venue/rating",
  codes: { page: SCREENS.ratings, modify: "commentary_modify", export: "commentary_export" },
  title: "aspect",
  fields: {
    aspect: choice({
      zh: "分项",
      en: "Of",
      required: true,
      filter: true,
      choices: {
        courts: { zh: "场地", en: "Courts" },
        service: { zh: "服务", en: "Service" },
        hygiene: { zh: "卫生", en: "Hygiene" },
        value: { zh: "性价比", en: "Value" },
      },
    }),
    review: reference({ zh: "评论", en: "Review", required: true, once: true, filter: true, of: () => targetOf(reviews) }),
    score: choice({ zh: "评分", en: "Score", required: true, choices: STARS, filter: true, sort: true }),
  },
});

export const diggs = defineResource({
  name: "diggs",
  one: { zh: "点赞", en: "Like" },
  path: "/api/manage/venue/digg",
  codes: { page: SCREENS.diggs, modify: "commentary_modify", export: "commentary_export" },
  without: ["modify"],
  title: "source",
  fields: {
    source: choice({
      ...LABELS.source,
      required: true,
      filter: true,
      choices: { mini: { zh: "小程序", en: "Mini-program" }, desk: { zh: "前台", en: "Desk" } },
    }),
    review: reference({ zh: "评论", en: "Review", required: true, once: true, filter: true, of: () => targetOf(reviews) }),
    member: reference({ zh: "会员", en: "Member", required: true, once: true, unique: true, filter: true, of: () => MEMBERS }),
  },
  hint: { zh: "谁给评论点了赞，每人一次", en: "Who likes a review, each once" },
});

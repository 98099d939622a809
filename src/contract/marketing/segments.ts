/** Segments of members by level, spend, absence and birthday, who agreed to be written to, and what was written to whom. */
import { z } from "#zod";
import { Id, postJson, resource } from "../core/call";
import { couponOffers } from "./coupon-offers";
import { MOST_TEXT } from "../members/member-message";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, instant, money, number, phone, reference, state, text, uniqueName } from "../core/resource/fields";
import { CARD_TYPES, MEMBERS } from "../core/resource/targets";
import { customerMessage } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const TEXT = text({ zh: "内容", en: "Text", required: true, long: true, max: MOST_TEXT });

export const segments = defineResource({
  name: "segments",
  one: { zh: "会员分群", en: "Segment" },
  path: "/api/manage/venue/member-segment",
  codes: { page: SCREENS.segments, modify: "segment_modify", export: "segment_export" },
  title: "name",
  page: "/marketing/segment-list/:id",
  fields: {
    name: uniqueName("part", 40),
    cardType: reference({
      zh: "会员卡类型",
      en: "Level",
      filter: true,
      of: () => CARD_TYPES,
      hint: { zh: "留空为所有类型", en: "Empty: every level" },
    }),
    spentFrom: money({ zh: "累计消费不少于", en: "Spent at least" }),
    spentTo: money({ zh: "累计消费不超过", en: "Spent at most", hidden: true }),
    absentDays: number({ zh: "多少天没来", en: "Days since the last visit", min: 1, max: 3_650 }),
    birthday: choice({
      ...LABELS.birthday,
      choices: {
        thisMonth: { zh: "本月", en: "This month" },
        nextMonth: { zh: "下月", en: "Next month" },
        today: { zh: "今天", en: "Today" },
      },
    }),
    members: number({ zh: "会员数", en: "Members", computed: true }),
    reachable: number({ zh: "同意接收", en: "Agreed", computed: true }),
    memo: text({ zh: "说明", en: "About", long: true, max: 200, hidden: true }),
  },
  actions: {
    send: {
      label: { zh: "群发消息", en: "Send a message" },
      code: "customer_message_send",
      confirm: {
        zh: "只发给同意接收消息的会员；每人一条，进入“顾客消息”，有短信通道时随即发出。",
        en: "Only to members who agreed; one each, under “Customer messages”, and by SMS where there is a channel.",
      },
      fields: { text: TEXT },
    },
    giveCoupon: {
      label: { zh: "发优惠券", en: "Give coupons" },
      code: "coupon_offer_give",
      confirm: {
        zh: "分群里的会员每人一张；已领满的会员不再发。",
        en: "One to each member of the segment who has not had their share.",
      },
      fields: { offer: reference({ zh: "场馆优惠券", en: "Offer", required: true, of: () => targetOf(couponOffers) }) },
    },
  },
  hint: {
    zh: "按类型、消费、多久没来和生日圈出会员，给同意接收的人群发消息",
    en: "Circle members by level, spend, absence and birthday, and write to those who agreed",
  },
  help: {
    zh: "人数按现在的数据计算；同一分群一天只能群发一次，避免打扰。",
    en: "Counts are of now; a segment is written to once a day at most.",
  },
});

export const messageConsents = defineResource({
  name: "messageConsents",
  one: { zh: "接收同意", en: "Consent" },
  path: "/api/manage/venue/message-consent",
  codes: { page: SCREENS.messageConsents, modify: "segment_modify", export: "segment_export", import: "segment_modify" },
  without: ["modify"],
  title: "memberLabel",
  fields: {
    memberLabel: text({ zh: "姓名", en: "Name", computed: true }),
    member: reference({ zh: "会员", en: "Member", required: true, once: true, unique: true, filter: true, of: () => MEMBERS }),
    givenBy: choice({
      zh: "同意方式",
      en: "Given",
      required: true,
      filter: true,
      choices: {
        desk: { zh: "前台签字", en: "Signed at the desk" },
        mini: { zh: "小程序勾选", en: "In the mini-program" },
        phone: { zh: "电话确认", en: "By phone" },
      },
    }),
    givenOn: day({ zh: "同意日期", en: "Given on", required: true, filter: true, sort: true }),
  },
  hint: { zh: "会员同意后才会收到群发消息；删除即撤回同意", en: "Members get bulk messages once they agreed; deleting takes it back" },
});

export const customerMessages = defineResource({
  name: "customerMessages",
  one: { zh: "顾客消息", en: "Customer message" },
  path: "/api/manage/venue/customer-message",
  codes: { page: SCREENS.customerMessages, export: "segment_export" },
  title: "name",
  period: "createdAt",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "part", width: 120 }),
    state: state({ ...LABELS.state, machine: customerMessage, filter: true }),
    phone: phone({ ...LABELS.phone, search: "prefix" }),
    text: text({ ...LABELS.text, required: true, search: "part", long: true, width: 300 }),
    source: choice({
      zh: "来源",
      en: "For",
      required: true,
      filter: true,
      choices: {
        activity: { zh: "活动", en: "Activity" },
        segment: { zh: "分群", en: "Segment" },
        member: { zh: "会员", en: "Member" },
        match: { zh: "比赛", en: "Match" },
      },
    }),
    sourceName: text({ zh: "来源名称", en: "Of which", required: true, search: "part" }),
    member: reference({ zh: "会员", en: "Member", filter: true, hidden: true, of: () => MEMBERS }),
    sentAt: instant({ zh: "发送时间", en: "Sent at", readonly: true, sort: true }),
    problem: choice({
      zh: "未发原因",
      en: "Why not",
      readonly: true,
      filter: true,
      choices: {
        refused: { zh: "短信通道拒绝", en: "The channel refused it" },
        unreachable: { zh: "短信通道没有应答", en: "The channel gave no answer" },
        noPhone: { zh: "没有手机号", en: "No mobile" },
        withdrawn: { zh: "已撤回同意", en: "Consent was taken back" },
        late: { zh: "超过一天没有发出", en: "Not sent within a day" },
      },
    }),
    tries: number({ zh: "发送次数", en: "Tries", readonly: true, hidden: true }),
    operator: text({ zh: "经办", en: "By", required: true, hidden: true }),
  },
  actions: {
    markSent: { label: { zh: "标记已发", en: "Mark as sent" }, code: "customer_message_send", bulk: true },
    retry: { label: { zh: "重新发送", en: "Send again" }, code: "customer_message_send", bulk: true },
    drop: {
      label: { zh: "不发了", en: "Drop" },
      code: "customer_message_send",
      danger: true,
      bulk: true,
      confirm: { zh: "这条消息不再发送。", en: "It is not sent any more." },
    },
  },
  views: {
    waiting: { label: { zh: "待发", en: "Waiting" }, filters: { state: "waiting" } },
    failed: { label: { zh: "发送失败", en: "Failed" }, filters: { state: "failed" } },
  },
  hint: {
    zh: "活动通知、分群和会员消息在这里排队，有短信通道时自动发出；没有时导出名单发送，再标记已发",
    en: "Messages queue here and go out by the SMS channel; without one export them, send them, and mark them as sent",
  },
});

export const activityNotice = resource({
  send: postJson("/api/manage/venue/activity/message-all", {
    summary: "Write to everybody who is signed up for an activity",
    code: "activity_join",
    input: z.object({ activityId: Id, text: z.string().trim().min(2).max(MOST_TEXT) }),
    output: z.object({ written: z.number().int(), unreachable: z.number().int() }),
  }),
});

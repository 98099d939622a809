/** The message centre of a venue: what the system tells its staff, and what they answer. Its calls are in `messages.ts`. */
import { z } from "#zod";
import { FIELDS } from "../core/fields";
import { SCREENS } from "../core/pages";
import { defineResource } from "../core/resource/define";
import { choice, instant, shaped, state, text } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { message } from "../core/states";
import { Instant } from "../core/time";

export const messages = defineResource({
  name: "messages",
  one: { zh: "消息", en: "Message" },
  path: "/api/manage/venue/venue-message-center",
  paths: { list: "/api/open/venue-message-center/list" },
  codes: { page: SCREENS.messages, read: [] },
  title: "title",
  sort: "at,desc",
  undated: true,
  fields: {
    at: instant({ zh: "时间", en: "Time", required: true, sort: true }),
    kind: choice({
      ...LABELS.kind,
      required: true,
      filter: true,
      width: 96,
      choices: {
        booking: { zh: "预订", en: "Booking" },
        payment: { zh: "收款", en: "Payment" },
        stock: FIELDS.stock,
        approval: { zh: "审批", en: "Approval" },
        system: { zh: "系统", en: "System" },
      },
    }),
    title: text({ ...LABELS.title, width: 272 }),
    text: text({ ...LABELS.text, long: true, width: 320 }),
    state: state({ ...LABELS.state, machine: message, filter: true, leftOut: ["cleared"], width: 96 }),
    // Replies to it and actions on it, in chronological order.
    replies: shaped({
      zh: "回复",
      en: "Answers",
      computed: true,
      internal: true,
      shape: () => z.array(z.object({ text: z.string(), by: z.string(), at: Instant })),
    }),
    // Record it opens, by name and id: a booking order, a member.
    resource: text({ zh: "对象", en: "About", internal: true }),
    resourceId: text({ zh: "对象编号", en: "About which", internal: true }),
  },
  actions: {
    reply: {
      label: { zh: "回复", en: "Answer" },
      code: "venue_message_center_list",
      states: ["unread", "read"],
      inRow: true,
      fields: {
        text: text({
          zh: "回复，或做了什么（同事都能看到）",
          en: "The answer, or what was done (colleagues see it)",
          required: true,
          long: true,
          max: 500,
          fresh: true,
        }),
      },
    },
    read: { label: { zh: "标为已读", en: "Mark as read" }, bulk: true, unasked: true, many: {} },
    clear: {
      label: { zh: "清除", en: "Clear" },
      code: "message_clear",
      bulk: true,
      danger: true,
      many: {
        all: {
          label: { zh: "清空消息", en: "Clear all" },
          confirm: {
            zh: "清空后消息中心将不再显示这些消息。确定清空全部消息吗？",
            en: "Cleared messages no longer show in the message centre. Clear all of them?",
          },
        },
      },
    },
  },
  views: { unread: { label: { zh: "未读", en: "Unread" }, filters: { state: "unread" } } },
  hint: {
    zh: "预订变动、库存不足、待审批的事项会出现在这里。",
    en: "Changed bookings, low stock and what waits for approval appear here.",
  },
});

/** Reminders that people set: each becomes a message in the message centre at its time. */
import { defineResource } from "../core/resource/define";
import { bool, instant, text } from "../core/resource/fields";
import { SCREENS } from "../core/pages";

export const reminders = defineResource({
  name: "reminders",
  one: { zh: "提醒", en: "Reminder" },
  path: "/api/manage/venue/remind",
  codes: { page: SCREENS.reminders, modify: "message_clear" },
  title: "title",
  sort: "at,asc",
  fields: {
    title: text({ zh: "提醒什么", en: "Of what", required: true, search: "part", max: 60 }),
    at: instant({ zh: "时间", en: "When", required: true, filter: true, sort: true }),
    memo: text({ zh: "内容", en: "Text", long: true, search: "part", max: 300 }),
    operator: text({ zh: "设置人", en: "Set by", readonly: true, search: "part" }),
    sent: bool({ zh: "已提醒", en: "Done", readonly: true, filter: true }),
  },
  views: { waiting: { label: { zh: "待提醒", en: "To come" }, filters: { sent: "false" } } },
  hint: { zh: "到时间后在消息中心出现", en: "Appears in the message centre when its time has come" },
});

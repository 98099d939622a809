/** Postings of income and costs: the rows behind those figures of the reports. */
import { ENTRY_ACCOUNTS } from "./accounts";
import { STREAMS } from "./day-reports";
import { CATEGORIES, ENTRIES, EXPENSES } from "./expenses";
import { SCREENS } from "../core/pages";
import { defineResource } from "../core/resource/define";
import { choice, day, money, number, text } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { IS_LATER } from "../core/resource/report";

export const bookEntries = defineResource({
  name: "bookEntries",
  one: { zh: "收益明细", en: "Earned entry" },
  path: "/api/manage/venue/book-entry",
  codes: { page: SCREENS.bookEntries, export: "complex_export" },
  title: "no",
  period: { field: "day", until: "today" },
  time: { zh: "入账时间", en: "Posted" },
  sort: "day,desc",
  fields: {
    day: day({ zh: "归属日", en: "Day earned", required: true, readonly: true, filter: true, sort: true }),
    no: text({ zh: "单号", en: "Document", readonly: true, search: "prefix", width: 170 }),
    stream: choice({ ...LABELS.stream, computed: true, filter: true, choices: STREAMS }),
    account: choice({ zh: "科目", en: "Account", required: true, readonly: true, filter: true, choices: ENTRY_ACCOUNTS }),
    cause: choice({ zh: "费用项目", en: "Cause", computed: true, filter: true, hidden: true, choices: EXPENSES }),
    category: choice({ zh: "记账类别", en: "Category", computed: true, filter: true, hidden: true, choices: CATEGORIES }),
    list: money({ zh: "原价收入", en: "List income", required: true, readonly: true, sum: true, filter: true, hidden: true }),
    discount: money({ ...LABELS.discount, required: true, readonly: true, sum: true, hidden: true }),
    earned: money({ zh: "收益", en: "Earned", required: true, readonly: true, sum: true }),
    cost: money({ zh: "费用", en: "Costs", required: true, readonly: true, sum: true }),
    entries: number({
      ...ENTRIES,
      required: true,
      computed: true,
      sum: true,
      hidden: true,
      hint: { zh: "作废手工记账的一笔算 −1", en: "One that voids an entry by hand counts −1" },
    }),
    corrects: day({
      zh: "更正的锁定日",
      en: "Locked day corrected",
      readonly: true,
      filter: true,
      hidden: true,
      hint: { zh: "该日已锁定，更正记在归属日", en: "That day is locked; what corrects it is booked on the day earned" },
    }),
    later: choice({ ...LABELS.later, required: true, readonly: true, filter: true, hidden: true, choices: IS_LATER }),
    operator: text({ zh: "操作人", en: "Operator", readonly: true, search: "prefix" }),
    reason: text({ ...LABELS.reason, readonly: true, hidden: true }),
  },
  hint: { zh: "每一笔收入、优惠和费用分录都在这里，按归属日", en: "Each entry of income, discount and cost, by the day it is earned" },
  help: {
    zh: "报表里收益和费用的每个数字都由这里的分录相加而成：收益 = 原价收入 − 优惠；费用单列。场地按开场日，退款冲减原归属日。点报表里带下划线的收益数字，就会按同样的日期和业务打开这里。",
    en: "Figures of earned income and of costs on reports are sums of these entries: earned = list income − discounts; costs are separate. Courts count on the day of play, refunds on the day that they take back. An underlined figure of a report opens this list with the same days and business.",
  },
});

/** Costs of running the venue, and its other income: from the ledger, by cause. */
import { manualEntries } from "./books";
import { labelsOf, money, number, text } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { defineReport } from "../core/resource/report";
import { daysOf, entriesOf } from "../core/rows-behind";
import { REPORT_TITLES, SCREENS } from "../core/pages";

/** Causes of expenses and other income; manual entries are distinguished by category below them. */
export const EXPENSES = {
  manual: { zh: "手工记账", en: "Entered by hand" },
  goods: { zh: "商品成本", en: "Cost of goods" },
  writeOff: { zh: "商品报损与盘亏", en: "Write-offs and count losses" },
  coach: { zh: "教练分成", en: "Coaches' shares" },
  handling: { zh: "渠道手续费", en: "Channels' fees" },
  gift: { zh: "充值赠送", en: "Gifts on recharges" },
  shift: { zh: "班次长短款", en: "Shifts over and short" },
  other: { zh: "其他", en: "Other" },
} as const satisfies Readonly<Record<string, Label>>;
export type Expense = keyof typeof EXPENSES;
/** Number of entries behind a figure; voiding a manual entry subtracts one again. */
export const ENTRIES: Label = { zh: "笔数", en: "Entries" };
const ALL_CAUSES = Object.keys(EXPENSES).join(",");
/** Categories of manual entries. */
export const CATEGORIES = labelsOf(manualEntries.fields.category);

export const expenseReport = defineReport({
  name: "expenseReport",
  title: REPORT_TITLES.expenseReport,
  path: "/api/manage/venue/bookingPlace-order/venue-expense-report",
  codes: { page: SCREENS.expenseReport, export: "complex_export" },
  period: "days",
  opens: "month",
  groups: { cause: { zh: "项目", en: "Cause" }, day: { zh: "日期", en: "Day" }, month: { zh: "月份", en: "Month" } },
  columns: {
    name: text({ zh: "项目", en: "Cause" }),
    entries: number({ ...ENTRIES, sum: true }),
    income: money({ zh: "其他收入", en: "Other income", sum: true }),
    cost: money({ zh: "费用", en: "Expenses", sum: true }),
    net: money({ zh: "净额", en: "Net", sum: true }),
  },
  basis: { zh: "收益", en: "Earned" },
  compares: true,
  tiles: ["cost", "income", "net"],
  chart: { kind: "bar", y: ["cost", "income"] },
  drill: ({ key }, query) => {
    if (query.group !== "cause") return entriesOf(daysOf(key, query.group, query), { cause: ALL_CAUSES });
    // Entries by hand, too: what voids one of an approved period falls on a later day, which their own list does not know.
    const [cause, category] = key.split(".");
    return entriesOf(query, { cause, category });
  },
  drillTotal: (query) => entriesOf(query, { cause: ALL_CAUSES }),
  note: {
    zh: "费用按发生日；其他收入是营业以外的收入（记账、留下的押金、班次存入）",
    en: "Expenses by the day they fall on; other income is what no business brought (entries by hand, deposits kept, paid into shifts)",
  },
  help: {
    zh: "一段时间的费用与其他收入，全部来自账本：手工记账按类别列在下面，另有商品成本、报损、教练分成、渠道手续费、充值赠送和班次长短款。净额 = 其他收入 − 费用；营业收入在综合报表。",
    en: "Expenses and other income of a period, all from the ledger: entries by hand with their categories below, then cost of goods, write-offs, coaches' shares, channels' fees, gifts on recharges, shifts over and short. Net = other income − expenses; what business earned is in the comprehensive report.",
  },
});

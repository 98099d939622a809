/** The venues where a person holds the report's code, side by side and in total; clearing between them is eliminated. */
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { money, percent, text } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { defineReport } from "../core/resource/report";

/** Key of the row that eliminates clearing between the venues of a report. */
export const ELIMINATED = "eliminated";
export const ELIMINATED_LABEL: Label = { zh: "抵销：所列场馆之间的往来", en: "Eliminated: clearing between these venues" };
/** Key of the debts of a venue to other venues. */
export const CLEARING = "clearing.venue";
export const CLEARING_LABEL: Label = { zh: "应付其他场馆", en: "Owed to other venues" };

const BY_VENUE = { venue: { zh: "场馆", en: "Venue" } } as const;
const VENUES: Label = {
  zh: "只列你在那里也有这张报表权限的场馆；导出的文件还要有那里的导出权限",
  en: "Venues where you may see this report, too; a file has those where you may export it",
};
const TOGETHER: Label = { zh: "合并", en: "Consolidated" };

/** The day or period of several venues on both bases. */
export const venuesDay = defineReport({
  name: "venuesDay",
  title: REPORT_TITLES.venuesDay,
  path: "/api/manage/venue/consolidated/day",
  codes: { page: SCREENS.venuesDay, export: "daily_page_report_export" },
  period: "days",
  opens: "today",
  groups: { ...BY_VENUE, day: { zh: "日期", en: "Day" } },
  total: TOGETHER,
  columns: {
    name: text({ zh: "场馆", en: "Venue", width: 200 }),
    received: money({ zh: "收款", en: "Received", sum: true }),
    refunded: money({ zh: "退款", en: "Refunded", sum: true }),
    takings: money({ zh: "流水", en: "Takings", sum: true }),
    list: money({ zh: "应收收入", en: "List income", sum: true }),
    discount: money({ zh: "优惠", en: "Discounts", sum: true }),
    earned: money({ zh: "收益", en: "Earned", sum: true }),
    goal: money({ zh: "业绩目标", en: "Goal", sum: true }),
    reached: percent({ zh: "完成率", en: "Reached" }),
  },
  basis: { zh: "流水与收益", en: "Takings and earned" },
  compares: true,
  tiles: ["takings", "earned", "refunded", "goal"],
  chart: { kind: "bar", y: ["takings", "earned"] },
  ratios: { reached: ["earned", "goal"] },
  note: VENUES,
  help: {
    zh: "几家场馆并排的日报：每家与它自己的日报列表相同，合计是各家之和。跨店储值卡付款在收款店是收益、不是流水，不会重复计。业绩目标是机构的每日业绩目标之和乘以天数；没有时按当月收入预算折算。",
    en: "The day of several venues side by side: each as in its own daily reports, together their sum. A payment by a card of another venue is earned where it was spent and no takings, so nothing counts twice. The goal is the daily goals of the venue's organizations for each day; without them, the month's budget of income by days.",
  },
});

/** Profit and loss of several venues. */
export const venuesProfitLoss = defineReport({
  name: "venuesProfitLoss",
  title: REPORT_TITLES.venuesProfitLoss,
  path: "/api/manage/venue/consolidated/profit-loss",
  codes: { page: SCREENS.venuesProfitLoss, export: "account_statements_export" },
  period: "days",
  opens: "month",
  groups: { ...BY_VENUE, account: { zh: "科目", en: "Account" } },
  total: TOGETHER,
  columns: {
    name: text({ zh: "场馆", en: "Venue", width: 220 }),
    profit: money({ zh: "利润", en: "Profit", sum: true }),
    income: money({ zh: "收入", en: "Income", sum: true }),
    discount: money({ zh: "优惠", en: "Discounts", sum: true }),
    tax: money({ zh: "销项税", en: "Output tax", sum: true }),
    cost: money({ zh: "成本费用", en: "Costs", sum: true }),
    margin: percent({ zh: "利润率", en: "Margin" }),
  },
  basis: { zh: "账本", en: "Books" },
  compares: true,
  tiles: ["profit", "income", "discount", "cost"],
  ratios: { margin: ["profit", "income"] },
  note: VENUES,
  help: {
    zh: "几家场馆的利润表：按场馆分组时每家一行、科目在下面；按科目分组时每个科目下面列各家。每家与它自己的利润表相同。",
    en: "The profit and loss of several venues: by venue with the accounts below each, or by account with the venues below. Each is as in its own profit and loss.",
  },
});

/** Liabilities of several venues. */
export const venuesLiabilities = defineReport({
  name: "venuesLiabilities",
  title: REPORT_TITLES.venuesLiabilities,
  path: "/api/manage/venue/consolidated/liabilities",
  codes: { page: SCREENS.venuesLiabilities, export: "account_statements_export" },
  period: "days",
  opens: "month",
  groups: { ...BY_VENUE, account: { zh: "负债", en: "Liability" } },
  total: TOGETHER,
  columns: {
    name: text({ zh: "场馆", en: "Venue", width: 240 }),
    opening: money({ zh: "期初", en: "Opening", sum: true }),
    credit: money({ zh: "本期增加", en: "Added", sum: true }),
    debit: money({ zh: "本期减少", en: "Used or paid", sum: true }),
    closing: money({ zh: "期末", en: "Closing", sum: true }),
  },
  basis: { zh: "账本", en: "Books" },
  tiles: ["closing", "credit", "debit"],
  note: VENUES,
  help: {
    zh: "几家场馆欠外部的全部：每家与它自己的负债总览相同，另加欠其他场馆的往来；所列场馆之间的往来在“抵销”一行减去，合并 = 各家之和 − 抵销。欠未列出的场馆的仍在。",
    en: "All that several venues owe: each as in its own liabilities, and what it owes to other venues. Clearing between the venues listed is taken back in the row “Eliminated”: consolidated = sum less clearing. What is owed to venues that are not listed stays.",
  },
});

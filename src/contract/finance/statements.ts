/** Statements of the books: trial balance, profit and loss, balance sheet, and the postings that each figure is the sum of. */
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, money, number, percent, reference, text } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { defineReport } from "../core/resource/report";
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { daysBehind, daysOf, postingsOf } from "../core/rows-behind";
import { RATES } from "../accounting/invoices";
import { suppliers } from "../stock/products";
import { packageCards } from "../cards/package-cards";
import { ACCOUNT_NAMES, accountsOf, type AccountClass, CLASSES, RESULT_CLASSES } from "./accounts";
import { CATEGORIES } from "./expenses";

/** Postings by the day on which statements count them. */
export const accountEntries = defineResource({
  name: "accountEntries",
  one: { zh: "分录", en: "Posting" },
  path: "/api/manage/venue/account-entry",
  codes: { page: SCREENS.accountEntries, export: "account_statements_export" },
  title: "no",
  period: { field: "day", until: "today" },
  time: { zh: "入账时间", en: "Posted" },
  sort: "day,desc",
  fields: {
    day: day({ zh: "记账日", en: "Day", required: true, readonly: true, filter: true, sort: true }),
    no: text({ zh: "单号", en: "Document", readonly: true, search: "prefix", width: 170 }),
    account: choice({ zh: "科目", en: "Account", required: true, readonly: true, filter: true, choices: ACCOUNT_NAMES, width: 150 }),
    debit: money({ zh: "借方", en: "Debit", required: true, readonly: true, sum: true }),
    credit: money({ zh: "贷方", en: "Credit", required: true, readonly: true, sum: true }),
    net: money({ zh: "借方净额", en: "Net debit", required: true, readonly: true, sum: true, hidden: true }),
    category: choice({ zh: "记账类别", en: "Category", computed: true, filter: true, hidden: true, choices: CATEGORIES }),
    supplier: reference({ zh: "供应商", en: "Supplier", computed: true, filter: true, hidden: true, of: () => targetOf(suppliers) }),
    cardType: reference({
      zh: "次卡卡种",
      en: "Package card",
      computed: true,
      filter: true,
      hidden: true,
      of: () => targetOf(packageCards),
    }),
    rate: choice({ zh: "税率", en: "Tax rate", computed: true, filter: true, hidden: true, choices: RATES }),
    operator: text({ zh: "操作人", en: "Operator", readonly: true, search: "prefix" }),
    reason: text({ ...LABELS.reason, readonly: true, hidden: true }),
  },
  hint: { zh: "账本的每一笔分录都在这里，借方为正", en: "Each posting of the books is here, debit and credit" },
  help: {
    zh: "科目余额表、利润表、资产负债表和负债总览的每个数字都由这里的分录相加而成。收入、优惠和费用按入账日与归属日中较晚的一天计入；归属日在以后的，先记在“递延收入”，到那天转入。",
    en: "Each figure of the trial balance, the profit and loss, the balance sheet and the liabilities is a sum of these postings. Income, discounts and costs count on the later of the day posted and the day earned; what is earned later lies in deferred revenue until that day.",
  },
});

/** Returns the accounts that a key names: a class, an account, or a category below it. */
function accountsBehind(key: string): { account: string; category: string | undefined } {
  const [account = "", category] = key.split("/");
  return { account: account in CLASSES ? accountsOf(account as AccountClass) : account, category };
}

const NOTE = {
  zh: "按入账时间；收入、优惠和费用按入账日与归属日中较晚的一天，过去的日期永远不变",
  en: "By the time posted; income, discounts and costs on the later of the day posted and the day earned, so that past days never change",
};

/** Trial balance: opening balance, debit, credit and closing balance of each account. */
export const trialBalance = defineReport({
  name: "trialBalance",
  title: REPORT_TITLES.trialBalance,
  path: "/api/manage/venue/statement/trial-balance",
  codes: { page: SCREENS.trialBalance, export: "account_statements_export" },
  period: "days",
  opens: "month",
  groups: { account: { zh: "科目", en: "Account" } },
  columns: {
    name: text({ zh: "科目", en: "Account", width: 240 }),
    opening: money({ zh: "期初余额", en: "Opening", sum: true }),
    debit: money({ zh: "本期借方", en: "Debit", sum: true }),
    credit: money({ zh: "本期贷方", en: "Credit", sum: true }),
    closing: money({ zh: "期末余额", en: "Closing", sum: true }),
  },
  basis: { zh: "账本", en: "Books" },
  drill: ({ key }, query, measure) => postingsOf(daysBehind(query, measure), accountsBehind(key).account),
  drillTotal: (query, measure) => postingsOf(daysBehind(query, measure), Object.keys(ACCOUNT_NAMES).join(",")),
  note: NOTE,
  help: {
    zh: "每个科目在任意一天的余额，借方为正、贷方为负；期初 + 借方 − 贷方 = 期末。合计行的余额必须为 0.00，借方等于贷方；不为 0 时请运行 npm run doctor。",
    en: "The balance of each account as of any day, debit above and credit below zero; opening + debit − credit = closing. The balances total 0.00 and debit equals credit; if not, run npm run doctor.",
  },
});

/** Profit and loss: income, discounts, costs and profit. */
export const profitLoss = defineReport({
  name: "profitLoss",
  title: REPORT_TITLES.profitLoss,
  path: "/api/manage/venue/statement/profit-loss",
  codes: { page: SCREENS.profitLoss, export: "account_statements_export" },
  period: "days",
  opens: "month",
  groups: { account: { zh: "科目", en: "Account" }, month: { zh: "月份", en: "Month" } },
  columns: {
    name: text({ zh: "科目", en: "Account", width: 220 }),
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
  chart: { kind: "bar", y: ["income", "cost", "profit"] },
  ratios: { margin: ["profit", "income"] },
  drill: (row, query, measure) => {
    const { key } = row;
    // A line of income has no costs.
    if (Number(row[measure]) === 0) return undefined;
    if (query.group === "month") return postingsOf(daysOf(key, "month", query), accountsOfMeasure(measure));
    const { account, category } = accountsBehind(key);
    return postingsOf(query, account, { category });
  },
  drillTotal: (query, measure) => postingsOf(query, accountsOfMeasure(measure)),
  note: NOTE,
  help: {
    zh: "利润 = 收入 − 优惠 − 销项税 − 成本费用。收入含税，销项税单列；没有启用账本计税时为 0。手工记账的租金、人员等按类别列在“其他费用”下面。按月分组可看各月，对比可与上一期或去年同期相比。与综合报表的收益不同：综合报表按归属日，之后的更正会改变未锁定的日子；这里更正记在入账的那天。",
    en: "Profit = income − discounts − output tax − costs. Income includes tax, which stands beside it; 0 where the books carry none. Rent, wages and other entries by hand stand by category below other costs. Group by month for the months, compare with the period or year before. Unlike the comprehensive report, which is by the day earned and changes with later corrections of open days, a correction counts on the day it was posted.",
  },
});
function accountsOfMeasure(measure: string): string {
  const classes = RESULT_CLASSES.filter((name) => name === measure);
  return accountsOf(...(classes.length > 0 ? classes : RESULT_CLASSES));
}

/** Balance sheet: assets, liabilities and equity at the end of a day. */
export const balanceSheet = defineReport({
  name: "balanceSheet",
  title: REPORT_TITLES.balanceSheet,
  path: "/api/manage/venue/statement/balance-sheet",
  codes: { page: SCREENS.balanceSheet, export: "account_statements_export" },
  period: "days",
  opens: "month",
  groups: { account: { zh: "科目", en: "Account" } },
  total: { zh: "资产 − 负债 − 权益", en: "Assets − liabilities − equity" },
  columns: {
    name: text({ zh: "项目", en: "Item", width: 240 }),
    opening: money({ zh: "期初", en: "Opening", sum: true }),
    change: money({ zh: "变动", en: "Change", sum: true }),
    closing: money({ zh: "期末", en: "Closing", sum: true }),
  },
  basis: { zh: "账本", en: "Books" },
  drill: ({ key }, query, measure) => {
    const days = daysBehind(query, measure);
    if (key === RESULT) return postingsOf(days, accountsOf(...RESULT_CLASSES));
    if (key === "equity") return postingsOf(days, accountsOf("equity", ...RESULT_CLASSES));
    return postingsOf(days, accountsBehind(key).account);
  },
  note: NOTE,
  help: {
    zh: "结束日期当天日终的资产、负债和权益，开始日期前一天日终的同样数字在旁边。权益 = 期初余额 + 累计利润。最后一行是资产 − 负债 − 权益，必须为 0.00。",
    en: "Assets, liabilities and equity at the end of the last day, beside those at the end of the day before the first. Equity is opening balances and the profit so far. The last line is assets − liabilities − equity and must be 0.00.",
  },
});
/** Key of the row of the accumulated profit. */
export const RESULT = "result";

/** Liabilities by account: opening balance, additions, uses and closing balance. */
export const liabilities = defineReport({
  name: "liabilities",
  title: REPORT_TITLES.liabilities,
  path: "/api/manage/venue/statement/liabilities",
  codes: { page: SCREENS.liabilities, export: "account_statements_export" },
  period: "days",
  opens: "month",
  folded: true,
  groups: { account: { zh: "负债", en: "Liability" } },
  columns: {
    name: text({ zh: "负债", en: "Liability", width: 220 }),
    opening: money({ zh: "期初", en: "Opening", sum: true }),
    credit: money({ zh: "本期增加", en: "Added", sum: true }),
    debit: money({ zh: "本期减少", en: "Used or paid", sum: true }),
    closing: money({ zh: "期末", en: "Closing", sum: true }),
    holders: number({ zh: "户数 / 张数", en: "Holders" }),
    units: number({ zh: "剩余次数", en: "Uses left" }),
    expires: day({ zh: "最早到期", en: "First expiry" }),
  },
  basis: { zh: "账本", en: "Books" },
  tiles: ["closing", "credit", "debit"],
  drill: ({ key }, query, measure) => {
    if (measure === "holders" || measure === "units") return undefined;
    const [account = "", type] = key.split("/");
    return postingsOf(daysBehind(query, measure), account, { cardType: type });
  },
  drillTotal: (query, measure) =>
    measure === "holders" || measure === "units" ? undefined : postingsOf(daysBehind(query, measure), accountsOf("liability")),
  note: NOTE,
  help: {
    zh: "任意一天日终欠会员、客人、教练和供应商的全部：储值本金与赠送、次卡（按卡种列出剩余价值、张数、次数和最早到期）、团购券、押金、预收、应付，以及递延收入（已收、之后才归属的收入，到使用或到期那天转为收入）。期初 + 增加 − 减少 = 期末，与科目余额表和资产负债表一致。",
    en: "All that is owed to members, customers, coaches and suppliers at the end of any day: principal and gift money, package cards (by type, with value, cards and uses left and the first expiry), vouchers, deposits, prepaid orders, payables, and deferred revenue, which becomes income on the day it is used or expires. Opening + added − used = closing, as in the trial balance and the balance sheet.",
  },
});

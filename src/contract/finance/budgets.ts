/** Budgets by month and account, entered in a grid or from a file, and how what was booked compares with them. */
import { wholeNumber } from "../core/numbers";
import { z } from "#zod";
import { get, postJson, resource } from "../core/call";
import { Yuan } from "../core/money";
import { REPORT_TITLES, SCREENS } from "../core/pages";
import { defineResource } from "../core/resource/define";
import { choice, money, percent, text } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";
import { defineReport } from "../core/resource/report";
import { daysOf, postingsOf } from "../core/rows-behind";
import { accountsOf, CLASSES, ENTRY_ACCOUNTS, RESULT_CLASSES } from "./accounts";
import { CATEGORIES } from "./expenses";

/** Accounts whose budgets are split by category. */
export const SPLIT_ACCOUNTS = ["cost.other", "income.other"] as const;
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;
const Year = wholeNumber(2000, 2099);

export const budgets = defineResource({
  name: "budgets",
  one: { zh: "预算", en: "Budget" },
  path: "/api/manage/venue/budget",
  codes: { page: SCREENS.budgets, modify: "budget_modify", export: "budget_export", import: "budget_modify" },
  title: "month",
  sort: "month,desc",
  fields: {
    month: text({
      zh: "月份",
      en: "Month",
      required: true,
      search: "prefix",
      sort: true,
      max: 7,
      hint: { zh: "年-月，如 2026-11", en: "Year and month, such as 2026-11" },
    }),
    account: choice({ zh: "科目", en: "Account", required: true, filter: true, choices: ENTRY_ACCOUNTS, width: 160 }),
    category: choice({
      zh: "记账类别",
      en: "Category",
      filter: true,
      choices: CATEGORIES,
      when: { account: SPLIT_ACCOUNTS },
      none: { zh: "其余类别", en: "All other categories" },
    }),
    amount: money({ zh: "预算金额", en: "Budget", required: true, sum: true, sort: true }),
    remark: text({ ...LABELS.remark, max: 200, search: "part", hidden: true }),
  },
  check: ({ month }: { readonly month: string }, issues) => {
    if (!MONTH.test(month)) issues.addIssue({ code: "custom", path: ["month"], params: { rule: "format" }, message: "format" });
  },
  hint: {
    zh: "每月每个收入、优惠和费用科目的预算；整年的可在“预算编制”里填",
    en: "The budget of each account of income, discounts and costs by month; fill in a whole year in the budget grid",
  },
  help: {
    zh: "每个科目每月一条，其他收入和其他费用可按类别分开，不选类别就是其余类别。可下载模板填好再导入。对比在“预算执行”里看。",
    en: "One for each account and month; other income and other costs can be split by category, and one without is for all other categories. Download the template, fill it in and import it. The comparison is in Budget against actual.",
  },
});

const Cell = z.object({
  month: z.string().regex(MONTH),
  account: z.enum(Object.keys(ENTRY_ACCOUNTS) as [string, ...string[]]),
  /** Category of a split account; "" for all other categories. */
  category: z.enum(["", ...Object.keys(CATEGORIES)]),
  /** Null: no budget. */
  amount: Yuan.nullable(),
});
export type BudgetCell = z.infer<typeof Cell>;
const MOST_CELLS = 1_000;

/** The grid of a year. */
export const budgetGrid = resource({
  read: get("/api/manage/venue/budget/year", {
    summary: "Budgets of a year, and what was booked in the year before",
    code: SCREENS.budgets,
    input: z.object({ year: Year }),
    output: z.object({ cells: z.array(Cell), lastYear: z.array(Cell) }),
  }),
  save: {
    ...postJson("/api/manage/venue/budget/save-year", {
      summary: "Sets and removes budgets of a year",
      code: "budget_modify",
      input: z.object({ year: Year, cells: z.array(Cell).max(MOST_CELLS) }),
      output: z.object({ saved: z.number().int() }),
    }),
    labels: { cells: budgets.one, month: budgets.fields.month.label, category: budgets.fields.category.label },
  },
});

const isClass = (key: string): boolean => key in CLASSES;
/** Budget and booked amounts of a period. */
export const budgetActual = defineReport({
  name: "budgetActual",
  title: REPORT_TITLES.budgetActual,
  path: "/api/manage/venue/budget/actual",
  codes: { page: SCREENS.budgetActual, export: "budget_export" },
  period: "days",
  opens: "month",
  groups: { account: { zh: "科目", en: "Account" }, month: { zh: "月份", en: "Month" } },
  total: { zh: "利润", en: "Profit" },
  columns: {
    name: text({ zh: "科目", en: "Account", width: 240 }),
    budget: money({ zh: "预算", en: "Budget", sum: true }),
    actual: money({ zh: "实际", en: "Actual", sum: true }),
    difference: money({ zh: "差额", en: "Difference", sum: true }),
    reached: percent({ zh: "执行率", en: "Reached" }),
  },
  basis: { zh: "账本", en: "Books" },
  ratios: { reached: ["actual", "budget"] },
  drill: ({ key }, query, measure) => {
    if (measure !== "actual") return undefined;
    if (query.group === "month") return postingsOf(daysOf(key, "month", query), accountsOf(...RESULT_CLASSES));
    if (isClass(key)) return postingsOf(query, accountsOf(key as (typeof RESULT_CLASSES)[number]));
    const [account = "", category] = key.split("/");
    return postingsOf(query, account, { category });
  },
  drillTotal: (query, measure) => (measure === "actual" ? postingsOf(query, accountsOf(...RESULT_CLASSES)) : undefined),
  note: {
    zh: "实际与利润表相同；不满一个月的期间，预算按天数折算",
    en: "Actual figures are those of the profit and loss; for part of a month the budget counts by days",
  },
  help: {
    zh: "差额 = 实际 − 预算。最后一行是利润：收入减优惠减成本费用。按月分组时每行是该月的利润。没有预算的科目也列出。",
    en: "Difference = actual − budget. The last line is the profit: income less discounts less costs. Grouped by month, each row is the month's profit. Accounts without a budget are listed, too.",
  },
});

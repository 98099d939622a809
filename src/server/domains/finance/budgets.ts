/** Budgets by month and account: their grid, and the comparison with what was booked. */
import { sql } from "kysely";
import { budgetActual, type BudgetCell, budgetGrid, budgets, SPLIT_ACCOUNTS } from "../../../contract/finance/budgets";
import type { Output, Parsed } from "../../../contract/core/call";
import { fen, yuan, YuanIn } from "../../../contract/core/money";
import type { ReportQuery } from "../../../contract/core/resource/report";
import type { Days } from "../../../contract/core/rows-behind";
import { type AccountClass, type AccountName, CLASSES, classOf, RESULT_CLASSES } from "../../../contract/finance/accounts";
import { CATEGORIES } from "../../../contract/finance/expenses";
import type { Ctx } from "../../http/context";
import { inVenue } from "../../http/serve";
import { type Figures, serveReport, snapshot } from "../../resource/report";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { readBalances, readMonths } from "./account-balances";
import { readBudgets, shareOfMonth } from "./budget-rows";

export const budgetRoutes = [
  ...inVenue(budgetGrid, { read: readGrid, save: saveGrid }),
  ...serveReport(budgetActual, {
    rows: (ctx, query) => (query.group === "month" ? monthRows(ctx, query) : accountRows(ctx, query)),
    sums: profitOf,
  }),
  ...serveResource(budgets, { table: "budget", saving: rejectDuplicate }),
];

const isSplit = (account: string): boolean => SPLIT_ACCOUNTS.some((one) => one === account);

type Draft = { readonly month: string; readonly account: string; readonly category: string | null };
/** @throws AppError where the account has a budget of the month already */
async function rejectDuplicate<D extends Draft>(ctx: Ctx, draft: D, before?: { readonly id: string }): Promise<D> {
  const same = await ctx.db
    .selectFrom("budget")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("month", "=", draft.month)
    .where("account", "=", draft.account as AccountName)
    .where(sql<boolean>`coalesce(category, '') = ${draft.category ?? ""}`)
    .where("id", "<>", before?.id ?? "")
    .executeTakeFirst();
  if (same)
    throw refuse(
      ctx,
      {
        zh: "{month} 的这个科目已有预算，没有保存；请修改原来的那条",
        en: "This account has a budget for {month} already; nothing was saved. Change that one",
      },
      { month: draft.month },
      "month",
    );
  return draft;
}

/** Returns the budgets of a year and, for comparison, what was booked in the months of the year before. */
async function readGrid(ctx: Ctx, { year }: Parsed<typeof budgetGrid.read>): Promise<Output<typeof budgetGrid.read>> {
  const cells = await readBudgets(ctx, `${year}-01`, `${year}-12`);
  const last = await snapshot(ctx, (at) => readMonths(at, { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }));
  return {
    cells: cells.map(({ amount, ...cell }) => ({ ...cell, amount: yuan(amount) })),
    lastYear: last.map(({ month, account, category, net }) => ({
      month,
      account,
      category: isSplit(account) ? category : "",
      amount: yuan(toSide(account, net)),
    })),
  };
}

/** Sets the budgets of a year's cells; a cell without an amount is removed. */
export async function saveGrid(ctx: Ctx, { year, cells }: Parsed<typeof budgetGrid.save>): Promise<Output<typeof budgetGrid.save>> {
  const strange = cells.find(({ month, account, category }) => !month.startsWith(`${year}-`) || (category !== "" && !isSplit(account)));
  if (strange)
    throw refuse(
      ctx,
      {
        zh: "{month} 的这一格不在 {year} 年的表里，没有保存；请刷新后再填",
        en: "A cell of {month} is not in the grid of {year}; nothing was saved. Reload the page",
      },
      { month: strange.month, year },
    );
  const isRepeated = new Set(cells.map(({ month, account, category }) => `${month} ${account} ${category}`)).size < cells.length;
  const unreadable = cells.find(({ amount }) => amount !== null && !YuanIn.safeParse(amount).success);
  if (isRepeated || unreadable)
    throw refuse(
      ctx,
      unreadable
        ? { zh: "{month} 的预算金额 {amount} 不能用，没有保存", en: "The budget of {month}, {amount}, is no amount; nothing was saved" }
        : { zh: "同一格填了两次，没有保存", en: "A cell is named twice; nothing was saved" },
      { month: unreadable?.month ?? "", amount: unreadable?.amount ?? "" },
    );
  const column = (of: (cell: BudgetCell) => string | number | null) => cells.map(of);
  const cellsSql = sql`unnest(${column(({ month }) => month)}::text[], ${column(({ account }) => account)}::text[], ${column(({ category }) => category)}::text[],
    ${column(({ amount }) => (amount === null ? null : fen(amount)))}::bigint[], ${column(() => ctx.newId())}::text[]) AS c (month, account, category, amount, id)`;
  await sql`DELETE FROM budget b USING ${cellsSql} WHERE b.venue_id = ${ctx.venue.id} AND b.month = c.month AND b.account = c.account
    AND coalesce(b.category, '') = c.category AND c.amount IS NULL`.execute(ctx.db);
  await sql`INSERT INTO budget (venue_id, id, month, account, category, amount, created_at)
    SELECT ${ctx.venue.id}, c.id, c.month, c.account, nullif(c.category, ''), c.amount, ${ctx.now} FROM ${cellsSql} WHERE c.amount IS NOT NULL
    ON CONFLICT (venue_id, month, account, coalesce(category, '')) DO UPDATE SET amount = excluded.amount WHERE budget.amount <> excluded.amount`.execute(
    ctx.db,
  );
  ctx.emit({ type: "changed", data: { resource: "budgets" } });
  return { saved: cells.length };
}

/** Returns a net debit with the sign of its class: income above zero like costs. */
export const toSide = (account: string, net: number): number => (classOf(account) === "income" ? -net || 0 : net);

interface Line {
  readonly account: string;
  readonly category: string;
  readonly budget: number;
  readonly actual: number;
}
/** Budget and booked amount of each account and category of a period, fen, each with the sign of its class. */
async function readLines(ctx: Ctx, days: Days): Promise<readonly Line[]> {
  const lines = new Map<string, Line>();
  const add = (account: string, category: string, amounts: { readonly budget?: number; readonly actual?: number }): void => {
    const key = `${account}/${category}`;
    const { budget, actual } = lines.get(key) ?? { budget: 0, actual: 0 };
    lines.set(key, { account, category, budget: budget + (amounts.budget ?? 0), actual: actual + (amounts.actual ?? 0) });
  };
  for (const { account, category, month, amount } of await readBudgets(ctx, days.from.slice(0, 7), days.to.slice(0, 7)))
    add(account, category, { budget: shareOfMonth(amount, month, days) });
  for (const { account, category, debit, credit } of await readBalances(ctx, days))
    if (classOf(account) !== undefined) add(account, category, { actual: toSide(account, debit - credit) });
  return [...lines.values()].filter(({ budget, actual }) => budget !== 0 || actual !== 0);
}

const toFigures = ({ budget, actual }: { readonly budget: number; readonly actual: number }) => ({
  budget,
  actual,
  difference: actual - budget,
});
const sumOf = (lines: readonly Line[]) =>
  toFigures({ budget: lines.reduce((sum, line) => sum + line.budget, 0), actual: lines.reduce((sum, line) => sum + line.actual, 0) });

/** Returns a row of each class with its accounts and their categories below. */
async function accountRows(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const lines = await readLines(ctx, query);
  return RESULT_CLASSES.flatMap((name): Figures[] => {
    const labels = Object.entries<{ readonly zh: string; readonly en: string }>(CLASSES[name].accounts);
    const own = lines.filter(({ account }) => account in CLASSES[name].accounts);
    if (own.length === 0) return [];
    return [
      { key: name, name: CLASSES[name].label[ctx.language], ...sumOf(own) },
      ...labels.flatMap(([account, label]): Figures[] => {
        const parts = own.filter((line) => line.account === account);
        if (parts.length === 0) return [];
        const split = parts.filter(({ category }) => category !== "").toSorted((a, b) => (a.category < b.category ? -1 : 1));
        return [
          { key: account, level: 1, name: label[ctx.language], ...sumOf(parts) },
          ...split.map((line) => ({
            key: `${account}/${line.category}`,
            level: 2,
            name: CATEGORIES[line.category]?.[ctx.language] ?? line.category,
            ...sumOf([line]),
          })),
        ];
      }),
    ];
  });
}

/** Returns the sign with which a class counts in the profit. */
const signOf = (name: AccountClass | undefined): number => (name === "income" ? 1 : -1);

/** Returns the budgeted and the booked profit of each month. */
async function monthRows(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const sums = new Map<string, { budget: number; actual: number }>();
  const at = (month: string) => {
    const sum = sums.get(month) ?? { budget: 0, actual: 0 };
    sums.set(month, sum);
    return sum;
  };
  for (const { account, month, amount } of await readBudgets(ctx, query.from.slice(0, 7), query.to.slice(0, 7)))
    at(month).budget += signOf(classOf(account)) * shareOfMonth(amount, month, query);
  for (const { account, month, net } of await readMonths(ctx, query)) if (classOf(account) !== undefined) at(month).actual -= net;
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([month, sum]) => ({ key: month, name: month, ...toFigures(sum) }));
}

/** Returns the profit of all rows: by account income less discounts and costs, by month their sum. */
function profitOf(rows: readonly Figures[]): Readonly<Record<string, number>> {
  const of = (measure: string): number =>
    rows.reduce((sum, row) => {
      if ((row.level ?? 0) > 0) return sum;
      const value = Number(Reflect.get(row, measure));
      return row.key in CLASSES ? sum + signOf(row.key as AccountClass) * value : sum + value;
    }, 0);
  return { budget: of("budget"), actual: of("actual"), difference: of("difference") };
}

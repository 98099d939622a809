/** The expense report: costs and other income of a period by cause, from postings. */
import { type RawBuilder, sql } from "kysely";
import { CATEGORIES, type Expense, expenseReport, EXPENSES } from "../../../contract/expenses";
import type { ReportQuery } from "../../../contract/resource/report";
import type { Ctx } from "../../http/context";
import { type Rollup, rolled } from "../../rollups/rollup";
import { type Figures, serveReport } from "../../resource/report";

interface Row {
  readonly period: string;
  readonly cause: Expense;
  /** Of an entry by hand; "" otherwise. */
  readonly category: string;
  readonly entries: number;
  /** Fen. */
  readonly income: number;
  readonly cost: number;
}

const CAUSE = sql`CASE WHEN t.document_kind = 'manual' THEN 'manual' WHEN p.account = 'cost.goods' THEN 'goods'
  WHEN p.account = 'cost.write_off' THEN 'writeOff' WHEN p.account = 'cost.coach' THEN 'coach' WHEN p.account = 'cost.handling' THEN 'handling'
  WHEN p.account = 'cost.gift' THEN 'gift' WHEN p.account = 'over_short' THEN 'shift' ELSE 'other' END`;

/** Costs and other income by the day on which they are earned; what a shift is over or short, by the day it was closed. */
const EXPENSE: Rollup = {
  name: "expense",
  keys: ["cause", "category"],
  figures: ["entries", "income", "cost"],
  rows: (venue, on) => {
    const of = (
      day: "earned_on" | "day",
      accounts: RawBuilder<unknown>,
    ) => sql`SELECT venue_id, tx_id, account, subject, amount, ${sql.ref(day)} AS day
      FROM posting WHERE venue_id = ${venue} AND ${on(sql.ref(day))} AND ${accounts}`;
    return sql`
      SELECT p.day, ${CAUSE} AS cause, CASE WHEN t.document_kind = 'manual' THEN p.subject ELSE '' END AS category,
        count(*) FILTER (WHERE t.reverses IS NULL) AS entries, coalesce(-sum(p.amount) FILTER (WHERE p.account = 'income.other'), 0)::bigint AS income,
        coalesce(sum(p.amount) FILTER (WHERE p.account <> 'income.other'), 0)::bigint AS cost
      FROM (${of("earned_on", sql`(account ^@ 'cost.' OR account = 'income.other')`)} UNION ALL ${of("day", sql`account = 'over_short'`)}) p
      JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id GROUP BY 1, 2, 3`;
  },
  first: (
    venue,
  ) => sql`SELECT min(day) AS first FROM (SELECT min(earned_on) AS day FROM posting WHERE venue_id = ${venue} AND earned_on IS NOT NULL
    UNION ALL SELECT min(day) FROM posting WHERE venue_id = ${venue} AND account = 'over_short') b`,
};
export const expenseRollups = [EXPENSE];

async function read(ctx: Ctx, { from, to, group }: ReportQuery): Promise<readonly Row[]> {
  const period = group === "cause" ? sql`''` : group === "month" ? sql`to_char(x.day, 'YYYY-MM')` : sql`x.day::text`;
  const { rows } = await sql<Row>`
    SELECT ${period} AS period, x.cause, x.category, sum(x.entries)::int AS entries, sum(x.income)::bigint AS income, sum(x.cost)::bigint AS cost
    FROM ${await rolled(ctx, EXPENSE, [from, to])} x GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(ctx.db);
  return rows;
}

const figures = (rows: readonly Row[]) => {
  const sum = (of: "entries" | "income" | "cost"): number => rows.reduce((all, row) => all + row[of], 0);
  return { entries: sum("entries"), income: sum("income"), cost: sum("cost"), net: sum("income") - sum("cost") };
};

async function expenses(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const rows = await read(ctx, query);
  if (query.group !== "cause")
    return [...new Set(rows.map(({ period }) => period))].map((period) => ({
      key: period,
      name: period,
      ...figures(rows.filter((row) => row.period === period)),
    }));
  return (Object.keys(EXPENSES) as Expense[]).flatMap((cause): Figures[] => {
    const own = rows.filter((row) => row.cause === cause);
    if (own.length === 0) return [];
    const below = own.filter(({ category }) => category !== "");
    return [
      { key: cause, name: EXPENSES[cause][ctx.language], ...figures(own) },
      ...below.map((row) => ({
        key: `${cause}.${row.category}`,
        level: 1,
        name: CATEGORIES[row.category]?.[ctx.language] ?? row.category,
        ...figures([row]),
      })),
    ];
  });
}

export const expenseRoutes = serveReport(expenseReport, { rows: expenses });

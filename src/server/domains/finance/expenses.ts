/** The expense report: costs and other income of a period by cause, from postings. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { CATEGORIES, expenseReport, EXPENSES } from "../../../contract/finance/expenses";
import type { Label } from "../../../contract/core/resource/label";
import type { ReportQuery } from "../../../contract/core/resource/report";
import type { Ctx } from "../../http/context";
import { type Rollup, rolled } from "../../rollups/rollup";
import { type Figures, serveReport } from "../../resource/report";

interface Row {
  readonly key: string;
  /** Category of manual entries; null: all of the key. */
  readonly category: string | null;
  readonly entries: number;
  /** Fen. */
  readonly income: number;
  readonly cost: number;
}
const NAMES: Readonly<Record<string, Label>> = EXPENSES;
const ORDER = Object.keys(EXPENSES);

/** True of a posting of a category that a person chose: of an entry by hand, or of a booked bank line. The transaction is `t`. */
export const isCategorized = (account: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(t.document_kind = 'manual' OR t.document_kind = 'bankLine' AND ${account} IN ('cost.other', 'income.other'))`;
/** Returns the cause of a posting of a cost, of other income or of a shift's difference. The transaction is `t`. */
export const causeOf = (account: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`CASE WHEN ${isCategorized(account)} THEN 'manual' WHEN ${account} = 'cost.goods' THEN 'goods'
  WHEN ${account} = 'cost.write_off' THEN 'writeOff' WHEN ${account} = 'cost.coach' THEN 'coach' WHEN ${account} = 'cost.handling' THEN 'handling'
  WHEN ${account} = 'cost.gift' THEN 'gift' WHEN ${account} = 'over_short' THEN 'shift' ELSE 'other' END`;

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
      SELECT p.day, ${causeOf(sql`p.account`)} AS cause, CASE WHEN ${isCategorized(sql`p.account`)} THEN p.subject ELSE '' END AS category,
        sum(CASE WHEN ${isCategorized(sql`p.account`)} AND t.reverses IS NOT NULL THEN -1 ELSE 1 END) AS entries, coalesce(-sum(p.amount) FILTER (WHERE p.account = 'income.other'), 0)::bigint AS income,
        coalesce(sum(p.amount) FILTER (WHERE p.account <> 'income.other'), 0)::bigint AS cost
      FROM (${of("earned_on", sql`(account ^@ 'cost.' OR account = 'income.other')`)} UNION ALL ${of("day", sql`account = 'over_short'`)}) p
      JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE t.venue_id = ${venue} GROUP BY 1, 2, 3`;
  },
  first: (
    venue,
  ) => sql`SELECT min(day) AS first FROM (SELECT min(earned_on) AS day FROM posting WHERE venue_id = ${venue} AND earned_on IS NOT NULL
    UNION ALL SELECT min(day) FROM posting WHERE venue_id = ${venue} AND account = 'over_short') b`,
};
export const expenseRollups = [EXPENSE];

/** A row for each cause, with the categories of entries by hand below it; or for each day or month. */
async function rows(ctx: Ctx, { from, to, group }: ReportQuery): Promise<readonly Figures[]> {
  const key = group === "cause" ? sql`x.cause` : group === "month" ? sql`to_char(x.day, 'YYYY-MM')` : sql`x.day::text`;
  // Entries that are not by hand have no category.
  const isListed = group === "cause" ? sql`x.category IS DISTINCT FROM ''` : sql`grouping(x.category) = 1`;
  const { rows: found } = await sql<Row>`
    SELECT ${key} AS key, x.category, sum(x.entries)::int AS entries, sum(x.income)::bigint AS income, sum(x.cost)::bigint AS cost
    FROM ${await rolled(ctx, EXPENSE, [from, to], group === "cause" || group === "month" ? "month" : "day")} x GROUP BY GROUPING SETS ((1), (1, 2)) HAVING ${isListed}
    ORDER BY 1, 2 NULLS FIRST`.execute(ctx.db);
  const { language } = ctx;
  return found
    .toSorted((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key))
    .map(({ key: of, category, ...sums }) => ({
      ...(category === null
        ? { key: of, name: NAMES[of]?.[language] ?? of }
        : { key: `${of}.${category}`, level: 1, name: CATEGORIES[category]?.[language] ?? category }),
      ...sums,
      net: sums.income - sums.cost,
    }));
}

export const expenseRoutes = serveReport(expenseReport, { rows });

/** What came into members' purses and what went out of them by day and kind of movement: they are credit accounts. What they hold is its sum. */
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../http/context";
import { type Rollup, rolled } from "../../rollups/rollup";
import { kindOf } from "./kinds";

/** Before any posting. */
const BEGINNING = "1970-01-01";

const PURSES: Rollup = {
  name: "purse",
  keys: ["account", "kind"],
  figures: ["gained", "taken"],
  rows: (venue, on) => sql`
    SELECT p.day, p.account, coalesce(${kindOf}, '') AS kind, coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::bigint AS gained,
      coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::bigint AS taken
    FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${venue} AND p.account IN ('purse.principal', 'purse.gift') AND ${on(sql`p.day`)} GROUP BY 1, 2, 3`,
  first: (venue) => sql`SELECT day AS first FROM ledger_tx WHERE venue_id = ${venue} ORDER BY posted_at LIMIT 1`,
};
export const purseRollups = [PURSES];

/** All movements until the end of a day: rows `day`, `account`, `kind`, and fen `gained` and `taken`. Needs a `snapshot`. */
export const purseMoves = (ctx: Ctx, until: string): Promise<RawBuilder<unknown>> => rolled(ctx, PURSES, [BEGINNING, until]);

/** Fen in all purses of the venue at the end of a day. Needs a `snapshot`. */
export async function purseTotals(ctx: Ctx, day: string): Promise<{ readonly principal: number; readonly gift: number }> {
  const { rows } = await sql<{ account: string; amount: number }>`
    SELECT x.account, sum(x.gained - x.taken)::bigint AS amount FROM ${await purseMoves(ctx, day)} x GROUP BY x.account`.execute(ctx.db);
  const of = (account: string): number => rows.find((row) => row.account === account)?.amount ?? 0;
  return { principal: of("purse.principal"), gift: of("purse.gift") };
}

/** What members' purses hold together at the end of a day: all that was posted to them until then (they are credit accounts), added up by day. */
import { sql } from "kysely";
import type { Ctx } from "../http/context";
import { type Rollup, rolled } from "../rollups/rollup";

/** Before any posting. */
const BEGINNING = "1970-01-01";

const PURSES: Rollup = {
  name: "purse",
  keys: ["account"],
  figures: ["amount"],
  rows: (venue, on) => sql`
    SELECT p.day, p.account, -sum(p.amount)::bigint AS amount FROM posting p
    WHERE p.venue_id = ${venue} AND p.account IN ('purse.principal', 'purse.gift') AND ${on(sql`p.day`)} GROUP BY 1, 2`,
  first: (venue) => sql`SELECT day AS first FROM ledger_tx WHERE venue_id = ${venue} ORDER BY posted_at LIMIT 1`,
};
export const purseRollups = [PURSES];

/** Fen in all purses of the venue at the end of a day. Needs a `snapshot`. */
export async function purseTotals(ctx: Ctx, day: string): Promise<{ readonly principal: number; readonly gift: number }> {
  const { rows } = await sql<{ account: string; amount: number }>`
    SELECT x.account, sum(x.amount)::bigint AS amount FROM ${await rolled(ctx, PURSES, [BEGINNING, day])} x GROUP BY x.account`.execute(
    ctx.db,
  );
  const of = (account: string): number => rows.find((row) => row.account === account)?.amount ?? 0;
  return { principal: of("purse.principal"), gift: of("purse.gift") };
}

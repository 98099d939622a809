/** Inflow and outflow of members' purses by day and kind of movement: they are credit accounts. Their sum is the balance. */
import { type RawBuilder, sql } from "kysely";
import type { Days } from "../../../contract/core/rows-behind";
import type { Ctx } from "../../http/context";
import { type Rollup, rolledUntil, rolledWithin } from "../../rollups/rollup";
import { kindOf } from "./kinds";

/** Movements that add up by `keys`, which name `p.account` and the kind. */
const pursesMovements = (venue: string, keys: RawBuilder<unknown>, on: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    SELECT p.day, ${keys}, coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::bigint AS gained,
      coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::bigint AS taken
    FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${venue} AND p.account IN ('purse.principal', 'purse.gift') AND ${on} GROUP BY 1, 2, 3`;
const first = (venue: string): RawBuilder<unknown> =>
  sql`SELECT day AS first FROM ledger_tx WHERE venue_id = ${venue} ORDER BY posted_at LIMIT 1`;

const PURSES: Rollup = {
  name: "purse",
  keys: ["account", "kind"],
  figures: ["gained", "taken"],
  rows: (venue, on) => pursesMovements(venue, sql`p.account, coalesce(${kindOf}, '') AS kind`, on(sql`p.day`)),
  first,
};
/** The same by member; `part` is the purse and the kind: "gift.recharge". */
const MEMBERS: Rollup = {
  name: "member_purse",
  keys: ["subject", "part"],
  figures: ["gained", "taken"],
  rows: (venue, on) =>
    pursesMovements(venue, sql`p.subject, substr(p.account, 7) || '.' || coalesce(${kindOf}, '') AS part`, on(sql`p.day`)),
  first,
};
export const purseRollups = [PURSES, MEMBERS];

/** Fen in all purses of the venue at the end of a day. Needs a `snapshot`. */
export async function purseTotals(ctx: Ctx, day: string): Promise<{ readonly principal: number; readonly gift: number }> {
  const { rows } = await sql<{ account: string; amount: number }>`
    SELECT x.account, sum(x.gained - x.taken)::bigint AS amount FROM ${await rolledUntil(ctx, PURSES, day)} x GROUP BY x.account`.execute(
    ctx.db,
  );
  const of = (account: string): number => rows.find((row) => row.account === account)?.amount ?? 0;
  return { principal: of("purse.principal"), gift: of("purse.gift") };
}

/** Returns how many members have something in each purse at the end of a day. Needs a `snapshot`. */
export async function purseHolders(ctx: Ctx, day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ account: string; holders: number }>`
    SELECT h.account, count(*)::int AS holders FROM (
      SELECT 'purse.' || split_part(x.part, '.', 1) AS account, x.subject FROM ${await rolledUntil(ctx, MEMBERS, day)} x
      GROUP BY 1, 2 HAVING sum(x.gained - x.taken) <> 0) h GROUP BY 1`.execute(ctx.db);
  return new Map(rows.map(({ account, holders }) => [account, holders]));
}

/** Rows `account`, `part`, `inside`, `gained`, `taken`. Needs a `snapshot`. */
export const movesOfPurses = async (ctx: Ctx, period: Days): Promise<RawBuilder<unknown>> =>
  sql`(SELECT p.account, substr(p.account, 7) || '.' || p.kind AS part, p.inside, p.gained, p.taken FROM ${await rolledWithin(ctx, PURSES, period)} p)`;
/** Rows `subject`, `part`, `inside`, `gained`, `taken`. Needs a `snapshot`. */
export const movesOfMembers = (ctx: Ctx, period: Days): Promise<RawBuilder<unknown>> => rolledWithin(ctx, MEMBERS, period);

/** What purses held before a period, what came and went in it, what they hold after: of each purse, and of each purse of each member. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { PARTS } from "../../../contract/memberMoney";
import type { Ctx } from "../../http/context";
import type { Figures } from "../../resource/report";
import { kindOf } from "./kinds";
import { purseMoves } from "./purses";

interface Period {
  readonly from: string;
  readonly to: string;
}
const MEASURES = Object.keys(PARTS);
export const FIGURES = ["opening", ...MEASURES, "closing"];
const COUNTED = { in: sql`p.gained - p.taken`, out: sql`p.taken - p.gained`, gained: sql`p.gained`, taken: sql`p.taken` };

/** Columns of names, each made by `of`. */
export const eachAs = (names: readonly string[], of: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${of(name)} AS ${sql.ref(name)}`));
/** The figures of movements `p` that `when` is true of. */
const parts = (when: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  eachAs(MEASURES, (name) => {
    const { kinds = [], purse, counts = "in" } = PARTS[name] ?? {};
    const ofPurse = purse === undefined ? sql`` : sql` AND p.account = ${sql.lit(`purse.${purse}`)}`;
    return sql`coalesce(sum(${COUNTED[counts]}) FILTER (WHERE ${when} AND p.kind IN (${sql.join(kinds.map((kind) => sql.lit(kind)))})${ofPurse}), 0)::bigint`;
  });

/** A statement of each purse that ever moved, over all members, from what was rolled up; its `key` is the purse's account. */
export async function purseStatements(ctx: Ctx, { from, to }: Period): Promise<readonly Figures[]> {
  const { rows } = await sql<Figures>`
    SELECT p.account AS key, coalesce(sum(p.gained - p.taken) FILTER (WHERE p.day < ${from}), 0)::bigint AS opening,
      ${parts(sql<SqlBool>`p.day >= ${from}`)}, sum(p.gained - p.taken)::bigint AS closing
    FROM ${await purseMoves(ctx, to)} p GROUP BY p.account`.execute(ctx.db);
  return rows;
}

/**
 * A statement `s` of each purse of each member. What a purse held before is what it holds now less all that moved since. Each posting is read
 * once, and its kind is worked out once (OFFSET 0 keeps the planner from writing it into every sum).
 * @param most only members whose purses moved, and those of so many of the fullest purses
 */
export const memberStatements = (ctx: Ctx, { from, to }: Period, purses: readonly string[], most?: number): RawBuilder<unknown> => {
  const { id: venue } = ctx.venue;
  const accounts = purses.map((purse) => `purse.${purse}`);
  const held = sql`b.venue_id = ${venue} AND b.account = ANY (${accounts}::text[])`;
  const some = sql`AND b.subject IN (SELECT x.subject FROM moved x UNION ALL (
    SELECT b.subject FROM balance b WHERE ${held} AND b.amount > 0 ORDER BY b.amount DESC LIMIT ${most ?? 0}))`;
  return sql`
    WITH moved AS (
      SELECT p.subject, p.account, sum(p.gained - p.taken)::bigint AS all_since,
        coalesce(sum(p.gained - p.taken) FILTER (WHERE p.day > ${to}), 0)::bigint AS later, bool_or(p.day <= ${to}) AS has_moved,
        ${parts(sql<SqlBool>`p.day <= ${to}`)}
      FROM (
        SELECT p.subject, p.account, p.day, greatest(-p.amount, 0) AS gained, greatest(p.amount, 0) AS taken, ${kindOf} AS kind
        FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
        WHERE p.venue_id = ${venue} AND p.account = ANY (${accounts}::text[]) AND p.day >= ${from} OFFSET 0
      ) p GROUP BY p.subject, p.account
    ), s AS (
      SELECT b.subject, b.account, b.amount - coalesce(x.all_since, 0) AS opening,
        ${eachAs(MEASURES, (name) => sql`coalesce(x.${sql.ref(name)}, 0)`)},
        b.amount - coalesce(x.later, 0) AS closing, coalesce(x.has_moved, false) AS has_moved
      FROM balance b LEFT JOIN moved x ON x.subject = b.subject AND x.account = b.account
      WHERE ${held} ${most === undefined ? sql`` : some}
    )`;
};
/** Whether a statement `s` has anything to show. */
export const isListed = sql<SqlBool>`(s.has_moved OR s.opening <> 0 OR s.closing <> 0)`;

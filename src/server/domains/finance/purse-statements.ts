/** Statements of purses: the balance before a period, the movements in it, the balance after: of each purse, and of members. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { PURSE_LABELS } from "../../../contract/finance/account-logs";
import { PARTS } from "../../../contract/finance/member-money";
import { textOf } from "../../../contract/core/resource/text";
import { setLocal } from "../../db/settings";
import type { Ctx } from "../../http/context";
import type { Figures } from "../../resource/report";
import { movesOfMembers, movesOfPurses } from "./purses";

interface Period {
  readonly from: string;
  readonly to: string;
}
const MEASURES = Object.keys(PARTS);
export const FIGURES = ["opening", ...MEASURES, "closing"];
const NET = sql`p.gained - p.taken`;
const COUNTED = { in: NET, out: sql`p.taken - p.gained`, gained: sql`p.gained`, taken: sql`p.taken` };

/** Columns of names, each made by `of`. */
export const eachAs = (names: readonly string[], of: (name: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${of(name)} AS ${sql.ref(name)}`));
/** The sum of a figure over movements `p`. */
export const figureOf = (name: string): RawBuilder<unknown> => {
  const summed = (what: RawBuilder<unknown>, when: RawBuilder<unknown>) => sql`coalesce(sum(${what}) FILTER (WHERE ${when}), 0)::bigint`;
  if (name === "opening") return summed(NET, sql`NOT p.inside`);
  if (name === "closing") return sql`sum(${NET})::bigint`;
  const { kinds = [], purse, counts = "in" } = PARTS[name] ?? {};
  const named = (purse === undefined ? Object.keys(PURSE_LABELS) : [purse]).flatMap((one) =>
    kinds.map((kind) => sql.lit(`${one}.${kind}`)),
  );
  return summed(COUNTED[counts], sql`p.inside AND p.part IN (${sql.join(named)})`);
};
/**
 * SQL condition: true if movements `p` of a member, grouped or `over` a window, have anything to show: without a movement in the period,
 * the balance is unchanged.
 */
export const isListed = (over: RawBuilder<unknown> = sql``): RawBuilder<SqlBool> =>
  sql<SqlBool>`(bool_or(p.inside) ${over} OR sum(${NET}) ${over} <> 0)`;

/** A statement of each purse that ever moved, over all members; its `key` is the purse's account. */
export async function purseStatements(ctx: Ctx, period: Period): Promise<readonly Figures[]> {
  const { rows } = await sql<Figures>`
    SELECT p.account AS key, ${eachAs(FIGURES, figureOf)} FROM ${await movesOfPurses(ctx, period)} p GROUP BY p.account`.execute(ctx.db);
  return rows;
}

/** Builds a query of the movements in members' purses until the end of a period. */
export async function memberMoves(ctx: Ctx, period: Period, purses: readonly string[]): Promise<RawBuilder<unknown>> {
  const some = purses.length < Object.keys(PURSE_LABELS).length ? sql`WHERE split_part(p.part, '.', 1) = ANY (${purses}::text[])` : sql``;
  // As many members as there are: sorted and joined in memory, not on disk. Ends with the transaction.
  await setLocal(ctx.db, { work_mem: "64MB" });
  return sql`SELECT p.subject, p.part, p.inside, p.gained, p.taken FROM ${await movesOfMembers(ctx, period)} p ${some}`;
}

export const inWords = (ctx: Ctx, zh: string, en: string): string => (ctx.language === "zh" ? zh : en);

/** A statement of the members of each card type. @param moves what `memberMoves` gave */
export async function statementsByCardType(ctx: Ctx, moves: RawBuilder<unknown>): Promise<readonly Figures[]> {
  // Planned for the days asked for: by a plan for any days each member would be looked up.
  await setLocal(ctx.db, { plan_cache_mode: "force_custom_plan" });
  // One walk in the order of the register, member by member: joined by hash, all members would cost more than everything else.
  const { rows } = await sql<Figures>`WITH parts AS (
      SELECT p.card_type_id, p.part, p.inside, sum(p.gained) AS gained, sum(p.taken) AS taken, count(*) FILTER (WHERE p.nth = 1 AND p.listed) AS people
      FROM (
        SELECT m.card_type_id, p.*, row_number() OVER one AS nth, ${isListed(sql`OVER one`)} AS listed
        FROM (SELECT * FROM (${moves}) p ORDER BY p.subject) p JOIN member m ON m.venue_id = ${ctx.venue.id} AND m.id = p.subject
        WINDOW one AS (PARTITION BY p.subject)
      ) p GROUP BY 1, 2, 3
    ), added AS (
      SELECT p.card_type_id, sum(p.people) AS listed, ${eachAs(FIGURES, figureOf)} FROM parts p GROUP BY 1 HAVING sum(p.people) > 0
    )
    SELECT a.card_type_id AS key, y.name, a.listed::text AS note, ${eachAs(FIGURES, (name) => sql.ref(`a.${name}`))}
    FROM added a JOIN card_type y ON y.venue_id = ${ctx.venue.id} AND y.id = a.card_type_id ORDER BY y.position, 1`.execute(ctx.db);
  return rows.map((row) => ({ ...row, note: inWords(ctx, `${textOf(row["note"])} 人`, `${textOf(row["note"])} members`) }));
}

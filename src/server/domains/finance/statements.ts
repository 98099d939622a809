/** The statement of members' purses: opening, what came and went by kind, closing. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { ReportQuery } from "../../../contract/resource/report";
import { textOf } from "../../../contract/resource/text";
import type { Ctx } from "../../http/context";
import type { Figures } from "../../resource/report";
import { kindOf } from "./kinds";
import { purseMoves } from "./purses";
import { word } from "./words";

const SHOWN = 1_000;
/** What a statement is made of: columns of movements `p` of the period, each in exactly one. What comes in is `gained`, what goes out `taken`. */
const PARTS: Readonly<Record<string, readonly [figure: RawBuilder<unknown>, of: RawBuilder<SqlBool>]>> = {
  recharge: [sql`p.gained - p.taken`, sql<SqlBool>`p.kind = 'recharge' AND p.account = 'purse.principal'`],
  given: [sql`p.gained - p.taken`, sql<SqlBool>`p.kind IN ('recharge', 'referral') AND p.account = 'purse.gift'`],
  transferredIn: [sql`p.gained`, sql<SqlBool>`p.kind = 'transfer'`],
  transferredOut: [sql`p.taken`, sql<SqlBool>`p.kind = 'transfer'`],
  spent: [sql`p.taken - p.gained`, sql<SqlBool>`p.kind IN ('booking', 'sale', 'packageCard', 'roaming', 'debt')`],
  refunded: [sql`p.gained - p.taken`, sql<SqlBool>`p.kind = 'refund'`],
  paidOut: [sql`p.taken - p.gained`, sql<SqlBool>`p.kind IN ('revocation', 'closing', 'fee') AND p.account = 'purse.principal'`],
  voided: [sql`p.taken - p.gained`, sql<SqlBool>`p.kind IN ('revocation', 'closing', 'fee') AND p.account = 'purse.gift'`],
  adjusted: [sql`p.gained - p.taken`, sql<SqlBool>`p.kind = 'adjust'`],
};
const MEASURES = Object.keys(PARTS);
const FIGURES = ["opening", ...MEASURES, "closing"];
const columns = (of: (name: string) => RawBuilder<unknown>, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql`${of(name)} AS ${sql.ref(name)}`));
/** Movements of the period, which `when` is true of, by what they are. */
const parts = (when: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(PARTS).map(
      ([name, [figure, of]]) => sql`coalesce(sum(${figure}) FILTER (WHERE ${when} AND ${of}), 0)::bigint AS ${sql.ref(name)}`,
    ),
  );
const ADDED = columns((name) => sql`sum(s.${sql.ref(name)})::bigint`, FIGURES);

/**
 * Statements of the purses of a period.
 * @param shown rows of members that a page shows; the rest are in one more row
 */
export async function statements(ctx: Ctx, query: ReportQuery, use: "page" | "file", shown = SHOWN): Promise<readonly Figures[]> {
  const wanted = query.filter["purse"] as readonly string[] | undefined;
  const purses = ["principal", "gift"].filter((purse) => !wanted?.length || wanted.includes(purse));
  if (query.group === "purse") return byPurse(ctx, query, purses);
  return query.group === "cardType"
    ? byCardType(ctx, ofMembers(ctx, query, purses))
    : byMember(ctx, query, purses, use === "file" ? undefined : shown);
}

/** Of each purse over all members, from what was rolled up. */
async function byPurse(ctx: Ctx, { from, to }: ReportQuery, purses: readonly string[]): Promise<readonly Figures[]> {
  const { rows } = await sql<Figures>`
    SELECT p.account AS key, coalesce(sum(p.gained - p.taken) FILTER (WHERE p.day < ${from}), 0)::bigint AS opening,
      ${parts(sql<SqlBool>`p.day >= ${from}`)}, sum(p.gained - p.taken)::bigint AS closing
    FROM ${await purseMoves(ctx, to)} p GROUP BY p.account`.execute(ctx.db);
  const nothing = Object.fromEntries(FIGURES.map((name) => [name, 0]));
  return purses.map((purse) => ({
    ...nothing,
    ...rows.find(({ key }) => key === `purse.${purse}`),
    key: purse,
    name: word(purse, ctx.language),
    note: "",
  }));
}

/**
 * A statement `s` of each purse of each member. What a purse held before is what it holds now less all that moved since. Each posting is read
 * once, and its kind is worked out once (OFFSET 0 keeps the planner from writing it into every sum).
 * @param most only members whose purses moved, and those of so many of the fullest purses
 */
const ofMembers = (ctx: Ctx, { from, to }: ReportQuery, purses: readonly string[], most?: number): RawBuilder<unknown> => {
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
        ${columns((name) => sql`coalesce(x.${sql.ref(name)}, 0)`, MEASURES)},
        b.amount - coalesce(x.later, 0) AS closing, coalesce(x.has_moved, false) AS has_moved
      FROM balance b LEFT JOIN moved x ON x.subject = b.subject AND x.account = b.account
      WHERE ${held} ${most === undefined ? sql`` : some}
    )`;
};
const STANDS = sql<SqlBool>`(s.has_moved OR s.opening <> 0 OR s.closing <> 0)`;
const people = (ctx: Ctx, zh: string, en: string): string => (ctx.language === "zh" ? zh : en);

async function byCardType(ctx: Ctx, own: RawBuilder<unknown>): Promise<readonly Figures[]> {
  const { rows } = await sql<Figures>`${own}, one AS (SELECT s.subject, ${ADDED} FROM s WHERE ${STANDS} GROUP BY s.subject)
    SELECT m.card_type_id AS key, min(y.name) AS name, count(*)::text AS note, ${ADDED}
    FROM one s JOIN member m ON m.venue_id = ${ctx.venue.id} AND m.id = s.subject
    JOIN card_type y ON y.venue_id = m.venue_id AND y.id = m.card_type_id
    GROUP BY m.card_type_id ORDER BY min(y.position), 1`.execute(ctx.db);
  return rows.map((row) => ({ ...row, note: people(ctx, `${textOf(row["note"])} 人`, `${textOf(row["note"])} members`) }));
}

/** Who spent most first: all of them in a file, on a page the first with a row for all others, what is left of the purses' own statement. */
async function byMember(ctx: Ctx, query: ReportQuery, purses: readonly string[], shown: number | undefined): Promise<readonly Figures[]> {
  const most = shown === undefined ? undefined : shown * purses.length;
  const { rows } = await sql<Figures>`${ofMembers(ctx, query, purses, most)}, one AS (
      SELECT s.subject, ${ADDED} FROM s WHERE ${STANDS} GROUP BY s.subject
      ORDER BY sum(s.spent) DESC, sum(s.recharge) DESC, sum(s.closing) DESC, s.subject LIMIT ${shown ?? null}::bigint
    )
    SELECT s.subject AS key, coalesce(m.name, '') AS name, coalesce(m.card_no, '') AS note, ${columns((name) => sql.ref(`s.${name}`), FIGURES)}
    FROM one s LEFT JOIN member m ON m.venue_id = ${ctx.venue.id} AND m.id = s.subject
    ORDER BY s.spent DESC, s.recharge DESC, s.closing DESC, s.subject`.execute(ctx.db);
  if (shown === undefined || rows.length < shown) return rows;
  const all = await byPurse(ctx, query, purses);
  const sum = (of: readonly Figures[], name: string): number => of.reduce((total, row) => total + Number(row[name]), 0);
  const left = Object.fromEntries(FIGURES.map((name) => [name, sum(all, name) - sum(rows, name)]));
  if (Object.values(left).every((figure) => figure === 0)) return rows;
  return [...rows, { ...left, key: "rest", name: people(ctx, "其余会员", "Other members"), note: "" }];
}

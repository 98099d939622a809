/** The statement of members' purses: opening, what came and went by kind, closing. */
import { type RawBuilder, sql } from "kysely";
import type { ReportQuery } from "../../../contract/resource/report";
import { textOf } from "../../../contract/resource/text";
import type { Ctx } from "../../http/context";
import type { Figures } from "../../resource/report";
import { eachAs, FIGURES, isListed, memberStatements, purseStatements } from "./purseStatements";
import { word } from "./words";

const SHOWN = 1_000;
const ADDED = eachAs(FIGURES, (name) => sql`sum(s.${sql.ref(name)})::bigint`);

/**
 * Statements of the purses of a period.
 * @param shown rows of members that a page shows; the rest are in one more row
 */
export async function statements(ctx: Ctx, query: ReportQuery, use: "page" | "file", shown = SHOWN): Promise<readonly Figures[]> {
  const wanted = query.filter["purse"] as readonly string[] | undefined;
  const purses = ["principal", "gift"].filter((purse) => !wanted?.length || wanted.includes(purse));
  if (query.group === "purse") return byPurse(ctx, query, purses);
  return query.group === "cardType"
    ? byCardType(ctx, memberStatements(ctx, query, purses))
    : byMember(ctx, query, purses, use === "file" ? undefined : shown);
}

/** Of each purse over all members, from what was rolled up. */
async function byPurse(ctx: Ctx, query: ReportQuery, purses: readonly string[]): Promise<readonly Figures[]> {
  const found = await purseStatements(ctx, query);
  const nothing = Object.fromEntries(FIGURES.map((name) => [name, 0]));
  const of = (purse: string) => found.find(({ key }) => key === `purse.${purse}`);
  return purses.map((purse) => ({ ...nothing, ...of(purse), key: purse, name: word(purse, ctx.language), note: "" }));
}

const people = (ctx: Ctx, zh: string, en: string): string => (ctx.language === "zh" ? zh : en);

async function byCardType(ctx: Ctx, own: RawBuilder<unknown>): Promise<readonly Figures[]> {
  const { rows } = await sql<Figures>`${own}, one AS (SELECT s.subject, ${ADDED} FROM s WHERE ${isListed} GROUP BY s.subject)
    SELECT m.card_type_id AS key, min(y.name) AS name, count(*)::text AS note, ${ADDED}
    FROM one s JOIN member m ON m.venue_id = ${ctx.venue.id} AND m.id = s.subject
    JOIN card_type y ON y.venue_id = m.venue_id AND y.id = m.card_type_id
    GROUP BY m.card_type_id ORDER BY min(y.position), 1`.execute(ctx.db);
  return rows.map((row) => ({ ...row, note: people(ctx, `${textOf(row["note"])} 人`, `${textOf(row["note"])} members`) }));
}

/** Who spent most first: all of them in a file, on a page the first with a row for all others, what is left of the purses' own statement. */
async function byMember(ctx: Ctx, query: ReportQuery, purses: readonly string[], shown: number | undefined): Promise<readonly Figures[]> {
  const most = shown === undefined ? undefined : shown * purses.length;
  const { rows } = await sql<Figures>`${memberStatements(ctx, query, purses, most)}, one AS (
      SELECT s.subject, ${ADDED} FROM s WHERE ${isListed} GROUP BY s.subject
      ORDER BY sum(s.spent) DESC, sum(s.recharge) DESC, sum(s.closing) DESC, s.subject LIMIT ${shown ?? null}::bigint
    )
    SELECT s.subject AS key, coalesce(m.name, '') AS name, coalesce(m.card_no, '') AS note, ${eachAs(FIGURES, (name) => sql.ref(`s.${name}`))}
    FROM one s LEFT JOIN member m ON m.venue_id = ${ctx.venue.id} AND m.id = s.subject
    ORDER BY s.spent DESC, s.recharge DESC, s.closing DESC, s.subject`.execute(ctx.db);
  if (shown === undefined || rows.length < shown) return rows;
  const all = await byPurse(ctx, query, purses);
  const sum = (of: readonly Figures[], name: string): number => of.reduce((total, row) => total + Number(row[name]), 0);
  const left = Object.fromEntries(FIGURES.map((name) => [name, sum(all, name) - sum(rows, name)]));
  if (Object.values(left).every((figure) => figure === 0)) return rows;
  return [...rows, { ...left, key: "rest", name: people(ctx, "其余会员", "Other members"), note: "" }];
}

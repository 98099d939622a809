/** The statement of members' purses: opening, what came and went by kind, closing. */
import { type RawBuilder, sql } from "kysely";
import { type ReportQuery, REST } from "../../../contract/core/resource/report";
import { rowsWithin } from "../../db/stream";
import type { Ctx } from "../../http/context";
import type { Figures, Most } from "../../resource/report-rows";
import { eachAs, figureOf, FIGURES, inWords, isListed, memberMoves, purseStatements, statementsByCardType } from "./purse-statements";
import { word } from "./words";

/** Statements of the purses of a period. */
export async function statements(ctx: Ctx, query: ReportQuery, most: Most | undefined): Promise<readonly Figures[]> {
  const purses = pursesOf(query);
  if (query.group === "purse") return byPurse(ctx, query, purses);
  return query.group === "cardType"
    ? statementsByCardType(ctx, await memberMoves(ctx, query, purses))
    : byMember(ctx, query, purses, most?.top);
}

/** All members' statements for a file, as many as there are members; of what else the report groups by there are few. */
export async function allStatements(ctx: Ctx, query: ReportQuery): Promise<AsyncIterable<Figures> | undefined> {
  if (query.group === "purse" || query.group === "cardType") return undefined;
  return rowsWithin<Figures>(ctx.db, await membersOf(ctx, query, pursesOf(query), undefined));
}

const pursesOf = ({ filter }: ReportQuery): readonly string[] => {
  const purses = filter["purse"] as readonly string[] | undefined;
  return ["principal", "gift"].filter((purse) => !purses?.length || purses.includes(purse));
};

/** Sums each purse over all members, from the rollup. */
async function byPurse(ctx: Ctx, query: ReportQuery, purses: readonly string[]): Promise<readonly Figures[]> {
  const found = await purseStatements(ctx, query);
  const nothing = Object.fromEntries(FIGURES.map((name) => [name, 0]));
  const of = (purse: string) => found.find(({ key }) => key === `purse.${purse}`);
  return purses.map((purse) => ({ ...nothing, ...of(purse), key: purse, name: word(purse, ctx.language), note: "" }));
}

/** Members' statements, who spent most first: the first `shown`, or all of them. */
async function membersOf(ctx: Ctx, query: ReportQuery, purses: readonly string[], shown: number | undefined): Promise<RawBuilder<Figures>> {
  const first = sql`ORDER BY ${sql.join(["spent", "recharge", "closing"].map((name) => sql`${figureOf(name)} DESC`))}, p.subject`;
  const ofMember = sql`SELECT m.name, m.card_no FROM member m WHERE m.venue_id = ${ctx.venue.id} AND m.id = s.key`;
  // For the few rows of a page each name is looked up (OFFSET 0); for all rows, the planner reads the register.
  const named = sql`LEFT JOIN LATERAL (${ofMember} ${shown === undefined ? sql`` : sql`OFFSET 0`}) m ON true`;
  return sql<Figures>`WITH moves AS MATERIALIZED (${await memberMoves(ctx, query, purses)}),
    one AS (SELECT p.subject FROM moves p GROUP BY p.subject HAVING ${isListed()} ${first} LIMIT ${shown ?? null}::bigint)
    SELECT s.key, coalesce(m.name, '') AS name, coalesce(m.card_no, '') AS note, ${eachAs(FIGURES, (name) => sql.ref(`s.${name}`))}
    FROM (SELECT p.subject AS key, ${eachAs(FIGURES, figureOf)} FROM one JOIN moves p ON p.subject = one.subject GROUP BY p.subject) s ${named}
    ORDER BY s.spent DESC, s.recharge DESC, s.closing DESC, s.key`;
}

/** On a page: the first with a row for all others, what is left of the purses' own statement. */
async function byMember(ctx: Ctx, query: ReportQuery, purses: readonly string[], shown: number | undefined): Promise<readonly Figures[]> {
  const { rows } = await (await membersOf(ctx, query, purses, shown)).execute(ctx.db);
  if (shown === undefined || rows.length < shown) return rows;
  const all = await byPurse(ctx, query, purses);
  const sum = (of: readonly Figures[], name: string): number => of.reduce((total, row) => total + Number(row[name]), 0);
  const left = Object.fromEntries(FIGURES.map((name) => [name, sum(all, name) - sum(rows, name)]));
  if (Object.values(left).every((figure) => figure === 0)) return rows;
  return [...rows, { ...left, key: REST, name: inWords(ctx, "其余会员", "Other members"), note: "" }];
}

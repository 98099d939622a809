/** Takings and earned of a period by day, business and account: the two bases that every period report is made of. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Method, STREAMS, type Stream } from "../../contract/finance/day-reports";
import type { Ctx } from "../http/context";
import { type Rollup, rolled } from "../rollups/rollup";
import type { Account } from "./accounts";
import { DOCUMENT_STREAMS, TENDERS } from "./takings";

/** Dimension by which rows are grouped. */
export type Dimension = "day" | "week" | "month" | "stream" | "method";
export interface Range {
  readonly from: string;
  readonly to: string;
  /** Only what was posted until then. */
  readonly before?: Date | undefined;
}

/** Document kind of a posting: money of a collection belongs to the document that it paid. */
const KIND = sql`(CASE WHEN t.document_kind = 'collection' THEN coalesce((SELECT y.document_kind FROM payment y
  WHERE y.venue_id = t.venue_id AND y.id = t.document_id), 'collection') ELSE t.document_kind END)`;
const cases = (of: RawBuilder<unknown>, streams: Readonly<Record<string, Stream | null>>): RawBuilder<Stream | null> =>
  sql<Stream | null>`CASE ${of} ${sql.join(
    Object.entries(streams).flatMap(([name, stream]) => (stream === null ? [] : [sql`WHEN ${sql.lit(name)} THEN ${sql.lit(stream)}`])),
    sql` `,
  )} END`;
/** The business of a transaction `t`; null where it is not a customer's. */
export const streamOf: RawBuilder<Stream | null> = cases(KIND, DOCUMENT_STREAMS);
/** True of transactions `t` of these businesses. Unknown ones match nothing. */
export const isOfStreams = (streams: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${streamOf} = ANY (${streams.filter((one) => Object.hasOwn(STREAMS, one))}::text[])`;

const INCOME_STREAMS: Readonly<Partial<Record<Account, Stream>>> = {
  "income.place": "place",
  "income.session": "session",
  "income.product": "product",
  "income.card_use": "card",
  "income.card_breakage": "card",
  "income.ticket": "ticket",
  "income.coach": "coach",
  "income.activity": "activity",
  "income.groupon": "groupon",
  "income.competition": "competition",
  "income.fee": "fee",
};
/** Income belongs to the business of its account, a discount to that of its document, the transaction `t`. */
export const earnedStream = (account: RawBuilder<unknown>): RawBuilder<Stream> =>
  sql<Stream>`coalesce(CASE WHEN ${account} ^@ 'income.' THEN ${cases(account, INCOME_STREAMS)} ELSE ${streamOf} END, 'other')`;

const periodBy = (by: readonly Dimension[]): RawBuilder<unknown> => {
  if (by.includes("day")) return sql`x.day::text`;
  if (by.includes("week")) return sql`date_trunc('week', x.day::timestamp)::date::text`;
  return by.includes("month") ? sql`to_char(x.day, 'YYYY-MM')` : sql`''`;
};

export interface Taken {
  /** Day, first day of a week, or month, where rows are made by it; "" otherwise. */
  readonly period: string;
  readonly stream: Stream | "";
  readonly method: Method | "";
  /** Payments received, not refunds. */
  readonly payments: number;
  /** Fen; both ≥ 0. */
  readonly received: number;
  readonly refunded: number;
}
const TAKEN: Rollup = {
  name: "taken",
  keys: ["stream", "method"],
  figures: ["payments", "received", "refunded"],
  rows: (venue, on) => takingRows(venue, on(sql`p.day`)),
  first: (venue) => sql`SELECT day AS first FROM ledger_tx WHERE venue_id = ${venue} ORDER BY posted_at LIMIT 1`,
};
const takingRows = (venue: string, which: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`
  SELECT p.day, ${streamOf} AS stream, p.account AS method, count(*) FILTER (WHERE p.amount > 0) AS payments,
    coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::bigint AS received, coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::bigint AS refunded
  FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
  WHERE p.venue_id = ${venue} AND p.account = ANY (${TENDERS}::text[]) AND ${which} AND ${streamOf} IS NOT NULL GROUP BY 1, 2, 3`;

/** Money received from customers, and given back to them. Days in the venue's zone, by the day it moved. Needs a `snapshot`. */
export async function listTakings(ctx: Ctx, range: Range, by: readonly Dimension[], only?: readonly string[]): Promise<readonly Taken[]> {
  const { rows } = await sql<Taken>`
    SELECT ${periodBy(by)} AS period, ${by.includes("stream") ? sql`x.stream` : sql`''`} AS stream, ${by.includes("method") ? sql`x.method` : sql`''`} AS method,
      sum(x.payments)::int AS payments, sum(x.received)::bigint AS received, sum(x.refunded)::bigint AS refunded
    FROM ${await rowsOf(ctx, range, TAKEN, (which) => takingRows(ctx.venue.id, which), sql`p.day`)} x WHERE ${within(only)}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(ctx.db);
  return rows;
}
/** Rows of whole days, or of what was posted until an instant. */
const rowsOf = async (
  ctx: Ctx,
  { from, to, before }: Range,
  rollup: Rollup,
  rows: (which: RawBuilder<SqlBool>) => RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> =>
  before === undefined
    ? rolled(ctx, rollup, [from, to])
    : sql`(${rows(sql<SqlBool>`${day} BETWEEN ${from} AND ${to} AND p.posted_at <= ${before}`)})`;
const within = (only: readonly string[] | undefined): RawBuilder<SqlBool> =>
  only === undefined ? sql<SqlBool>`true` : sql<SqlBool>`x.stream = ANY (${only}::text[])`;

export interface Earned {
  readonly period: string;
  readonly stream: Stream | "";
  /** Times that something was earned. */
  readonly times: number;
  /** Fen: list income, what was taken off it. */
  readonly list: number;
  readonly discount: number;
}
const EARNED: Rollup = {
  name: "earned",
  keys: ["stream"],
  figures: ["times", "list", "discount"],
  rows: (venue, on) => earnedRows(venue, on(sql`p.earned_on`)),
  first: (venue) => sql`SELECT min(earned_on) AS first FROM posting WHERE venue_id = ${venue} AND earned_on IS NOT NULL`,
};
const earnedRows = (venue: string, which: RawBuilder<SqlBool>): RawBuilder<unknown> => sql`
  SELECT p.earned_on AS day, ${earnedStream(sql`p.account`)} AS stream, count(*) FILTER (WHERE p.account ^@ 'income.' AND p.amount < 0) AS times,
    coalesce(-sum(p.amount) FILTER (WHERE p.account ^@ 'income.'), 0)::bigint AS list,
    coalesce(sum(p.amount) FILTER (WHERE p.account ^@ 'discount.'), 0)::bigint AS discount
  FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
  WHERE p.venue_id = ${venue} AND ${which} AND (p.account ^@ 'income.' OR p.account ^@ 'discount.') GROUP BY 1, 2`;

/** Income and discounts by the day on which they are earned. Needs a `snapshot`. */
export async function earnings(ctx: Ctx, range: Range, by: readonly Dimension[], only?: readonly string[]): Promise<readonly Earned[]> {
  const { rows } = await sql<Earned>`
    SELECT ${periodBy(by)} AS period, ${by.includes("stream") ? sql`x.stream` : sql`''`} AS stream,
      sum(x.times)::int AS times, sum(x.list)::bigint AS list, sum(x.discount)::bigint AS discount
    FROM ${await rowsOf(ctx, range, EARNED, (which) => earnedRows(ctx.venue.id, which), sql`p.earned_on`)} x WHERE ${within(only)}
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(ctx.db);
  return rows;
}

export const streamRollups = [TAKEN, EARNED] satisfies readonly Rollup[];

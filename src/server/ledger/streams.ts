/** Takings and earned of a period by day, business and account: the two bases that every period report is made of. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Method, STREAMS, type Stream } from "../../contract/dayReports";
import type { Ctx } from "../http/context";
import type { Account } from "./post";
import { DOCUMENT_STREAMS, TENDERS } from "./takings";

/** What rows are made by. */
export type Dimension = "day" | "week" | "month" | "stream" | "method";
export interface Range {
  readonly from: string;
  readonly to: string;
  /** Only what was posted until then. */
  readonly before?: Date | undefined;
}

/** What a collection brought belongs to the document that it paid. */
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
export const ofStreams = (streams: readonly string[]): RawBuilder<SqlBool> =>
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
/** Income belongs to the business of its account, a discount to that of its document. */
const earnedStream = sql<Stream>`coalesce(CASE WHEN p.account ^@ 'income.' THEN ${cases(sql`p.account`, INCOME_STREAMS)} ELSE ${streamOf} END, 'other')`;

const periodOf = (day: RawBuilder<unknown>, dimension: Dimension): RawBuilder<unknown> =>
  dimension === "week"
    ? sql`date_trunc('week', ${day}::timestamp)::date::text`
    : dimension === "month"
      ? sql`to_char(${day}, 'YYYY-MM')`
      : sql`${day}::text`;

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
/** Money received from customers, and given back to them. Days in the venue's zone, by the day it moved. */
export async function taken(ctx: Ctx, range: Range, by: readonly Dimension[], only?: readonly string[]): Promise<readonly Taken[]> {
  const time = by.find((dimension) => dimension !== "stream" && dimension !== "method");
  const { rows } = await sql<Taken>`
    SELECT ${time ? periodOf(sql`p.day`, time) : sql`''`} AS period, ${by.includes("stream") ? streamOf : sql`''`} AS stream,
      ${by.includes("method") ? sql`p.account` : sql`''`} AS method, count(*) FILTER (WHERE p.amount > 0)::int AS payments,
      coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::bigint AS received,
      coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::bigint AS refunded
    FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${ctx.venue.id} AND p.account = ANY (${TENDERS}::text[]) AND p.day BETWEEN ${range.from} AND ${range.to}
      AND ${range.before === undefined ? sql`true` : sql`p.posted_at <= ${range.before}`}
      AND ${only === undefined ? sql`${streamOf} IS NOT NULL` : ofStreams(only)}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(ctx.db);
  return rows;
}

export interface Earned {
  readonly period: string;
  readonly stream: Stream | "";
  /** Times that something was earned. */
  readonly times: number;
  /** Fen: list income, what was taken off it. */
  readonly list: number;
  readonly discount: number;
}
/** Income and discounts by the day on which they are earned. */
export async function earnings(ctx: Ctx, range: Range, by: readonly Dimension[], only?: readonly string[]): Promise<readonly Earned[]> {
  const time = by.find((dimension) => dimension !== "stream" && dimension !== "method");
  const { rows } = await sql<Earned>`
    SELECT ${time ? periodOf(sql`p.earned_on`, time) : sql`''`} AS period, ${by.includes("stream") ? earnedStream : sql`''`} AS stream,
      count(*) FILTER (WHERE p.account ^@ 'income.' AND p.amount < 0)::int AS times,
      coalesce(-sum(p.amount) FILTER (WHERE p.account ^@ 'income.'), 0)::bigint AS list,
      coalesce(sum(p.amount) FILTER (WHERE p.account ^@ 'discount.'), 0)::bigint AS discount
    FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${ctx.venue.id} AND p.earned_on BETWEEN ${range.from} AND ${range.to} AND (p.account ^@ 'income.' OR p.account ^@ 'discount.')
      AND ${range.before === undefined ? sql`true` : sql`p.posted_at <= ${range.before}`}
      AND ${only === undefined || only.length === 0 ? sql`true` : sql`${earnedStream} = ANY (${only}::text[])`}
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(ctx.db);
  return rows;
}

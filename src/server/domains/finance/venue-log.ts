/** The log of the venue's own money: each movement of each tender account. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/core/call";
import type { AccountSums, VenueLog, VenueLogFilter } from "../../../contract/finance/finance";
import { ON_CREDIT } from "../../../contract/finance/day-reports";
import { yuan } from "../../../contract/core/money";
import { addDays, instant } from "../../../contract/core/time";
import { pageOf, type Sortable } from "../../db/page";
import { epochMs, streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { isOfStreams } from "../../ledger/streams";
import { isOnCredit, TENDERS } from "../../ledger/takings";
import { word } from "./words";

type Filter = z.output<typeof VenueLogFilter>;
const SORTABLE: Sortable = { id: ["p.tx_id", "p.seq"], at: "p.posted_at" };

/** Spelled out, as the index over tenders has it. */
const isTender = sql<SqlBool>`p.account IN (${sql.join(TENDERS.map((account) => sql.lit(account)))})`;

/** Tender postings of the filter, and what was put on credit where its account is named, as `p`, with their transaction `t`; nothing selected. */
function movements(ctx: Ctx, filter: Filter) {
  const isShown = filter.account?.includes(ON_CREDIT) ? sql<SqlBool>`(${isTender} OR ${isOnCredit})` : isTender;
  let query = ctx.db
    .selectFrom("posting as p")
    .leftJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
    .where("p.venue_id", "=", ctx.venue.id)
    .where(isShown);
  // Moves between the venue's own accounts are neither received nor spent.
  query =
    query.where(sql<boolean>`p.tx_id <> ALL (ARRAY(SELECT o.id FROM ledger_tx o WHERE o.venue_id = ${ctx.venue.id} AND o.document_kind IN ('bankPayout', 'bankAccount', 'bankLine')
    AND NOT EXISTS (SELECT FROM posting f WHERE f.venue_id = o.venue_id AND f.tx_id = o.id AND f.account = 'cost.handling')))`);
  if (filter.account?.length) query = query.where("p.account", "in", filter.account);
  if (filter.from) query = query.where("p.posted_at", ">=", instant(filter.from, 0, ctx.venue.zone));
  if (filter.to) query = query.where("p.posted_at", "<", instant(addDays(filter.to, 1), 0, ctx.venue.zone));
  if (filter.stream?.length) query = query.where(isOfStreams(filter.stream));
  if (filter.flow !== undefined) query = query.where("p.amount", filter.flow === "in" ? ">" : "<", 0);
  if (filter.q) query = query.where(sql<boolean>`(t.document_no ^@ ${filter.q.toUpperCase()} or t.operator ^@ ${filter.q})`);
  return query;
}

const columnsOf = (query: ReturnType<typeof movements>) =>
  query.select([
    "p.tx_id",
    "p.seq",
    "p.account",
    "p.amount",
    "p.posted_at",
    sql<string>`t.document_kind`.as("document_kind"),
    sql<string>`t.document_id`.as("document_id"),
    sql<string>`t.document_no`.as("document_no"),
    sql<string>`t.operation`.as("operation"),
    sql<string>`t.operator`.as("operator"),
    sql<string>`t.reason`.as("reason"),
  ]);

/** A page of tender movements, newest first. */
export async function venueLog(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<z.infer<typeof VenueLog>>> {
  const page = await pageOf(ctx, columnsOf(movements(ctx, input)), input, SORTABLE, "at,desc");
  return {
    ...page,
    content: page.content.map((row) => ({
      id: `${row.tx_id}.${row.seq}`,
      at: row.posted_at.toISOString(),
      no: row.document_no,
      documentKind: row.document_kind,
      documentId: row.document_id,
      operation: row.operation,
      account: row.account,
      in: yuan(Math.max(0, row.amount)),
      out: yuan(Math.max(0, -row.amount)),
      operator: row.operator,
      reason: row.reason,
    })),
  };
}

/** Sums the inflow and outflow of the venue's tenders over the filter. */
export async function venueLogSums(ctx: Ctx, input: Filter): Promise<z.infer<typeof AccountSums>> {
  const row = await movements(ctx, input)
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)`.as("in"),
      sql<number>`coalesce(sum(-p.amount) FILTER (WHERE p.amount < 0), 0)`.as("out"),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, in: yuan(row.in), out: yuan(row.out), net: yuan(row.in - row.out) };
}

/** The tender movements of the filter as an Excel file, newest first. */
export async function venueLogExcel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("time"), type: "instant" },
    { title: say("no"), type: "text", width: 18 },
    { title: say("account"), type: "text" },
    { title: say("in"), type: "money" },
    { title: say("out"), type: "money" },
    { title: say("operator"), type: "text" },
  ];
  const query = movements(ctx, input)
    .select(["p.account", "p.amount", epochMs("p.posted_at").as("at")])
    .select([sql<string>`t.document_no`.as("no"), sql<string>`t.operator`.as("operator")])
    .orderBy("p.posted_at", "desc")
    .orderBy("p.tx_id", "desc")
    .orderBy("p.seq", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [row.at, row.no, say(row.account), row.amount > 0 ? row.amount : null, row.amount < 0 ? -row.amount : null, row.operator];
    }
  }
  return streamExcel(`${say("venueLogFile")}.xlsx`, columns, rows(), ctx.venue.zone);
}

/** Exports the inflow and outflow of each tender account over the filter, with their sum, as an Excel file. */
export async function venueAccountExcel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("account"), type: "text" },
    { title: say("entries"), type: "number" },
    { title: say("in"), type: "money" },
    { title: say("out"), type: "money" },
    { title: say("net"), type: "money" },
  ];
  const totals = await movements(ctx, input)
    .groupBy("p.account")
    .orderBy("p.account")
    .select([
      "p.account",
      sql<number>`count(*)`.as("entries"),
      sql<number>`coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)`.as("in"),
      sql<number>`coalesce(sum(-p.amount) FILTER (WHERE p.amount < 0), 0)`.as("out"),
    ])
    .execute();
  async function* rows(): AsyncGenerator<ExcelRow> {
    const sum = { entries: 0, in: 0, out: 0 };
    for (const row of totals) {
      sum.entries += row.entries;
      sum.in += row.in;
      sum.out += row.out;
      yield [say(row.account), row.entries, row.in, row.out, row.in - row.out];
    }
    yield await Promise.resolve([say("total"), sum.entries, sum.in, sum.out, sum.in - sum.out]);
  }
  return streamExcel(`${say("venueAccountFile")}.xlsx`, columns, rows(), ctx.venue.zone);
}

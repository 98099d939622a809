/** Takings of a shift, from the ledger alone: X while it runs, Z once it is closed. Both use the same query. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import { type Stream, STREAMS } from "../../../contract/finance/day-reports";
import { yuan } from "../../../contract/core/money";
import { COUNTED, type Counted, type ShiftMove, type ShiftReport } from "../../../contract/shift/shift";
import type { Ctx } from "../../http/context";
import type { Account } from "../../ledger/accounts";
import { SHIFT_CLOSING as CLOSING } from "../../ledger/post";
import { streamOf } from "../../ledger/streams";

export const accountOf = (tender: Counted): Account => `tender.${tender}`;
type Amounts = Readonly<Partial<Record<Counted, number>>>;

interface Row {
  readonly account: string;
  /** The business that a customer paid; null: no customer's money. */
  readonly stream: Stream | null;
  readonly operation: string;
  readonly payments: number;
  /** Fen; both ≥ 0. */
  readonly received: number;
  readonly refunded: number;
}

/** Postings on tenders that belong to a shift: cash by its drawer, other money by its transactions. */
const rowsOf = async (ctx: Ctx, id: string): Promise<readonly Row[]> =>
  (
    await sql<Row>`
      SELECT p.account, ${streamOf} AS stream, CASE WHEN t.document_kind = 'shift' THEN t.operation ELSE '' END AS operation,
        count(*) FILTER (WHERE p.amount > 0)::int AS payments, coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::bigint AS received,
        coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::bigint AS refunded
      FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${ctx.venue.id} AND t.shift_id = ${id} AND p.account = ANY (${COUNTED.map(accountOf)}::text[]) AND (p.account <> 'tender.cash' OR p.subject = ${id})
      GROUP BY 1, 2, 3`.execute(ctx.db)
  ).rows;

const sum = (rows: readonly Row[], name: "payments" | "received" | "refunded"): number => rows.reduce((total, row) => total + row[name], 0);
const netOf = (rows: readonly Row[]): number => sum(rows, "received") - sum(rows, "refunded");

/** Computes the expected amount of each tender, fen: all its movements except the closing itself. */
export async function expectedOf(ctx: Ctx, id: string): Promise<Record<Counted, number>> {
  const rows = (await rowsOf(ctx, id)).filter(({ operation }) => !CLOSING.includes(operation));
  return Object.fromEntries(
    COUNTED.map((tender) => [tender, netOf(rows.filter(({ account }) => account === accountOf(tender)))]),
  ) as Record<Counted, number>;
}

/** The report of a shift. @param counts fen as counted; null: not handed in */
export async function reportOf(ctx: Ctx, id: string, counts: Amounts | null): Promise<ShiftReport> {
  const rows = (await rowsOf(ctx, id)).filter(({ operation }) => !CLOSING.includes(operation));
  const customers = rows.filter(({ stream }) => stream !== null);
  const figures = (some: readonly Row[]) => ({ taken: yuan(sum(some, "received")), refunded: yuan(sum(some, "refunded")) });
  const tenders = COUNTED.map((tender) => {
    const all = rows.filter(({ account }) => account === accountOf(tender));
    const paid = all.filter((row) => customers.includes(row));
    const expected = netOf(all);
    const counted = counts === null ? null : (counts[tender] ?? 0);
    return {
      tender,
      moved: yuan(expected - netOf(paid)),
      ...figures(paid),
      count: sum(paid, "payments"),
      expected: yuan(expected),
      counted: counted === null ? null : yuan(counted),
      difference: counted === null ? null : yuan(counted - expected),
    };
  });
  const streams = (Object.keys(STREAMS) as Stream[]).flatMap((stream) => {
    const paid = customers.filter((row) => row.stream === stream);
    return paid.length === 0 ? [] : [{ stream, count: sum(paid, "payments"), ...figures(paid), net: yuan(netOf(paid)) }];
  });
  return { tenders, streams, ...figures(customers), net: yuan(netOf(customers)) };
}

/** Returns the drawer's movements other than those by customers, in chronological order. */
export async function movesOf(ctx: Ctx, id: string): Promise<z.infer<typeof ShiftMove>[]> {
  const rows = await ctx.db
    .selectFrom("ledger_tx as t")
    .innerJoin("posting as p", (join) => join.onRef("p.venue_id", "=", "t.venue_id").onRef("p.tx_id", "=", "t.id"))
    .select(["t.id", "t.posted_at", "t.document_kind", "t.operation", "t.reason", "t.reverses", "t.operator", "p.amount"])
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom("ledger_tx as r").select("r.id").whereRef("r.venue_id", "=", "t.venue_id").whereRef("r.reverses", "=", "t.id"),
        )
        .as("reversed"),
    )
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.shift_id", "=", id)
    .where(sql<SqlBool>`${streamOf} IS NULL`)
    .where((eb) => eb.or([eb("t.document_kind", "<>", "shift"), eb("t.operation", "not in", [...CLOSING])]))
    .where("p.account", "=", "tender.cash")
    .where("p.subject", "=", id)
    .orderBy("t.posted_at")
    .orderBy("t.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.posted_at.toISOString(),
    kind: row.operation.replace("shift ", ""),
    isReversible: row.document_kind === "shift" && row.reverses === null && row.reversed !== true,
    amount: yuan(row.amount),
    reason: row.reason,
    operator: row.operator,
  }));
}

/** What a shift took, from the ledger alone: X while it runs, Z once it is closed; both by the same query. */
import { sql } from "kysely";
import type { z } from "zod";
import { yuan } from "../../../contract/money";
import { COUNTED, type Counted, type ShiftMove, type ShiftReport } from "../../../contract/shift";
import type { Ctx } from "../../http/context";
import type { Account } from "../../ledger/post";

export const accountOf = (tender: Counted): Account => `tender.${tender}`;
type Amounts = Readonly<Partial<Record<Counted, number>>>;

interface Row {
  readonly account: string;
  readonly kind: string;
  readonly operation: string;
  readonly amount: number;
  readonly documents: number;
}

/** Postings on tenders that belong to a shift: cash by its drawer, other money by its transactions. */
const rowsOf = async (ctx: Ctx, id: string): Promise<readonly Row[]> =>
  (
    await sql<Row>`
      SELECT p.account, t.document_kind AS kind, CASE WHEN t.document_kind = 'shift' THEN t.operation ELSE '' END AS operation,
        CASE WHEN p.amount > 0 THEN 'in' ELSE 'out' END AS way, sum(p.amount) AS amount, count(DISTINCT t.document_id) AS documents
      FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${ctx.venue.id} AND t.shift_id = ${id} AND p.account LIKE 'tender.%' AND (p.account <> 'tender.cash' OR p.subject = ${id})
      GROUP BY 1, 2, 3, 4`.execute(ctx.db)
  ).rows;

const CLOSING = ["shift difference", "shift handover"];
const sum = (rows: readonly Row[]): number => rows.reduce((total, { amount }) => total + amount, 0);

/** What is expected of each tender, fen: all that moved it but the closing itself. */
export async function expectedOf(ctx: Ctx, id: string): Promise<Record<Counted, number>> {
  const rows = (await rowsOf(ctx, id)).filter(({ operation }) => !CLOSING.includes(operation));
  return Object.fromEntries(COUNTED.map((tender) => [tender, sum(rows.filter(({ account }) => account === accountOf(tender)))])) as Record<
    Counted,
    number
  >;
}

/** The report of a shift. @param counts fen as counted; null: not handed in */
export async function reportOf(ctx: Ctx, id: string, counts: Amounts | null): Promise<ShiftReport> {
  const rows = (await rowsOf(ctx, id)).filter(({ operation }) => !CLOSING.includes(operation));
  const customers = rows.filter(({ kind }) => kind !== "shift" && kind !== "manual");
  const taken = (some: readonly Row[]): number => sum(some.filter(({ amount }) => amount > 0));
  const back = (some: readonly Row[]): number => -sum(some.filter(({ amount }) => amount < 0));
  const tenders = COUNTED.map((tender) => {
    const own = rows.filter(({ account }) => account === accountOf(tender));
    const theirs = own.filter((row) => customers.includes(row));
    const expected = sum(own);
    const counted = counts === null ? null : (counts[tender] ?? 0);
    return {
      tender,
      moved: yuan(sum(own.filter((row) => !customers.includes(row)))),
      taken: yuan(taken(theirs)),
      refunded: yuan(back(theirs)),
      count: theirs.filter(({ amount }) => amount > 0).reduce((total, { documents }) => total + documents, 0),
      expected: yuan(expected),
      counted: counted === null ? null : yuan(counted),
      difference: counted === null ? null : yuan(counted - expected),
    };
  });
  const kinds = [...new Set(customers.map(({ kind }) => kind))].sort().map((kind) => {
    const own = customers.filter((row) => row.kind === kind);
    return {
      kind,
      count: own.filter(({ amount }) => amount > 0).reduce((total, { documents }) => total + documents, 0),
      amount: yuan(sum(own)),
    };
  });
  return { tenders, kinds, taken: yuan(taken(customers)), refunded: yuan(back(customers)), net: yuan(sum(customers)) };
}

/** What moved the drawer beside customers, in the order in which it happened. */
export async function movesOf(ctx: Ctx, id: string): Promise<z.infer<typeof ShiftMove>[]> {
  const rows = await ctx.db
    .selectFrom("ledger_tx as t")
    .innerJoin("posting as p", (join) => join.onRef("p.venue_id", "=", "t.venue_id").onRef("p.tx_id", "=", "t.id"))
    .select(["t.id", "t.posted_at", "t.operation", "t.reason", "t.operator", "p.amount"])
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.shift_id", "=", id)
    .where("t.document_kind", "in", ["shift", "manual"])
    .where("t.operation", "not in", CLOSING)
    .where("p.account", "=", "tender.cash")
    .where("p.subject", "=", id)
    .orderBy("t.posted_at")
    .orderBy("t.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.posted_at.toISOString(),
    kind: row.operation.replace("shift ", ""),
    amount: yuan(row.amount),
    reason: row.reason,
    operator: row.operator,
  }));
}

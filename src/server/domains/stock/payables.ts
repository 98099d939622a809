/** Reports of what is owed to suppliers, from the postings of their account. */
import { sql } from "kysely";
import type { ReportQuery } from "../../../contract/core/resource/report";
import { AGES, payablesAgeing, supplierStatement } from "../../../contract/stock/payables";
import { type Ctx, today } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";

export const payableRoutes = [...serveReport(supplierStatement, { rows: statement }), ...serveReport(payablesAgeing, { rows: ageing })];

const MEASURES = ["opening", "received", "returned", "paid", "closing"] as const;
type Measure = (typeof MEASURES)[number];
type Entry = Readonly<Record<Measure, number>> & {
  readonly supplier: string;
  readonly supplierName: string;
  /** Id of the transaction; "" for what was owed before. */
  readonly tx: string;
  readonly day: string;
  readonly no: string;
  readonly operation: string;
};

/** Kind of a posting of a supplier's account, by its document. */
const KINDS = {
  paid: sql`t.document_kind = 'supplier'`,
  returned: sql`t.operation IN ('return to supplier', 'void of return to supplier')`,
};

/** Suppliers with what was owed, and what happened below each. */
async function statement(ctx: Ctx, { from, to }: ReportQuery): Promise<readonly Figures[]> {
  const { rows } = await sql<Entry>`
    SELECT p.subject AS supplier, coalesce(s.name, '') AS "supplierName", CASE WHEN p.day < ${from} THEN '' ELSE t.id END AS tx,
      coalesce(max(p.day) FILTER (WHERE p.day >= ${from})::text, '') AS day, coalesce(max(t.document_no) FILTER (WHERE p.day >= ${from}), '') AS no,
      coalesce(max(t.operation) FILTER (WHERE p.day >= ${from}), '') AS operation, -coalesce(sum(p.amount) FILTER (WHERE p.day < ${from}), 0)::bigint AS opening,
      coalesce(-sum(p.amount) FILTER (WHERE p.day >= ${from} AND NOT ${KINDS.paid} AND NOT ${KINDS.returned}), 0)::bigint AS received,
      coalesce(sum(p.amount) FILTER (WHERE p.day >= ${from} AND ${KINDS.returned}), 0)::bigint AS returned,
      coalesce(sum(p.amount) FILTER (WHERE p.day >= ${from} AND ${KINDS.paid}), 0)::bigint AS paid, (-sum(p.amount))::bigint AS closing
    FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    LEFT JOIN supplier s ON s.venue_id = p.venue_id AND s.id = p.subject
    WHERE p.venue_id = ${ctx.venue.id} AND p.account = 'payable.supplier' AND p.day <= ${to}
    GROUP BY 1, 2, 3 ORDER BY 2, 1, min(p.day) FILTER (WHERE p.day >= ${from}), min(p.posted_at), 3`.execute(ctx.db);
  return [...bySupplier(rows)].flatMap(([supplier, entries]): Figures[] => {
    const sums = Object.fromEntries(MEASURES.map((name) => [name, entries.reduce((sum, entry) => sum + entry[name], 0)]));
    if (entries.every(({ tx }) => tx === "") && sums["closing"] === 0) return [];
    return [
      { key: supplier, level: 0, name: entries[0]?.supplierName, ...sums },
      ...entries
        .filter(({ tx }) => tx !== "")
        .map(({ tx, day, no, operation, received, returned, paid }) => ({
          key: `${supplier}/${tx}`,
          level: 1,
          name: `${day} ${no}${operation.startsWith("void of") ? { zh: "（作废）", en: " (void)" }[ctx.language] : ""}`,
          received,
          returned,
          paid,
        })),
    ];
  });
}

function bySupplier<R extends { readonly supplier: string }>(rows: readonly R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) groups.set(row.supplier, [...(groups.get(row.supplier) ?? []), row]);
  return groups;
}

type Age = keyof typeof AGES;
const DAYS = 30;
/** The age of what is so many days overdue. */
function ageOf(overdue: number): Age {
  if (overdue <= 0) return "notDue";
  if (overdue <= DAYS) return "days30";
  if (overdue <= 2 * DAYS) return "days60";
  return overdue <= 3 * DAYS ? "days90" : "older";
}
interface Open {
  readonly supplier: string;
  readonly supplierName: string;
  readonly document: string;
  readonly no: string;
  readonly due: string;
  readonly overdue: number;
  /** Fen that are not settled, and what is owed to the supplier in all. */
  readonly left: number;
  readonly owed: number;
}

/** Receipts that are not settled in full: payments and returns settle what is due first. */
async function ageing(ctx: Ctx, { filter }: ReportQuery): Promise<readonly Figures[]> {
  const { rows } = await sql<Open>`
    WITH d AS (SELECT p.subject AS supplier, t.document_id AS document, max(t.document_no) AS no, -sum(p.amount) AS amount,
        (p.amount < 0 OR t.operation = 'void of receipt') AND t.document_kind = 'receipt' AND t.operation NOT LIKE '%return to supplier' AS is_receipt
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${ctx.venue.id} AND p.account = 'payable.supplier' GROUP BY 1, 2, 5),
    o AS (SELECT supplier, sum(amount)::bigint AS owed, -coalesce(sum(amount) FILTER (WHERE NOT is_receipt), 0)::bigint AS settled FROM d GROUP BY 1),
    r AS (SELECT d.*, (coalesce(k.day, ${today(ctx)}::date) + coalesce(s.term_days, 0))::date AS due, coalesce(s.name, '') AS name
      FROM d LEFT JOIN stock_document k ON k.venue_id = ${ctx.venue.id} AND k.id = d.document
      LEFT JOIN supplier s ON s.venue_id = ${ctx.venue.id} AND s.id = d.supplier WHERE d.is_receipt AND d.amount > 0)
    SELECT r.supplier, r.name AS "supplierName", r.document, r.no, r.due::text AS due, (${today(ctx)}::date - r.due)::int AS overdue, o.owed,
      greatest(0, least(r.amount, sum(r.amount) OVER (PARTITION BY r.supplier ORDER BY r.due, r.no) - o.settled))::bigint AS left
    FROM r JOIN o ON o.supplier = r.supplier ORDER BY r.name, r.supplier, r.due, r.no`.execute(ctx.db);
  const ages = filter["age"] as readonly string[] | undefined;
  const inAge = (age: Age): boolean => !ages?.length || ages.includes(age);
  return [...bySupplier(rows)].flatMap(([supplier, all]): Figures[] => {
    const open = all.filter(({ left, overdue }) => left > 0 && inAge(ageOf(overdue)));
    const below = open.map(({ document, no, due, left, overdue }) => ({
      key: `${supplier}/${document}`,
      level: 1,
      name: no,
      due,
      owed: left,
      [ageOf(overdue)]: left,
    }));
    // More was returned than is owed: the supplier owes it.
    const owed = all[0]?.owed ?? 0;
    const credit =
      owed < 0 && inAge("notDue")
        ? [{ key: `${supplier}/`, level: 1, name: { zh: "供应商欠款", en: "Owed by the supplier" }[ctx.language], owed, notDue: owed }]
        : [];
    const lines: readonly Readonly<Record<string, unknown>>[] = [...below, ...credit];
    if (lines.length === 0) return [];
    const sum = (name: string): number => lines.reduce((total, line) => total + Number(line[name] ?? 0), 0);
    return [
      {
        key: supplier,
        level: 0,
        name: all[0]?.supplierName,
        ...Object.fromEntries(["owed", ...Object.keys(AGES)].map((name) => [name, sum(name)])),
      },
      ...below,
      ...credit,
    ];
  });
}

/** Reports of payables to suppliers, from the postings of their account. */
import { sql } from "kysely";
import type { ReportQuery } from "../../../contract/core/resource/report";
import { AGES, payablesAgeing, supplierStatement } from "../../../contract/stock/payables";
import type { Ctx } from "../../http/context";
import { groupBy } from "../../kernel/group-by";
import { type Figures, serveReport } from "../../resource/report";

export const payableRoutes = [
  ...serveReport(supplierStatement, { rows: statementRows }),
  ...serveReport(payablesAgeing, { rows: ageingRows }),
];

const MEASURES = ["opening", "received", "returned", "paid", "closing"] as const;
type Measure = (typeof MEASURES)[number];
type Entry = Readonly<Record<Measure, number>> & {
  readonly supplier: string;
  readonly supplierName: string;
  /** Id of the transaction; "" for what was owed before. */
  readonly tx: string;
  readonly day: string;
  readonly no: string;
};

/** Kind of a posting of a supplier's account, by its transaction `t` and stock document `k`. */
const KINDS = {
  paid: sql`t.document_kind = 'supplier'`,
  returned: sql`k.kind IS NOT DISTINCT FROM 'supplierReturn'`,
};
/** The stock document of a transaction `t`. */
const DOCUMENT = sql`LEFT JOIN stock_document k ON t.document_kind = 'receipt' AND k.venue_id = t.venue_id AND k.id = t.document_id`;

/** Returns a row for each supplier, with the receipts, returns and payments of the period below. */
async function statementRows(ctx: Ctx, { from, to }: ReportQuery): Promise<readonly Figures[]> {
  const { rows } = await sql<Entry>`
    SELECT p.subject AS supplier, coalesce(s.name, '') AS "supplierName", CASE WHEN p.day < ${from} THEN '' ELSE t.id END AS tx,
      coalesce(max(p.day) FILTER (WHERE p.day >= ${from})::text, '') AS day, coalesce(max(t.document_no) FILTER (WHERE p.day >= ${from}), '') AS no,
      -coalesce(sum(p.amount) FILTER (WHERE p.day < ${from}), 0)::bigint AS opening,
      coalesce(-sum(p.amount) FILTER (WHERE p.day >= ${from} AND NOT ${KINDS.paid} AND NOT ${KINDS.returned}), 0)::bigint AS received,
      coalesce(sum(p.amount) FILTER (WHERE p.day >= ${from} AND ${KINDS.returned}), 0)::bigint AS returned,
      coalesce(sum(p.amount) FILTER (WHERE p.day >= ${from} AND ${KINDS.paid}), 0)::bigint AS paid, (-sum(p.amount))::bigint AS closing
    FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id ${DOCUMENT}
    LEFT JOIN supplier s ON s.venue_id = p.venue_id AND s.id = p.subject
    WHERE p.venue_id = ${ctx.venue.id} AND p.account = 'payable.supplier' AND p.day <= ${to}
    GROUP BY 1, 2, 3 ORDER BY 2, 1, min(p.day) FILTER (WHERE p.day >= ${from}), min(p.posted_at), 3`.execute(ctx.db);
  return [...groupBy(rows, ({ supplier }) => supplier)].flatMap(([supplier, entries]): Figures[] => {
    const sums = Object.fromEntries(MEASURES.map((name) => [name, entries.reduce((sum, entry) => sum + entry[name], 0)]));
    if (entries.every(({ tx }) => tx === "") && sums["closing"] === 0) return [];
    return [
      { key: supplier, level: 0, name: entries[0]?.supplierName, ...sums },
      ...entries
        .filter(({ tx }) => tx !== "")
        .map(({ tx, day, no, received, returned, paid }) => ({
          key: `${supplier}/${tx}`,
          level: 1,
          // A void takes off its own kind.
          name: `${day} ${no}${Math.min(received, returned, paid) < 0 ? { zh: "（作废）", en: " (void)" }[ctx.language] : ""}`,
          received,
          returned,
          paid,
        })),
    ];
  });
}

type Age = keyof typeof AGES;
const DAYS = 30;
/** Returns the age of a payable by the days since it was due. */
function ageOf(overdue: number): Age {
  if (overdue <= 0) return "notDue";
  if (overdue <= DAYS) return "days30";
  if (overdue <= 2 * DAYS) return "days60";
  return overdue <= 3 * DAYS ? "days90" : "older";
}
/** A supplier with one of its receipts; without receipts `left` is 0. */
interface Supplied {
  readonly supplier: string;
  readonly supplierName: string;
  /** Balance of the supplier in fen; below zero the supplier owes it. */
  readonly owed: number;
  readonly document: string;
  readonly no: string;
  readonly due: string;
  readonly overdue: number;
  /** Part of the receipt that is not settled, fen. */
  readonly left: number;
}

/**
 * Returns a row for each supplier with a balance at the end of the last day, with the receipts that were not settled in full by then below: payments and
 * returns settle what is due first.
 */
async function ageingRows(ctx: Ctx, { to, filter }: ReportQuery): Promise<readonly Figures[]> {
  const { rows } = await sql<Supplied>`
    WITH d AS (SELECT p.subject AS supplier, t.document_id AS document, max(t.document_no) AS no, coalesce(k.day, ${to}::date) AS day,
        -sum(p.amount) AS amount, (NOT ${KINDS.paid} AND NOT ${KINDS.returned}) AS is_receipt
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id ${DOCUMENT}
      WHERE p.venue_id = ${ctx.venue.id} AND p.account = 'payable.supplier' AND p.day <= ${to} GROUP BY 1, 2, 4, 6),
    o AS (SELECT d.supplier, coalesce(s.name, '') AS name, coalesce(s.term_days, 0) AS term_days, sum(d.amount)::bigint AS owed,
        -coalesce(sum(d.amount) FILTER (WHERE NOT d.is_receipt), 0)::bigint AS settled
      FROM d LEFT JOIN supplier s ON s.venue_id = ${ctx.venue.id} AND s.id = d.supplier GROUP BY 1, 2, 3),
    r AS (SELECT d.supplier, d.document, d.no, (d.day + o.term_days)::date AS due, d.amount
      FROM d JOIN o ON o.supplier = d.supplier WHERE d.is_receipt AND d.amount > 0)
    SELECT o.supplier, o.name AS "supplierName", o.owed, r.document, r.no, r.due::text AS due, (${to}::date - r.due)::int AS overdue,
      greatest(0, least(coalesce(r.amount, 0), sum(r.amount) OVER (PARTITION BY r.supplier ORDER BY r.due, r.no) - o.settled))::bigint AS left
    FROM o LEFT JOIN r ON r.supplier = o.supplier ORDER BY o.name, o.supplier, r.due, r.no`.execute(ctx.db);
  const ages = filter["age"] as readonly string[] | undefined;
  const inAge = (age: Age): boolean => !ages?.length || ages.includes(age);
  return [...groupBy(rows, ({ supplier }) => supplier)].flatMap(([supplier, all]): Figures[] => {
    const open = all.filter(({ left, overdue }) => left > 0 && inAge(ageOf(overdue)));
    const below = open.map(({ document, no, due, left, overdue }) => ({
      key: `${supplier}/${document}`,
      level: 1,
      name: no,
      due,
      owed: left,
      [ageOf(overdue)]: left,
    }));
    // Paid or returned beyond what was received: the supplier owes it.
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

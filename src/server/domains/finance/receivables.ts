/** Ageing of receivables, from the postings of their accounts. */
import { sql } from "kysely";
import type { ReportQuery } from "../../../contract/core/resource/report";
import { DEBTOR_PAGES, RECEIVABLE_AGES, receivablesAgeing } from "../../../contract/finance/receivables";
import type { Ctx } from "../../http/context";
import { groupBy } from "../../kernel/group-by";
import { type Figures, serveReport } from "../../resource/report";

export const receivableRoutes = serveReport(receivablesAgeing, { rows });

type Age = keyof typeof RECEIVABLE_AGES;
const DAYS = 30;
/** Returns the age of a receivable by the days since it was posted. */
function ageOf(days: number): Age {
  if (days <= DAYS) return "days30";
  if (days <= 2 * DAYS) return "days60";
  return days <= 3 * DAYS ? "days90" : "older";
}

/** A debtor with one of the documents that they owe. */
interface Claim {
  readonly account: string;
  readonly subject: string;
  readonly name: string;
  readonly document: string;
  readonly no: string;
  readonly since: string;
  readonly days: number;
  /** Part of the document that is not settled, fen. */
  readonly left: number;
}

/**
 * Returns a row for each debtor with a balance at the end of the last day, with the documents that were not settled in full by then below: payments and
 * refunds settle what is owed longest.
 */
async function rows(ctx: Ctx, { to, filter }: ReportQuery): Promise<readonly Figures[]> {
  const chosen = filter["account"] as readonly string[] | undefined;
  const accounts = chosen?.length ? chosen : Object.keys(DEBTOR_PAGES);
  const { rows: claims } = await sql<Claim>`
    WITH d AS (SELECT p.account, p.subject, t.document_kind || ' ' || t.document_id AS document, max(t.document_no) AS no, min(p.day) AS day, sum(p.amount) AS amount
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${ctx.venue.id} AND p.account = ANY (${accounts}::text[]) AND p.day <= ${to} GROUP BY 1, 2, 3),
    s AS (SELECT account, subject, -coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS settled FROM d GROUP BY 1, 2 HAVING sum(amount) > 0)
    SELECT * FROM (SELECT d.account, d.subject, coalesce(m.name, f.name, '') AS name, d.document, d.no, d.day::text AS since, (${to}::date - d.day)::int AS days,
        greatest(0, least(d.amount, sum(d.amount) OVER (PARTITION BY d.account, d.subject ORDER BY d.day, d.document) - s.settled))::bigint AS left
      FROM d JOIN s ON s.account = d.account AND s.subject = d.subject
      LEFT JOIN member m ON d.account = 'receivable.member' AND m.venue_id = ${ctx.venue.id} AND m.id = d.subject
      LEFT JOIN fixed_contract f ON d.account = 'receivable.organization' AND f.venue_id = ${ctx.venue.id} AND f.id = d.subject
      WHERE d.amount > 0) c
    WHERE c.left > 0 ORDER BY c.account, c.name, c.subject, c.since, c.document`.execute(ctx.db);
  return [...groupBy(claims, ({ account, subject }) => `${account}/${subject}`)].flatMap(([key, own]): Figures[] => {
    const below = own.map(({ document, no, since, days, left }) => ({
      key: `${key}/${document}`,
      level: 1,
      name: no,
      since,
      owed: left,
      [ageOf(days)]: left,
    }));
    const sumOf = (name: string): number => below.reduce((total, line) => total + Number(Reflect.get(line, name) ?? 0), 0);
    const sums = Object.fromEntries(["owed", ...Object.keys(RECEIVABLE_AGES)].map((name) => [name, sumOf(name)]));
    return [{ key, name: own[0]?.name, since: own[0]?.since, ...sums }, ...below];
  });
}

/** The marketing day report: counts from the documents, amounts from their postings. */
import { sql } from "kysely";
import { marketingDays } from "../../../contract/marketingReport";
import type { Ctx } from "../../http/context";
import { serveReport } from "../../resource/report";

interface Row {
  readonly day: string;
  readonly signedUp: number;
  readonly signUpAmount: number;
  readonly sold: number;
  readonly soldAmount: number;
  readonly redeemed: number;
  readonly redeemedAmount: number;
  readonly refunded: number;
  readonly refundedAmount: number;
}

/** Where customers' money comes from and goes back to. */
const MONEY = sql`(is_money(p.account) OR p.account = 'prepaid.order')`;

async function rows(ctx: Ctx, { from, to }: { readonly from: string; readonly to: string }) {
  const { id: venue, zone } = ctx.venue;
  /** The rows of a table whose moment lies in the days, counted by day. */
  const count = (table: string, at: string, what = sql`count(*)`, where = sql`true`) => sql`(
    SELECT (${sql.ref(at)} AT TIME ZONE ${zone})::date AS day, ${what} AS n FROM ${sql.table(table)} WHERE venue_id = ${venue} AND ${where}
      AND ${sql.ref(at)} >= ${from}::timestamp AT TIME ZONE ${zone} AND ${sql.ref(at)} < (${to}::date + 1)::timestamp AT TIME ZONE ${zone}
    GROUP BY 1)`;
  const answer = await sql<Row>`WITH money AS (
      SELECT t.day, t.document_kind AS kind, sum(p.amount) FILTER (WHERE p.amount > 0 AND ${MONEY}) AS "in",
        -sum(p.amount) FILTER (WHERE p.amount < 0 AND ${MONEY}) AS "out", -sum(p.amount) FILTER (WHERE p.account = 'income.groupon') AS earned
      FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${venue} AND t.document_kind IN ('activity', 'voucher') AND t.day BETWEEN ${from} AND ${to} GROUP BY 1, 2)
    SELECT d.day::text AS day,
      coalesce(joined.n, 0) AS "signedUp", coalesce(a."in", 0) AS "signUpAmount",
      coalesce(sold.n, 0) AS sold, coalesce(v."in", 0) AS "soldAmount",
      coalesce(used.n, 0) - coalesce(undone.n, 0) AS redeemed, coalesce(v.earned, 0) AS "redeemedAmount",
      coalesce(gone.n, 0) + coalesce(back.n, 0) AS refunded, coalesce(a."out", 0) + coalesce(v."out", 0) AS "refundedAmount"
    FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS s(at) CROSS JOIN LATERAL (SELECT s.at::date AS day) d
      LEFT JOIN money a ON a.day = d.day AND a.kind = 'activity' LEFT JOIN money v ON v.day = d.day AND v.kind = 'voucher'
      LEFT JOIN ${count("activity_join", "created_at")} joined ON joined.day = d.day
      LEFT JOIN ${count("activity_join", "left_at", sql`count(*)`, sql`refunded > 0`)} gone ON gone.day = d.day
      LEFT JOIN ${count("voucher", "created_at")} sold ON sold.day = d.day
      LEFT JOIN ${count("voucher", "ended_at", sql`count(*)`, sql`refunded > 0`)} back ON back.day = d.day
      LEFT JOIN (SELECT day, sum(times) AS n FROM voucher_use WHERE venue_id = ${venue} AND day BETWEEN ${from} AND ${to} GROUP BY 1) used ON used.day = d.day
      LEFT JOIN ${count("voucher_use", "undone_at", sql`sum(times)`)} undone ON undone.day = d.day
    ORDER BY d.day`.execute(ctx.db);
  return answer.rows.map((row) => ({ ...row, key: row.day }));
}

export const marketingReportRoutes = serveReport(marketingDays, { rows });

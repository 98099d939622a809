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
  const onDay = (column: string) => sql`(${sql.ref(column)} AT TIME ZONE ${zone})::date = d.day`;
  const amount = (kind: "activity" | "voucher" | "both", what: ReturnType<typeof sql>) => sql`coalesce((SELECT sum(${what}) FROM ledger_tx t
    JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = ${venue} AND t.day = d.day AND t.document_kind = ANY(${kind === "both" ? ["activity", "voucher"] : [kind]}::text[])), 0)`;
  const answer = await sql<Row>`SELECT d.day::text AS day,
      (SELECT count(*) FROM activity_join j WHERE j.venue_id = ${venue} AND ${onDay("j.created_at")}) AS "signedUp",
      ${amount("activity", sql`p.amount * (p.amount > 0 AND ${MONEY})::int`)} AS "signUpAmount",
      (SELECT count(*) FROM voucher v WHERE v.venue_id = ${venue} AND ${onDay("v.created_at")}) AS sold,
      ${amount("voucher", sql`p.amount * (p.amount > 0 AND ${MONEY})::int`)} AS "soldAmount",
      (SELECT coalesce(sum(u.times), 0) FROM voucher_use u WHERE u.venue_id = ${venue} AND u.day = d.day AND u.undone_at IS NULL) AS redeemed,
      ${amount("voucher", sql`-p.amount * (p.account = 'income.groupon')::int`)} AS "redeemedAmount",
      (SELECT count(*) FROM activity_join j WHERE j.venue_id = ${venue} AND j.refunded > 0 AND ${onDay("j.left_at")})
        + (SELECT count(*) FROM voucher v WHERE v.venue_id = ${venue} AND v.refunded > 0 AND ${onDay("v.ended_at")}) AS refunded,
      ${amount("both", sql`-p.amount * (p.amount < 0 AND ${MONEY})::int`)} AS "refundedAmount"
    FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS s(at) CROSS JOIN LATERAL (SELECT s.at::date AS day) d
    ORDER BY d.day`.execute(ctx.db);
  return answer.rows.map((row) => ({ ...row, key: row.day }));
}

export const marketingReportRoutes = serveReport(marketingDays, { rows });

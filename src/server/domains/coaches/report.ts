/** Earnings of coaches in a period, and the amount owed to them at its end. */
import { sql } from "kysely";
import { coachBalance } from "../../../contract/coaches/coaches";
import { serveReport } from "../../resource/report";
import { seenBy } from "./pay";

interface Row {
  readonly key: string;
  readonly coach: string;
  readonly classes: number;
  readonly hours: number;
  readonly attendees: number;
  readonly income: number;
  readonly earned: number;
  readonly opening: number;
  readonly credited: number;
  readonly paidOut: number;
}

export const coachReportRoutes = serveReport(coachBalance, {
  rows: async (ctx, { from, to }) => {
    const venue = ctx.venue.id;
    const { rows } = await sql<Row>`
      SELECT t.id AS key, t.name AS coach, coalesce(k.classes, 0) AS classes, coalesce(k.minutes, 0) AS hours, coalesce(k.attendees, 0) AS attendees,
        coalesce(i.income, 0) AS income, coalesce(p.earned, 0) AS earned, coalesce(p.opening, 0) AS opening, coalesce(p.credited, 0) AS credited,
        coalesce(p.paid_out, 0) AS "paidOut"
      FROM coach t
      LEFT JOIN (SELECT c.coach_id, count(*) AS classes, sum(c.minutes) AS minutes,
          sum((SELECT count(*) FROM coach_booking b WHERE b.venue_id = c.venue_id AND b.coach_class_id = c.id AND b.state <> 'cancelled')) AS attendees
        FROM coach_class c WHERE c.venue_id = ${venue} AND c.state <> 'cancelled' AND c.day BETWEEN ${from} AND ${to} GROUP BY c.coach_id) k ON k.coach_id = t.id
      LEFT JOIN (SELECT c.coach_id, -sum(o.amount) AS income FROM posting o JOIN coach_class c ON c.venue_id = o.venue_id AND c.id = o.subject
        WHERE o.venue_id = ${venue} AND o.account = 'income.coach' AND o.earned_on BETWEEN ${from} AND ${to} GROUP BY c.coach_id) i ON i.coach_id = t.id
      LEFT JOIN (SELECT o.subject,
          sum(o.amount) FILTER (WHERE o.account = 'cost.coach' AND o.earned_on BETWEEN ${from} AND ${to}) AS earned,
          -sum(o.amount) FILTER (WHERE o.account = 'payable.coach' AND o.day < ${from}) AS opening,
          -sum(o.amount) FILTER (WHERE o.account = 'payable.coach' AND o.day BETWEEN ${from} AND ${to} AND x.document_kind <> 'withdraw') AS credited,
          sum(o.amount) FILTER (WHERE o.account = 'payable.coach' AND o.day BETWEEN ${from} AND ${to} AND x.document_kind = 'withdraw') AS paid_out
        FROM posting o JOIN ledger_tx x ON x.venue_id = o.venue_id AND x.id = o.tx_id
        WHERE o.venue_id = ${venue} AND o.account IN ('cost.coach', 'payable.coach') GROUP BY o.subject) p ON p.subject = t.id
      WHERE t.venue_id = ${venue} AND ${seenBy(ctx, "t.id")}
      ORDER BY coalesce(p.earned, 0) DESC, t.name, t.id`.execute(ctx.db);
    return rows.map((row) => ({ ...row, venueKeeps: row.income - row.earned, closing: row.opening + row.credited - row.paidOut }));
  },
});

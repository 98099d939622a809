/** Finding bookings of sessions, for whoever says a number, a name or the end of a phone at the desk. */
import { type RawBuilder, sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import type { capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import type { Ctx } from "../../http/context";
import { phoneFits } from "../../kernel/phones";
import { bookings, many } from "./view";

const MOST = 10;

/**
 * Bookings whose number, name, phone or member's card number begins with `q`, or whose phone ends with four digits: active ones and
 * are not over first, the nearest in time before the others. Each way is looked up by itself: an index serves each, none serves their OR.
 */
export async function find(ctx: Ctx, { q }: Parsed<typeof capacitySessions.find>): Promise<Output<typeof capacitySessions.find>> {
  const digits = /^\d+$/.test(q);
  const order = (condition: RawBuilder<unknown>) =>
    sql`SELECT s.id FROM session_order s WHERE s.venue_id = ${ctx.venue.id} AND ${condition}`;
  const ways = [
    order(digits ? phoneFits(ctx, "s.phone", q) : sql`s.name ^@ ${q}`),
    order(sql`s.no ^@ ${q.toUpperCase()}`),
    sql`SELECT s.id FROM member m JOIN session_order s ON s.venue_id = m.venue_id AND s.member_id = m.id
      WHERE m.venue_id = ${ctx.venue.id} AND m.card_key ^@ ${q.toLowerCase()}`,
    ...(digits && q.length === 4 ? [order(sql`s.phone_tail = ${q}`)] : []),
  ];
  const { rows } = await sql<{ id: string; session: string }>`
    SELECT o.id, o.hall_booking_id AS session FROM session_order o
    JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
    WHERE o.venue_id = ${ctx.venue.id} AND o.id = ANY (ARRAY(${sql.join(ways, sql` UNION `)}))
    ORDER BY o.status <> 'booked' OR b.ends_at <= ${ctx.now}, abs(extract(epoch FROM b.starts_at - ${ctx.now}::timestamptz)), o.id
    LIMIT ${MOST}`.execute(ctx.db);
  if (rows.length === 0) return { content: [] };
  const ids = rows.map((row) => row.id);
  const found = new Map((await bookings(ctx, "o.id", ids)).map((booking) => [booking.id, booking]));
  const held = new Map((await many(ctx, [...new Set(rows.map((row) => row.session))])).map((session) => [session.id, session]));
  return {
    content: rows.flatMap(({ id, session: sessionId }) => {
      const [booking, session] = [found.get(id), held.get(sessionId)];
      return booking && session ? [{ ...booking, session }] : [];
    }),
  };
}

/** Today's figures on a venue's card. */
import { sql } from "kysely";
import { DAY_MINUTES, dayOf, GRANULE, instant, weekday } from "../../../contract/time";
import type { Db } from "../../db/client";
import type { VenueRow } from "../../http/context";

/**
 * Active bookings of today (places and sessions), and utilisation: occupied ÷ open unit-slots (units, not places: linked courts would count
 * twice). A percent 0–100, rounded.
 */
export async function todayOf(db: Db, venue: VenueRow, now: Date): Promise<{ bookingsToday: number; utilisation: number }> {
  const day = dayOf(now, venue.zone);
  const at = weekday(day);
  const from = instant(day, 0, venue.zone);
  const to = instant(day, DAY_MINUTES, venue.zone);
  const { rows } = await sql<{ bookings: number; occupied: number; open: number }>`SELECT
    (SELECT count(*) FROM booking_order WHERE venue_id = ${venue.id} AND day = ${day} AND order_status NOT IN ('cancelled', 'expired'))
      + (SELECT count(*) FROM session_order o JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
         WHERE b.venue_id = ${venue.id} AND b.day = ${day} AND o.status = 'booked') AS bookings,
    (SELECT count(*) FROM occupancy WHERE venue_id = ${venue.id} AND slot_start >= ${from} AND slot_start < ${to}) AS occupied,
    (SELECT coalesce(sum((h.close_minutes[${at}::int] - h.open_minutes[${at}::int]) / ${GRANULE}::int), 0)
       FROM hall h JOIN unit u ON u.venue_id = h.venue_id AND u.hall_id = h.id
       WHERE h.venue_id = ${venue.id} AND h.sells = 'places') AS open`.execute(db);
  const { bookings = 0, occupied = 0, open = 0 } = rows[0] ?? {};
  return { bookingsToday: bookings, utilisation: open === 0 ? 0 : Math.min(100, Math.round((occupied * 100) / open)) };
}

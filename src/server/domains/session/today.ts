/** Today's figures on a venue's card. */
import { sql } from "kysely";
import { dayOf } from "../../../contract/core/time";
import type { Db } from "../../db/client";
import type { VenueRow } from "../../http/context";
import { percentUsed, readTimeUse } from "../../kernel/utilisation";

/** Returns the active bookings of today (places and sessions), and the utilisation, 0–100. */
export async function todayOf(db: Db, venue: VenueRow, now: Date): Promise<{ bookingsToday: number; utilisation: number }> {
  const day = dayOf(now, venue.zone);
  const { rows } = await sql<{ bookings: number }>`SELECT
    (SELECT count(*) FROM booking_order WHERE venue_id = ${venue.id} AND day = ${day} AND order_status NOT IN ('cancelled', 'expired'))
      + (SELECT count(*) FROM session_order o JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id
         WHERE b.venue_id = ${venue.id} AND b.day = ${day} AND o.status = 'booked') AS bookings`.execute(db);
  return { bookingsToday: rows[0]?.bookings ?? 0, utilisation: percentUsed(await readTimeUse({ db, venue }, day)) };
}

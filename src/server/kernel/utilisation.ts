/**
 * Utilisation, the one definition of every screen that shows the word: time sold ÷ time on sale. Courts count by their halves, sessions by their
 * places. Locked and closed time is not on sale; what is held unpaid is not sold.
 */
import { sql } from "kysely";
import type { Db } from "../db/client";

/** Minutes of courts and of places in sessions. */
interface TimeUse {
  readonly sold: number;
  readonly onSale: number;
}

/** Returns the utilisation in whole percent; nothing on sale is 0. */
export const percentUsed = ({ sold, onSale }: TimeUse): number => (onSale === 0 ? 0 : Math.min(100, Math.round((sold * 100) / onSale)));

interface Venue {
  readonly db: Db;
  readonly venue: { readonly id: string };
}

/** Returns the use of a day of the whole venue. */
export async function readTimeUse({ db, venue }: Venue, day: string): Promise<TimeUse> {
  const { rows } = await sql<TimeUse>`
    SELECT
      ((SELECT coalesce(sum(minutes), 0) FROM place_hour WHERE venue_id = ${venue.id} AND day = ${day})
        + (SELECT coalesce(sum(sold), 0) FROM session_opening WHERE venue_id = ${venue.id} AND day = ${day}))::int AS sold,
      (SELECT coalesce(sum(halves), 0) * 30 FROM court_opening WHERE venue_id = ${venue.id} AND day = ${day})::int AS "onSale"`.execute(db);
  return rows[0] ?? { sold: 0, onSale: 0 };
}

/** Names a half hour of a unit on a day. */
export const halfKey = (day: string, unit: string, minute: number): string => `${day} ${unit} ${minute}`;

/** Returns the half hours that are locked or closed between two days, both included, by `halfKey`. */
export async function lockedHalves({ db, venue }: Venue, from: string, to: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ day: string; unit: string; minute: number }>`
    SELECT day::text AS day, unit_id AS unit, minute FROM locked_half WHERE venue_id = ${venue.id} AND day BETWEEN ${from} AND ${to}`.execute(
    db,
  );
  return new Set(rows.map(({ day, unit, minute }) => halfKey(day, unit, minute)));
}

/** The places of a hall's sessions in an hour of a day, in minutes of places. */
interface SessionHour extends TimeUse {
  readonly day: string;
  readonly hall: string;
  readonly hour: number;
  /** Bookings that start in it. */
  readonly sessions: number;
}

/** Returns what sessions have on sale and sold between two days, both included, hour by hour. */
export async function sessionHours({ db, venue }: Venue, from: string, to: string): Promise<readonly SessionHour[]> {
  const { rows } = await sql<SessionHour>`
    SELECT s.day::text AS day, s.hall_id AS hall, s.hour, s.minutes AS "onSale", s.sold, coalesce(h.sessions, 0)::int AS sessions
    FROM session_opening s LEFT JOIN LATERAL (SELECT sum(h.sessions) AS sessions FROM session_hour h
      WHERE h.venue_id = s.venue_id AND h.day = s.day AND h.hall_id = s.hall_id AND h.at_hour = s.hour) h ON true
    WHERE s.venue_id = ${venue.id} AND s.day BETWEEN ${from} AND ${to}`.execute(db);
  return rows;
}

/** Future bookings and locks at places and in sessions: they prevent switching a place off, changing its units or closing a day. */
import { sql } from "kysely";
import { clock, wall } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { placeLabel } from "../../kernel/place-words";
import { word as say } from "../../kernel/words";
import { word } from "./words";

/** A booking or lock that is not over. */
interface Standing {
  readonly kind: "booking" | "lock" | "session";
  /** Order of a booking, or of a session's booking; null: a lock. */
  readonly orderId: string | null;
  readonly orderNo: string;
  readonly name: string;
  /** This and the next: the hall, of a session's booking. */
  readonly placeId: string;
  readonly place: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/** Lines and locks of these places, or on a day of all places and sessions, that are not over, in order of time. Holds whose time is up do not count. */
export async function listBookingsOn(ctx: Ctx, at: { placeIds: readonly string[] } | { day: string }): Promise<Standing[]> {
  const now = wall(ctx.now, ctx.venue.zone);
  const where = (table: string) => {
    const [day, end, place] = [sql.ref(`${table}.day`), sql.ref(`${table}.end_minute`), sql.ref(`${table}.place_id`)];
    const named = "day" in at ? sql`${day} = ${at.day}::date` : sql`${place} = ANY(${at.placeIds}::text[])`;
    return sql`${sql.ref(`${table}.venue_id`)} = ${ctx.venue.id} AND ${named}
      AND (${day} > ${now.day}::date OR (${day} = ${now.day}::date AND ${end} > ${now.minute}))`;
  };
  const { rows } = await sql<Standing>`
    SELECT o.id AS "orderId", o.no AS "orderNo", o.name, l.place_id AS "placeId", p.name AS place, l.day, l.start_minute AS start, l.end_minute AS end, 'booking' AS kind
    FROM booking_line l
    JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
    JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
    WHERE ${where("l")} AND l.status = 'active' AND (o.order_status IN ('reserved', 'paid', 'checked_in')
      OR (o.order_status = 'held' AND (o.hold_until IS NULL OR o.hold_until > ${ctx.now})))
    UNION ALL
    SELECT NULL, '', k.reason, k.place_id, p.name, k.day, k.start_minute, k.end_minute, 'lock'
    FROM place_lock k JOIN place p ON p.venue_id = k.venue_id AND p.id = k.place_id
    WHERE ${where("k")} AND k.status = 'locked'
    ${"day" in at ? inSessions(ctx, at.day) : sql``}
    ORDER BY 6, 7, 4`.execute(ctx.db);
  return rows;
}

/** Selects the bookings in the sessions of a day that are not over. */
const inSessions = (ctx: Ctx, day: string) => sql`UNION ALL
    SELECT o.id, o.no, o.name, h.id, h.name, b.day, b.start_minute, b.end_minute, 'session'
    FROM hall_booking b
    JOIN session_order o ON o.venue_id = b.venue_id AND o.hall_booking_id = b.id AND o.status = 'booked'
    JOIN hall h ON h.venue_id = b.venue_id AND h.id = b.hall_id
    WHERE b.venue_id = ${ctx.venue.id} AND b.day = ${day}::date AND b.ends_at > ${ctx.now}`;

/** The first of them in words: `11-23 19:00 5 号 沈佩仪`. */
export function describeNext(ctx: Ctx, [next]: readonly Standing[]): string {
  if (!next) return "";
  const who = next.orderId === null ? word("locked", ctx.language) : next.name || say("walkIn", ctx.language);
  return `${next.day.slice(5)} ${clock(next.start)} ${placeLabel(next.place, ctx.language)} ${who}`;
}

/** As many as a refusal lists. */
const LISTED = 50;
/** Returns the part of them that a refusal shows. */
export const listed = (standing: readonly Standing[]): { bookings: Standing[]; count: number } => ({
  bookings: standing.slice(0, LISTED),
  count: standing.length,
});

/**
 * Refuses a change that conflicts with coming bookings or locks at these places, those that `matter`.
 * @throws AppError `placeBooked`, `data`: what is booked
 */
export async function refuseStanding(
  ctx: Ctx,
  placeIds: readonly string[],
  matter: (one: Standing) => boolean = () => true,
): Promise<void> {
  if (placeIds.length === 0) return;
  const standing = (await listBookingsOn(ctx, { placeIds })).filter(matter);
  if (standing.length === 0) return;
  const place = [...new Set(standing.map((one) => placeLabel(one.place, ctx.language)))]
    .slice(0, 5)
    .join(ctx.language === "zh" ? "、" : ", ");
  throw new AppError("placeBooked", { place, count: standing.length, next: describeNext(ctx, standing) }, listed(standing));
}

/**
 * Takes places whole, before a change of what may be booked there: bookings under way are waited for and then seen, later ones find the
 * change.
 */
export async function lockPlaces(ctx: Ctx, placeIds: readonly string[]): Promise<void> {
  if (placeIds.length === 0) return;
  await ctx.db
    .selectFrom("place")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...placeIds])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Sessions of a day or a week, who booked them, and the cards that pay for them. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import type { PaymentType } from "../../../contract/core/enums";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import type { HallSession, SessionBooking, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { addDays, weekday } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { isWithin } from "../../kernel/hours";
import { closedDays } from "../../kernel/holidays";
import { bookSession } from "./book";
import { isUsable, opens } from "../../kernel/cards/usable";
import { stateNow } from "./session";
import { word } from "./words";

/** Maximum number of people that a card without a count of uses admits together. */
const MOST_HEADS = 50;

const sessionsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("hall_booking as b")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.hall_id"))
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .selectAll("b")
    .select([
      "h.name as hall_name",
      "g.name as program_name",
      sql<number>`coalesce((SELECT sum(o.entered) FROM session_order o WHERE o.venue_id = b.venue_id AND o.hall_booking_id = b.id), 0)`.as(
        "entered",
      ),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof sessionsOf>["execute"]>>[number];

/** The sessions of the days from `day` on, by time, and the halls that sell by capacity with their hours of that day. */
export async function list(ctx: Ctx, input: Parsed<typeof capacitySessions.list>): Promise<Output<typeof capacitySessions.list>> {
  let query = sessionsOf(ctx).where("b.day", ">=", input.day).where("b.day", "<", addDays(input.day, input.days));
  if (input.hallId !== undefined) query = query.where("b.hall_id", "=", input.hallId);
  const rows = await query.orderBy("b.day").orderBy("b.start_minute").orderBy("h.position").orderBy("b.id").execute();
  const halls = await ctx.db
    .selectFrom("hall as h")
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .select(["h.id", "h.name", "g.name as programName", "h.open_minutes", "h.close_minutes"])
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.sells", "=", "capacity")
    .orderBy("h.position")
    .orderBy("h.id")
    .execute();
  const at = weekday(input.day) - 1;
  const shut = await closedDays(
    ctx,
    Array.from({ length: input.days }, (_, i) => addDays(input.day, i)),
  );
  return {
    content: rows.map((row) => toSession(ctx, row)),
    halls: halls.map(({ open_minutes, close_minutes, ...hall }) => ({
      ...hall,
      open: open_minutes[at] ?? 0,
      close: close_minutes[at] ?? 1440,
    })),
    closed: [...shut].map(([day, name]) => ({ day, name })),
  };
}

/**
 * One session with its bookings, newest first.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, input: { id: string }): Promise<Output<typeof capacitySessions.view>> {
  const session = await one(ctx, input.id);
  const shut = await closedDays(ctx, [session.day]);
  return { ...session, bookings: await bookings(ctx, "o.hall_booking_id", [input.id]), closed: shut.get(session.day) ?? null };
}

/**
 * A member's cards that pay for a session: active, with uses left, opening its hall; what expires first comes first.
 * @throws AppError `missing`
 */
export async function cards(ctx: Ctx, input: Parsed<typeof capacitySessions.cards>): Promise<Output<typeof capacitySessions.cards>> {
  const session = await one(ctx, input.id);
  const rows = await ctx.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .innerJoin("hall as l", (join) => join.onRef("l.venue_id", "=", "c.venue_id").on(opens(sql`l.program_id`)))
    .where("h.venue_id", "=", ctx.venue.id)
    .where("l.id", "=", session.hallId)
    .where("h.member_id", "=", input.memberId)
    .where(isUsable(ctx))
    .where("h.expires_on", ">=", session.day > today(ctx) ? session.day : today(ctx))
    .where((eb) => eb.or([eb("h.kind", "=", "period"), eb(eb("h.times", "+", eb.ref("h.bonus_times")), ">", eb.ref("h.used"))]))
    .select(["h.id", "h.no", "h.name", "h.kind", "h.times", "h.bonus_times", "h.used", "h.expires_on as expiresOn"])
    .select(["c.people", "c.weekdays", "c.start_minute as startMinute", "c.end_minute as endMinute"])
    .orderBy("h.expires_on")
    .orderBy("h.id")
    .execute();
  return {
    content: rows
      .filter((card) => isWithin(card, session.day, session.startTime, session.endTime))
      .map(({ id, no, name, kind, times, bonus_times, used, expiresOn, people }) => {
        // A period card counts nothing: as many come in as it lets in at once.
        const left = kind === "period" ? (people ?? MOST_HEADS) : Math.min(times + bonus_times - used, people ?? Infinity);
        return { id, no, name, left, expiresOn };
      }),
  };
}

/** Takes places and shows the booking. @throws AppError as `bookSession` */
export async function book(ctx: Ctx, input: Parsed<typeof capacitySessions.book>): Promise<Output<typeof capacitySessions.book>> {
  const orderId = await bookSession(ctx, { ...input, hallBookingId: input.id });
  return { ...(await bookingOf(ctx, orderId)), session: await one(ctx, input.id) };
}

/** A booking as the wire carries it. */
export async function bookingOf(ctx: Ctx, id: string): Promise<SessionBooking> {
  const [order] = await bookings(ctx, "o.id", [id]);
  if (!order) throw new Error(`session order ${id} is gone`);
  return order;
}

/** @throws AppError `missing` */
export async function one(ctx: Ctx, id: string): Promise<HallSession> {
  const row = await sessionsOf(ctx).where("b.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("session", ctx.language) });
  return toSession(ctx, row);
}

/** Sessions by their ids, by time. */
export async function many(ctx: Ctx, ids: readonly string[]): Promise<HallSession[]> {
  const rows = await sessionsOf(ctx)
    .where("b.id", "in", [...ids])
    .orderBy("b.day")
    .orderBy("b.start_minute")
    .orderBy("b.id")
    .execute();
  return rows.map((row) => toSession(ctx, row));
}

function toSession(ctx: Ctx, row: Row): HallSession {
  const status = stateNow(ctx, row);
  return {
    id: row.id,
    hallId: row.hall_id,
    hallName: row.hall_name,
    name: row.name,
    programName: row.program_name,
    day: row.day,
    startTime: row.start_minute,
    endTime: row.end_minute,
    price: yuan(row.price),
    maxPlace: row.max_place,
    leftPlace: row.left_place,
    entered: row.entered,
    onShelf: status === "on_shelf",
    status,
  };
}

/** Bookings by their ids, or all of some sessions; newest first. */
export async function bookings(ctx: Ctx, by: "o.id" | "o.hall_booking_id", ids: readonly string[]): Promise<SessionBooking[]> {
  const rows = await ctx.db
    .selectFrom("session_order as o")
    .leftJoin("holding as c", (join) => join.onRef("c.venue_id", "=", "o.venue_id").onRef("c.id", "=", "o.holding_id"))
    .where("o.venue_id", "=", ctx.venue.id)
    .where(by, "in", [...ids])
    .selectAll("o")
    .select("c.name as holding_name")
    .select(
      sql<PaymentType[]>`ARRAY(SELECT DISTINCT y.type FROM payment y WHERE y.venue_id = o.venue_id AND y.document_kind = 'session'
        AND y.document_id = o.id ORDER BY y.type)`.as("types"),
    )
    .orderBy("o.at", "desc")
    .orderBy("o.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    sessionId: row.hall_booking_id,
    at: row.at.toISOString(),
    name: row.name,
    phone: maskPhone(row.phone),
    memberId: row.member_id,
    attendees: row.heads,
    entered: row.entered,
    total: yuan(row.total),
    paid: yuan(row.paid),
    refunded: yuan(row.refunded),
    fee: yuan(row.fee),
    payTypes: row.types,
    holdingId: row.holding_id,
    holdingName: row.holding_name,
    status: row.status as SessionBooking["status"],
    reason: row.reason,
    operator: row.operator,
  }));
}

/** Sessions of a day, and who booked them. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/call";
import type { PaymentType } from "../../../contract/enums";
import { yuan } from "../../../contract/money";
import { maskPhone } from "../../../contract/phone";
import type { HallSession, SessionBooking, sessions } from "../../../contract/sessions";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { bookSession } from "./book";

const sessionsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("hall_booking as b")
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.hall_id"))
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "h.venue_id").onRef("g.id", "=", "h.program_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .selectAll("b")
    .select(["h.name as hall_name", "g.name as program_name"]);
type Row = Awaited<ReturnType<ReturnType<typeof sessionsOf>["execute"]>>[number];

/** The sessions of a day that are or were on sale, by time. */
export async function list(ctx: Ctx, input: Parsed<typeof sessions.list>): Promise<{ content: HallSession[] }> {
  let query = sessionsOf(ctx).where("b.day", "=", input.day);
  if (input.hallId !== undefined) query = query.where("b.hall_id", "=", input.hallId);
  const rows = await query.orderBy("b.start_minute").orderBy("h.position").orderBy("b.id").execute();
  return { content: rows.map(toSession) };
}

/**
 * One session with its bookings, newest first.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, input: { id: string }): Promise<Output<typeof sessions.view>> {
  const session = await one(ctx, input.id);
  return { ...session, bookings: await bookings(ctx, "o.hall_booking_id", input.id) };
}

/** Takes places and shows the booking. @throws AppError as `bookSession` */
export async function book(ctx: Ctx, input: Parsed<typeof sessions.book>): Promise<Output<typeof sessions.book>> {
  const orderId = await bookSession(ctx, { ...input, hallBookingId: input.id });
  const [order] = await bookings(ctx, "o.id", orderId);
  if (!order) throw new Error(`session order ${orderId} is gone`);
  return { ...order, session: await one(ctx, input.id) };
}

async function one(ctx: Ctx, id: string): Promise<HallSession> {
  const row = await sessionsOf(ctx).where("b.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "场次" : "Session" });
  return toSession(row);
}

const toSession = (row: Row): HallSession => ({
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
  onShelf: row.status === "on_shelf",
  status: row.status as HallSession["status"],
});

async function bookings(ctx: Ctx, by: "o.id" | "o.hall_booking_id", id: string): Promise<SessionBooking[]> {
  const rows = await ctx.db
    .selectFrom("session_order as o")
    .where("o.venue_id", "=", ctx.venue.id)
    .where(by, "=", id)
    .selectAll("o")
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
    heads: row.heads,
    total: yuan(row.total),
    paid: yuan(row.paid),
    payTypes: row.types,
    holdingId: row.holding_id,
    operator: row.operator,
  }));
}

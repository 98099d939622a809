/** A session's row and the rows of its bookings: locking them and moving their states by the tables of `states.ts`. */
import type { Selectable } from "kysely";
import { type ActionOf, hallBooking, next, type StateOf } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { span } from "../../../contract/core/time";
import { closedDays } from "../../kernel/holidays";
import type { HallBookingTable, SessionOrderTable } from "./rows";
import { word } from "./words";

export type SessionRow = Selectable<HallBookingTable>;
export type BookingRow = Selectable<SessionOrderTable>;
type SessionState = StateOf<typeof hallBooking>;

/**
 * The session, locked until the transaction ends: whoever changes a session or its bookings comes through here first.
 * @throws AppError `missing`
 */
export async function lockSession(ctx: Ctx, id: string): Promise<SessionRow> {
  const row = await ctx.db
    .selectFrom("hall_booking")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("session", ctx.language) });
  return row;
}

/**
 * A booking with its session, both locked, the session first.
 * @throws AppError `missing`
 */
export async function lockBooking(ctx: Ctx, id: string): Promise<{ session: SessionRow; order: BookingRow }> {
  const session = await lockSession(ctx, (await readBooking(ctx, id)).hall_booking_id);
  const order = await ctx.db
    .selectFrom("session_order")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { session, order };
}

/**
 * A booking as it is, for a preview.
 * @throws AppError `missing`
 */
export async function readBooking(ctx: Ctx, id: string): Promise<BookingRow> {
  const row = await ctx.db
    .selectFrom("session_order")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("booking", ctx.language) });
  return row;
}

/** The state that the clock has already made of a session, whether or not the scheduler has written it. */
export const stateNow = (ctx: Ctx, row: Pick<SessionRow, "status" | "ends_at">): SessionState =>
  (row.status === "on_shelf" || row.status === "off_shelf") && row.ends_at <= ctx.now ? "finished" : (row.status as SessionState);

/** The refusal that names the state. */
export const wrongStateError = (ctx: Ctx, state: string, action: string): AppError =>
  new AppError("wrongState", { state: word(state, ctx.language), action: word(action, ctx.language) }, { state, action });

/**
 * Moves a locked session by one action.
 * @throws AppError `wrongState`
 */
export async function moveSession(ctx: Ctx, row: SessionRow, action: ActionOf<typeof hallBooking>): Promise<void> {
  const state = stateNow(ctx, row);
  const to = next(hallBooking, state, action);
  if (to === undefined) throw wrongStateError(ctx, state, action);
  await ctx.db.updateTable("hall_booking").set({ status: to }).where("venue_id", "=", ctx.venue.id).where("id", "=", row.id).execute();
  changed(ctx, row.day);
}

/**
 * Refuses what nobody may do with a session on a day on which the venue is closed. Asked once the session's row is held: who closes a
 * day takes its sessions whole first, so that a booking is seen by the closing, or sees it.
 * @throws AppError `slotClosed`
 */
export async function refuseClosed(ctx: Ctx, session: Pick<SessionRow, "hall_id" | "day" | "start_minute" | "end_minute">): Promise<void> {
  if ((await closedDays(ctx, [session.day])).size === 0) return;
  const hall = await ctx.db
    .selectFrom("hall")
    .select("name")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", session.hall_id)
    .executeTakeFirstOrThrow();
  throw new AppError("slotClosed", { place: hall.name, time: `${session.day} ${span(session.start_minute, session.end_minute)}` });
}

/** Tells the boards of a day. */
export const changed = (ctx: Ctx, day: string): void => ctx.emit({ type: "changed", data: { resource: "capacitySessions", day } });

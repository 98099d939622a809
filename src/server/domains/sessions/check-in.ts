/** Check-in of attendees. */
import type { Parsed } from "../../../contract/call";
import { next, sessionBooking } from "../../../contract/states";
import type { SessionBooking, sessions } from "../../../contract/sessions";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { recordSpend } from "../../ledger/spend";
import { changed, lockBooking, wrongState } from "./session";
import { bookingOf } from "./view";

/**
 * Records how many attendees of a booking came in, on the session's day; a second call corrects it, 0 takes it back.
 * @throws AppError `missing`, `wrongState`, `checkInDay`, `sessionEnters`
 */
export async function checkIn(ctx: Ctx, input: Parsed<typeof sessions.checkIn>): Promise<SessionBooking> {
  const { session, order } = await lockBooking(ctx, input.id);
  if (next(sessionBooking, order.status, "checkIn") === undefined) throw wrongState(ctx, order.status, "checkIn");
  if (session.day !== today(ctx)) throw new AppError("checkInDay", { day: session.day }, { day: session.day });
  if (input.entered > order.heads) throw new AppError("sessionEnters", { no: order.no, heads: order.heads }, { heads: order.heads });
  await ctx.db
    .updateTable("session_order")
    .set({ entered: input.entered })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", order.id)
    .execute();
  if (order.member_id !== null && input.entered > order.entered) recordSpend(ctx, order.member_id, 0, ctx.now);
  changed(ctx, session.day);
  return bookingOf(ctx, order.id);
}

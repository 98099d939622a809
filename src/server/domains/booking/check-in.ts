/** Checking in (开场) and its undo (states.md). */
import type { booking, BookingOrderDetail } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { clock, instant, MINUTE } from "../../../contract/core/time";
import { type Ctx, need, today } from "../../http/context";
import { AppError } from "../../http/error";
import { recordSpend } from "../../ledger/spend";
import { activeLines } from "../../kernel/order-lines";
import { lockOrder, moveOrder, stateNow, wrongStateError } from "../../kernel/orders";
import { view } from "./view";

/**
 * Checks an order in on its day of play, or takes that back before the end. A no-show comes in on the same day only, with its
 * permission, and not once the rest above the fee went back.
 * @throws AppError `missing`, `wrongState`, `checkInDay`, `earlyCheckIn`, `forbidden` (booking_no_show_check_in), `unpaidCheckIn`
 */
export async function checkIn(ctx: Ctx, input: Parsed<typeof booking.checkIn>): Promise<BookingOrderDetail> {
  await arrive(ctx, input);
  return view(ctx, { id: input.id });
}

/** As `checkIn`, without looking at the order afterwards. */
export async function arrive(ctx: Ctx, input: Parsed<typeof booking.checkIn>): Promise<void> {
  const [order, lines] = await Promise.all([lockOrder(ctx, input.id), activeLines(ctx, input.id)]);
  if (input.undo) {
    await moveOrder(ctx, order, "undoCheckIn");
    return;
  }
  const state = stateNow(ctx, order);
  const now = lines.filter((line) => line.day === today(ctx));
  const isToday = now.length > 0;
  if (state === "paid" && !isToday) throw new AppError("checkInDay", { day: order.day }, { day: order.day });
  if (state === "paid" && input.early !== true) refuseEarly(ctx, Math.min(...now.map((line) => line.start)));
  if (state === "no_show") {
    if (!isToday) throw wrongStateError(ctx, state, "checkIn");
    need(ctx, "booking_no_show_check_in");
    const due = order.total - order.paid;
    if (due > 0) throw new AppError("unpaidCheckIn", { due: yuan(due) }, { due: yuan(due) });
  }
  await moveOrder(ctx, order, "checkIn");
  if (order.member_id !== null) recordSpend(ctx, order.member_id, 0, ctx.now);
}

/** @throws AppError `earlyCheckIn` where the first of today's lines begins later than the venue lets in unasked. @param start minute of the day */
function refuseEarly(ctx: Ctx, start: number): void {
  const minutes = Math.ceil((instant(today(ctx), start, ctx.venue.zone).getTime() - ctx.now.getTime()) / MINUTE);
  if (minutes > ctx.venue.early_check_in_minutes) throw new AppError("earlyCheckIn", { minutes, time: clock(start) }, { early: minutes });
}

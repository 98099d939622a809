/** Cancelling an order: what it gives back and why, and doing so. */
import type { booking, BookingOrderDetail, RefundWorking } from "../../../contract/booking";
import type { Parsed } from "../../../contract/call";
import { bookingOrder, next } from "../../../contract/states";
import { type Fen, percentOf, share, yuan } from "../../../contract/money";
import { MINUTE } from "../../../contract/time";
import { type Ctx, need } from "../../http/context";
import { refundParts } from "../../payment/take";
import { recordSpend } from "../members/spend";
import { lockOrder, missingOrder, moveOrder, nextPayStatus, type OrderRow, stateNow, wrongState } from "./order";
import { settle } from "./refund";
import { releaseLines } from "./release-cells";
import { view } from "./view";

const HOUR = 60 * MINUTE;

/** The policy's words and figures for one order, fen. */
interface Working {
  readonly paid: Fen;
  readonly feePercent: number;
  readonly hoursBefore: number;
  readonly fee: Fen;
  readonly refund: Fen;
}

/** Free until the venue's hours before the start; then its percent of what was paid stays as a fee, unless waived. */
function workingOf(ctx: Ctx, order: OrderRow, waiveFee: boolean): Working {
  const before = order.starts_at.getTime() - ctx.now.getTime();
  const late = before < ctx.venue.free_cancel_hours * HOUR;
  const paid = order.paid - order.refunded;
  const feePercent = late && !waiveFee ? ctx.venue.late_cancel_percent : 0;
  const fee = percentOf(paid, feePercent);
  return { paid, feePercent, hoursBefore: Math.floor((before / HOUR) * 10) / 10, fee, refund: paid - fee };
}

/**
 * What a cancellation would give back now, and why.
 * @throws AppError `missing`, `wrongState`, `forbidden` (booking_waive_fee)
 */
export async function refundWorking(ctx: Ctx, input: Parsed<typeof booking.refundWorking>): Promise<RefundWorking> {
  const waiveFee = input.waiveFee ?? false;
  if (waiveFee) need(ctx, "booking_waive_fee");
  const order = await ctx.db
    .selectFrom("booking_order")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!order) return missingOrder(ctx);
  const state = stateNow(ctx, order);
  if (next(bookingOrder, state, "cancel") === undefined) throw wrongState(ctx, state, "cancel");
  const working = workingOf(ctx, order, waiveFee);
  const parts = await refundParts(ctx, { kind: "order", id: order.id }, working.refund);
  return {
    orderId: order.id,
    paid: yuan(working.paid),
    feePercent: working.feePercent,
    hoursBefore: working.hoursBefore,
    freeHours: ctx.venue.free_cancel_hours,
    fee: yuan(working.fee),
    refund: yuan(working.refund),
    back: parts.map((part) => ({
      paymentId: part.paymentId,
      type: part.type,
      purse: part.type === "Balance" ? "principal" : part.type === "Coupon" ? "gift" : null,
      paid: yuan(part.paid),
      fee: yuan(part.fee),
      refund: yuan(part.refund),
    })),
  };
}

/**
 * Cancels an order: frees its slots and gives back what the policy gives back.
 * @throws AppError `missing`, `wrongState`, `forbidden` (booking_waive_fee)
 */
export async function cancel(ctx: Ctx, input: Parsed<typeof booking.cancel>): Promise<BookingOrderDetail> {
  if (input.waiveFee) need(ctx, "booking_waive_fee");
  const order = await lockOrder(ctx, input.id);
  const { paid, fee, refund } = workingOf(ctx, order, input.waiveFee);
  await moveOrder(ctx, order, "cancel", () => ({
    refunded: order.refunded + refund,
    fee: order.fee + fee,
    pay_status: refund === 0 ? order.pay_status : nextPayStatus(ctx, order.pay_status, refund === paid ? "refundAll" : "refundPart"),
  }));
  await releaseLines(ctx, order.id);
  await settle(ctx, order, fee, "cancellation", input.reason);
  await shareOverLines(ctx, order.id, refund);
  if (order.member_id !== null && refund > 0) await recordSpend(ctx, order.member_id, -refund);
  return view(ctx, { id: order.id });
}

async function shareOverLines(ctx: Ctx, orderId: string, refund: Fen): Promise<void> {
  if (refund === 0) return;
  const lines = await ctx.db
    .selectFrom("booking_line")
    .select(["id", "price", "refunded"])
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  const parts = share(
    refund,
    lines.map((line) => line.price - line.refunded),
  );
  for (const [i, line] of lines.entries()) {
    await ctx.db
      .updateTable("booking_line")
      .set({ refunded: line.refunded + (parts[i] ?? 0) })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", line.id)
      .execute();
  }
}

/** An unpaid hold whose time is up frees its slots and gives back a part payment and uses of package cards (states.md "held → expired"). */
import type { Ctx } from "../../http/context";
import { expireOffer } from "../../kernel/offers";
import { shareOverLines } from "./share-lines";
import { returnUses, usesBackOf } from "./card-uses";
import { releaseVenueCoupon } from "../../kernel/venue-coupons";
import { activeLines } from "../../kernel/order-lines";
import { refundedStatus, updateOrder } from "../../kernel/orders";
import { settleUnattended } from "./refund";
import { releaseLines } from "../../kernel/occupancy/release";

/** Expires the order if it is still held and its time is up; an offer of the waitlist lapses with it. @returns whether it did */
export async function expireOrder(ctx: Ctx, id: string): Promise<boolean> {
  const order = await ctx.db
    .updateTable("booking_order")
    .set({ order_status: "expired" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("order_status", "=", "held")
    .where("hold_until", "<=", ctx.now)
    .returningAll()
    .executeTakeFirst();
  if (!order) return false;
  const lines = await activeLines(ctx, id);
  const days = await releaseLines(ctx, id);
  await expireOffer(ctx, id);
  await releaseVenueCoupon(ctx, "order", id);
  if (order.pay_status === "unpaid") {
    for (const day of days) ctx.emit({ type: "booking_changed", orderId: id, data: { day } });
    return true;
  }
  const back = await settleUnattended(ctx, order, 0, "cancellation");
  const refunded = order.refunded + back;
  const pay_status = await refundedStatus(ctx, order, refunded, { lines, ...usesBackOf(lines, 0) });
  await shareOverLines(ctx, lines, back, 0);
  await returnUses(ctx, lines, 0);
  await updateOrder(ctx, order, { refunded, pay_status }, days);
  return true;
}

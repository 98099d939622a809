/** An unpaid hold whose time is up frees its slots and gives back a part payment (states.md "held → expired"). */
import type { Ctx } from "../../http/context";
import { recordSpend } from "../members/spend";
import { nextPayStatus } from "./order";
import { giveBackAll } from "./refund";
import { releaseLines } from "./release-cells";

/** Expires the order if it is still held and its time is up. @returns whether it did */
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
  await releaseLines(ctx, id);
  if (order.paid > 0) {
    await giveBackAll(ctx, order);
    await ctx.db
      .updateTable("booking_order")
      .set({ refunded: order.paid, pay_status: nextPayStatus(ctx, order.pay_status, "refundAll") })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
    if (order.member_id !== null) await recordSpend(ctx, order.member_id, -order.paid);
  }
  ctx.emit({ type: "booking_changed", orderId: id, data: { day: order.day } });
  return true;
}

/** Taking what is due of an order, in full. */
import type { booking, BookingOrderDetail } from "../../../contract/booking";
import type { Parsed } from "../../../contract/call";
import type { Ctx } from "../../http/context";
import { post } from "../../ledger/post";
import { takePayments } from "../../payment/take";
import { recordSpend } from "../members/spend";
import { acceptOffer } from "../waitlist/follow";
import { emitPayment } from "./book";
import { lockOrder, moveOrder, nextPayStatus } from "./order";
import { incomeLegs } from "./postings";
import { view } from "./view";

/**
 * Pays what is due. The prices are those of the booking: an order is never re-priced.
 * @throws AppError `missing`, `wrongState` (also where the hold's time is up), `paymentSum`, `memberNeeded`, `balanceShort`
 */
export async function pay(ctx: Ctx, input: Parsed<typeof booking.pay>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  await moveOrder(ctx, order, "pay", () => ({
    paid: order.total,
    pay_status: nextPayStatus(ctx, order.pay_status, "payAll"),
    hold_until: null,
  }));
  const document = { kind: "order", id: order.id, no: order.no } as const;
  const due = order.total - order.paid;
  const { legs, shiftId } = await takePayments(ctx, document, input.payments, due, order.member_id);
  const lines = await ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
    .select(["l.trace", "l.day", "h.program_id as programId"])
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.order_id", "=", order.id)
    .where("l.status", "=", "active")
    .execute();
  const earlier = order.paid > 0 ? [{ account: "prepaid.order" as const, amount: order.paid, subject: order.id }] : [];
  if (order.list > 0) {
    await post(ctx, {
      document,
      operation: "place",
      reason: order.discount_reason,
      shiftId,
      legs: [...earlier, ...legs, ...incomeLegs(lines, order.card_type_id)],
    });
  }
  if (order.member_id !== null) recordSpend(ctx, order.member_id, due);
  await acceptOffer(ctx, order.id);
  emitPayment(ctx, order.id, due);
  return view(ctx, { id: order.id });
}

/** Taking a part of what is due: money waits on the order until the rest is paid (ledger.md "part payment of a hold / the rest"), cards cover whole lines. */
import { charge } from "../../ledger/charge";
import type { booking, BookingOrderDetail } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { acceptOffer } from "../../kernel/offers";
import { chooseCovered, cover } from "./cover";
import { allowed, lockOrder, nextPayStatus, updateOrder } from "../../kernel/orders";
import { refusePurse } from "./pay";
import { documentOf } from "./refund";
import { view } from "./view";

/**
 * Takes a part of what is due. The order stays held, for as long as it was, or reserved.
 * @throws AppError `missing`, `wrongState`, `partOnly`, `memberNeeded`, `balanceShort`; of cards as `pay`
 */
export async function payPart(ctx: Ctx, input: Parsed<typeof booking.payPart>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  allowed(ctx, order, "payPart");
  await refusePurse(ctx, order, input);
  if (input.payments.length + input.cards.length === 0) throw badField("payments", "required");
  const { lines, saved, total } = await chooseCovered(ctx, order, input.cards);
  const due = total - order.paid;
  const part = input.payments.reduce((sum, payment) => sum + payment.amount, 0);
  if (part >= due) throw new AppError("partOnly", { due: yuan(due) }, { due: yuan(due) });
  await cover(ctx, lines);
  await charge(ctx, documentOf(order), {
    operation: "part payment",
    payments: input.payments,
    due: part,
    memberId: order.member_id,
    legs: [{ account: "prepaid.order", amount: -part, subject: order.id }],
  });
  await updateOrder(ctx, order, {
    discount: order.discount + saved,
    total,
    paid: order.paid + part,
    pay_status: nextPayStatus(ctx, order.pay_status, "payPart"),
  });
  await acceptOffer(ctx, order.id);
  return view(ctx, { id: order.id });
}

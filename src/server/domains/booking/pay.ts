/** Taking what is due of an order, in full: package cards cover what they can, money pays the rest. */
import { charge } from "../../ledger/charge";
import type { booking, BookingOrderDetail } from "../../../contract/booking/booking";
import type { Output, Parsed } from "../../../contract/core/call";
import { fen, yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { acceptOffer } from "../../kernel/offers";
import { coverLines } from "./card-uses";
import { bookingMember } from "../../kernel/booker";
import { chooseCovered, cover, payable } from "./cover";
import { allowed, lockOrder, moveOrder, nextPayStatus, type OrderRow, readOrder } from "../../kernel/orders";
import { incomeLegs } from "../../ledger/order-legs";
import { toTrace } from "../../kernel/price/price";
import { view } from "./view";

/**
 * Pays what is due. The prices are those of the booking: an order is never re-priced.
 * @throws AppError `missing`, `wrongState` (also where the hold's time is up), `paymentSum`, `memberNeeded`, `memberState`, `balanceShort`; of cards `forbidden`
 * (package_card_use), `cardUsesChanged`, `cardUsedUp`, `cardNotUsable`
 */
export async function pay(ctx: Ctx, input: Parsed<typeof booking.pay>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  allowed(ctx, order, "pay");
  await refusePurse(ctx, order, input);
  const { lines, saved, total } = await chooseCovered(ctx, order, input.cards);
  await moveOrder(ctx, order, "pay", () => ({
    discount: order.discount + saved,
    total,
    paid: total,
    pay_status: nextPayStatus(ctx, order.pay_status, "payAll"),
    hold_until: null,
  }));
  await cover(ctx, lines);
  const document = { kind: "order", id: order.id, no: order.no } as const;
  const due = total - order.paid;
  const posted = lines.map((line) => ({ ...line, trace: toTrace(line.priced) }));
  const earlier = order.paid > 0 ? [{ account: "prepaid.order" as const, amount: order.paid, subject: order.id }] : [];
  await charge(ctx, document, {
    operation: "place",
    reason: order.discount_reason,
    payments: input.payments,
    due,
    memberId: order.member_id,
    legs: [...earlier, ...incomeLegs(posted, order.card_type_id)],
  });
  await acceptOffer(ctx, order.id);
  return view(ctx, { id: order.id });
}

/**
 * Refuses the purses and cards of a booker who may no longer take part: what was booked before may be paid by anything else.
 * @throws AppError `memberState`
 */
export async function refusePurse(
  ctx: Ctx,
  { member_id }: Pick<OrderRow, "member_id">,
  { payments, cards }: Pick<Parsed<typeof booking.pay>, "payments" | "cards">,
): Promise<void> {
  const isTheirs = cards.length > 0 || payments.some(({ type }) => type === "Balance" || type === "Coupon" || type === "Credit");
  if (isTheirs && member_id !== null) await bookingMember(ctx, member_id);
}

/**
 * Which of the booker's package cards fit an unpaid order, and what is due beside them.
 * @throws AppError `missing`, `wrongState`
 */
export async function cardOffer(ctx: Ctx, input: Parsed<typeof booking.cardOffer>): Promise<Output<typeof booking.cardOffer>> {
  const order = await readOrder(ctx, input.id);
  allowed(ctx, order, "pay");
  const due = order.total - order.paid;
  if (order.member_id === null || !ctx.codes.has("package_card_use")) return { cards: [], due: yuan(due) };
  const use = (id: string): boolean => !input.withoutCards?.includes(id);
  const covering = await coverLines(ctx, order.member_id, ...(await payable(ctx, order)), use, due);
  const saved = covering.offers.reduce((sum, offer) => sum + fen(offer.amount), 0);
  return { cards: [...covering.offers], due: yuan(due - saved) };
}

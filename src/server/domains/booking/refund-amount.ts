/** Giving back an amount of an order that goes on or is over: goodwill, a no-show's fee waived, cash still owed. */
import type { booking, BookingOrderDetail, RefundWorking } from "../../../contract/booking";
import type { Parsed } from "../../../contract/call";
import { type Fen, yuan } from "../../../contract/money";
import type { PaymentType } from "../../../contract/enums";
import type { OrderStatus } from "../../../contract/states";
import { type Ctx, need } from "../../http/context";
import { AppError } from "../../http/error";
import { balanceOf, type Leg, post } from "../../ledger/post";
import { giveBack, refundParts } from "../../payment/take";
import { recordSpend } from "../members/spend";
import { shareOverLines } from "./cancel";
import { activeLines, type Line } from "./lines";
import { allowed, lockOrder, type OrderRow, readOrder, refuseElsewhere, refundedStatus, updateOrder } from "./order";
import { documentOf, termsOfOrder, workingOf } from "./refund";
import { mergeLegs } from "./postings";
import { view } from "./view";

/**
 * Where an amount would go.
 * @throws AppError as `refundAmount`
 */
export async function refundAmountWorking(ctx: Ctx, input: Parsed<typeof booking.refundAmountWorking>): Promise<RefundWorking> {
  const order = await readOrder(ctx, input.id);
  const lines = await sourceOf(ctx, order, allowed(ctx, order, "refundAmount"), input.amount);
  const terms = { paid: input.amount, feePercent: 0, hoursBefore: 0, freeHours: 0, fee: 0, refund: input.amount };
  return workingOf(ctx, order, terms, [], methodOf(lines));
}

/**
 * Gives back an amount to where the money came from. It lowers what the order's lines have earned, as a discount by hand; of an expired
 * hold or a settled no-show it pays out what is still owed in cash. Once a cancellation would keep a fee it waives that fee, and needs the
 * permission for it.
 * @throws AppError `missing`, `wrongState`, `underContract`, `forbidden` (booking_waive_fee, of a no-show or late), `refundTooBig`
 */
export async function refundAmount(ctx: Ctx, input: Parsed<typeof booking.refundAmount>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  const { amount } = input;
  const lines = await sourceOf(ctx, order, allowed(ctx, order, "refundAmount"), amount);
  const { legs, shiftId } = await giveBack(ctx, await refundParts(ctx, documentOf(order), amount, methodOf(lines)), order.member_id);
  const owed: Leg[] = lines === null ? [{ account: "prepaid.order", amount, subject: order.id }] : await lessen(ctx, lines, amount);
  const refunded = order.refunded + amount;
  await updateOrder(ctx, order, { refunded, pay_status: await refundedStatus(ctx, order, refunded), reason: input.reason });
  await post(ctx, {
    document: documentOf(order),
    operation: "refund of an amount",
    reason: input.reason,
    shiftId,
    legs: [...owed, ...legs],
  });
  if (order.member_id !== null) recordSpend(ctx, order.member_id, -amount);
  return view(ctx, { id: order.id });
}

/** What is still owed on an order is the cash that the clock could not pay out; whatever else goes back to every method that paid. */
const methodOf = (lines: readonly Line[] | null): PaymentType | undefined => (lines === null ? "Cash" : undefined);

/** The lines that the amount is taken from; null: it is owed on the order itself. */
async function sourceOf(ctx: Ctx, order: OrderRow, state: OrderStatus, amount: Fen): Promise<readonly Line[] | null> {
  await refuseElsewhere(ctx, order, "refundAmount");
  // A part payment is nobody's to pay out before the clock has settled it: by then it says what is kept, and what went back by itself.
  const owed = order.order_status === state ? await balanceOf(ctx, "prepaid.order", order.id) : 0;
  const lines = state === "expired" || owed > 0 ? null : await activeLines(ctx, order.id);
  if (lines !== null && (state === "no_show" || (await isLate(ctx, order)))) need(ctx, "booking_waive_fee");
  const earned = order.pay_status === "unpaid" || order.pay_status === "part_paid" ? 0 : undefined;
  const most = lines === null ? owed : (earned ?? lines.reduce((sum, line) => sum + line.price - line.refunded, 0));
  if (amount > most) throw new AppError("refundTooBig", { most: yuan(most) }, { most: yuan(most) });
  return lines;
}

/** Whether a cancellation would keep a part by now. */
async function isLate(ctx: Ctx, order: OrderRow): Promise<boolean> {
  return (await termsOfOrder(ctx, order, false)).feePercent > 0;
}

/** Shares the amount over the lines and gives the legs that lower what they have earned. */
async function lessen(ctx: Ctx, lines: readonly Line[], amount: Fen): Promise<Leg[]> {
  const parts = await shareOverLines(ctx, lines, amount, 0);
  return mergeLegs(lines.map((line, i) => ({ account: "discount.manual", amount: parts[i] ?? 0, earnedOn: line.day })));
}

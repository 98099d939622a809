/** Cancelling an order: what it gives back and why, and doing so. */
import type { booking, BookingOrderDetail, RefundPreview } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import type { Ctx } from "../../http/context";
import { yuan } from "../../../contract/core/money";
import { requireApproval } from "../../kernel/approval";
import { withdrawOffer } from "../../kernel/offers";
import { placesFreed, vouchedGivenUp } from "../../kernel/followers";
import { returnUses, usesBackOf } from "./card-uses";
import { releaseVenueCoupon } from "../../kernel/venue-coupons";
import { isVouched, lockVouchers } from "../../kernel/vouchers";
import { activeLines } from "../../kernel/order-lines";
import { allowed, lockOrder, moveOrder, type OrderRow, readOrder, refundedStatus, refuseElsewhere } from "../../kernel/orders";
import { expectRefund, type Terms } from "../../kernel/refund-terms";
import { retainedAmount, settle, termsOfOrder, previewOf } from "./refund";
import { releaseLines } from "../../kernel/occupancy/release";
import { shareOverLines } from "./share-lines";
import { view } from "./view";

/**
 * What a cancellation would give back now, and why.
 * @throws AppError `missing`, `wrongState`
 */
export async function refundPreview(ctx: Ctx, input: Parsed<typeof booking.refundPreview>): Promise<RefundPreview> {
  const waiveFee = input.waiveFee ?? false;
  const order = await readOrder(ctx, input.id);
  await refuseElsewhere(ctx, order, "cancel");
  allowed(ctx, order, "cancel");
  return previewOf(ctx, order, await termsOfOrder(ctx, order, waiveFee), await activeLines(ctx, order.id));
}

/** Requires an approval for this order and this fee from operators who may not waive a fee. @throws AppError as `requireApproval` */
export async function approveWaiver(
  ctx: Ctx,
  order: OrderRow,
  { fee, feePercent, refund }: Terms,
  reason: string,
  lineIds: readonly string[] = [],
): Promise<void> {
  // Nothing is kept: there is nothing to waive.
  if (fee === 0 && feePercent === 0) return;
  await requireApproval(ctx, {
    action: "waiveFee",
    subject: order.id,
    amount: fee,
    content: [reason, feePercent, ...lineIds],
    rule: { zh: "免收手续费须有权限的人同意", en: "Waiving the fee needs somebody who may waive it" },
    facts: [
      { label: { zh: "订单", en: "Order" }, value: order.no },
      { label: { zh: "按规定退", en: "By the rule" }, value: yuan(refund) },
      { label: { zh: "免收后退", en: "Without the fee" }, value: yuan(refund + fee) },
      { label: { zh: "理由", en: "Reason" }, value: reason },
    ],
  });
}

/**
 * Cancels an order: frees its slots, which the waitlist is offered, and gives back what the policy gives back.
 * @throws AppError `missing`, `wrongState`, `approvalNeeded` (of a waived fee), `refundChanged`
 */
export async function cancel(ctx: Ctx, input: Parsed<typeof booking.cancel>): Promise<BookingOrderDetail> {
  await lockVouchers(ctx, [input.id]);
  const order = await lockOrder(ctx, input.id);
  await refuseElsewhere(ctx, order, "cancel");
  const terms = await termsOfOrder(ctx, order, input.waiveFee);
  expectRefund(input.expectedRefund, terms.refund);
  if (input.waiveFee) await approveWaiver(ctx, order, await termsOfOrder(ctx, order, false), input.reason);
  const days = await cancelOrder(ctx, order, terms, input.reason);
  await placesFreed(ctx, days);
  return view(ctx, { id: order.id });
}

/** Nothing is kept: neither money nor uses of a package card or a voucher. */
export const FREE_OF_FEE = { fee: 0, feePercent: 0 } as const;

/**
 * Cancels an order that the caller has locked, keeping `fee` fen, and of uses of package cards and vouchers `feePercent` of them. The caller offers what came free to the waitlist.
 * @returns the days on which slots came free
 * @throws AppError `wrongState`
 */
export async function cancelOrder(
  ctx: Ctx,
  order: OrderRow,
  { fee, feePercent }: Pick<Terms, "fee" | "feePercent">,
  reason: string,
): Promise<string[]> {
  const refund = retainedAmount(order) - fee;
  const lines = await activeLines(ctx, order.id);
  await moveOrder(ctx, order, "cancel", async () => ({
    refunded: order.refunded + refund,
    fee: order.fee + fee,
    reason,
    pay_status: await refundedStatus(ctx, order, order.refunded + refund, { lines, ...usesBackOf(lines, feePercent) }),
  }));
  const days = await releaseLines(ctx, order.id);
  await withdrawOffer(ctx, order.id);
  await settle(ctx, order, fee, "cancellation", reason);
  await shareOverLines(ctx, lines, refund, fee);
  await returnUses(ctx, lines, feePercent);
  if (isVouched(lines)) await vouchedGivenUp(ctx, order.id, feePercent, reason);
  await releaseVenueCoupon(ctx, "order", order.id);
  return days;
}

/** Money back from an order: what goes where, and its postings. */
import { refund, sumOfParts } from "../../ledger/charge";
import type { RefundPreview } from "../../../contract/booking/booking";
import type { PaymentType } from "../../../contract/core/enums";
import { WALK_IN } from "../../../contract/core/resource/labels";
import { type Fen, yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import type { Leg } from "../../ledger/post";
import { refundParts, type RefundPart } from "../../payment/collect";
import { addMessage } from "../../kernel/messages";
import { usesBackOf } from "./card-uses";
import type { Line } from "../../kernel/order-lines";
import type { OrderRow } from "../../kernel/orders";
import { policyOf } from "../../kernel/policy";
import { mergeLegs, mirrorOf } from "../../ledger/order-legs";
import { word } from "./words";
import { placesIn } from "../../kernel/place-words";
import { type Terms, termsOf, backOf, paidOutOf, usesBack as wholeUsesBack } from "../../kernel/refund-terms";
import { isVouched, voucherOf } from "../../kernel/vouchers";

/** Computes the amount that the venue still holds of an order: neither refunded nor retained as a fee, fen. */
export const retainedAmount = (order: OrderRow): Fen => order.paid - order.refunded - order.fee;
export const documentOf = (order: OrderRow) => ({ kind: "order", id: order.id, no: order.no }) as const;

/** The policy's figures for giving up all that is left of an order. */
export const termsOfOrder = async (ctx: Ctx, order: OrderRow, waiveFee: boolean): Promise<Terms> =>
  termsOf(ctx, await policyOf(ctx, order.program_id), retainedAmount(order), order.starts_at, waiveFee, order.late_percent);

/**
 * A refund preview on the wire: `terms`, which payment gives back what, and the uses of package cards and of the voucher of the lines that end; `only` one
 * method may give it back.
 */
export async function previewOf(
  ctx: Ctx,
  order: OrderRow,
  terms: Terms,
  lines: readonly Line[],
  only?: PaymentType,
): Promise<RefundPreview> {
  const { uses, usesBack } = usesBackOf(lines, terms.feePercent);
  const voucher = isVouched(lines) ? await voucherOf(ctx, order.id) : undefined;
  return {
    orderId: order.id,
    paid: yuan(terms.paid),
    feePercent: terms.feePercent,
    hoursBefore: terms.hoursBefore,
    freeHours: terms.freeHours,
    ...(terms.lateMove ? { lateMove: true } : {}),
    fee: yuan(terms.fee),
    refund: yuan(terms.refund),
    back: await paidOutOf(ctx, order.member_id, backOf(await refundParts(ctx, documentOf(order), terms.refund, only), terms.fee)),
    uses,
    usesBack,
    ...(voucher ? { voucher: { ...voucher, usesBack: wholeUsesBack(voucher.uses, terms.feePercent) } } : {}),
  };
}

/** The fee as income of today. */
export const feeLeg = (ctx: Ctx, order: OrderRow, fee: Fen): Leg => ({
  account: "income.fee",
  amount: -fee,
  subject: order.program_id,
  earnedOn: today(ctx),
});

/**
 * Undoes what an order posted, gives back all that is left of it but `fee` to the purses and methods it came from in the shares in which
 * they paid, and keeps the fee as income of today (ledger.md "cancellation of that order, 20 % fee").
 * @param fee fen kept
 * @returns fen given back
 */
export async function settle(ctx: Ctx, order: OrderRow, fee: Fen, operation: string, reason: string): Promise<Fen> {
  const back = retainedAmount(order) - fee;
  return reverseOrder(ctx, order, back, { fee, operation, reason });
}

/**
 * As `settle`, by the clock. Nobody is at a drawer then: what was paid in cash stays owed on the order (prepaid.order), and the desk
 * is asked by a message to pay it out.
 */
export async function settleUnattended(ctx: Ctx, order: OrderRow, fee: Fen, operation: string): Promise<Fen> {
  const parts = await refundParts(ctx, documentOf(order), retainedAmount(order) - fee);
  const sendable = parts.filter((part) => part.type !== "Cash");
  const owed = sumOfParts(parts) - sumOfParts(sendable);
  const back = await reverseOrder(ctx, order, sendable, { fee, operation, owed });
  if (owed > 0) {
    await addMessage(ctx, {
      kind: "payment",
      title: (language) => word("cashOwed", language, { no: order.no, amount: yuan(owed) }),
      text: (language) => `${order.name || WALK_IN[language]} ${order.day} ${placesIn(order.places, language)}`,
      resource: "bookingOrders",
      resourceId: order.id,
    });
  }
  return back;
}

/** Undoes all that an order posted; `owed` fen stay on it. */
async function reverseOrder(
  ctx: Ctx,
  order: OrderRow,
  back: Fen | readonly RefundPart[],
  { fee, operation, reason, owed = 0 }: { fee: Fen; operation: string; reason?: string; owed?: Fen },
): Promise<Fen> {
  const stays: Leg = { account: "prepaid.order", amount: -owed, subject: order.id };
  const undoes = mergeLegs([...(await mirrorOf(ctx, order.id)), stays]);
  return refund(ctx, documentOf(order), {
    operation,
    reason,
    memberId: order.member_id,
    back,
    undoes,
    fee: { amount: fee, of: order.program_id },
  });
}

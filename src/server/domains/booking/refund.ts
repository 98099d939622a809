/** Money back from an order: what goes where, and its postings. */
import type { RefundWorking } from "../../../contract/booking";
import type { PaymentType } from "../../../contract/enums";
import { type Fen, percentOf, share, yuan } from "../../../contract/money";
import { MINUTE } from "../../../contract/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { type Leg, post } from "../../ledger/post";
import { giveBack, refundParts, type RefundPart } from "../../payment/take";
import { addMessage } from "../messages/messages";
import { usesBackOf } from "./card-uses";
import type { Line } from "./lines";
import type { OrderRow } from "./order";
import { type Policy, policyOf } from "./policy";
import { mergeLegs, mirrorOf } from "./postings";
import { word } from "./words";
import { placesIn } from "./places";

const HOUR = 60 * MINUTE;

/** What the venue still has of an order: neither given back nor kept as a fee, fen. */
export const keptOf = (order: OrderRow): Fen => order.paid - order.refunded - order.fee;
export const documentOf = (order: OrderRow) => ({ kind: "order", id: order.id, no: order.no }) as const;

/** The policy's figures for giving up something worth `paid` that starts at `startsAt`, fen. */
export interface Terms {
  readonly paid: Fen;
  readonly feePercent: number;
  readonly hoursBefore: number;
  readonly freeHours: number;
  readonly fee: Fen;
  readonly refund: Fen;
  /** The fee stands because of an earlier late move, not because of the hour. */
  readonly lateMove?: boolean;
}

/**
 * Free until the policy's hours before the start; then its percent of what was paid stays as a fee, unless waived.
 * @param latePercent that stays at least, because a move within those hours went before
 */
export function termsOf(ctx: Ctx, policy: Policy, paid: Fen, startsAt: Date, waiveFee: boolean, latePercent = 0): Terms {
  const before = startsAt.getTime() - ctx.now.getTime();
  const late = before < policy.freeCancelHours * HOUR;
  const percent = Math.max(late ? policy.lateCancelPercent : 0, latePercent);
  const feePercent = waiveFee ? 0 : percent;
  const fee = percentOf(paid, feePercent);
  const hoursBefore = Math.floor((before / HOUR) * 10) / 10;
  const terms = { paid, feePercent, hoursBefore, freeHours: policy.freeCancelHours, fee, refund: paid - fee };
  return !late && latePercent > 0 ? { ...terms, lateMove: true } : terms;
}

/** The policy's figures for giving up all that is left of an order. */
export const termsOfOrder = async (ctx: Ctx, order: OrderRow, waiveFee: boolean): Promise<Terms> =>
  termsOf(ctx, await policyOf(ctx, order.program_id), keptOf(order), order.starts_at, waiveFee, order.late_percent);

/** @throws AppError `refundChanged` where the person was shown another sum than goes back now */
export function expectRefund(expected: Fen | undefined, refund: Fen): void {
  if (expected === undefined || expected === refund) return;
  throw new AppError("refundChanged", { from: yuan(expected), to: yuan(refund) }, { refund: yuan(refund) });
}

/** The wire's working of a refund: `terms`, which payment gives back what, and the uses of package cards of the lines that end; `only` one method may give it back. */
export async function workingOf(
  ctx: Ctx,
  order: OrderRow,
  terms: Terms,
  lines: readonly Line[],
  only?: PaymentType,
): Promise<RefundWorking> {
  const { uses, usesBack } = usesBackOf(lines, terms.feePercent);
  return {
    orderId: order.id,
    paid: yuan(terms.paid),
    feePercent: terms.feePercent,
    hoursBefore: terms.hoursBefore,
    freeHours: terms.freeHours,
    ...(terms.lateMove ? { lateMove: true } : {}),
    fee: yuan(terms.fee),
    refund: yuan(terms.refund),
    back: backOf(await refundParts(ctx, documentOf(order), terms.refund, only), terms.fee),
    uses,
    usesBack,
  };
}

/** The parts as the wire says them; a fee is shared over what the payments have left. */
export function backOf(parts: readonly RefundPart[], fee: Fen): RefundWorking["back"] {
  const fees = share(
    fee,
    parts.map((part) => part.fee),
  );
  return parts.map((part, i) => ({
    paymentId: part.paymentId,
    type: part.type,
    purse: part.type === "Balance" ? "principal" : part.type === "Coupon" ? "gift" : null,
    paid: yuan(part.refund + (fees[i] ?? 0)),
    fee: yuan(fees[i] ?? 0),
    refund: yuan(part.refund),
  }));
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
  const back = keptOf(order) - fee;
  await pay(ctx, order, await refundParts(ctx, documentOf(order), back), { fee, operation, reason, owed: 0 });
  return back;
}

/**
 * As `settle`, by the clock. Nobody stands at a drawer then: what was paid in cash stays owed on the order (prepaid.order), and the desk
 * is told to pay it out.
 */
export async function settleUnattended(ctx: Ctx, order: OrderRow, fee: Fen, operation: string): Promise<Fen> {
  const parts = await refundParts(ctx, documentOf(order), keptOf(order) - fee);
  const sum = (some: readonly RefundPart[]): Fen => some.reduce((total, part) => total + part.refund, 0);
  const sendable = parts.filter((part) => part.type !== "Cash");
  const owed = sum(parts) - sum(sendable);
  await pay(ctx, order, sendable, { fee, operation, reason: "", owed });
  if (owed > 0) {
    await addMessage(ctx, {
      kind: "payment",
      title: word("cashOwed", ctx.language, { no: order.no, amount: yuan(owed) }),
      text: `${order.name} ${order.day} ${placesIn(order.places, ctx.language)}`,
      resource: "bookingOrders",
      resourceId: order.id,
    });
  }
  return sum(sendable);
}

async function pay(
  ctx: Ctx,
  order: OrderRow,
  parts: readonly RefundPart[],
  { fee, operation, reason, owed }: { fee: Fen; operation: string; reason: string; owed: Fen },
): Promise<void> {
  const { legs, shiftId } = await giveBack(ctx, parts, order.member_id);
  const stays: Leg = { account: "prepaid.order", amount: -owed, subject: order.id };
  const all = mergeLegs([...(await mirrorOf(ctx, order.id)), ...legs, feeLeg(ctx, order, fee), stays]).filter((leg) => leg.amount !== 0);
  if (all.length > 0) await post(ctx, { document: documentOf(order), operation, reason, shiftId, legs: all });
}

/** Refund of a cancellation: the policy's figures, and their form on the wire. */
import type { RefundPreview } from "../../contract/booking/booking";
import { type Fen, percentOf, share, yuan } from "../../contract/core/money";
import { MINUTE } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { closedAccount } from "../ledger/pay-out";
import type { RefundPart } from "../payment/collect";
import type { Policy } from "./policy";

const HOUR = 60 * MINUTE;

/** The policy's figures for giving up something worth `paid` that starts at `startsAt`, fen. */
export interface Terms {
  readonly paid: Fen;
  readonly feePercent: number;
  readonly hoursBefore: number;
  readonly freeHours: number;
  readonly fee: Fen;
  readonly refund: Fen;
  /** The fee applies because of an earlier late move, not because of the hour. */
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

/**
 * Computes how many uses that paid instead of money are restored where the policy retains `feePercent` of them; it retains whole uses only.
 */
export const usesBack = (uses: number, feePercent: number): number => uses - Math.floor(percentOf(uses * 100, feePercent) / 100);

/** @throws AppError `refundChanged` where the person was shown another sum than goes back now */
export function expectRefund(expected: Fen | undefined, refund: Fen): void {
  if (expected === undefined || expected === refund) return;
  throw new AppError("refundChanged", { from: yuan(expected), to: yuan(refund) }, { refund: yuan(refund) });
}

/** The same as it goes where the member's account is closed: the principal in cash, nothing of the gift. */
export async function paidOutOf(ctx: Ctx, memberId: string | null, back: RefundPreview["back"]): Promise<RefundPreview["back"]> {
  if (memberId === null || back.every(({ purse }) => purse === null) || !(await closedAccount(ctx, memberId, false))) return back;
  return back.map((one) => {
    if (one.purse === null) return one;
    return one.purse === "gift" ? { ...one, refund: yuan(0) } : { ...one, type: "Cash", purse: null };
  });
}

/** The parts as the wire says them; a fee is shared over what the payments have left. */
export function backOf(parts: readonly RefundPart[], fee: Fen): RefundPreview["back"] {
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

/**
 * Common steps of every document of money: payments, postings and the money figures of the member's row, in one sequence. A document adds
 * only the purpose of the money. Prices are the document's own matter, as is its row, whose lock the caller holds.
 */
import type { PaymentType } from "../../contract/core/enums";
import type { Fen } from "../../contract/core/money";
import { type Ctx, type LiveEvent, today } from "../http/context";
import { deskPaymentEvent } from "../live/payment";
import { refundPayments, type PaymentEntry, refundParts, type RefundPart, collectPayments } from "../payment/collect";
import { fillPurses } from "./pay-out";
import { type Document, type Leg, post } from "./post";
import { recordSpend } from "./spend";

interface Movement {
  /** The row of ledger.md. */
  readonly operation: string;
  readonly reason?: string | undefined;
  /** Member whose purses move and whose spending is recorded, if any. */
  readonly memberId: string | null | undefined;
  /** Change of the member's spending, fen, where that is not all of the money. */
  readonly spent?: Fen;
  /** The shift that the document belongs to, where no money of it goes through a drawer. */
  readonly shiftOf?: (ctx: Ctx) => Promise<string | null>;
}

/** Money that a document takes. */
interface Charge extends Movement {
  readonly payments: readonly PaymentEntry[];
  /** Fen that the payments must sum to. */
  readonly due: Fen;
  /** Purpose of the money: income, discounts, prepaid value; in sum the opposite of `due`. */
  readonly legs: readonly Leg[];
  /** When it is also a visit. */
  readonly visitAt?: Date;
  /** Event data that screens show in addition to the document. */
  readonly shownBy?: LiveEvent["data"];
}

/** Money that was taken. */
interface Charged {
  /** The shift whose drawer took money, or that `shiftOf` names. */
  readonly shiftId: string | null;
  /** The transaction; none where nothing moved. */
  readonly txId: string | undefined;
}

/**
 * Takes the payments of a document, posts them with what they are for, and tells the screens.
 * @throws AppError as `collectPayments` and `post`: `paymentSum`, `memberNeeded`, `balanceShort`, of scanned codes and coupons
 */
export async function charge(ctx: Ctx, document: Document, of: Charge): Promise<Charged> {
  const { due, memberId = null, visitAt } = of;
  const collected = await collectPayments(ctx, document, of.payments, due, memberId);
  const shiftId = collected.shiftId ?? (await of.shiftOf?.(ctx)) ?? null;
  const spent = of.spent ?? due;
  // Before the postings: who has the member may have to wait for a purse, but nobody waits for the member with a purse in hand.
  if (memberId !== null && (spent !== 0 || visitAt !== undefined)) recordSpend(ctx, memberId, spent, visitAt);
  const txId = await postAll(ctx, document, of, shiftId, [...collected.legs, ...of.legs]);
  if (due > 0) ctx.emit(deskPaymentEvent(document.id, due, of.shownBy));
  return { shiftId, txId };
}

/** Money that a document gives back. */
interface Refund extends Movement {
  /** Fen that go back to the payments in the shares in which they paid, or which payment gives back what. */
  readonly back: Fen | readonly RefundPart[];
  /** The one method that gives it back. */
  readonly only?: PaymentType | undefined;
  /** Postings that no longer apply: the mirror of income and discounts, prepaid value. */
  readonly undoes: readonly Leg[];
  /** Amount that the venue retains, as income of today; `of`: the program or thing that earns it. */
  readonly fee?: { readonly amount: Fen; readonly of: string };
}

/**
 * Gives money of a document back the way it came, and posts it with what it undoes. What goes to purses whose account is closed leaves them
 * at once.
 * @returns fen given back
 */
export async function refund(ctx: Ctx, document: Document, of: Refund): Promise<Fen> {
  const { back, memberId = null, fee } = of;
  const parts = typeof back === "number" ? await refundParts(ctx, document, back, of.only) : back;
  const given = await refundPayments(ctx, parts, memberId);
  const shiftId = given.shiftId ?? (await of.shiftOf?.(ctx)) ?? null;
  const feeLegs: Leg[] = fee ? [{ account: "income.fee", amount: -fee.amount, subject: fee.of, earnedOn: today(ctx) }] : [];
  const legs = [...of.undoes, ...given.legs, ...feeLegs];
  const refunded = sumOfParts(parts);
  const spent = of.spent ?? refunded;
  if (memberId !== null && spent !== 0) recordSpend(ctx, memberId, -spent);
  await fillPurses(ctx, memberId, { legs, reason: of.reason }, () => postAll(ctx, document, of, shiftId, legs));
  return refunded;
}

/** Sums the parts of a refund, fen. */
export const sumOfParts = (parts: readonly RefundPart[]): Fen => parts.reduce((sum, part) => sum + part.refund, 0);

async function postAll(ctx: Ctx, document: Document, { operation, reason }: Movement, shiftId: string | null, legs: readonly Leg[]) {
  if (legs.every((leg) => leg.amount === 0)) return undefined;
  return post(ctx, { document, operation, ...(reason === undefined ? {} : { reason }), shiftId, legs });
}

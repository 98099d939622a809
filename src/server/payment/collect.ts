/**
 * Taking and giving back money for a document: booking order, sale, package card, session. One row a payment attempt; the legs that
 * belong to it in the ledger are handed to the caller, who posts them together with the income.
 */
import type { PaymentType } from "../../contract/core/enums";
import { share, yuan } from "../../contract/core/money";
import { AppError, badField, badInput } from "../http/error";
import type { Ctx } from "../http/context";
import type { Document, Leg } from "../ledger/post";
import { shiftOf, tenderAccount } from "../ledger/tender";
import { isChannel } from "./channel";
import { claimCollection } from "./claim";
import { refundCoupon, redeemCoupon } from "./coupon";
import { requestRefund } from "./refund";
import { refundCredit, chargeCredit } from "./credit";
import { refundRoaming, chargeRoaming } from "./roaming";
import { word } from "./words";

/** A payment as validated from the contract; amounts in fen. */
export interface PaymentEntry {
  readonly type: PaymentType;
  readonly amount: number;
  readonly tendered?: number | undefined;
  readonly note?: string | undefined;
  /** For type scanCode: the collection that brought the money. */
  readonly paymentId?: string | undefined;
  /** For type Balance, received where the purse could not be checked: the amount that the purse lacks is owed. Never from a request. */
  readonly owesRest?: boolean;
  /** For type SportsExpertUserCoupon: its code. */
  readonly coupon?: string | undefined;
  /** For type RoamingCard: the member whose purses pay, and the other venue. */
  readonly card?: { readonly venueId: string; readonly memberId: string } | undefined;
}
/** Formats the note on a tender below its amount, by the missing fen. */
export const cashShort = (ctx: Ctx, lacks: number): string => word("cashShort", ctx.language, { amount: yuan(lacks) });

const fromPurse = (type: PaymentType): boolean => type === "Balance" || type === "Coupon" || type === "Credit";
const subjectOf = (type: PaymentType, memberId: string | null, shiftId: string | null): { subject?: string } =>
  fromPurse(type) && memberId !== null ? { subject: memberId } : type === "Cash" && shiftId !== null ? { subject: shiftId } : {};

/**
 * Checks and records payments of a document, and gives their debit legs.
 * What is paid online is refused: it arrives through its own calls. A payment of type scanCode names a collection that is paid already
 * (`sale.amountAndCode`, purpose document), which becomes the document's; the authority's coupon is taken by its code.
 * @param due fen that the payments must sum to, exactly
 * @param memberId whose purses pay; null for a walk-in
 * @throws AppError `paymentSum`, `memberNeeded`, `badInput` for a tender below its amount, `scanNotPaid`; of a coupon
 * `couponUnknown`, `couponSpent`, `couponEnded`, `couponThreshold`, `couponFace`, `forbidden` (coupon_use); of a card of another venue as `chargeRoaming`;
 * of credit as `chargeCredit`
 */
export async function collectPayments(
  ctx: Ctx,
  document: Document,
  payments: readonly PaymentEntry[],
  due: number,
  memberId: string | null,
): Promise<{ legs: Leg[]; shiftId: string | null }> {
  const sum = payments.reduce((total, payment) => total + payment.amount, 0);
  if (sum !== due) throw new AppError("paymentSum", { sum: yuan(sum), due: yuan(due) }, { sum: yuan(sum), due: yuan(due) });
  if (memberId === null && payments.some((payment) => fromPurse(payment.type))) throw new AppError("memberNeeded");
  for (const [i, payment] of payments.entries()) {
    if (payment.type === "online") throw badField(`payments.${i}.type`, "other");
    if (payment.type === "SportsExpertUserCoupon" && payment.coupon === undefined) throw badField(`payments.${i}.coupon`, "required");
    if (payment.type === "RoamingCard" && payment.card === undefined) throw badField(`payments.${i}.card`, "required");
    if (payment.type === "Cash" && payment.tendered !== undefined && payment.tendered < payment.amount) {
      throw badInput({ [`payments.${i}.tendered`]: cashShort(ctx, payment.amount - payment.tendered) });
    }
  }
  const onCredit = payments.reduce((total, payment) => (payment.type === "Credit" ? total + payment.amount : total), 0);
  if (onCredit > 0 && memberId !== null) await chargeCredit(ctx, document, memberId, onCredit);
  const shiftId = await shiftOf(
    ctx,
    payments.map((payment) => payment.type),
  );
  const paying = await withDebt(ctx, payments, memberId);
  const byHand = paying.filter((payment) => payment.type !== "scanCode");
  // Ids of one instant are in no order of their own; sorted, they keep the order in which the person entered the payments.
  const ids = byHand.map(() => ctx.newId()).sort();
  const idOf = (payment: PaymentEntry): string => ids[byHand.indexOf(payment)] ?? ctx.newId();
  const legs: Leg[] = [];
  const cards = new Map<PaymentEntry, string>();
  for (const payment of paying) {
    const { type, amount } = payment;
    if (type === "scanCode") legs.push(await claimCollection(ctx, document, payment));
    else if (payment.coupon !== undefined && type === "SportsExpertUserCoupon")
      legs.push(await redeemCoupon(ctx, document, { code: payment.coupon, amount, due, paymentId: idOf(payment) }));
    else if (payment.card !== undefined && type === "RoamingCard") {
      const { leg, note } = await chargeRoaming(ctx, document, { card: payment.card, amount, paymentId: idOf(payment) });
      legs.push(leg);
      cards.set(payment, note);
    } else legs.push({ account: tenderAccount(type), amount, ...subjectOf(type, memberId, shiftId) });
  }
  if (byHand.length > 0) {
    ctx.write(
      ctx.db
        .insertInto("payment")
        .values(
          byHand.map((payment) => ({
            venue_id: ctx.venue.id,
            id: idOf(payment),
            document_kind: document.kind,
            document_id: document.id,
            type: payment.type,
            amount: payment.amount,
            tendered: payment.tendered ?? null,
            state: "succeeded",
            note: cards.get(payment) ?? (payment.type === "SportsExpertUserCoupon" ? payment.coupon : payment.note) ?? "",
            home_venue_id: cards.has(payment) ? (payment.card?.venueId ?? null) : null,
            shift_id: fromPurse(payment.type) ? null : shiftId,
            person_id: ctx.person.id,
            operator: ctx.person.name,
            at: ctx.now,
          })),
        )
        .execute(),
    );
  }
  return { shiftId, legs };
}

/**
 * Records as debt the amount that a purse lacks for a payment received where it could not be checked, whatever credit the member has: the
 * goods are gone. The purse stays locked until this change ends.
 */
async function withDebt(ctx: Ctx, payments: readonly PaymentEntry[], memberId: string | null): Promise<readonly PaymentEntry[]> {
  if (memberId === null || !payments.some(({ owesRest }) => owesRest)) return payments;
  const purse = await ctx.db
    .selectFrom("balance")
    .select("amount")
    .where("venue_id", "=", ctx.venue.id)
    .where("account", "=", "purse.principal")
    .where("subject", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
  let left = purse?.amount ?? 0;
  return payments.flatMap((payment): PaymentEntry[] => {
    if (!payment.owesRest) return [payment];
    const has = Math.min(left, payment.amount);
    left -= has;
    const lacks = payment.amount - has;
    return [
      ...(has > 0 ? [{ ...payment, amount: has }] : []),
      ...(lacks > 0 ? [{ type: "Credit" as const, amount: lacks, note: word("offlineDebt", ctx.language) }] : []),
    ];
  });
}

/** Composition of a refund of a payment, fen. */
export interface RefundPart {
  readonly paymentId: string;
  readonly type: PaymentType;
  /** Rest of the payment before this refund. */
  readonly paid: number;
  /** Part of it that the venue retains. */
  readonly fee: number;
  readonly refund: number;
  /** The channel that took it; "" where a person did. */
  readonly channel: string;
}

/**
 * The preview of a refund: `back` fen in all, over the document's payments in the shares in which they paid; what is kept is `fee`.
 * Nothing moves. Sums are exact to the fen.
 */
export async function refundParts(
  ctx: Ctx,
  document: { kind: Document["kind"]; id: string },
  back: number,
  only?: PaymentType,
): Promise<RefundPart[]> {
  const payments = await ctx.db
    .selectFrom("payment")
    .select(["id", "type", "amount", "refunded", "channel"])
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", document.kind)
    .where("document_id", "=", document.id)
    .where("state", "in", ["succeeded", "refunded"])
    .orderBy("at")
    .orderBy("id")
    .execute();
  const left = payments.map((payment) => (only === undefined || payment.type === only ? payment.amount - payment.refunded : 0));
  const parts = share(back, left);
  return payments.map((payment, i) => ({
    paymentId: payment.id,
    type: payment.type as PaymentType,
    paid: left[i] ?? 0,
    fee: (left[i] ?? 0) - (parts[i] ?? 0),
    refund: parts[i] ?? 0,
    channel: payment.channel,
  }));
}

/**
 * Marks the parts as refunded and gives their credit legs. A cash refund leaves the drawer of the shift that pays it out; what a channel
 * took goes back through it, once this change has committed; what a coupon paid the authority no longer owes.
 * The caller holds the document's row lock.
 */
export async function refundPayments(
  ctx: Ctx,
  parts: readonly RefundPart[],
  memberId: string | null,
): Promise<{ legs: Leg[]; shiftId: string | null }> {
  const refunds = parts.filter((part) => part.refund > 0);
  const shiftId = await shiftOf(
    ctx,
    refunds.map((part) => part.type),
  );
  const legs: Leg[] = [];
  for (const part of refunds) {
    if (part.type === "SportsExpertUserCoupon") legs.push(await refundCoupon(ctx, part.paymentId, part.refund));
    else if (part.type === "RoamingCard") legs.push(await refundRoaming(ctx, part.paymentId, part.refund));
    else if (part.type === "Credit" && memberId !== null) legs.push(...(await refundCredit(ctx, memberId, part.refund)));
    else
      legs.push({
        account: tenderAccount(part.type, isChannel(part.channel) ? part.channel : undefined),
        amount: -part.refund,
        ...subjectOf(part.type, memberId, shiftId),
      });
    if (isChannel(part.channel)) {
      await requestRefund(ctx, part.paymentId, part.refund, part.paid - part.refund);
      continue;
    }
    await ctx.db
      .updateTable("payment")
      .set((eb) => ({
        refunded: eb("refunded", "+", part.refund),
        state: eb
          .case()
          .when(eb("refunded", "+", part.refund), "=", eb.ref("amount"))
          .then("refunded")
          .else("succeeded")
          .end(),
      }))
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", part.paymentId)
      .execute();
  }
  return { shiftId, legs };
}

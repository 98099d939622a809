/** One set of payments over several documents: each gets its own, so that each can be refunded the way it was paid. */
import { yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { splitCollection } from "../../payment/claim";
import type { PaymentEntry } from "../../payment/collect";
import { refuse } from "../../resource/refuse";

/** A document that waits for its payments. Fen. */
export interface Owed {
  readonly due: number;
  /** False: no purse of the buyer may pay it. */
  readonly purse: boolean;
  /** It takes one payment, whole: a recharge. */
  readonly single: boolean;
}
const isPurse = ({ type }: PaymentEntry): boolean => type === "Balance" || type === "Coupon" || type === "RoamingCard" || type === "Credit";
/** True if the payment must stay whole: a payment by the authority's coupon is never split. */
const isWhole = ({ type }: PaymentEntry): boolean => type === "SportsExpertUserCoupon";

/**
 * Shares payments over documents: what can't be cut first, then what only some documents take, purses before the rest.
 * Cash given and its change stay with the last part of their payment; a scanned collection is split into a payment for each.
 * @returns the payments of each document, in its order
 * @throws AppError `paymentSum`, `refused` where no way of sharing fits, `scanNotPaid` as `splitCollection`
 */
export async function sharePayments(
  ctx: Ctx,
  payments: readonly PaymentEntry[],
  owed: readonly Owed[],
): Promise<(readonly PaymentEntry[])[]> {
  let parts: (readonly PaymentEntry[])[] = splitAmount(ctx, payments, owed);
  for (const { paymentId } of payments) {
    const pieces = parts.flatMap((part) => part.filter((piece) => paymentId !== undefined && piece.paymentId === paymentId));
    if (paymentId === undefined || pieces.length < 2) continue;
    const ids = await splitCollection(
      ctx,
      paymentId,
      pieces.map(({ amount }) => amount),
    );
    parts = parts.map((part) => part.map((piece) => ({ ...piece, paymentId: ids[pieces.indexOf(piece)] ?? piece.paymentId })));
  }
  return parts;
}

function splitAmount(ctx: Ctx, payments: readonly PaymentEntry[], owed: readonly Owed[]): PaymentEntry[][] {
  const sum = payments.reduce((total, { amount }) => total + amount, 0);
  const due = owed.reduce((total, one) => total + one.due, 0);
  if (sum !== due) throw new AppError("paymentSum", { sum: yuan(sum), due: yuan(due) }, { sum: yuan(sum), due: yuan(due) });
  if (owed.length === 1) return [[...payments]];
  const left = owed.map((one) => one.due);
  const rest = new Map(payments.map((payment) => [payment, payment.amount]));
  const parts = owed.map((): PaymentEntry[] => []);
  const take = (i: number, payment: PaymentEntry, amount: number): void => {
    if (amount === 0) return;
    const over = (rest.get(payment) ?? 0) - amount;
    const given = payment.tendered === undefined || over > 0 ? undefined : amount + payment.tendered - payment.amount;
    rest.set(payment, over);
    left[i] = (left[i] ?? 0) - amount;
    parts[i]?.push({ ...payment, amount, tendered: given });
  };
  const documents = owed.map((one, i) => ({ ...one, i }));
  for (const payment of payments.filter(isWhole)) {
    const room = ({ single, i }: (typeof documents)[number]): boolean =>
      single ? left[i] === payment.amount : (left[i] ?? 0) >= payment.amount;
    const found = documents.find((one) => !one.single && left[one.i] === payment.amount) ?? documents.find(room);
    if (!found)
      throw refuse(ctx, {
        zh: "一张体育券只能付单中的一种：商品、次卡、充值等各是各的单据。没有收款；请改用其他方式，或分开收",
        en: "One sports coupon pays one document: goods, a card, a recharge. Nothing was taken; use another method, or sell them one by one",
      });
    take(found.i, payment, payment.amount);
  }
  const open = payments.filter((payment) => !isWhole(payment));
  for (const { i } of documents.filter((one) => one.single && (left[one.i] ?? 0) > 0)) {
    const found = open.find((payment) => !isPurse(payment) && (rest.get(payment) ?? 0) >= (left[i] ?? 0));
    if (!found)
      throw refuse(ctx, {
        zh: "充值须由一种收款方式付清，不能用余额。没有收款；请调整各方式的金额",
        en: "One method pays a recharge whole, and no balance does. Nothing was taken; change the amounts",
      });
    take(i, found, left[i] ?? 0);
  }
  const inOrder = [...open.filter(isPurse), ...open.filter((payment) => !isPurse(payment))];
  for (const { i, purse } of [...documents.filter((one) => !one.purse), ...documents.filter((one) => one.purse)])
    for (const payment of inOrder) if (purse || !isPurse(payment)) take(i, payment, Math.min(left[i] ?? 0, rest.get(payment) ?? 0));
  if (left.some((fen) => fen > 0))
    throw refuse(ctx, {
      zh: "余额付不了单中的充值和别人的订单。没有收款；请减少余额支付的金额",
      en: "A balance pays neither a recharge nor somebody else's booking. Nothing was taken; pay less from the balance",
    });
  return parts;
}

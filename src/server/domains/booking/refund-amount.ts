/** Giving back an amount of an order that continues or is over: goodwill, a no-show's fee waived, cash still owed. */
import { refund } from "../../ledger/charge";
import type { booking, BookingOrderDetail, RefundPreview } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { type Fen, share, yuan } from "../../../contract/core/money";
import type { PaymentType } from "../../../contract/core/enums";
import type { OrderStatus } from "../../../contract/core/states";
import { type Ctx, need } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { balanceOf, type Leg } from "../../ledger/post";
import { refundParts } from "../../payment/collect";
import { shareOverLines } from "./share-lines";
import { activeLines, type Line } from "../../kernel/order-lines";
import { allowed, lockOrder, type OrderRow, readOrder, refuseElsewhere, refundedStatus, updateOrder } from "../../kernel/orders";
import { documentOf, feeLeg, termsOfOrder, previewOf } from "./refund";
import { mergeLegs } from "../../ledger/order-legs";
import { view } from "./view";

/**
 * Returns the destination of a refunded amount.
 * @throws AppError as `refundAmount`
 */
export async function refundAmountPreview(ctx: Ctx, input: Parsed<typeof booking.refundAmountPreview>): Promise<RefundPreview> {
  const order = await readOrder(ctx, input.id);
  const source = await sourceOf(ctx, order, allowed(ctx, order, "refundAmount"), input.amount);
  const terms = { paid: input.amount, feePercent: 0, hoursBefore: 0, freeHours: 0, fee: 0, refund: input.amount };
  return previewOf(ctx, order, terms, [], await methodOf(ctx, order, source, input));
}

/**
 * Gives back an amount to where the money came from, or all of it by one method that paid at least as much. It lowers what the order's lines have earned, as a discount by hand; of an expired
 * hold or a settled no-show it pays out what is still owed in cash. Once a cancellation would keep a fee it waives that fee, and needs the
 * permission for it.
 * @throws AppError `missing`, `wrongState`, `underContract`, `forbidden` (booking_waive_fee, of a no-show or late), `refundTooBig`, `badInput` (method)
 */
export async function refundAmount(ctx: Ctx, input: Parsed<typeof booking.refundAmount>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  const { amount } = input;
  const source = await sourceOf(ctx, order, allowed(ctx, order, "refundAmount"), amount);
  const only = await methodOf(ctx, order, source, input);
  const from = await deductFromLines(ctx, order, source, amount);
  const refunded = order.refunded + amount;
  await updateOrder(ctx, order, {
    refunded,
    fee: order.fee - ("fees" in source ? amount : 0),
    pay_status: await refundedStatus(ctx, order, refunded),
    reason: input.reason,
  });
  await refund(ctx, documentOf(order), {
    operation: "refund of an amount",
    reason: input.reason,
    memberId: order.member_id,
    back: amount,
    only,
    undoes: from,
  });
  return view(ctx, { id: order.id });
}

/**
 * Source of a refunded amount: the cash still owed on the order, the earnings of its active lines, or the fee retained for no-show lines.
 */
type Source = { readonly owed: readonly Ended[] } | { readonly lines: readonly Line[] } | { readonly fees: readonly Ended[] };
type Ended = { readonly id: string; readonly price: Fen; readonly refunded: Fen; readonly fee: Fen };

/**
 * The amount still owed on an order is the cash that the clock could not pay out; any other refund uses the chosen method, or every method
 * that paid.
 * @throws AppError `badInput` for another method of what is owed, `refundTooBig` for more than the method has left
 */
async function methodOf(
  ctx: Ctx,
  order: OrderRow,
  source: Source,
  { method, amount }: { readonly method?: PaymentType | undefined; readonly amount: Fen },
): Promise<PaymentType | undefined> {
  if ("owed" in source) {
    if (method !== undefined && method !== "Cash") throw badField("method", "oneOf");
    return "Cash";
  }
  if (method === undefined) return undefined;
  within(amount, sumOf((await refundParts(ctx, documentOf(order), amount, method)).map((part) => part.paid)), source);
  return method;
}

/** @throws AppError as `refundAmount` */
async function sourceOf(ctx: Ctx, order: OrderRow, state: OrderStatus, amount: Fen): Promise<Source> {
  await refuseElsewhere(ctx, order, "refundAmount");
  // A part payment is nobody's to pay out before the clock has settled it: by then it says what is kept, and what went back by itself.
  const owed = order.order_status === state ? await balanceOf(ctx, "prepaid.order", order.id) : 0;
  if (state === "expired" || owed > 0)
    return within(amount, owed, { owed: await endedOf(ctx, order, state === "expired" ? "released" : "missed") });
  if (state === "no_show" || (await isLate(ctx, order))) need(ctx, "booking_waive_fee");
  const fees = state === "no_show" ? await endedOf(ctx, order, "missed") : [];
  if (fees.length > 0) return within(amount, sumOf(fees.map((line) => line.fee)), { fees });
  const lines = await activeLines(ctx, order.id);
  const earns = order.pay_status !== "unpaid" && order.pay_status !== "part_paid";
  return within(amount, earns ? sumOf(lines.map((line) => line.price - line.refunded)) : 0, { lines });
}

const sumOf = (amounts: readonly Fen[]): Fen => amounts.reduce((sum, one) => sum + one, 0);

function within(amount: Fen, most: Fen, source: Source): Source {
  if (amount > most) throw new AppError("refundTooBig", { most: yuan(most) }, { most: yuan(most) });
  return source;
}

/** Lines that the clock has settled: nobody paid them in time, or nobody came. */
const endedOf = (ctx: Ctx, order: OrderRow, status: "released" | "missed"): Promise<Ended[]> =>
  ctx.db
    .selectFrom("booking_line")
    .select(["id", "price", "refunded", "fee"])
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", order.id)
    .where("status", "=", status)
    .orderBy("id")
    .execute();

/** Writes to the lines what is taken from them, and gives the legs of it. */
async function deductFromLines(ctx: Ctx, order: OrderRow, source: Source, amount: Fen): Promise<Leg[]> {
  if ("lines" in source) return reduceEarnings(ctx, source.lines, amount);
  const isOwed = "owed" in source;
  const ended = isOwed ? source.owed : source.fees;
  const parts = share(
    amount,
    ended.map((line) => (isOwed ? line.price - line.refunded - line.fee : line.fee)),
  );
  for (const [i, { id, refunded, fee }] of ended.entries()) {
    const part = parts[i] ?? 0;
    await ctx.db
      .updateTable("booking_line")
      .set({ refunded: refunded + part, fee: isOwed ? fee : fee - part })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
  }
  return [isOwed ? { account: "prepaid.order", amount, subject: order.id } : feeLeg(ctx, order, -amount)];
}

/** True if a cancellation would now retain a part. */
async function isLate(ctx: Ctx, order: OrderRow): Promise<boolean> {
  return (await termsOfOrder(ctx, order, false)).feePercent > 0;
}

/** Shares the amount over the lines and gives the legs that lower what they have earned. */
async function reduceEarnings(ctx: Ctx, lines: readonly Line[], amount: Fen): Promise<Leg[]> {
  const parts = await shareOverLines(ctx, lines, amount, 0);
  return mergeLegs(lines.map((line, i) => ({ account: "discount.manual", amount: parts[i] ?? 0, earnedOn: line.day })));
}

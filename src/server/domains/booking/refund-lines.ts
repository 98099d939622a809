/** Giving up some lines of an order: their slots are free again; what was paid for them goes back by policy. */
import { refund } from "../../ledger/charge";
import type { booking, BookingOrderDetail, RefundPreview } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { type Fen, yuan } from "../../../contract/core/money";
import { instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import type { Leg } from "../../ledger/post";
import { placesFreed, vouchedGivenUp } from "../../kernel/followers";
import { approveWaiver } from "./cancel";
import { returnUses, usesBackOf } from "./card-uses";
import { shareOverLines } from "./share-lines";
import { activeLines, type Line, lineOf, refuseOver, spanOf } from "../../kernel/order-lines";
import {
  allowed,
  isPaid,
  lockOrder,
  moveOrder,
  nextPayStatus,
  type OrderRow,
  readOrder,
  refuseElsewhere,
  refundedStatus,
  updateOrder,
} from "../../kernel/orders";
import { policyOf } from "../../kernel/policy";
import { incomeLegs, mirrorOfLines } from "../../ledger/order-legs";
import { documentOf, previewOf } from "./refund";
import { expectRefund, type Terms, termsOf } from "../../kernel/refund-terms";
import { releaseLines } from "../../kernel/occupancy/release";
import { isVouched, lockVouchers } from "../../kernel/vouchers";
import { view } from "./view";
import { word } from "./words";

/**
 * Returns the current refund for releasing these lines.
 * @throws AppError as `refundLines`
 */
export async function refundLinesPreview(ctx: Ctx, input: Parsed<typeof booking.refundLinesPreview>): Promise<RefundPreview> {
  const order = await readOrder(ctx, input.id);
  const state = allowed(ctx, order, "refundLines");
  await refuseElsewhere(ctx, order, "refundLines");
  const { given, rest } = await choose(ctx, order, input.lineIds);
  if (!isPaid(state)) refusePartPaid(ctx, order, { given, rest });
  return previewOf(ctx, order, await termsOfLines(ctx, order, given, isPaid(state), input.waiveFee ?? false), given);
}

/**
 * Gives up lines of an order. Its state stays; of an order that is not paid they are taken off, and it owes less.
 * @throws AppError `missing`, `wrongState`, `underContract`, `approvalNeeded` (of a waived fee), `lineGone`, `lineOver`, `refundAllLines`, `partPaidChange`,
 * `refundChanged`
 */
export async function refundLines(ctx: Ctx, input: Parsed<typeof booking.refundLines>): Promise<BookingOrderDetail> {
  await lockVouchers(ctx, [input.id]);
  const order = await lockOrder(ctx, input.id);
  const state = allowed(ctx, order, "refundLines");
  await refuseElsewhere(ctx, order, "refundLines");
  const { given, rest } = await choose(ctx, order, input.lineIds);
  if (!isPaid(state)) refusePartPaid(ctx, order, { given, rest });
  const terms = await termsOfLines(ctx, order, given, isPaid(state), input.waiveFee);
  expectRefund(input.expectedRefund, terms.refund);
  if (input.waiveFee)
    await approveWaiver(ctx, order, await termsOfLines(ctx, order, given, isPaid(state), false), input.reason, input.lineIds);
  const days = isPaid(state)
    ? await cancelLines(ctx, order, { given, rest }, terms, input.reason)
    : await removeUnpaidLines(ctx, order, { given, rest }, terms, input.reason);
  await placesFreed(ctx, days);
  return view(ctx, { id: order.id });
}

/** Lines of an order that go, and those that stay. */
interface Cut {
  readonly given: readonly Line[];
  readonly rest: readonly Line[];
}

async function choose(ctx: Ctx, order: OrderRow, ids: readonly string[]): Promise<Cut> {
  const lines = await activeLines(ctx, order.id);
  const given = [...new Set(ids)].map((id) => lineOf(lines, id));
  for (const line of given) refuseOver(ctx, line);
  const rest = lines.filter((line) => !given.includes(line));
  if (rest.length === 0) throw new AppError("refundAllLines");
  return { given, rest };
}

async function termsOfLines(ctx: Ctx, order: OrderRow, given: readonly Line[], paid: boolean, waiveFee: boolean): Promise<Terms> {
  const worth = paid ? given.reduce((sum, line) => sum + line.price - line.refunded, 0) : 0;
  const latePercent = Math.max(...given.map((line) => line.latePercent));
  const starts = given.map((line) => instant(line.day, line.start, ctx.venue.zone).getTime());
  return termsOf(ctx, await policyOf(ctx, order.program_id), worth, new Date(Math.min(...starts)), waiveFee, latePercent);
}

const sumsOf = (lines: readonly Line[]): { list: Fen; discount: Fen; price: Fen } => ({
  list: lines.reduce((sum, line) => sum + line.list, 0),
  discount: lines.reduce((sum, line) => sum + line.discount, 0),
  price: lines.reduce((sum, line) => sum + line.price, 0),
});

/** Returns the minimum percent that a cancellation of the rest retains: a late move of a removed line does not affect the others. */
const lateOf = (order: OrderRow, { given, rest }: Cut): { late_percent: number } =>
  // Orders of before lines kept their own percent have none that says it, and keep theirs.
  given.some((line) => line.latePercent >= order.late_percent)
    ? { late_percent: Math.max(...rest.map((line) => line.latePercent)) }
    : { late_percent: order.late_percent };

/**
 * Gives up lines of a paid order that the caller has locked; the caller offers what came free to the waitlist.
 * @returns the days on which slots came free
 */
export async function cancelLines(ctx: Ctx, order: OrderRow, { given, rest }: Cut, terms: Terms, reason: string): Promise<string[]> {
  const days = await releaseLines(ctx, order.id, { lineIds: given.map((line) => line.id) });
  await shareOverLines(ctx, given, terms.refund, terms.fee);
  const refunded = order.refunded + terms.refund;
  const pay_status = await refundedStatus(ctx, order, refunded, { lines: given, ...usesBackOf(given, terms.feePercent) });
  await returnUses(ctx, given, terms.feePercent);
  if (isVouched(given)) await vouchedGivenUp(ctx, order.id, terms.feePercent, reason);
  await updateOrder(
    ctx,
    order,
    { ...spanOf(ctx, rest), ...lateOf(order, { given, rest }), refunded, fee: order.fee + terms.fee, pay_status, reason },
    days,
  );
  await refund(ctx, documentOf(order), {
    operation: "refund of lines",
    reason,
    memberId: order.member_id,
    back: terms.refund,
    undoes: await mirrorOfLines(ctx, order, given),
    fee: { amount: terms.fee, of: order.program_id },
  });
  return days;
}

/**
 * Takes lines off an order that is not paid and that the caller has locked; the caller offers what came free to the waitlist. Where what
 * was paid in part, by money or by a card, is all that the rest costs, the rest is paid, and what goes beyond it goes back.
 * @returns the days on which slots came free
 */
export async function removeUnpaidLines(
  ctx: Ctx,
  order: OrderRow,
  { given, rest }: Cut,
  { feePercent }: Pick<Terms, "feePercent">,
  reason: string,
): Promise<string[]> {
  const gone = sumsOf(given);
  const total = order.total - gone.price;
  const isBare = order.pay_status === "part_paid" && order.paid === 0 && rest.every((line) => line.uses === 0);
  const pay_status = isBare ? nextPayStatus(ctx, order.pay_status, "unpay") : order.pay_status;
  const surplus = Math.max(0, order.paid - total);
  const days = await releaseLines(ctx, order.id, { lineIds: given.map((line) => line.id), status: "dropped" });
  await returnUses(ctx, given, feePercent);
  if (surplus > 0) await carrySurplus(ctx, rest, surplus);
  await updateOrder(
    ctx,
    order,
    {
      ...spanOf(ctx, rest),
      ...lateOf(order, { given, rest }),
      list: order.list - gone.list,
      discount: order.discount - gone.discount,
      total,
      refunded: order.refunded + surplus,
      moved_back: order.moved_back + surplus,
      pay_status,
      reason,
    },
    days,
  );
  if (pay_status === "part_paid" && total <= order.paid) await payRest(ctx, order, rest, surplus);
  return days;
}

/** Writes to the first of the lines that stay what a part payment was above their price: no line that went is part of the order. */
async function carrySurplus(ctx: Ctx, [first]: readonly Line[], surplus: Fen): Promise<void> {
  if (!first) return;
  await ctx.db
    .updateTable("booking_line")
    .set({ moved_back: first.movedBack + surplus })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", first.id)
    .execute();
}

/** Keeps the rest of an order as paid by what was paid in part, and gives back what that is more than the rest costs, fen. */
async function payRest(ctx: Ctx, order: OrderRow, rest: readonly Line[], surplus: Fen): Promise<void> {
  const paid = { ...order, pay_status: nextPayStatus(ctx, order.pay_status, "payAll") };
  await moveOrder(ctx, order, "pay", async () => ({
    pay_status: await refundedStatus(ctx, paid, order.refunded + surplus),
    hold_until: null,
  }));
  const prepaid: Leg = { account: "prepaid.order", amount: order.paid, subject: order.id };
  await refund(ctx, documentOf(order), {
    operation: "place",
    reason: order.discount_reason,
    memberId: order.member_id,
    back: surplus,
    undoes: [prepaid, ...incomeLegs(rest, order.card_type_id)],
  });
}

/** Rejects the change of a partly paid order, by money or by a card, if the remaining lines would owe nothing. */
function refusePartPaid(ctx: Ctx, order: OrderRow, { given, rest }: Cut): void {
  const byCard = rest.some((line) => line.uses > 0);
  if ((order.paid === 0 && !byCard) || order.total - sumsOf(given).price > order.paid) return;
  throw new AppError(
    "partPaidChange",
    { paid: order.paid > 0 ? yuan(order.paid) : word("packageCard", ctx.language) },
    { paid: yuan(order.paid) },
  );
}

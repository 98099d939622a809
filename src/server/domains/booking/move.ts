/** Moving a line to another place, time or day (换场). */
import type { booking, BookingOrderDetail, SlotRun } from "../../../contract/booking/booking";
import type { ChangePreview } from "../../../contract/booking/booking-order";
import type { Parsed } from "../../../contract/core/call";
import { fen, yuan } from "../../../contract/core/money";
import type { OrderStatus } from "../../../contract/core/states";
import { instant } from "../../../contract/core/time";
import { type Ctx, need } from "../../http/context";
import { AppError } from "../../http/error";
import { placesFreed } from "../../kernel/followers";
import { type Alteration, alter, alterationPreview, givesBack } from "./alter";
import { usesOf } from "./card-uses";
import { checkCardType } from "./card-type";
import { bookingMember } from "../../kernel/booker";
import { type Chosen, chooseRuns } from "../../kernel/occupancy/choose";
import { type ChosenLine, priceChosen, sumOf } from "../../kernel/price/chosen";
import { activeLines, type Line, lineOf, refuseOver } from "../../kernel/order-lines";
import { allowed, lockOrder, type OrderRow, readOrder, refuseElsewhere, updateOrder } from "../../kernel/orders";
import { policyOf } from "../../kernel/policy";
import { covered, priceForFree, vouched } from "../../kernel/price/price";
import { termsOf } from "../../kernel/refund-terms";
import { attendeesOf } from "../../kernel/price/replay";
import { refuseOffVoucher } from "../../kernel/vouchers";
import { moveCells, rejectIfOccupied } from "../../kernel/occupancy/reserve";
import { view } from "./view";

type Target = SlotRun & { readonly day: string };

/**
 * Returns the current cost or refund of moving a line.
 * @throws AppError as `move`
 */
export async function movePreview(ctx: Ctx, input: Parsed<typeof booking.movePreview>): Promise<ChangePreview> {
  const order = await readOrder(ctx, input.id);
  const state = allowed(ctx, order, "move");
  await refuseElsewhere(ctx, order, "move");
  const change = await planMove(ctx, order, state, input.lineId, input);
  await needWaiver(ctx, order, state, change);
  await rejectIfOccupied(ctx, { ...change.to, day: change.day, holderId: change.lineId });
  return alterationPreview(ctx, order, state, change);
}

/**
 * Moves a line at today's prices. A coupon and a discount by hand stay as far as the new price bears them; a free place stays free, what a voucher paid stays paid by it. When the slot is
 * taken nothing has happened: the line keeps its own.
 * @throws AppError `missing`, `wrongState`, `underContract`, `lineGone`, `lineOver`, `moveNowhere`, `moveCheckedIn`, `slotTaken` and what a slot that cannot be
 * booked is refused with, `cardUsesDiffer`, `cardNotUsable` on a day after the card ended, `priceChanged`, `partPaidChange`, `paymentSum`, `memberNeeded`, `balanceShort`, `forbidden`
 * (booking_waive_fee) where it gives back late
 */
export async function move(ctx: Ctx, input: Parsed<typeof booking.move>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  const state = allowed(ctx, order, "move");
  await refuseElsewhere(ctx, order, "move");
  const change = await planMove(ctx, order, state, input.lineId, input.to);
  await needWaiver(ctx, order, state, change);
  expectPrice(input.expectedPrice, change.to);
  await moveCells(ctx, { ...change.to, day: change.day, holderId: change.lineId });
  await alter(ctx, order, state, change, input.payments);
  await preserveLateFee(ctx, order, change.from);
  await placesFreed(ctx, [change.from.day]);
  return view(ctx, { id: order.id });
}

/** Returns the percent that a cancellation of a line would retain now. */
async function lateNow(ctx: Ctx, order: OrderRow, { day, start }: Line): Promise<number> {
  return termsOf(ctx, await policyOf(ctx, order.program_id), 0, instant(day, start, ctx.venue.zone), false).feePercent;
}

/**
 * Requires the waiver permission: a late move to a cheaper line refunds money of which a cancellation would retain a part, so the refund
 * waives the fee.
 * @throws AppError `forbidden` (booking_waive_fee)
 */
async function needWaiver(ctx: Ctx, order: OrderRow, state: OrderStatus, change: Alteration & { readonly from: Line }): Promise<void> {
  if (givesBack(state, change) === 0) return;
  if (change.from.latePercent > 0 || (await lateNow(ctx, order, change.from)) > 0) need(ctx, "booking_waive_fee");
}

/** Moving away does not make a late order early: what a cancellation would keep of it now, one after the move keeps too. */
async function preserveLateFee(ctx: Ctx, order: OrderRow, from: Line): Promise<void> {
  const { id, latePercent } = from;
  const feePercent = await lateNow(ctx, order, from);
  if (feePercent > order.late_percent) await updateOrder(ctx, order, { late_percent: feePercent });
  if (feePercent <= latePercent) return;
  await ctx.db
    .updateTable("booking_line")
    .set({ late_percent: feePercent })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
}

/** @throws AppError `priceChanged` where the person saw another price */
export function expectPrice(expected: number | undefined, { priced }: ChosenLine): void {
  if (expected === undefined || expected === priced.price) return;
  throw new AppError("priceChanged", { from: yuan(expected), to: yuan(priced.price) }, { total: yuan(priced.price) });
}

async function planMove(
  ctx: Ctx,
  order: OrderRow,
  state: OrderStatus,
  lineId: string,
  target: Target,
): Promise<Alteration & { readonly from: Line }> {
  const from = lineOf(await activeLines(ctx, order.id), lineId);
  refuseOver(ctx, from);
  const { day, placeId, start, end } = target;
  if (day === from.day && placeId === from.placeId && start === from.start && end === from.end) throw new AppError("moveNowhere");
  if (state === "checked_in" && day !== from.day) throw new AppError("moveCheckedIn");
  const chosen = await chooseRuns(ctx, day, [{ placeId, start, end }]);
  const to = await priceLike(ctx, order, from, day, chosen);
  return { operation: "move", from, lineId, to, day };
}

/** Prices a run as a line of this order: by the booker's card and the line's attendees, with the line's own discount by hand. */
async function priceLike(ctx: Ctx, order: OrderRow, from: Line, day: string, chosen: readonly Chosen[]): Promise<ChosenLine> {
  const attendees = attendeesOf(from.trace);
  const byHand = from.trace.steps.find((step) => step.matched && (step.rule === "manual" || step.rule === "free"));
  if (byHand?.rule === "free") {
    const line = only(await priceChosen(ctx, day, chosen, null, { attendees }));
    return { ...line, priced: priceForFree(line.priced, byHand.detail) };
  }
  const voucher = from.trace.steps.find((step) => step.matched && step.rule === "voucher");
  if (voucher) {
    const line = only(await priceChosen(ctx, day, chosen, null, { attendees }));
    await refuseOffVoucher(ctx, order.id, from, { day, programId: line.place.programId, start: line.start, end: line.end });
    return { ...line, priced: vouched(line.priced, voucher.name, voucher.detail) };
  }
  const member = order.member_id === null ? null : await bookingMember(ctx, order.member_id);
  checkCardType(ctx, member, day, chosen);
  const lines = await priceChosen(ctx, day, chosen, member, { attendees, asGroup: order.as_group });
  if (from.holdingId !== null) {
    await refuseAfterCard(ctx, from.holdingId, day);
    return coveredLike(from, only(lines));
  }
  const used = from.trace.steps.find((step) => step.matched && step.rule === "coupon");
  if (!byHand && !used) return only(lines);
  const { total } = sumOf(lines);
  const off = Math.min(used ? -fen(used.amount) : 0, total);
  const coupon = used ? () => ({ name: used.name, amount: off }) : null;
  const amount = Math.min(byHand ? -fen(byHand.amount) : 0, total - off);
  const manual = byHand ? { amount, reason: byHand.detail } : null;
  return only(await priceChosen(ctx, day, chosen, member, { manual, coupon, attendees, asGroup: order.as_group }));
}

/** A line that a package card covers stays covered by the uses that it took, where the new one takes as many. */
function coveredLike(from: Line, to: ChosenLine): ChosenLine {
  const uses = usesOf(to);
  if (uses !== from.uses || to.place.programId !== from.programId) throw new AppError("cardUsesDiffer", { from: from.uses, to: uses });
  const step = from.trace.steps.find(({ rule, matched }) => rule === "card" && matched);
  return { ...to, priced: covered(to.priced, step?.name ?? "", step?.detail ?? "") };
}

/** A card opens what is played while it lasts. @throws AppError `cardNotUsable` */
async function refuseAfterCard(ctx: Ctx, holdingId: string, day: string): Promise<void> {
  const { expires_on: why } = await ctx.db
    .selectFrom("holding")
    .select("expires_on")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", holdingId)
    .executeTakeFirstOrThrow();
  if (why < day) throw new AppError("cardNotUsable", { why }, { expiresOn: why });
}

function only(lines: readonly ChosenLine[]): ChosenLine {
  const [line] = lines;
  if (!line) throw new RangeError("a line needs a run");
  return line;
}

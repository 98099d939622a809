/** Extending a line by more slots after its end (续场). */
import type { booking, BookingOrderDetail } from "../../../contract/booking/booking";
import type { ChangePreview } from "../../../contract/booking/booking-order";
import type { Parsed } from "../../../contract/core/call";
import type { Ctx } from "../../http/context";
import { badField } from "../../http/error";
import { type Alteration, alter, alterationPreview } from "./alter";
import { coverLines, coverWith, redeemUses } from "./card-uses";
import { bookingMember } from "../../kernel/booker";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { priceChosen } from "../../kernel/price/chosen";
import { activeLines, lineOf } from "../../kernel/order-lines";
import { allowed, isPaid, lockOrder, type OrderRow, readOrder, refuseElsewhere } from "../../kernel/orders";
import { expectPrice } from "./move";
import { attendeesOf } from "../../kernel/price/replay";
import { rejectIfOccupied, reserveCells } from "../../kernel/occupancy/reserve";
import { view } from "./view";

/**
 * Returns the current cost of extending a line.
 * @throws AppError as `extend`
 */
export async function extendPreview(ctx: Ctx, input: Parsed<typeof booking.extendPreview>): Promise<ChangePreview> {
  const order = await readOrder(ctx, input.id);
  const state = allowed(ctx, order, "extend");
  await refuseElsewhere(ctx, order, "extend");
  const plain = await planExtension(ctx, order, input.lineId, input.end);
  const { withoutCards } = input;
  const offers = withoutCards !== undefined && order.member_id !== null && isPaid(state) && ctx.codes.has("package_card_use");
  const covering = offers
    ? await coverLines(ctx, order.member_id ?? "", plain.day, [plain.to], (id) => !withoutCards.includes(id))
    : { lines: [plain.to], offers: [] };
  const change = { ...plain, to: covering.lines[0] ?? plain.to };
  await rejectIfOccupied(ctx, { ...change.to, day: change.day, holderId: change.lineId });
  return { ...(await alterationPreview(ctx, order, state, change)), cards: [...covering.offers] };
}

/**
 * Adds the slots from a line's end to `end` as a line of their own, priced slot by slot as they are now: what was sold is never re-priced.
 * @throws AppError `missing`, `wrongState`, `underContract`, `lineGone`, `slotTaken` and what a slot that cannot be booked is refused with, `priceChanged`,
 * `paymentSum`, `memberNeeded`, `balanceShort`; of cards `badInput` for an order that is not paid, and as `create`
 */
export async function extend(ctx: Ctx, input: Parsed<typeof booking.extend>): Promise<BookingOrderDetail> {
  const order = await lockOrder(ctx, input.id);
  const state = allowed(ctx, order, "extend");
  await refuseElsewhere(ctx, order, "extend");
  if (input.cards.length > 0 && !isPaid(state)) throw badField("cards", "onlyPaying");
  const plain = await planExtension(ctx, order, input.lineId, input.end);
  const [to = plain.to] = await coverWith(ctx, order.member_id, plain.day, [plain.to], input.cards);
  const change = { ...plain, to };
  expectPrice(input.expectedPrice, change.to);
  await reserveCells(ctx, change.day, [{ ...change.to, holderId: change.lineId }]);
  await redeemUses(ctx, [{ ...change.to, day: change.day, holderId: change.lineId }]);
  await alter(ctx, order, state, change, input.payments);
  return view(ctx, { id: order.id });
}

async function planExtension(ctx: Ctx, order: OrderRow, lineId: string, end: number): Promise<Alteration> {
  const line = lineOf(await activeLines(ctx, order.id), lineId);
  const chosen = await chooseRuns(ctx, line.day, [{ placeId: line.placeId, start: line.end, end }]);
  const member = order.member_id === null ? null : await bookingMember(ctx, order.member_id);
  const [to] = await priceChosen(ctx, line.day, chosen, member, { attendees: attendeesOf(line.trace), asGroup: order.as_group });
  if (!to) throw new RangeError("an extension needs a run");
  return { operation: "extension", from: null, lineId: ctx.newId(), to, day: line.day };
}

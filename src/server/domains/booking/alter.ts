/**
 * Changing what an order's line is: the money of it. An order that is paid settles the difference at once, up by payments, down to where
 * the money came from; one that is not owes more or less (ledger.md "move to a dearer slot": the old earned_on is mirrored, the new posted).
 */
import { charge, refund } from "../../ledger/charge";
import type { ChangePreview } from "../../../contract/booking/booking-order";
import { type Fen, yuan } from "../../../contract/core/money";
import type { OrderStatus } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type PaymentEntry, refundParts, collectPayments } from "../../payment/collect";
import type { ChosenLine } from "../../kernel/price/chosen";
import { activeLines, type Line, spanOf } from "../../kernel/order-lines";
import { isPaid, type OrderRow, refundedStatus, updateOrder, wrongStateError } from "../../kernel/orders";
import { mergeLegs, mirrorOfLines, activeLegs } from "../../ledger/order-legs";
import { toTrace } from "../../kernel/price/price";
import { backOf } from "../../kernel/refund-terms";
import { documentOf } from "./refund";

/** A line that becomes another (`from` is set), or that comes to an order. */
export interface Alteration {
  readonly operation: "move" | "extension";
  readonly from: Line | null;
  /** Id of the line as it will stand. */
  readonly lineId: string;
  readonly to: ChosenLine;
  readonly day: string;
}

/** Effect of an alteration on the order's money, fen. A `difference` above 0 is to be paid, below 0 to be refunded. */
interface Effect {
  readonly difference: Fen;
  /** Part of an earlier goodwill refund that the line still carries at its new price; the rest counts as refunded by the move. */
  readonly refunded: Fen;
  readonly movedBack: Fen;
}

function effectOf({ from, to }: Alteration): Effect {
  const carried = from?.refunded ?? 0;
  const refunded = Math.min(carried, to.priced.price);
  const difference = to.priced.price - refunded - ((from?.price ?? 0) - carried);
  return { difference, refunded, movedBack: Math.max(0, -difference) + carried - refunded };
}

/** Computes the refund of an alteration of a paid order, fen. */
export const givesBack = (state: OrderStatus, change: Alteration): Fen => (isPaid(state) ? Math.max(0, -effectOf(change).difference) : 0);

/**
 * Refuses what the order's payments do not allow.
 * @param state of the order now
 * @throws AppError `partPaidChange`, `wrongState` (an order refunded in full takes nothing besides what went back: neither a payment nor
 * what a card pays or nobody)
 */
function checkMoney(ctx: Ctx, order: OrderRow, state: OrderStatus, change: Alteration): void {
  const { difference } = effectOf(change);
  const settled = isPaid(state);
  if (!settled && order.paid > 0 && order.total + difference <= order.paid)
    throw new AppError("partPaidChange", { paid: yuan(order.paid) }, { paid: yuan(order.paid) });
  if (settled && order.pay_status === "refunded" && (difference > 0 || change.to.priced.price === 0))
    throw wrongStateError(ctx, "refunded", change.operation === "move" ? "move" : "extend");
}

/** Returns the cost or refund of an alteration, and the reason. */
export async function alterationPreview(ctx: Ctx, order: OrderRow, state: OrderStatus, change: Alteration): Promise<ChangePreview> {
  checkMoney(ctx, order, state, change);
  const { difference } = effectOf(change);
  const settled = isPaid(state);
  const refund = givesBack(state, change);
  return {
    orderId: order.id,
    lineId: change.lineId,
    placeId: change.to.place.id,
    placeName: change.to.place.name,
    day: change.day,
    start: change.to.start,
    end: change.to.end,
    before: yuan(change.from?.price ?? 0),
    after: yuan(change.to.priced.price),
    trace: toTrace(change.to.priced),
    cards: [],
    pay: yuan(settled ? Math.max(0, difference) : 0),
    refund: yuan(refund),
    back: refund === 0 ? [] : backOf(await refundParts(ctx, documentOf(order), refund), 0),
    due: yuan(settled ? 0 : order.total + difference - order.paid),
  };
}

/**
 * Alters an order that the caller has locked and whose new line holds its cells already.
 * @throws AppError `partPaidChange`, `paymentSum`, `memberNeeded`, `balanceShort`
 */
export async function alter(
  ctx: Ctx,
  order: OrderRow,
  state: OrderStatus,
  change: Alteration,
  payments: readonly PaymentEntry[],
): Promise<void> {
  checkMoney(ctx, order, state, change);
  const { from, to, day } = change;
  const { difference, refunded, movedBack } = effectOf(change);
  await writeLine(ctx, order, change, { refunded, moved_back: (from?.movedBack ?? 0) + (isPaid(state) ? movedBack : 0) });
  const row = {
    list: order.list + to.priced.list - (from?.list ?? 0),
    discount: order.discount + to.priced.discount - (from?.discount ?? 0),
    total: order.total + to.priced.price - (from?.price ?? 0),
    ...spanOf(ctx, await activeLines(ctx, order.id)),
  };
  const days = [day, ...(from ? [from.day] : [])];
  if (!isPaid(state)) {
    await collectPayments(ctx, documentOf(order), payments, 0, order.member_id);
    await updateOrder(ctx, order, row, days);
    return;
  }
  const back = order.refunded + Math.max(0, -difference);
  const paid = order.paid + Math.max(0, difference);
  await updateOrder(
    ctx,
    order,
    {
      ...row,
      paid,
      refunded: back,
      moved_back: order.moved_back + movedBack,
      pay_status: await refundedStatus(ctx, { ...order, paid }, back),
    },
    days,
  );
  const stands = { trace: toTrace(to.priced), programId: to.place.programId, day, refunded };
  const was = from ? await mirrorOfLines(ctx, order, [from]) : [];
  const all = [...was, ...activeLegs([stands], order.card_type_id)];
  // Amounts earned and earned again in the same way are not posted.
  const legs = mergeLegs(all).some((leg) => leg.amount !== 0) ? all : [];
  const of = { operation: change.operation, memberId: order.member_id };
  await charge(ctx, documentOf(order), { ...of, payments, due: Math.max(0, difference), legs: difference < 0 ? [] : legs });
  if (difference < 0) await refund(ctx, documentOf(order), { ...of, back: -difference, undoes: legs });
}

async function writeLine(
  ctx: Ctx,
  order: OrderRow,
  { from, lineId, to, day }: Alteration,
  back: { refunded: Fen; moved_back: Fen },
): Promise<void> {
  const row = {
    place_id: to.place.id,
    day,
    start_minute: to.start,
    end_minute: to.end,
    list: to.priced.list,
    discount: to.priced.discount,
    price: to.priced.price,
    ...back,
    trace: JSON.stringify(toTrace(to.priced)),
  };
  if (from) {
    await ctx.db.updateTable("booking_line").set(row).where("venue_id", "=", ctx.venue.id).where("id", "=", lineId).execute();
  } else {
    await ctx.db
      .insertInto("booking_line")
      .values({
        venue_id: ctx.venue.id,
        id: lineId,
        order_id: order.id,
        ...row,
        holding_id: to.card?.holdingId ?? null,
        uses: to.card?.uses ?? 0,
      })
      .execute();
  }
}

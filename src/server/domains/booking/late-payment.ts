/**
 * Money that scan-to-pay brought for an order and that nobody took for it: the hold ran out while the customer was paying, the order was
 * cancelled or paid at another desk, or the desk's form was lost. Where the slot is still free the order takes it again and is paid;
 * else the money goes back at once, and the desk hears whom to tell (states.md "booking order", booking.md "Model").
 */
import { type Selectable, sql } from "kysely";
import { booking } from "../../../contract/booking/booking";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import type { OrderStatus } from "../../../contract/core/states";
import { clock, instant, wall, span } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { change, read } from "../../http/perform";
import type { Work } from "../../http/serve";
import { of } from "../../payment/attempt";
import type { Channels } from "../../payment/channel";
import { returnCollection, UNCLAIMED_MS } from "../../payment/claim";
import { refundOnce } from "../../payment/refund";
import type { Job } from "../../kernel/due";
import { addMessage, type Said } from "../../kernel/messages";
import { holdEnd } from "./book";
import { expireOrder } from "./expire";
import { lockOrder, moveOrder, type OrderRow, readOrder, stateNow, wrongStateError } from "../../kernel/orders";
import { pay } from "./pay";
import { payPart } from "./pay-part";
import { isOpen, loadPlaces } from "../../kernel/places";
import { placeLabel, placesIn } from "../../kernel/place-words";
import type { PaymentTable } from "./rows";
import { type DatedClaim } from "../../kernel/occupancy/claimed";
import { reserveSeries } from "../../kernel/occupancy/reserve";
import { word } from "./words";

/** A paid collection that waits for its order. */
type Waiting = Pick<Selectable<PaymentTable>, "id" | "type" | "no" | "amount" | "channel" | "person_id" | "operator" | "at"> & {
  readonly orderId: string;
};
const BATCH = 50;
/** Orders that the desk may be about to take the money for; of all others nobody will any more: they are over, or paid already. */
const STANDING: readonly OrderStatus[] = ["held", "reserved"];

/** Settles what this collection brought, if it is time to: any number may ask at once, one of them does it. */
export async function settleLate(work: Work, channels: Channels, paymentId: string): Promise<void> {
  const found = await read(work.database, of(work, "booking.payLate"), (ctx) => waiting(ctx, paymentId));
  if (!found) return;
  try {
    await change(work.database, of(work, "booking.payLate", found), (ctx) => applyToOrder(ctx, found));
  } catch (error) {
    // A refusal says that the order can't have it; a fault says nothing, and the next round tries again.
    if (!(error instanceof AppError)) throw error;
    const refund = await change(work.database, of(work, "payment.returnLate", found), (ctx) => refundLatePayment(ctx, found, error));
    if (refund !== undefined) await refundOnce(work, channels, refund);
  }
}

/** The collection as it waits; undefined: it does not, or the desk still has time to take it. */
async function waiting(ctx: Ctx, paymentId: string): Promise<Waiting | undefined> {
  const row = await unclaimed(ctx).where("id", "=", paymentId).executeTakeFirst();
  if (!row?.orderId) return undefined;
  const state = stateNow(ctx, await readOrder(ctx, row.orderId));
  // No desk collects what a customer paid online.
  const isLate = row.type === "online" || !STANDING.includes(state) || row.at < unclaimedSince(ctx);
  return isLate ? { ...row, orderId: row.orderId } : undefined;
}
const unclaimedSince = (ctx: Ctx): Date => new Date(ctx.now.getTime() - UNCLAIMED_MS);

const unclaimed = (ctx: Ctx) =>
  ctx.db
    .selectFrom("payment")
    .select(["id", "type", "no", "amount", "channel", "part_of", "person_id", "operator", "at", "for_order_id as orderId"])
    .where("venue_id", "=", ctx.venue.id)
    .where("purpose", "=", "document")
    .where("document_kind", "=", "collection")
    .where("state", "=", "succeeded");

/**
 * Takes the money for its order, which takes its slot again where its hold ran out.
 * @throws AppError `slotTaken`, `placeChanged`, `slotClosed`, `slotPast`, `wrongState`, `paymentSum`, `scanNotPaid`
 */
async function applyToOrder(ctx: Ctx, payment: Waiting): Promise<void> {
  // Before its cells, as everybody takes them who wants both: two that settle it would else wait for each other.
  const order = await lockOrder(ctx, payment.orderId);
  const isRetaken = stateNow(ctx, order) === "expired";
  if (isRetaken) await reoccupySlot(ctx, order);
  const payments = [{ type: "scanCode" as const, amount: yuan(payment.amount), paymentId: payment.id }];
  const left = order.total - order.paid - payment.amount;
  if (left > 0) await payPart(ctx, booking.payPart.input.parse({ id: order.id, payments }));
  else await pay(ctx, booking.pay.input.parse({ id: order.id, payments }));
  if (isRetaken || left > 0) await notifyReactivated(ctx, await readOrder(ctx, order.id), payment, left);
}

/**
 * Lets an order whose hold ran out hold its slot again, as if it were booked now.
 * @throws AppError `slotTaken`, `placeChanged`, `slotClosed`, `slotPast`, `wrongState` where money of it went back already
 */
async function reoccupySlot(ctx: Ctx, order: OrderRow): Promise<void> {
  if (order.pay_status !== "unpaid") throw wrongStateError(ctx, "expired", "retake");
  // The clock has ended the hold, whether or not that was written.
  if (order.order_status === "held") await expireOrder(ctx, order.id);
  const claims = await claimsOf(ctx, order);
  const [first] = claims;
  if (!first) throw wrongStateError(ctx, "expired", "retake");
  await reserveSeries(ctx, claims);
  await moveOrder(ctx, await readOrder(ctx, order.id), "retake", () => ({ hold_until: holdEnd(ctx, first.place) }));
  await ctx.db
    .updateTable("booking_line")
    .set({ status: "active" })
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", order.id)
    .where("status", "=", "released")
    .execute();
}

/** Returns the cells that the order held when its time expired, checked against the current clock and opening hours. */
async function claimsOf(ctx: Ctx, order: OrderRow): Promise<DatedClaim[]> {
  const lines = await ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "l.venue_id").onRef("p.id", "=", "l.place_id"))
    .select(["l.id", "l.place_id", "l.day", "l.start_minute as start", "l.end_minute as end", "p.name"])
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.order_id", "=", order.id)
    .where("l.status", "=", "released")
    .execute();
  const places = await loadPlaces(ctx, { ids: [...new Set(lines.map((line) => line.place_id))].sort() });
  const byId = new Map(places.map((place) => [place.id, place]));
  return lines.map(({ id, place_id, day, start, end, name }) => {
    const place = byId.get(place_id);
    if (!place) throw new AppError("placeChanged", { place: placeLabel(name, ctx.language) });
    const time = `${day} ${span(start, end)}`;
    if (!isOpen(place, day, start, end)) throw new AppError("slotClosed", { place: placeLabel(name, ctx.language), time });
    if (instant(day, end, ctx.venue.zone) <= ctx.now) throw new AppError("slotPast", { time });
    return { place, day, start, end, holderId: id };
  });
}

/** Gives the money back through its channel, unless somebody took it meanwhile. @returns the refund to send */
async function refundLatePayment(ctx: Ctx, payment: Waiting, refusal: AppError): Promise<string | undefined> {
  const row = await unclaimed(ctx).where("id", "=", payment.id).forUpdate().executeTakeFirst();
  if (!row) return undefined;
  const order = await readOrder(ctx, payment.orderId);
  const refund = await returnCollection(ctx, row, "late collection");
  await addMessage(ctx, {
    kind: "payment",
    title: (language) =>
      word("lateReturned", language, { name: order.name || word("walkIn", language), no: order.no, amount: yuan(row.amount) }),
    text: (language) =>
      [`${order.day} ${placesIn(order.places, language)}`, refusal.text(language), maskPhone(order.phone)]
        .filter((part) => part !== "")
        .join(" · "),
    resource: "bookingOrders",
    resourceId: order.id,
  });
  return refund;
}

/** Tells the desk of an order that is active again, and of what is still due of it. */
async function notifyReactivated(ctx: Ctx, order: OrderRow, payment: Waiting, left: number): Promise<void> {
  const until = order.hold_until ? clock(wall(order.hold_until, ctx.venue.zone).minute) : "";
  const rest: Said = (language) => (left > 0 ? word("lateRest", language, { due: yuan(left), until }) : word("latePaid", language));
  await addMessage(ctx, {
    kind: "payment",
    title: (language) =>
      word("lateTaken", language, { name: order.name || word("walkIn", language), no: order.no, amount: yuan(payment.amount) }),
    text: (language) => `${order.day} ${placesIn(order.places, language)} · ${rest(language)}`,
    resource: "bookingOrders",
    resourceId: order.id,
  });
}

/** Everything that waits too long. */
async function settleAll(work: Work, channels: Channels): Promise<void> {
  const due = await read(work.database, of(work, "booking.payLate"), (ctx) =>
    ctx.db
      .selectFrom("payment as y")
      .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "y.venue_id").onRef("o.id", "=", "y.for_order_id"))
      .select("y.id")
      .where("y.venue_id", "=", ctx.venue.id)
      .where("y.for_order_id", "is not", null)
      .where("y.document_kind", "=", "collection")
      .where("y.state", "=", "succeeded")
      .where((eb) =>
        eb.or([
          eb("y.type", "=", "online"),
          eb("o.order_status", "not in", STANDING),
          eb.and([eb("o.order_status", "=", "held"), eb("o.hold_until", "<=", ctx.now)]),
          eb("y.at", "<", unclaimedSince(ctx)),
        ]),
      )
      .orderBy("y.at")
      .limit(BATCH)
      .execute(),
  );
  const faults: unknown[] = [];
  for (const { id } of due) await settleLate(work, channels, id).catch((fault: unknown) => faults.push(fault));
  // One that fails does not keep the others from their money.
  if (faults.length > 0) throw faults[0];
}

/** Runs before holds expire, so that a slot that was paid for in time is not offered to others first. */
export const lateJobs = (channels: Channels): readonly Job[] => [
  {
    name: "booking.payLate",
    outside: (work) => settleAll(work, channels),
    of: ["payment", "booking_order"],
    next: ({ venueId, now }) => sql`(SELECT min(CASE
        WHEN y.type = 'online' THEN ${now}
        WHEN o.order_status = 'held' THEN least(o.hold_until, y.at + ${UNCLAIMED_MS} * interval '1 ms')
        WHEN o.order_status = ANY (${STANDING}) THEN y.at + ${UNCLAIMED_MS} * interval '1 ms' ELSE ${now} END)
      FROM payment y JOIN booking_order o ON o.venue_id = y.venue_id AND o.id = y.for_order_id
      WHERE y.venue_id = ${venueId} AND y.for_order_id IS NOT NULL AND y.document_kind = 'collection' AND y.state = 'succeeded')`,
  },
];

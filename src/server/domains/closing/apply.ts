/** Closing places: bookings moved or refunded in full, the places locked, the desk notified whom to call; all of it or nothing. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { Closing, closing } from "../../../contract/closing/closing";
import { maskPhone } from "../../../contract/core/phone";
import { inParts } from "../../db/parts";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { cancelOrder, FREE_OF_FEE } from "../booking/cancel";
import { span } from "../../../contract/core/time";
import { activeLines, spanOf } from "../../kernel/order-lines";
import { isPaid, lockOrder, type OrderRow, updateOrder } from "../../kernel/orders";
import { placeLabel } from "../../kernel/place-words";
import { removeUnpaidLines, cancelLines } from "../booking/refund-lines";
import { moveCells, reserveSeries } from "../../kernel/occupancy/reserve";
import { word } from "./words";
import { lockContract, type OccurrenceRow } from "../fixed/contract";
import { cancelOccurrences } from "../fixed/cancel-occurrences";
import { addMessage, type Said } from "../../kernel/messages";
import { closeClass, lockCourts, moveCourt } from "../coaches/close";
import { closeOpenPlay, lockGrounds } from "../openPlay/cancel";
import { placesFreed } from "../../kernel/followers";
import { lockVouchers } from "../../kernel/vouchers";
import { closingOf } from "./list";
import type { Hit } from "./hits";
import { type LockRun, plan } from "./plan";
import { toPreview } from "./preview";

/**
 * Closes as previewed: bookings that a free place was found for keep their price there, the others are given back in full without a fee.
 * @throws AppError `closingChanged` with the new preview where anything moved since, `closingTooLong`, `slotClosed`, `missing`, `slotTaken`
 */
export async function apply(ctx: Ctx, input: Parsed<typeof closing.apply>): Promise<Closing> {
  const seen = await plan(ctx, input);
  const ids = [...new Set(seen.hits.map((hit) => hit.orderId))].sort();
  await lockGrounds(ctx, ids);
  await lockCourts(ctx, ids);
  await lockVouchers(ctx, ids);
  const orders = new Map<string, OrderRow>();
  for (const id of ids) orders.set(id, await lockOrder(ctx, id));
  // The plan is reliable only after its orders are locked, and the open plays and classes on their courts.
  const now = await plan(ctx, input);
  if (now.fingerprint !== input.fingerprint || now.hits.some((hit) => !orders.has(hit.orderId))) {
    throw new AppError(
      "closingChanged",
      { what: word("closingNow", ctx.language, { hits: now.hits.length }) },
      { preview: toPreview(now) },
    );
  }
  const relocated = now.hits.filter((hit) => hit.to !== null);
  const refunded = now.hits.filter((hit) => hit.to === null);
  for (const hit of relocated) await relocate(ctx, hit);
  for (const [id, order] of orders)
    await refundOrder(
      ctx,
      order,
      refunded.filter((hit) => hit.orderId === id),
      input.reason,
    );
  for (const order of orders.values()) await redescribe(ctx, order);
  await lockGround(ctx, now.locks, input.reason);
  await placesFreed(ctx, [...new Set(now.hits.map((hit) => hit.day))]);
  for (const hit of now.hits) await notifyDesk(ctx, hit, input.reason);
  const id = ctx.newId();
  await ctx.db
    .insertInto("closing")
    .values({
      venue_id: ctx.venue.id,
      id,
      reason: input.reason,
      from_day: input.from,
      to_day: input.to,
      start_minute: input.start,
      end_minute: input.end,
      places: now.places.map((place) => placeLabel(place.name, "zh")).join(", "),
      moves: relocated.length,
      refunds: refunded.length,
      refund_total: refunded.reduce((sum, hit) => sum + hit.worth, 0),
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  await storeHits(ctx, id, now.hits);
  ctx.emit({ type: "changed", data: { resource: "closing" } });
  return closingOf(ctx, id);
}

/** Writes down what became of each booking, however many there are, for whoever asks later. */
export async function storeHits(ctx: Ctx, closingId: string, hits: readonly Hit[]): Promise<void> {
  await inParts(hits, (part) =>
    ctx.db
      .insertInto("closing_hit")
      .values(
        part.map((hit) => ({
          venue_id: ctx.venue.id,
          closing_id: closingId,
          line_id: hit.lineId,
          order_id: hit.orderId,
          order_no: hit.orderNo,
          name: hit.name,
          phone: hit.phone,
          place: hit.place.name,
          day: hit.day,
          start_minute: hit.start,
          end_minute: hit.end,
          to_place: hit.to?.name ?? null,
          refund: hit.to === null ? hit.worth : 0,
        })),
      )
      .execute(),
  );
}

/** Moves a line to its new place at the price it was sold for: the venue closes, so nobody pays or gains by it. */
async function relocate(ctx: Ctx, hit: Hit): Promise<void> {
  if (!hit.to) return;
  await moveCells(ctx, { place: hit.to, day: hit.day, start: hit.start, end: hit.end, holderId: hit.lineId });
  await ctx.db
    .updateTable("booking_line")
    .set({ place_id: hit.to.id })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", hit.lineId)
    .execute();
  await ctx.db
    .updateTable("fixed_occurrence")
    .set({ place_id: hit.to.id })
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", hit.orderId)
    .execute();
  await ctx.db
    .updateTable("open_play")
    .set({ place_ids: sql`array_replace(place_ids, ${hit.place.id}, ${hit.to.id})` })
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", hit.orderId)
    .execute();
  await moveCourt(ctx, hit.orderId, hit.to.id);
}

/** The occurrence of a fixed contract that an order belongs to: the contract keeps its money. */
const occurrenceOf = (ctx: Ctx, orderId: string): Promise<OccurrenceRow | undefined> =>
  ctx.db.selectFrom("fixed_occurrence").selectAll().where("venue_id", "=", ctx.venue.id).where("order_id", "=", orderId).executeTakeFirst();

/** Gives the lines of one order back in full; an order of which nothing is left is cancelled. */
async function refundOrder(ctx: Ctx, order: OrderRow, hits: readonly Hit[], reason: string): Promise<void> {
  const [first] = hits;
  if (!first) return;
  if (order.kind === "openPlay" && (await closeOpenPlay(ctx, order.id, reason))) return;
  if (order.kind === "event" && (await closeClass(ctx, order.id, reason))) return;
  const occurrence = order.kind === "fixed" ? await occurrenceOf(ctx, order.id) : undefined;
  if (occurrence) {
    await lockContract(ctx, occurrence.contract_id);
    await cancelOccurrences(ctx, [occurrence], "leave", reason);
    return;
  }
  const lines = await activeLines(ctx, order.id);
  const given = lines.filter((line) => hits.some((hit) => hit.lineId === line.id));
  const rest = lines.filter((line) => !given.includes(line));
  if (rest.length === 0) await cancelOrder(ctx, order, FREE_OF_FEE, reason);
  else if (isPaid(first.state)) {
    const worth = given.reduce((sum, line) => sum + line.price - line.refunded, 0);
    await cancelLines(
      ctx,
      order,
      { given, rest },
      { paid: worth, feePercent: 0, hoursBefore: 0, freeHours: 0, fee: 0, refund: worth },
      reason,
    );
  } else await removeUnpaidLines(ctx, order, { given, rest }, FREE_OF_FEE, reason);
}

/** Lets an order's row say where its lines are now. */
async function redescribe(ctx: Ctx, order: OrderRow): Promise<void> {
  const lines = await activeLines(ctx, order.id);
  if (lines.length > 0) await updateOrder(ctx, order, spanOf(ctx, lines));
}

async function lockGround(ctx: Ctx, locks: readonly LockRun[], reason: string): Promise<void> {
  if (locks.length === 0) return;
  const claims = locks.map((run) => ({ ...run, holderId: ctx.newId() }));
  await reserveSeries(ctx, claims, { closedDays: true });
  await inParts(claims, (part) =>
    ctx.db
      .insertInto("place_lock")
      .values(
        part.map((claim) => ({
          venue_id: ctx.venue.id,
          id: claim.holderId,
          place_id: claim.place.id,
          day: claim.day,
          start_minute: claim.start,
          end_minute: claim.end,
          reason,
          person_id: ctx.person.id,
          operator: ctx.person.name,
          created_at: ctx.now,
        })),
      )
      .execute(),
  );
  for (const day of new Set(locks.map((run) => run.day))) ctx.emit({ type: "booking_changed", data: { day } });
}

/** Tells the desk whom to call, and of what. */
async function notifyDesk(ctx: Ctx, hit: Hit, reason: string): Promise<void> {
  const { to } = hit;
  const from: Said = (language) => `${placeLabel(hit.place.name, language)} ${hit.day} ${span(hit.start, hit.end)}`;
  const outcome: Said = (language) =>
    to ? word("closingMoved", language, { to: placeLabel(to.name, language) }) : word("closingGone", language);
  await addMessage(ctx, {
    kind: "booking",
    title: (language) => `${word("closingTitle", language)} ${hit.name} ${from(language)}`,
    text: (language) => `${outcome(language)} · ${reason} · ${maskPhone(hit.phone)}`,
    resource: "bookingOrders",
    resourceId: hit.orderId,
  });
}

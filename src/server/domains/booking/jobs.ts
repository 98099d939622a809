/** Timed transitions of orders: holds expire, games end, absent bookers become no-shows (states.md, moves marked ⏱). */
import { sql } from "kysely";
import { bookingOrder, next, type OrderStatus, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { earliest, type Job } from "../../kernel/due";
import { percentOf } from "../../../contract/core/money";
import { placesFreed, vouchedGivenUp } from "../../kernel/followers";
import { returnUses, usesBackOf } from "./card-uses";
import { shareOverLines } from "./share-lines";
import { expireOrder } from "./expire";
import { activeLines } from "../../kernel/order-lines";
import { contractOf, type OrderRow, refundedStatus, updateOrder } from "../../kernel/orders";
import { policyOf } from "../../kernel/policy";
import { retainedAmount, settleUnattended } from "./refund";
import { releaseLines } from "../../kernel/occupancy/release";
import { isVouched, lockVouchers } from "../../kernel/vouchers";

/** Orders moved in one transaction. */
const BATCH = 200;

/** Holds whose time is up. */
async function expireHolds(ctx: Ctx): Promise<boolean> {
  const due = await ctx.db
    .selectFrom("booking_order")
    .select(["id", "day"])
    .where("venue_id", "=", ctx.venue.id)
    .where("order_status", "=", "held")
    .where("hold_until", "<=", ctx.now)
    .orderBy("hold_until")
    .orderBy("id")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  const days: string[] = [];
  for (const { id, day } of due) if (await expireOrder(ctx, id)) days.push(day);
  await placesFreed(ctx, days);
  return due.length === BATCH;
}

/** Moves orders whose time has ended. */
async function moveEnded(ctx: Ctx, action: "finish" | "miss"): Promise<boolean> {
  const from: OrderStatus[] = sources(bookingOrder, action);
  const to = from.map((state) => next(bookingOrder, state, action))[0];
  if (to === undefined) return false;
  let ended = ctx.db
    .selectFrom("booking_order")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("order_status", "in", from)
    .where("ends_at", "<=", ctx.now)
    .orderBy("ends_at")
    .orderBy("id")
    .limit(BATCH);
  // The order of an open play or an event has no booker who could stay away: it is finished with what it is for.
  if (action === "miss") {
    ended = ended.where("kind", "not in", ["openPlay", "event"]);
    const ids = (await ended.execute()).map(({ id }) => id);
    if (ids.length === 0) return false;
    await lockVouchers(ctx, ids);
    // No other order comes in for one that was moved meanwhile: its voucher would be locked after it.
    ended = ended.where("id", "in", ids);
  }
  const released = await ctx.db
    .updateTable("booking_order")
    .set({ order_status: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", ended.forUpdate().skipLocked())
    .returningAll()
    .execute();
  // In one order whatever the database's: what they post then stands the same in every book that was made the same way.
  released.sort((a, b) => (a.id < b.id ? -1 : 1));
  if (action === "miss") for (const order of released) await settleNoShow(ctx, order);
  for (const { id, day } of released) ctx.emit({ type: "booking_changed", orderId: id, data: { day } });
  return released.length === BATCH;
}

/** The order of a game is finished once it was played: nobody checks a tournament in, and nobody of it stays away. */
async function finishGames(ctx: Ctx): Promise<boolean> {
  const ended = await ctx.db
    .updateTable("booking_order")
    .set({ order_status: "finished" })
    .where("venue_id", "=", ctx.venue.id)
    .where("kind", "=", "event")
    .where("order_status", "=", "paid")
    .where("ends_at", "<=", ctx.now)
    .returning(["id", "day"])
    .execute();
  for (const { id, day } of ended.sort((a, b) => (a.id < b.id ? -1 : 1))) ctx.emit({ type: "booking_changed", orderId: id, data: { day } });
  return false;
}

/**
 * Settles a no-show: the venue retains the policy's percent and refunds the rest (ledger.md "no-show"); 100 %: nothing moves. A part
 * payment is settled in any case: its order will never earn it. The amount that a fixed contract answers for is or will be settled by the
 * contract, in full.
 */
async function settleNoShow(ctx: Ctx, order: OrderRow): Promise<void> {
  if (order.kind === "fixed" && (await contractOf(ctx, order))) return;
  const { noShowPercent } = await policyOf(ctx, order.program_id);
  const retained = retainedAmount(order);
  const isPart = order.pay_status === "part_paid";
  if (noShowPercent === 100 && !isPart) return;
  const fee = percentOf(retained, noShowPercent);
  const lines = await activeLines(ctx, order.id);
  const vouched = isVouched(lines);
  if (retained === 0 && !vouched && !lines.some((line) => line.uses > 0)) return;
  const back = await settleUnattended(ctx, order, fee, "no-show");
  await releaseLines(ctx, order.id, { status: "missed" });
  await shareOverLines(ctx, lines, back, fee);
  const refunded = order.refunded + back;
  const pay_status = await refundedStatus(ctx, order, refunded, { lines, ...usesBackOf(lines, noShowPercent) });
  await returnUses(ctx, lines, noShowPercent);
  if (vouched) await vouchedGivenUp(ctx, order.id, noShowPercent, "");
  await updateOrder(ctx, order, { refunded, fee: order.fee + fee, pay_status });
}

export const bookingJobs: readonly Extract<Job, { run: unknown }>[] = [
  { name: "booking.expire", run: expireHolds, ...earliest("booking_order", "hold_until", sql`order_status = 'held'`) },
  {
    name: "booking.finish",
    run: (ctx) => moveEnded(ctx, "finish"),
    ...earliest("booking_order", "ends_at", sql`order_status = 'checked_in'`),
  },
  { name: "booking.finishGames", run: finishGames, ...earliest("booking_order", "ends_at", sql`kind = 'event' AND order_status = 'paid'`) },
  {
    name: "booking.miss",
    run: (ctx) => moveEnded(ctx, "miss"),
    ...earliest("booking_order", "ends_at", sql`order_status IN ('reserved', 'paid') AND kind NOT IN ('openPlay', 'event')`),
  },
];

/** What time does to orders: holds expire, games end, who did not come is a no-show (states.md, moves marked ⏱). */
import { type ActionOf, bookingOrder, next, type OrderStatus, sources } from "../../../contract/states";
import type { Ctx } from "../../http/context";
import type { Job } from "../../scheduler";
import { expireOrder } from "./expire";

/** Orders moved in one transaction. */
const BATCH = 200;

/** Holds whose time is up. */
async function expireHolds(ctx: Ctx): Promise<boolean> {
  const due = await ctx.db
    .selectFrom("booking_order")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("order_status", "=", "held")
    .where("hold_until", "<=", ctx.now)
    .orderBy("hold_until")
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id } of due) await expireOrder(ctx, id);
  return due.length === BATCH;
}

/** Moves orders whose time has ended. No money moves: a no-show is kept in full (ledger.md). */
async function moveEnded(ctx: Ctx, action: ActionOf<typeof bookingOrder>): Promise<boolean> {
  const from: OrderStatus[] = sources(bookingOrder, action);
  const to = from.map((state) => next(bookingOrder, state, action))[0];
  if (to === undefined) return false;
  const ended = ctx.db
    .selectFrom("booking_order")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("order_status", "in", from)
    .where("ends_at", "<=", ctx.now)
    .orderBy("ends_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked();
  const moved = await ctx.db
    .updateTable("booking_order")
    .set({ order_status: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", ended)
    .returning(["id", "day"])
    .execute();
  for (const { id, day } of moved) ctx.emit({ type: "booking_changed", orderId: id, data: { day } });
  return moved.length === BATCH;
}

export const bookingJobs = [
  { name: "booking.expire", run: expireHolds },
  { name: "booking.finish", run: (ctx) => moveEnded(ctx, "finish") },
  { name: "booking.miss", run: (ctx) => moveEnded(ctx, "miss") },
] as const satisfies readonly Job[];

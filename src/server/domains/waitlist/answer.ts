/** Answers of a waiting person: accept the offer, leave, queue again. */
import type { BookingOrderDetail } from "../../../contract/booking/booking-order";
import type { Parsed } from "../../../contract/core/call";
import { next, waitlistEntry } from "../../../contract/core/states";
import type { waitlist, WaitlistEntry } from "../../../contract/waitlist/waitlist";
import { isUnique } from "../../db/unique";
import { type Ctx, need } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { holdEnd } from "../booking/book";
import { cancelOrder, FREE_OF_FEE } from "../booking/cancel";
import { lockOrder, moveOrder, stateNow, updateOrder, wrongStateError } from "../../kernel/orders";
import { pay } from "../booking/pay";
import { policyOf } from "../../kernel/policy";
import { view } from "../booking/view";
import { acceptOffer } from "../../kernel/offers";
import { entryOf } from "./list";
import { offerFreed } from "./offer";

/** The entry, as the clock has it, where the table allows the action. */
async function entryFor(ctx: Ctx, id: string, action: "accept" | "withdraw" | "requeue"): Promise<WaitlistEntry> {
  const entry = await entryOf(ctx, id);
  if (next(waitlistEntry, entry.state, action) === undefined) throw wrongStateError(ctx, entry.state, action);
  return entry;
}

/**
 * Accepts an offer: its order is held on for payment, reserved, or paid.
 * @throws AppError `missing`, `wrongState` (also where the offer's time is up), `forbidden` (booking_reserve, booking_pay), `paymentSum`,
 * `memberNeeded`, `balanceShort`, and of cards as `pay`
 */
export async function accept(ctx: Ctx, input: Parsed<typeof waitlist.accept>): Promise<BookingOrderDetail> {
  if (input.mode === "reserve") need(ctx, "booking_reserve");
  if (input.mode === "pay") need(ctx, "booking_pay");
  const { orderId, state } = await entryFor(ctx, input.id, "accept");
  if (orderId === null) throw wrongStateError(ctx, state, "accept");
  // Everything that ends an offer goes through its order's row: once that is locked, the entry is what it is.
  const order = await lockOrder(ctx, orderId);
  const now = (await entryOf(ctx, input.id)).state;
  if (now !== "offered" || stateNow(ctx, order) !== "held") throw wrongStateError(ctx, now, "accept");
  if (input.mode === "pay") return pay(ctx, { id: orderId, payments: input.payments, cards: input.cards });
  if (input.cards.length > 0) throw badField("cards", "onlyPaying");
  if (input.payments.length > 0) throw new AppError("paymentSum", { sum: "", due: "0.00" });
  if (input.mode === "reserve") await moveOrder(ctx, order, "reserve", () => ({ hold_until: null }));
  else await updateOrder(ctx, order, { hold_until: holdEnd(ctx, await policyOf(ctx, order.program_id)) });
  await acceptOffer(ctx, orderId);
  return view(ctx, { id: orderId });
}

/**
 * Leaves the waitlist. The slot of an offer goes to the next who waits.
 * @throws AppError `missing`, `wrongState`
 */
export async function withdraw(ctx: Ctx, input: Parsed<typeof waitlist.withdraw>): Promise<WaitlistEntry> {
  const { orderId, day } = await entryFor(ctx, input.id, "withdraw");
  if (orderId !== null) {
    const order = await lockOrder(ctx, orderId);
    const entry = await entryOf(ctx, input.id);
    if (entry.state !== "offered") throw wrongStateError(ctx, entry.state, "withdraw");
    await offerFreed(ctx, await cancelOrder(ctx, order, FREE_OF_FEE, ""));
    return entryOf(ctx, input.id);
  }
  const left = await ctx.db
    .updateTable("waitlist_entry")
    .set({ state: "withdrawn" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .where("state", "=", "waiting")
    .returning("id")
    .executeTakeFirst();
  if (!left) throw wrongStateError(ctx, (await entryOf(ctx, input.id)).state, "withdraw");
  ctx.emit({ type: "changed", data: { resource: "waitlist", day } });
  return entryOf(ctx, input.id);
}

/**
 * Queues again, at the end, after an offer that lapsed: once.
 * @throws AppError `missing`, `wrongState`, `requeueOnce`, `waitlistTwice` who joined anew meanwhile
 */
export async function requeue(ctx: Ctx, input: Parsed<typeof waitlist.requeue>): Promise<WaitlistEntry> {
  const { day, name } = await entryFor(ctx, input.id, "requeue");
  const again = await queueAgain(ctx, input.id).catch((error: unknown) => {
    throw isUnique(error, "waitlist_entry_once") || isUnique(error, "waitlist_entry_walk_in")
      ? new AppError("waitlistTwice", { name })
      : error;
  });
  if (!again) throw new AppError("requeueOnce");
  ctx.emit({ type: "changed", data: { resource: "waitlist", day } });
  await offerFreed(ctx, [day]);
  return entryOf(ctx, input.id);
}

const queueAgain = (ctx: Ctx, id: string) =>
  ctx.db
    .updateTable("waitlist_entry")
    .set({ state: "waiting", requeued: true, queued_at: ctx.now, order_id: null })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "=", "lapsed")
    .where("requeued", "=", false)
    .where("starts_at", ">", ctx.now)
    .returning("id")
    .executeTakeFirst();

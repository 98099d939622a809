/** An offer of the waitlist is an unpaid order: what becomes of the order becomes of the offer, in the same transaction (states.md). */
import { type ActionOf, next, sources, waitlistEntry } from "../../contract/core/states";
import type { Ctx } from "../http/context";

type Action = ActionOf<typeof waitlistEntry>;

async function follow(ctx: Ctx, orderId: string, action: Action): Promise<void> {
  const [from] = sources(waitlistEntry, action);
  const to = next(waitlistEntry, "offered", action);
  if (from === undefined || to === undefined) return;
  const updated = await ctx.db
    .updateTable("waitlist_entry")
    .set({ state: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", orderId)
    .where("state", "=", "offered")
    .returning("day")
    .executeTakeFirst();
  if (updated) ctx.emit({ type: "changed", data: { resource: "waitlist", day: updated.day } });
}

/** The order of an offer was paid, in part or in full, or taken on for payment on arrival. */
export const acceptOffer = (ctx: Ctx, orderId: string): Promise<void> => follow(ctx, orderId, "accept");
/** The order of an offer ran out. */
export const expireOffer = (ctx: Ctx, orderId: string): Promise<void> => follow(ctx, orderId, "lapse");
/** The order of an offer was cancelled. */
export const withdrawOffer = (ctx: Ctx, orderId: string): Promise<void> => follow(ctx, orderId, "withdraw");

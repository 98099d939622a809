/** What applies by itself to holds, late cancellations, no-shows and offers: the program's own rule, else the venue's. */
import type { booking, BookingPolicy } from "../../../contract/booking";
import type { Parsed } from "../../../contract/call";
import type { Ctx } from "../../http/context";

/** The policy of one program's orders. */
export interface Policy {
  readonly holdMinutes: number;
  readonly freeCancelHours: number;
  readonly lateCancelPercent: number;
  readonly noShowPercent: number;
}

/** The policy of a program; the venue's where it has none of its own. */
export async function policyOf(ctx: Ctx, programId: string): Promise<Policy> {
  const own = await ctx.db
    .selectFrom("program")
    .select(["hold_minutes", "free_cancel_hours", "late_cancel_percent"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", programId)
    .executeTakeFirst();
  return {
    holdMinutes: own?.hold_minutes ?? ctx.venue.hold_minutes,
    freeCancelHours: own?.free_cancel_hours ?? ctx.venue.free_cancel_hours,
    lateCancelPercent: own?.late_cancel_percent ?? ctx.venue.late_cancel_percent,
    noShowPercent: ctx.venue.no_show_percent,
  };
}

/** The venue's policy. */
export const policy = (ctx: Ctx): Promise<BookingPolicy> =>
  Promise.resolve({
    holdMinutes: ctx.venue.hold_minutes,
    freeCancelHours: ctx.venue.free_cancel_hours,
    lateCancelPercent: ctx.venue.late_cancel_percent,
    noShowPercent: ctx.venue.no_show_percent,
    offerMinutes: ctx.venue.offer_minutes,
  });

/** Changes the venue's policy. Orders follow the policy of the moment in which it applies to them. */
export async function modifyPolicy(ctx: Ctx, input: Parsed<typeof booking.modifyPolicy>): Promise<BookingPolicy> {
  await ctx.db
    .updateTable("venue")
    .set({
      hold_minutes: input.holdMinutes,
      free_cancel_hours: input.freeCancelHours,
      late_cancel_percent: input.lateCancelPercent,
      no_show_percent: input.noShowPercent,
      offer_minutes: input.offerMinutes,
    })
    .where("id", "=", ctx.venue.id)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "venue" } });
  return input;
}

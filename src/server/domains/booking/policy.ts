/** Automatic policy for holds, late cancellations, no-shows and offers: the program's own rule, else the venue's. */
import type { booking, BookingPolicy } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { PurseOrder } from "../../../contract/venue/venue";
import type { Ctx } from "../../http/context";

/** The venue's policy. */
export const policy = (ctx: Ctx): Promise<BookingPolicy> =>
  Promise.resolve({
    holdMinutes: ctx.venue.hold_minutes,
    freeCancelHours: ctx.venue.free_cancel_hours,
    lateCancelPercent: ctx.venue.late_cancel_percent,
    noShowPercent: ctx.venue.no_show_percent,
    offerMinutes: ctx.venue.offer_minutes,
    earlyCheckInMinutes: ctx.venue.early_check_in_minutes,
    daysAhead: ctx.venue.days_ahead,
    purseOrder: PurseOrder.parse(ctx.venue.purse_order),
    offlineBalance: yuan(ctx.venue.offline_balance),
    approvalLimit: yuan(ctx.venue.approval_limit),
  });

/** Changes the venue's policy. Orders follow the policy of the moment in which it applies to them. */
export async function modifyPolicy(ctx: Ctx, input: Parsed<typeof booking.modifyPolicy>): Promise<BookingPolicy> {
  const { offlineBalance = ctx.venue.offline_balance, approvalLimit = ctx.venue.approval_limit } = input;
  await ctx.db
    .updateTable("venue")
    .set({
      hold_minutes: input.holdMinutes,
      free_cancel_hours: input.freeCancelHours,
      late_cancel_percent: input.lateCancelPercent,
      no_show_percent: input.noShowPercent,
      offer_minutes: input.offerMinutes,
      early_check_in_minutes: input.earlyCheckInMinutes,
      days_ahead: input.daysAhead,
      purse_order: input.purseOrder,
      offline_balance: offlineBalance,
      approval_limit: approvalLimit,
    })
    .where("id", "=", ctx.venue.id)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "venue" } });
  return { ...input, offlineBalance: yuan(offlineBalance), approvalLimit: yuan(approvalLimit) };
}

/** Automatic policy for holds, late cancellations, no-shows and offers: the program's own rule, else the venue's. */
import type { booking, BookingPolicy } from "../../../contract/booking/booking";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { Rounding } from "../../../contract/sale/rounding";
import { PurseOrder } from "../../../contract/venue/venue";
import type { Ctx, VenueRow } from "../../http/context";

/** The policy in the venue's row. */
const policyIn = (venue: VenueRow): BookingPolicy => ({
  holdMinutes: venue.hold_minutes,
  freeCancelHours: venue.free_cancel_hours,
  lateCancelPercent: venue.late_cancel_percent,
  noShowPercent: venue.no_show_percent,
  offerMinutes: venue.offer_minutes,
  earlyCheckInMinutes: venue.early_check_in_minutes,
  daysAhead: venue.days_ahead,
  purseOrder: PurseOrder.parse(venue.purse_order),
  offlineBalance: yuan(venue.offline_balance),
  approvalLimit: yuan(venue.approval_limit),
  rounding: Rounding.parse(venue.rounding),
  roundingLimit: yuan(venue.rounding_limit),
  onlineBooking: venue.online_booking,
  onlineDaysAhead: venue.online_days_ahead,
  onlineDayMinutes: venue.online_day_minutes,
  onlineHoldMinutes: venue.online_hold_minutes,
});

/** The venue's policy. */
export const policy = (ctx: Ctx): Promise<BookingPolicy> => Promise.resolve(policyIn(ctx.venue));

/** Changes the venue's policy; what is left out stays. Orders follow the policy of the moment in which it applies to them. */
export async function modifyPolicy(ctx: Ctx, input: Parsed<typeof booking.modifyPolicy>): Promise<BookingPolicy> {
  const { venue } = ctx;
  const row = await ctx.db
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
      offline_balance: input.offlineBalance ?? venue.offline_balance,
      approval_limit: input.approvalLimit ?? venue.approval_limit,
      rounding: input.rounding ?? venue.rounding,
      rounding_limit: input.roundingLimit ?? venue.rounding_limit,
      online_booking: input.onlineBooking ?? venue.online_booking,
      online_days_ahead: input.onlineDaysAhead ?? venue.online_days_ahead,
      online_day_minutes: input.onlineDayMinutes ?? venue.online_day_minutes,
      online_hold_minutes: input.onlineHoldMinutes ?? venue.online_hold_minutes,
    })
    .where("id", "=", venue.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "changed", data: { resource: "venue" } });
  return policyIn(row);
}

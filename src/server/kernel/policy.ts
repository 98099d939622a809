/** Rules that apply automatically to holds and late cancellations: the program's own rule, else the venue's. */
import type { Ctx } from "../http/context";

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

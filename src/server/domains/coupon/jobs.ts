/** Timed transitions of coupons: after their last day they are worth nothing. */
import { sql } from "kysely";
import { coupon as machine, sources } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { type Job, nightly } from "../../kernel/due";

async function expire(ctx: Ctx): Promise<void> {
  const gone = await ctx.db
    .updateTable("coupon")
    .set({ state: "expired" })
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", sources(machine, "expire"))
    .where("ends_on", "<", today(ctx))
    .returning("id")
    .execute();
  if (gone.length > 0) ctx.emit({ type: "changed", data: { resource: "coupon" } });
}

export const couponJobs = [{ name: "coupon.expire", run: expire, ...nightly("coupon", sql`state = 'issued'`) }] satisfies readonly Job[];

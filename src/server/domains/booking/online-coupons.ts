/** Coupons as customers use them on a booking: their own, and promo codes. */
import { memberCoupon, sources } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { refuse } from "../../resource/refuse";

/** Coupons offered on a choice. */
const MOST_OFFERED = 20;

/** A coupon of the customer that is good for a booking of the day. */
export interface OwnCoupon {
  readonly code: string;
  readonly name: string;
  readonly until: string;
}

/** The customer's coupons for bookings of a day, soonest to end first. */
export const listOwnCoupons = (ctx: Ctx, memberId: string, day: string): Promise<OwnCoupon[]> =>
  ctx.db
    .selectFrom("member_coupon as m")
    .innerJoin("coupon_offer as o", (join) => join.onRef("o.venue_id", "=", "m.venue_id").onRef("o.id", "=", "m.offer_id"))
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.member_id", "=", memberId)
    .where("m.state", "in", sources(memberCoupon, "use"))
    .where("o.good_for", "in", ["booking", "both"])
    .where("o.starts_on", "<=", day)
    .where("o.ends_on", ">=", day)
    .where("o.ends_on", ">=", today(ctx))
    .orderBy("o.ends_on")
    .orderBy("m.coupon_no")
    .select(["m.coupon_no as code", "o.name", "o.ends_on as until"])
    .limit(MOST_OFFERED)
    .execute();

/**
 * Rejects a coupon of another member like one that does not exist, so that nobody learns which numbers exist.
 * @throws AppError `badInput` at `couponCode`
 */
export async function refuseForeignCoupon(ctx: Ctx, memberId: string, code: string | undefined): Promise<void> {
  if (code === undefined) return;
  const given = await ctx.db
    .selectFrom("member_coupon")
    .select("member_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("coupon_no", "=", code)
    .where("source", "<>", "code")
    .executeTakeFirst();
  if (given && given.member_id !== memberId)
    throw refuse(
      ctx,
      { zh: "没有券号或优惠码 {code}；没有改动", en: "There is no coupon or promo code {code}; nothing was changed" },
      { code },
      "couponCode",
    );
}

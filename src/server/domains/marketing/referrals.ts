/** Offers of the venue for introducing a member, and the rewards granted. `kernel/referrals` grants and revokes them. */
import { sql } from "kysely";
import { referralOffers, referralRewards } from "../../../contract/marketing/referrals";
import { serveResource } from "../../resource/serve";

export const referralRoutes = [
  ...serveResource(referralOffers, {
    table: "referral_offer",
    columns: {
      given: () =>
        sql`(select count(*) from referral_reward w where w.venue_id = t.venue_id and w.offer_id = t.id and w.revoked_at is null)`,
    },
  }),
  ...serveResource(referralRewards, {
    table: "referral_reward",
    columns: {
      rechargeNo: () => sql`(select r.no from recharge r where r.venue_id = t.venue_id and r.id = t.recharge_id)`,
      coupons: () =>
        sql`(select count(*) from member_coupon c where c.venue_id = t.venue_id and c.recharge_id = t.recharge_id and c.source = 'referral')`,
    },
  }),
];

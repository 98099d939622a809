/** Offers of the venue for introducing a member, and the rewards granted. `kernel/referrals` grants and revokes them. */
import { sql } from "kysely";
import { referralOffers, referralRewards } from "../../../contract/marketing/referrals";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

export const referralRoutes = [
  ...serveResource(referralOffers, {
    table: "referral_offer",
    columns: {
      given: () =>
        sql`(select count(*) from referral_reward w where w.venue_id = t.venue_id and w.offer_id = t.id and w.revoked_at is null)`,
    },
    saving: async (ctx, draft) => {
      await checkAll(ctx, [
        () =>
          draft.least <= 0 &&
          refuse(ctx, { zh: "充值金额要大于 0，没有保存", en: "The recharge has to be above 0; nothing was saved" }, {}, "least"),
        () =>
          draft.endsOn !== null &&
          draft.endsOn < draft.startsOn &&
          refuse(ctx, { zh: "有效期止不能早于有效期起，没有保存", en: "It ends before it begins; nothing was saved" }, {}, "endsOn"),
        () =>
          draft.referrerGift + draft.newcomerGift === 0 &&
          draft.referrerCoupon === null &&
          draft.newcomerCoupon === null &&
          refuse(ctx, { zh: "至少填一项奖励，没有保存", en: "Give at least one reward; nothing was saved" }, {}, "referrerGift"),
      ]);
      return draft;
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

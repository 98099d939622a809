/**
 * Rewards for bringing a member: gift money and coupons for both, posted with the newcomer's first recharge that reaches an offer's amount,
 * and taken back with that recharge.
 */
import type { Fen } from "../../contract/core/money";
import { type Ctx, today } from "../http/context";
import { type Leg, post } from "../ledger/post";
import { mergedInto } from "../ledger/reverse";
import { documentNumber } from "./numbers";
import { grantReferralCoupon } from "./venue-coupons";

/** The recharge that may bring a reward; the newcomer's and the referrer's rows are locked. */
interface ReferredRecharge {
  readonly id: string;
  readonly paid: Fen;
  readonly newcomerId: string;
  readonly referrerId: string;
  /** A referrer who is frozen or gone gets nothing; the newcomer does all the same. */
  readonly referrerActive: boolean;
}

/**
 * Gives both what the offer says that applies today, once for a newcomer. Coupons that have run out are left out.
 * @returns fen of gift money that the newcomer got
 */
export async function rewardReferral(ctx: Ctx, recharge: ReferredRecharge): Promise<Fen> {
  const { newcomerId, referrerId } = recharge;
  const day = today(ctx);
  const offer = await ctx.db
    .selectFrom("referral_offer")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("active", "=", true)
    .where("least", "<=", recharge.paid)
    .where("starts_on", "<=", day)
    .where((eb) => eb.or([eb("ends_on", "is", null), eb("ends_on", ">=", day)]))
    .orderBy("least", "desc")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!offer || (await isRewarded(ctx, newcomerId))) return 0;
  const both = recharge.referrerActive && (offer.per_month === 0 || (await rewardsOf(ctx, referrerId, day)) < offer.per_month);
  const [referrerGift, newcomerGift] = [both ? offer.referrer_gift : 0, offer.newcomer_gift];
  const coupons = [both && (await grantReferralCoupon(ctx, offer.referrer_coupon_id, referrerId, recharge.id))];
  coupons.push(await grantReferralCoupon(ctx, offer.newcomer_coupon_id, newcomerId, recharge.id));
  if (referrerGift + newcomerGift === 0 && !coupons.includes(true)) return 0;
  const document = { kind: "referral", id: ctx.newId(), no: await documentNumber(ctx, "referral", day) } as const;
  const txId =
    referrerGift + newcomerGift === 0
      ? null
      : await post(ctx, { document, operation: "referral", legs: giftLegs({ newcomerId, referrerId }, [newcomerGift, referrerGift], day) });
  await ctx.db
    .insertInto("referral_reward")
    .values({
      venue_id: ctx.venue.id,
      id: document.id,
      no: document.no,
      offer_id: offer.id,
      newcomer_id: newcomerId,
      referrer_id: referrerId,
      recharge_id: recharge.id,
      day,
      referrer_gift: referrerGift,
      newcomer_gift: newcomerGift,
      tx_id: txId,
      revoked_at: null,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  notifyMembers(ctx, [newcomerId, referrerId]);
  return newcomerGift;
}

/**
 * Takes back the reward of a recharge that is revoked: all of the newcomer's, and of the referrer's what is still in the purse, so that a
 * newcomer's right to the money back does not depend on another's spending. Coupons go back with those of the recharge.
 * @throws AppError `balanceShort` where the newcomer has spent the gift
 */
export async function reverseReferral(ctx: Ctx, rechargeId: string, reason: string): Promise<void> {
  const reward = await ctx.db
    .selectFrom("referral_reward")
    .select(["id", "no", "newcomer_id", "referrer_id", "newcomer_gift", "referrer_gift", "tx_id", "day"])
    .where("venue_id", "=", ctx.venue.id)
    .where("recharge_id", "=", rechargeId)
    .where("revoked_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!reward) return;
  const heirs = await mergedInto(ctx, [reward.newcomer_id, reward.referrer_id]);
  const newcomerId = heirs.get(reward.newcomer_id) ?? reward.newcomer_id;
  const referrerId = heirs.get(reward.referrer_id) ?? reward.referrer_id;
  const purse = await ctx.db
    .selectFrom("balance")
    .select("amount")
    .where("venue_id", "=", ctx.venue.id)
    .where("account", "=", "purse.gift")
    .where("subject", "=", referrerId)
    .forUpdate()
    .executeTakeFirst();
  const fromReferrer = Math.min(reward.referrer_gift, purse?.amount ?? 0);
  const back = reward.newcomer_gift + fromReferrer;
  if (reward.tx_id !== null && back > 0)
    await post(ctx, {
      document: { kind: "referral", id: reward.id, no: reward.no },
      operation: "revocation",
      reason,
      reverses: reward.tx_id,
      legs: giftLegs({ newcomerId, referrerId }, [-reward.newcomer_gift, -fromReferrer], reward.day),
    });
  await ctx.db
    .updateTable("referral_reward")
    .set({ revoked_at: ctx.now, taken_back: back })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", reward.id)
    .execute();
  notifyMembers(ctx, [newcomerId, referrerId]);
}

const giftLegs = (
  { newcomerId, referrerId }: { readonly newcomerId: string; readonly referrerId: string },
  [toNewcomer, toReferrer]: readonly [Fen, Fen],
  day: string,
): Leg[] => [
  { account: "cost.gift", amount: toNewcomer + toReferrer, earnedOn: day },
  { account: "purse.gift", amount: -toNewcomer, subject: newcomerId },
  { account: "purse.gift", amount: -toReferrer, subject: referrerId },
];

const notifyMembers = (ctx: Ctx, members: readonly string[]): void => {
  for (const id of members) ctx.emit({ type: "changed", data: { resource: "members", id } });
  ctx.emit({ type: "changed", data: { resource: "referralRewards" } });
};

async function isRewarded(ctx: Ctx, newcomerId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("referral_reward")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("newcomer_id", "=", newcomerId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Rewards that stand of a referrer in the month of a day. */
async function rewardsOf(ctx: Ctx, referrerId: string, day: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("referral_reward")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("venue_id", "=", ctx.venue.id)
    .where("referrer_id", "=", referrerId)
    .where("day", ">=", `${day.slice(0, 7)}-01`)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

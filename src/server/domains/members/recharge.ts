/** Recharging a member's purses, by an offer or freely (ledger.md "recharge 500 + gift 50"). */
import { sql } from "kysely";
import type { z } from "zod";
import type { Parsed } from "../../../contract/core/call";
import type { members, Recharge, RechargePreview } from "../../../contract/members/members";
import { yuan } from "../../../contract/core/money";
import { type Ctx, need, today } from "../../http/context";
import { AppError, badField, badInput } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { charge } from "../../ledger/charge";
import { balanceOf } from "../../ledger/post";
import { shiftOf } from "../../ledger/tender";
import { cashShort } from "../../payment/collect";
import { refuseInactive } from "../../kernel/booker";
import { coolingOffEnd, checkPrepaidLimits } from "../../kernel/prepaid";
import { rewardReferral } from "../../kernel/referrals";
import { grantRechargeCoupons } from "../../kernel/venue-coupons";
import { filledBy } from "./catalogue";
import { word } from "./words";
import { refuse } from "../../resource/refuse";
import { setCardType } from "./card-types";

/**
 * Takes the money and fills the purses. Freely: principal = pay, and a gift needs the code `member_adjust`.
 * @throws AppError `missing` (member, offer), `memberState`, `badInput` (pay or gift other than the offer's; a purse as method; too little cash),
 * `forbidden`, `prepaidLimit`, `scanNotPaid`
 */
export async function recharge(ctx: Ctx, input: Parsed<typeof members.recharge>): Promise<z.infer<typeof Recharge>> {
  // A recharge paid from a purse would move money in a circle and count it as takings.
  if (input.method === "Balance" || input.method === "Coupon" || input.method === "RoamingCard" || input.method === "Credit")
    throw badField("method", "other");
  if (input.method === "Cash" && input.tendered !== undefined && input.tendered < input.pay)
    throw badInput({ tendered: cashShort(ctx, input.pay - input.tendered) });
  // The member's lock comes first: how often an offer was taken is counted under it. So is a referrer's: of rewards in the month.
  const [locked, { principal, gift, offerId, raiseTo, coupons }] = await Promise.all([
    ctx.db
      .selectFrom("member")
      .select(["id", "name", "state", "card_type_id", "referrer_id"])
      .where("venue_id", "=", ctx.venue.id)
      .where((eb) =>
        eb.or([
          eb("id", "=", input.memberId),
          eb(
            "id",
            "=",
            eb.selectFrom("member as m").select("m.referrer_id").where("m.venue_id", "=", ctx.venue.id).where("m.id", "=", input.memberId),
          ),
        ]),
      )
      .orderBy("id")
      .forNoKeyUpdate()
      .execute(),
    rechargeTerms(ctx, input),
  ]);
  const member = locked.find((row) => row.id === input.memberId);
  const referrer = locked.find((row) => row.id === member?.referrer_id);
  if (!member) throw new AppError("missing", { what: word("member", ctx.language) });
  if (member.state !== "active") {
    throw new AppError("memberState", { name: member.name, state: word(member.state, ctx.language) }, { state: member.state });
  }
  const id = ctx.newId();
  const day = today(ctx);
  const [, no] = await Promise.all([
    checkPrepaidLimits(ctx, input.memberId, { stored: principal }),
    documentNumber(ctx, "recharge", day),
    shiftOf(ctx, [input.method]),
  ]);
  const document = { kind: "recharge", id, no } as const;
  const payment = {
    type: input.method,
    amount: input.pay,
    paymentId: input.paymentId,
    tendered: input.method === "Cash" ? input.tendered : undefined,
    ...(input.remark === "" ? {} : { note: input.remark.slice(0, 60) }),
  };
  const { txId } = await charge(ctx, document, {
    operation: "recharge",
    reason: input.remark,
    payments: [payment],
    due: input.pay,
    // Money in a purse is spent when it pays for something.
    memberId: null,
    shownBy: { resource: "members", id: input.memberId },
    legs: [
      { account: "purse.principal", amount: -principal, subject: input.memberId },
      { account: "cost.gift", amount: gift, earnedOn: day },
      { account: "purse.gift", amount: -gift, subject: input.memberId },
    ],
  });
  if (txId === undefined) throw new Error("a recharge of nothing");
  const raised = raiseTo !== null && raiseTo !== member.card_type_id;
  if (raised) ctx.write(setCardType(ctx, input.memberId, raiseTo));
  ctx.write(
    ctx.db
      .insertInto("recharge")
      .values({
        venue_id: ctx.venue.id,
        id,
        no,
        member_id: input.memberId,
        offer_id: offerId,
        paid: input.pay,
        principal,
        gift,
        method: input.method,
        remark: input.remark,
        tx_id: txId,
        revoked_at: null,
        raised_from: raised ? member.card_type_id : null,
        person_id: ctx.person.id,
        at: ctx.now,
      })
      .execute(),
  );
  if (coupons) await grantRechargeCoupons(ctx, coupons, input.memberId, id);
  const { paid, newcomerId } = { paid: input.pay, newcomerId: input.memberId };
  const rewarded = referrer
    ? await rewardReferral(ctx, { id, paid, newcomerId, referrerId: referrer.id, referrerActive: referrer.state === "active" })
    : 0;
  const [inPrincipal, inGift] = await Promise.all([
    balanceOf(ctx, "purse.principal", input.memberId),
    balanceOf(ctx, "purse.gift", input.memberId),
  ]);
  return {
    id,
    no,
    memberId: input.memberId,
    paid: yuan(input.pay),
    principal: yuan(principal),
    gift: yuan(gift),
    method: input.method,
    before: { principal: yuan(inPrincipal - principal), gift: yuan(inGift - gift - rewarded) },
    after: { principal: yuan(inPrincipal), gift: yuan(inGift) },
    at: ctx.now.toISOString(),
    coolingOffUntil: coolingOffEnd(ctx.now).toISOString(),
  };
}

/**
 * Returns the purses before and after a recharge. Nothing moves: what the recharge would refuse is refused here, before anybody pays.
 * @param input.memberId left out: the first recharge of somebody who is enrolled with it
 * @throws AppError as `recharge`
 */
export async function rechargePreview(
  ctx: Ctx,
  { memberId, offerId, pay }: Parsed<typeof members.rechargePreview>,
): Promise<z.infer<typeof RechargePreview>> {
  if (memberId !== undefined) {
    const member = await ctx.db
      .selectFrom("member")
      .select(["name", "state"])
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", memberId)
      .executeTakeFirst();
    if (!member) throw new AppError("missing", { what: word("member", ctx.language) });
    refuseInactive(ctx, member);
  }
  const { principal, gift } = await rechargeTerms(ctx, { memberId, offerId, pay });
  await checkPrepaidLimits(ctx, memberId ?? null, { stored: principal });
  const [inPrincipal, inGift] =
    memberId === undefined
      ? [0, 0]
      : await Promise.all([balanceOf(ctx, "purse.principal", memberId), balanceOf(ctx, "purse.gift", memberId)]);
  return {
    before: { principal: yuan(inPrincipal), gift: yuan(inGift) },
    after: { principal: yuan(inPrincipal + principal), gift: yuan(inGift + gift) },
  };
}

interface GiftCoupons {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}
/** Returns what the member gets for what is paid. @param input.memberId left out: somebody who is enrolled with it */
export async function rechargeTerms(
  ctx: Ctx,
  input: { memberId?: string | undefined; offerId?: string | undefined; pay: number; gift?: number | undefined },
): Promise<{ principal: number; gift: number; offerId: string | null; raiseTo: string | null; coupons?: GiftCoupons | undefined }> {
  if (input.offerId === undefined) {
    const gift = input.gift ?? 0;
    if (gift > 0) need(ctx, "member_adjust");
    return { principal: input.pay, gift, offerId: null, raiseTo: null };
  }
  const offer = await ctx.db
    .selectFrom("recharge_offer as o")
    .leftJoin("coupon_offer as c", (join) => join.onRef("c.venue_id", "=", "o.venue_id").onRef("c.id", "=", "o.coupon_offer_id"))
    .select(["o.name", "o.pay", "o.principal", "o.gift", "o.per_person", "o.raise_to_id", "o.valid_from", "o.valid_to"])
    .select(["o.coupons", "c.id as coupon_id", "c.name as coupon_name"])
    .where("o.venue_id", "=", ctx.venue.id)
    .where("o.id", "=", input.offerId)
    .where("o.on_shelf", "=", true)
    .executeTakeFirst();
  if (!offer) throw new AppError("missing", { what: word("offer", ctx.language) });
  if (offer.pay !== input.pay) throw badField("pay", "exactly", { n: yuan(offer.pay) });
  const filled = filledBy(offer);
  if (input.gift !== undefined && input.gift !== filled.gift) throw badField("gift", "exactly", { n: yuan(filled.gift) });
  await checkOffer(ctx, offer, { memberId: input.memberId, offerId: input.offerId });
  const { coupon_id: id, coupon_name: name, coupons: count } = offer;
  const coupons = id === null || name === null || count === null ? undefined : { id, name, count };
  return { ...filled, offerId: input.offerId, raiseTo: offer.raise_to_id, coupons };
}

/** Refuses an offer outside its days, and one that the member took as often as one may. Recharges taken back do not count. */
async function checkOffer(
  ctx: Ctx,
  offer: {
    readonly name: string;
    readonly per_person: number | null;
    readonly valid_from: string | null;
    readonly valid_to: string | null;
  },
  { memberId, offerId }: { readonly memberId: string | undefined; readonly offerId: string },
): Promise<void> {
  const day = today(ctx);
  const { name } = offer;
  if ((offer.valid_from ?? day) > day || (offer.valid_to ?? day) < day)
    throw refuse(
      ctx,
      {
        zh: "“{name}”的有效期是 {from} 至 {to}，没有充值；请换一个套餐",
        en: "“{name}” holds from {from} to {to}; nothing was recharged. Choose another offer",
      },
      { name, from: offer.valid_from ?? "…", to: offer.valid_to ?? "…" },
    );
  if (offer.per_person === null || memberId === undefined) return;
  const { taken } = await ctx.db
    .selectFrom("recharge")
    .select(sql<number>`count(*)`.as("taken"))
    .where("venue_id", "=", ctx.venue.id)
    .where("offer_id", "=", offerId)
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  if (taken >= offer.per_person)
    throw refuse(
      ctx,
      {
        zh: "“{name}”每人限 {most} 次，该会员已用 {taken} 次，没有充值；请换一个套餐",
        en: "“{name}” may be taken {most} times by a member, who took it {taken} times; nothing was recharged. Choose another offer",
      },
      { name, most: offer.per_person, taken },
    );
}

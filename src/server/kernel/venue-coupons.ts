/**
 * Using a coupon of the venue on a document: one coupon, one use. A coupon is looked up and priced first; once the document is written it is
 * taken by a compare-and-set on its row, or, by a promo code, as one of what is left of its offer. States: `memberCoupon`.
 */
import type { Selectable } from "kysely";
import { type Fen, percentOf, yuan } from "../../contract/core/money";
import { memberCoupon as machine, sources } from "../../contract/core/states";
import { type Ctx, today } from "../http/context";
import type { AppError } from "../http/error";
import { refuse } from "../resource/refuse";
import type { Tables } from "../db/tables";
import { digitsOf } from "./digits";
import { hoursText, isWithin } from "./hours";

type OfferRow = Selectable<Tables["coupon_offer"]>;
/** Intended use of a coupon. */
interface CouponUse {
  readonly goodFor: "booking" | "product";
  readonly memberId: string | null;
  readonly day: string;
  /** The stretches of the day that it has to be good for, minutes. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}
/** A coupon that may be used, until another document takes it. */
export interface VenueCoupon {
  readonly code: string;
  readonly offer: OfferRow;
  /** The given coupon; null for a promo code, which makes one when it is used. */
  readonly id: string | null;
  readonly memberId: string | null;
}
interface Worth {
  readonly price: Fen;
  readonly minutes: number;
}
const NO_DIGITS = 14;
const HOUR = 60;
const FIELD = "couponCode";

const changed = (ctx: Ctx, offerId: string): void => {
  ctx.emit({ type: "changed", data: { resource: "memberCoupons" } });
  ctx.emit({ type: "changed", data: { resource: "couponOffers", id: offerId } });
};
const usedUp = (ctx: Ctx, code: string): AppError =>
  refuse(
    ctx,
    { zh: "优惠券 {code} 已用过或已收回；没有改动，请换一张", en: "Coupon {code} was used or withdrawn; nothing was changed. Use another" },
    { code },
    FIELD,
  );
const allGone = (ctx: Ctx, name: string, field = FIELD): AppError =>
  refuse(
    ctx,
    {
      zh: "优惠券“{name}”已发完、停发或过期；没有改动，请去掉或换一种",
      en: "No more coupons of “{name}” are given; nothing was changed. Leave it out, or choose another",
    },
    { name },
    field,
  );

/**
 * The coupon of a code: one given to this member, else the offer of a promo code.
 * @throws AppError `badInput` at `couponCode`: unknown, another member's, used, out of its days and hours, for other things, a promo code at its limit
 */
export async function findVenueCoupon(ctx: Ctx, code: string, use: CouponUse): Promise<VenueCoupon> {
  const given = await ctx.db
    .selectFrom("member_coupon")
    .select(["id", "state", "offer_id", "member_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("coupon_no", "=", code)
    .where("source", "<>", "code")
    .executeTakeFirst();
  const offer = await ctx.db
    .selectFrom("coupon_offer")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where(given ? "id" : "promo_code", "=", given?.offer_id ?? code)
    .executeTakeFirst();
  if (!offer)
    throw refuse(
      ctx,
      { zh: "没有券号或优惠码 {code}；没有改动", en: "There is no coupon or promo code {code}; nothing was changed" },
      { code },
      FIELD,
    );
  if (given && given.member_id !== use.memberId)
    throw refuse(
      ctx,
      { zh: "优惠券 {code} 是另一位会员的；没有改动", en: "Coupon {code} is another member's; nothing was changed" },
      { code },
      FIELD,
    );
  if (given && !sources(machine, "use").some((state) => state === given.state)) throw usedUp(ctx, code);
  if (!given && (offer.state !== "live" || offer.left === 0)) throw allGone(ctx, offer.name);
  if (offer.good_for !== "both" && offer.good_for !== use.goodFor)
    throw refuse(
      ctx,
      offer.good_for === "booking"
        ? { zh: "“{name}”只能用于订场；没有改动", en: "“{name}” is for bookings only; nothing was changed" }
        : { zh: "“{name}”只能用于商品；没有改动", en: "“{name}” is for products only; nothing was changed" },
      { name: offer.name },
      FIELD,
    );
  const hours = { weekdays: offer.weekdays, startMinute: offer.start_minute, endMinute: offer.end_minute };
  const inDays = offer.starts_on <= use.day && use.day <= offer.ends_on && today(ctx) <= offer.ends_on;
  if (!inDays || !use.spans.every(({ start, end }) => isWithin(hours, use.day, start, end)))
    throw refuse(
      ctx,
      {
        zh: "“{name}”只在 {from} 至 {to} {hours}可用；没有改动",
        en: "“{name}” is good from {from} to {to} {hours} only; nothing was changed",
      },
      { name: offer.name, from: offer.starts_on, to: offer.ends_on, hours: hoursText(hours, ctx.language) },
      FIELD,
    );
  if (!given) await checkLimit(ctx, offer, use.memberId);
  return { code, offer, id: given?.id ?? null, memberId: use.memberId };
}

/** Refuses more than the offer gives one member; who has no membership can't be counted. */
export async function checkLimit(ctx: Ctx, offer: OfferRow, memberId: string | null): Promise<void> {
  if (offer.per_member === 0) return;
  if (memberId === null)
    throw refuse(
      ctx,
      { zh: "“{name}”每人限领，要先选会员；没有改动", en: "“{name}” is limited per member: choose the member; nothing was changed" },
      { name: offer.name },
      FIELD,
    );
  const { had } = await ctx.db
    .selectFrom("member_coupon")
    .where("venue_id", "=", ctx.venue.id)
    .where("offer_id", "=", offer.id)
    .where("member_id", "=", memberId)
    .where("state", "<>", "withdrawn")
    .select((eb) => eb.fn.countAll<number>().as("had"))
    .executeTakeFirstOrThrow();
  if (had >= offer.per_member)
    throw refuse(
      ctx,
      {
        zh: "“{name}”每人限 {most} 张，已有 {had} 张；没有改动",
        en: "“{name}” is limited to {most} a member, who had {had}; nothing was changed",
      },
      { name: offer.name, most: offer.per_member, had },
      FIELD,
    );
}

/**
 * Computes a coupon's discount on lines, fen: at most their price. A free hour is one of the line whose hour costs most.
 * @throws AppError `badInput` at `couponCode` where the lines cost less than its least order, or nothing
 */
export function couponWorth(ctx: Ctx, { offer }: Pick<VenueCoupon, "offer">, lines: readonly Worth[]): { name: string; amount: Fen } {
  const { name, kind, amount, percent, least } = offer;
  const total = lines.reduce((sum, { price }) => sum + price, 0);
  if (total === 0)
    throw refuse(
      ctx,
      { zh: "没有要付的钱，用不上优惠券“{name}”；没有改动", en: "Nothing is charged that “{name}” could take off; nothing was changed" },
      { name },
      FIELD,
    );
  if (least !== null && total < least)
    throw refuse(
      ctx,
      {
        zh: "“{name}”满 {least} 可用，现在是 {total}；没有改动",
        en: "“{name}” needs an order of {least}, this is {total}; nothing was changed",
      },
      { name, least: yuan(least), total: yuan(total) },
      FIELD,
    );
  const off =
    kind === "amount"
      ? (amount ?? 0)
      : kind === "percent"
        ? percentOf(total, percent ?? 0)
        : Math.max(...lines.map(({ price, minutes }) => Math.round((price * Math.min(HOUR, minutes)) / minutes)));
  return { name, amount: Math.min(off, total) };
}

/**
 * Takes a coupon for a document that is written: the last thing a transaction does, so that who lost has changed nothing.
 * What it saves is read off the document's lines that stand.
 * @throws AppError `badInput` at `couponCode` where another document took it, or the last of its offer, meanwhile
 */
export async function redeemVenueCoupon(
  ctx: Ctx,
  { code, offer, id, memberId }: VenueCoupon,
  document: { readonly kind: "order" | "sale"; readonly id: string },
): Promise<void> {
  const use = { state: "used", document_kind: document.kind, document_id: document.id, used_at: ctx.now, operator: ctx.person.name };
  if (id === null) {
    const fresh = await issueFromOffer(ctx, offer, 1);
    await checkLimit(ctx, fresh, memberId);
    await issue(ctx, fresh.id, [memberId], "code", use);
  } else {
    const reserved = await ctx.db
      .updateTable("member_coupon")
      .set(use)
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .where("state", "in", sources(machine, "use"))
      .returning("id")
      .executeTakeFirst();
    if (!reserved) throw usedUp(ctx, code);
  }
  changed(ctx, offer.id);
}

/** Takes some of what is left of an offer; its row stays locked until the transaction ends. @throws AppError `badInput` where fewer are left */
export async function issueFromOffer(
  ctx: Ctx,
  { id, name }: Pick<OfferRow, "id" | "name">,
  count: number,
  field = FIELD,
): Promise<OfferRow> {
  const offer = await reserveIfAvailable(ctx, id, count);
  if (!offer) throw allGone(ctx, name, field);
  return offer;
}
const reserveIfAvailable = (ctx: Ctx, id: string, count: number): Promise<OfferRow | undefined> =>
  ctx.db
    .updateTable("coupon_offer")
    .set((eb) => ({ left: eb("left", "-", count) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "=", "live")
    .where("left", ">=", count)
    .returningAll()
    .executeTakeFirst();

/** Writes a coupon of an offer for each of these, which `issueFromOffer` took. */
export async function issue(
  ctx: Ctx,
  offerId: string,
  members: readonly (string | null)[],
  source: "hand" | "segment" | "code" | "recharge" | "referral",
  use: object = { state: "issued" },
): Promise<void> {
  const rows = members.map((member_id) => {
    const id = ctx.newId();
    return {
      venue_id: ctx.venue.id,
      id,
      coupon_no: digitsOf(id, NO_DIGITS),
      offer_id: offerId,
      member_id,
      source,
      state: "issued",
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
      ...use,
    };
  });
  await ctx.db.insertInto("member_coupon").values(rows).execute();
  changed(ctx, offerId);
}

/**
 * Gives a member the coupons that come with a recharge, however many of the offer they had.
 * @throws AppError `badInput` at `offerId` where the offer has ended, is stopped, or has too few left
 */
export async function grantRechargeCoupons(
  ctx: Ctx,
  { id, name, count }: { id: string; name: string; count: number },
  memberId: string,
  rechargeId: string,
): Promise<void> {
  const offer = await issueFromOffer(ctx, { id, name }, count, "offerId");
  if (offer.ends_on < today(ctx)) throw allGone(ctx, name, "offerId");
  await issue(ctx, id, Array<string>(count).fill(memberId), "recharge", { state: "issued", recharge_id: rechargeId });
}

/** Gives a member one coupon of an offer for a referral, as far as there is one left. @returns whether there was */
export async function grantReferralCoupon(ctx: Ctx, offerId: string | null, memberId: string, rechargeId: string): Promise<boolean> {
  const offer = offerId === null ? undefined : await reserveIfAvailable(ctx, offerId, 1);
  if (!offer) return false;
  if (offer.ends_on < today(ctx)) {
    await returnToOffer(ctx, offer.id);
    return false;
  }
  await issue(ctx, offer.id, [memberId], "referral", { state: "issued", recharge_id: rechargeId });
  return true;
}

/** A recharge was revoked: the coupons that came with it and were not used are withdrawn, and may be given again. */
export async function withdrawRechargeCoupons(ctx: Ctx, rechargeId: string): Promise<void> {
  const back = await ctx.db
    .updateTable("member_coupon")
    .set({ state: "withdrawn" })
    .where("venue_id", "=", ctx.venue.id)
    .where("recharge_id", "=", rechargeId)
    .where("state", "in", sources(machine, "withdraw"))
    .returning("offer_id")
    .execute();
  for (const offerId of [...new Set(back.map((one) => one.offer_id))].sort()) {
    await returnToOffer(ctx, offerId, back.filter((one) => one.offer_id === offerId).length);
    changed(ctx, offerId);
  }
}

/** A document that took a coupon came to nothing: the coupon is its member's again; one of a promo code ends, and may be claimed again. */
export async function releaseVenueCoupon(ctx: Ctx, kind: "order" | "sale", documentId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom("member_coupon")
    .select(["id", "offer_id", "source"])
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", kind)
    .where("document_id", "=", documentId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const typed = row.source === "code";
  await ctx.db
    .updateTable("member_coupon")
    .set({ state: typed ? "withdrawn" : "issued", document_kind: null, document_id: null, used_at: null })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .execute();
  if (typed) await returnToOffer(ctx, row.offer_id);
  changed(ctx, row.offer_id);
}

/** Some of an offer may be given again. */
export async function returnToOffer(ctx: Ctx, offerId: string, count = 1): Promise<void> {
  await ctx.db
    .updateTable("coupon_offer")
    .set((eb) => ({ left: eb("left", "+", count) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", offerId)
    .execute();
}

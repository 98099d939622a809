/** The venue's own coupons: their offers, giving them, and what time does to them. Using one is `kernel/venue-coupons`. */
import { sql } from "kysely";
import { couponDesk, couponOffers, memberCoupons } from "../../../contract/marketing/coupon-offers";
import type { Output, Parsed } from "../../../contract/core/call";
import { couponOffer as offerMachine, memberCoupon as machine, sources } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { inVenue } from "../../http/serve";
import { bookingMember } from "../../kernel/booker";
import { checkHours } from "../../kernel/hours";
import { checkLimit, issue, returnToOffer, issueFromOffer } from "../../kernel/venue-coupons";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { type Job, nightly } from "../../kernel/due";

/** Coupons that one statement writes. */
const BATCH = 1_000;
const PROMO_CODE = /^(?=.*[A-Z])[A-Z0-9]{4,20}$/;
const ofOffer = (what: ReturnType<typeof sql>) =>
  sql`(select ${what} from member_coupon c where c.venue_id = t.venue_id and c.offer_id = t.id and c.state = 'used')`;

/** The coupons that a member may use, the first to end first. */
async function usable(ctx: Ctx, { memberId, goodFor }: Parsed<typeof couponDesk.usable>): Promise<Output<typeof couponDesk.usable>> {
  const coupons = await ctx.db
    .selectFrom("member_coupon as c")
    .innerJoin("coupon_offer as o", (join) => join.onRef("o.venue_id", "=", "c.venue_id").onRef("o.id", "=", "c.offer_id"))
    .select(["c.coupon_no as couponCode", "o.name", "o.ends_on as endsOn"])
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.member_id", "=", memberId)
    .where("c.state", "=", "issued")
    .where("o.good_for", "in", [goodFor, "both"])
    .where("o.ends_on", ">=", today(ctx))
    .orderBy("o.ends_on")
    .orderBy("c.id")
    .limit(50)
    .execute();
  return { coupons };
}

/**
 * Gives one coupon each to members of a segment who have not had their share of an offer: to all of them or to nobody.
 * @throws AppError `refused` where nobody is left to give one to; `badInput` at `offer` where it has ended, is stopped, or has too few left
 */
export async function grantToSegment(ctx: Ctx, offerId: string, members: readonly string[]): Promise<void> {
  const offer = await ctx.db
    .selectFrom("coupon_offer")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", offerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (offer.state !== "live" || offer.ends_on < today(ctx))
    throw refuse(
      ctx,
      { zh: "“{name}”已停发或已过有效期，没有发", en: "“{name}” is stopped or has ended; none was given" },
      { name: offer.name },
      "offer",
    );
  const had = await ctx.db
    .selectFrom("member_coupon")
    .select(["member_id", (eb) => eb.fn.countAll<number>().as("count")])
    .where("venue_id", "=", ctx.venue.id)
    .where("offer_id", "=", offerId)
    .where("state", "<>", "withdrawn")
    .groupBy("member_id")
    .execute();
  const full = new Set(had.filter(({ count }) => offer.per_member > 0 && count >= offer.per_member).map((one) => one.member_id));
  const wanting = members.filter((id) => !full.has(id));
  if (wanting.length === 0)
    throw refuse(
      ctx,
      { zh: "分群里没有会员，或都已有“{name}”；没有发", en: "Nobody is in the segment, or all have had “{name}”; none was given" },
      { name: offer.name },
    );
  if (wanting.length > offer.left)
    throw refuse(
      ctx,
      { zh: "要发 {wanting} 张，“{name}”只剩 {left} 张；没有发", en: "{wanting} are needed, {left} of “{name}” are left; none was given" },
      { wanting: wanting.length, name: offer.name, left: offer.left },
      "offer",
    );
  await issueFromOffer(ctx, offer, wanting.length);
  for (let i = 0; i < wanting.length; i += BATCH) await issue(ctx, offerId, wanting.slice(i, i + BATCH), "segment");
}

async function expire(ctx: Ctx): Promise<void> {
  const gone = await ctx.db
    .updateTable("member_coupon as c")
    .from("coupon_offer as o")
    .set({ state: "expired" })
    .whereRef("o.venue_id", "=", "c.venue_id")
    .whereRef("o.id", "=", "c.offer_id")
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.state", "in", sources(machine, "expire"))
    .where("o.ends_on", "<", today(ctx))
    .returning("c.id")
    .execute();
  if (gone.length > 0) ctx.emit({ type: "changed", data: { resource: "memberCoupons" } });
}

async function end(ctx: Ctx): Promise<void> {
  const ended = await ctx.db
    .updateTable("coupon_offer")
    .set({ state: "ended" })
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", sources(offerMachine, "end"))
    .where("ends_on", "<", today(ctx))
    .returning("id")
    .execute();
  if (ended.length > 0) ctx.emit({ type: "changed", data: { resource: "couponOffers" } });
}
export const couponOfferJobs = [
  { name: "memberCoupons.expire", run: expire, ...nightly("member_coupon", sql`state = 'issued'`), after: ["coupon_offer"] },
  { name: "couponOffers.end", run: end, ...nightly("coupon_offer", sql`state <> 'ended'`) },
] satisfies readonly Job[];

export const couponOfferRoutes = [
  ...serveResource(couponOffers, {
    table: "coupon_offer",
    columns: {
      used: () => ofOffer(sql`count(*)`),
      saved: () => ofOffer(sql`coalesce(sum(coupon_saved(c.venue_id, c.document_kind, c.document_id)), 0)`),
    },
    saving: async (ctx, draft, before) => {
      const promoCode = (): string => draft.promoCode.replace(/[\s-]/g, "").toUpperCase();
      const given = before ? before.stock - before.left : 0;
      await checkAll(ctx, [
        () => checkHours(ctx, draft),
        () =>
          promoCode() !== "" &&
          !PROMO_CODE.test(promoCode()) &&
          refuse(
            ctx,
            { zh: "优惠码要 4–20 位字母和数字，至少一个字母", en: "4–20 letters and digits, at least one letter" },
            {},
            "promoCode",
          ),
        () =>
          draft.stock < given &&
          refuse(ctx, { zh: "已发 {given} 张，发行张数不能更少", en: "{given} are given; no fewer can be issued" }, { given }, "stock"),
      ]);
      const { kind, amount, percent, endsOn, stock } = draft;
      return {
        ...draft,
        promoCode: promoCode(),
        amount: kind === "amount" ? amount : null,
        percent: kind === "percent" ? percent : null,
        left: stock - given,
        ...(before?.state === "ended" && endsOn >= today(ctx) ? { state: "live" } : {}),
      };
    },
    saved: async (ctx, row, before) => {
      if (!before || before.stock === before.left) return;
      const lockedFields = ["kind", "amount", "percent", "least", "goodFor"] as const;
      const other = lockedFields.find((name) => String(row[name]) !== String(before[name]));
      if (other === undefined) return;
      throw refuse(
        ctx,
        {
          zh: "已经发过，不能再改；没有改动。停发后新建一种",
          en: "Some are given: this stays; nothing was changed. Stop it and make another",
        },
        {},
        other,
      );
    },
    actions: {
      give: async (ctx, row, { member }) => {
        const { id: memberId } = await bookingMember(ctx, member);
        if (row.endsOn < today(ctx))
          throw refuse(ctx, { zh: "“{name}”已过有效期，没有发", en: "“{name}” has ended; none was given" }, { name: row.name });
        await checkLimit(ctx, await issueFromOffer(ctx, row, 1), memberId);
        await issue(ctx, row.id, [memberId], "hand");
      },
    },
  }),
  ...serveResource(memberCoupons, {
    table: "member_coupon",
    columns: {
      saved: () => sql`coupon_saved(t.venue_id, t.document_kind, t.document_id)`,
      endsOn: () => sql`(select o.ends_on from coupon_offer o where o.venue_id = t.venue_id and o.id = t.offer_id)`,
      usedFor:
        () => sql`coalesce((select o.no from booking_order o where t.document_kind = 'order' and o.venue_id = t.venue_id and o.id = t.document_id),
        (select s.no from sale s where t.document_kind = 'sale' and s.venue_id = t.venue_id and s.id = t.document_id), '')`,
    },
    actions: { withdraw: (ctx, row) => returnToOffer(ctx, row.offer) },
  }),
  ...inVenue(couponDesk, { usable }),
];

/** The venue's own coupons: what is on offer, and the coupons given or claimed of it. */
import { addProblem } from "../core/between";
import { z } from "#zod";
import { get, Id, resource } from "../core/call";
import { WEEKDAYS } from "../members/card-types";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, instant, minute, money, number, percent, reference, state, text, words, uniqueName } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { couponOffer, memberCoupon } from "../core/states";
import { Day } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** A promo code or the code of a given coupon, as it is typed: case and blanks don't matter. */
export const VenueCouponCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().min(1).max(20));

export const couponOffers = defineResource({
  name: "couponOffers",
  one: { zh: "场馆优惠券", en: "Coupon offer" },
  path: "/api/manage/venue/coupon-offer",
  codes: { page: SCREENS.couponOffers, modify: "coupon_offer_modify", export: "coupon_offer_export" },
  title: "name",
  page: "/marketing/coupon-offer-list/:id",
  fields: {
    name: uniqueName("part", 40),
    state: state({ ...LABELS.state, machine: couponOffer, filter: true }),
    kind: choice({
      zh: "优惠方式",
      en: "Kind",
      required: true,
      filter: true,
      choices: {
        amount: { zh: "减金额", en: "Amount off" },
        percent: { zh: "按比例减", en: "Percent off" },
        hour: { zh: "免一小时", en: "A free hour" },
      },
    }),
    amount: money({ zh: "减多少元", en: "Amount off", hint: { zh: "减金额时必填", en: "For an amount off" } }),
    percent: percent({
      zh: "减百分之几",
      en: "Percent off",
      hint: { zh: "按比例减时必填：20 为打八折", en: "For a percent off" },
    }),
    least: money({ zh: "最低消费", en: "Least order", hint: { zh: "留空为不限", en: "Empty: any" } }),
    goodFor: choice({
      ...LABELS.goodFor,
      required: true,
      filter: true,
      choices: {
        booking: { zh: "订场", en: "Bookings" },
        product: { zh: "商品", en: "Products" },
        both: { zh: "订场和商品", en: "Both" },
      },
    }),
    startsOn: day({ zh: "可用日期起", en: "Good from", required: true, hidden: true }),
    endsOn: day({ zh: "可用日期止", en: "Good until", required: true, filter: true, sort: true }),
    weekdays: words({
      zh: "可用星期",
      en: "Good on",
      choices: WEEKDAYS,
      hidden: true,
      hint: { zh: "留空为每天", en: "Empty: every day" },
    }),
    startMinute: minute({ zh: "可用时段起", en: "Hours from", hidden: true }),
    endMinute: minute({ zh: "可用时段止", en: "Hours to", hidden: true }),
    stock: number({ zh: "发行张数", en: "Issued in all", required: true, min: 1, max: 1_000_000, initial: 100, sum: true }),
    left: number({ zh: "剩余", en: "Left", required: true, readonly: true, sum: true, sort: true }),
    perMember: number({
      zh: "每人限领",
      en: "Per member",
      required: true,
      min: 0,
      max: 1_000,
      initial: 1,
      hidden: true,
      hint: { zh: "0 为不限", en: "0: no limit" },
    }),
    promoCode: text({
      zh: "优惠码",
      en: "Promo code",
      unique: true,
      search: "prefix",
      max: 20,
      hint: { zh: "4–20 位字母和数字，至少一个字母；留空只能发给会员", en: "4–20 letters and digits; empty: given to members only" },
    }),
    used: number({ zh: "已用", en: "Used", computed: true, sum: true, sort: true }),
    saved: money({ zh: "已优惠", en: "Taken off", computed: true, sum: true, sort: true }),
  },
  actions: {
    give: {
      label: { zh: "发给会员", en: "Give to a member" },
      code: "coupon_offer_give",
      fields: { member: reference({ zh: "会员", en: "Member", required: true, of: () => MEMBERS }) },
    },
    stop: {
      label: { zh: "停发", en: "Stop" },
      code: "coupon_offer_modify",
      bulk: true,
      confirm: {
        zh: "不再发放，优惠码不再有效；已发给会员的券照常可用。",
        en: "No more are given and the promo code ends; coupons that members hold stay good.",
      },
    },
    resume: { label: { zh: "恢复发放", en: "Resume" }, code: "coupon_offer_modify", bulk: true },
  },
  check: (
    draft: {
      readonly kind: string;
      readonly amount: number | null;
      readonly percent: number | null;
      readonly goodFor: string;
      readonly startsOn: string;
      readonly endsOn: string;
    },
    issues,
  ) => {
    const { kind, amount, percent, startsOn, endsOn } = draft;
    if (endsOn < startsOn)
      addProblem(issues, "endsOn", { zh: "可用日期止不能早于可用日期起", en: "The last day can't be before the first day" });
    if (kind === "amount" && !amount) addProblem(issues, "amount", { zh: "减金额要填减多少元", en: "Give the amount that comes off" });
    if (kind === "percent" && !(percent && percent <= 100))
      addProblem(issues, "percent", { zh: "按比例减要填 0 到 100 之间的数", en: "Give a percent above 0, up to 100" });
    if (kind === "hour" && draft.goodFor !== "booking")
      addProblem(issues, "goodFor", { zh: "免一小时只能用于订场", en: "A free hour is for bookings" });
  },
  views: { live: { label: { zh: "发放中", en: "On offer" }, filters: { state: "live" } } },
  groups: [
    { title: { zh: "优惠", en: "What it is worth" }, fields: ["name", "kind", "amount", "percent", "least", "goodFor"] },
    { title: { zh: "什么时候可用", en: "When it is good" }, fields: ["startsOn", "endsOn", "weekdays", "startMinute", "endMinute"] },
    { title: { zh: "发放", en: "Issue" }, fields: ["stock", "perMember", "promoCode"] },
  ],
  hint: {
    zh: "设好优惠后发给会员，或公布优惠码；订场和收银时使用",
    en: "Give coupons to members or publish a promo code; both are used at booking and at the checkout",
  },
  help: {
    zh: "一单用一张，在会员折扣和促销之后、手工优惠之前减。整单取消时券退回会员；优惠码退回名额。发过之后，优惠方式、金额、最低消费和适用范围不能改。",
    en: "One a document, after the member's discount and promotions, before a discount by hand. Cancelling the whole document gives it back. Once one is given, its worth, least order and use stay.",
  },
});

export const memberCoupons = defineResource({
  name: "memberCoupons",
  one: { zh: "已发优惠券", en: "Coupon" },
  path: "/api/manage/venue/member-coupon",
  codes: { page: SCREENS.memberCoupons, export: "coupon_offer_export" },
  title: "couponNo",
  period: "createdAt",
  page: "/marketing/member-coupon-list/:id",
  fields: {
    couponNo: text({ zh: "券号", en: "No.", required: true, search: "prefix", width: 150 }),
    state: state({ ...LABELS.state, machine: memberCoupon, filter: true }),
    offer: reference({ zh: "场馆优惠券", en: "Offer", required: true, filter: true, of: () => targetOf(couponOffers) }),
    member: reference({ zh: "会员", en: "Member", filter: true, of: () => MEMBERS }),
    source: choice({
      zh: "来源",
      en: "From",
      required: true,
      filter: true,
      choices: {
        hand: { zh: "手工发放", en: "Given by hand" },
        segment: { zh: "分群发放", en: "Given to a segment" },
        code: { zh: "优惠码", en: "Promo code" },
        recharge: { zh: "充值赠送", en: "Came with a recharge" },
        referral: { zh: "推荐奖励", en: "Referral reward" },
      },
    }),
    endsOn: day({ zh: "有效期止", en: "Good until", computed: true }),
    saved: money({ zh: "已优惠", en: "Taken off", computed: true, sum: true, sort: true }),
    usedFor: text({ zh: "用于单号", en: "Used for", computed: true }),
    usedAt: instant({ zh: "使用时间", en: "Used at", sort: true }),
    operator: text({ zh: "经办", en: "By", required: true, hidden: true }),
  },
  actions: {
    withdraw: {
      label: { zh: "收回", en: "Withdraw" },
      code: "coupon_offer_give",
      danger: true,
      bulk: true,
      confirm: { zh: "会员不能再用这张券。", en: "The member can't use it any more." },
    },
  },
  views: {
    issued: { label: { zh: "未用", en: "Unused" }, filters: { state: "issued" } },
    used: { label: { zh: "已用", en: "Used" }, filters: { state: "used" } },
  },
  hint: { zh: "每张券给了谁、用在哪一单、优惠了多少", en: "Who holds each coupon, what it was used for and what it took off" },
});

/** A coupon that a member may use. */
export const UsableCoupon = z.object({ couponCode: z.string(), name: z.string(), endsOn: Day });
export type UsableCoupon = z.infer<typeof UsableCoupon>;

export const couponDesk = resource({
  usable: get("/api/manage/venue/member-coupon/usable", {
    summary: "Unused coupons of a member for bookings or products, the first to end first",
    code: ["venue_booking", "sale_list", "sale_from2"],
    input: z.object({ memberId: Id, goodFor: z.enum(["booking", "product"]) }),
    output: z.object({ coupons: z.array(UsableCoupon) }),
  }),
});

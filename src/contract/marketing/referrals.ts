/** Rewards for bringing a member: what the venue offers, and what was given. */
import { addProblem } from "../core/between";
import { couponOffers } from "./coupon-offers";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, day, instant, money, number, reference, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const coupon = () => targetOf(couponOffers);

export const referralOffers = defineResource({
  name: "referralOffers",
  one: { zh: "推荐奖励规则", en: "Referral offer" },
  path: "/api/manage/venue/referral-offer",
  codes: { page: SCREENS.referralOffers, modify: "referral_offer_modify", export: "referral_offer_export" },
  title: "name",
  page: "/marketing/referral-offer-list/:id",
  fields: {
    name: text({ ...LABELS.name, required: true, unique: true, search: "part", sort: true, max: 40 }),
    active: bool({ zh: "启用", en: "In force", initial: true, filter: true }),
    least: money({
      zh: "充值满",
      en: "Recharge of at least",
      required: true,
      sort: true,
      hint: { zh: "新会员第一笔达到此金额的充值触发奖励", en: "The newcomer's first recharge of this much brings the reward" },
    }),
    referrerGift: money({ zh: "推荐人得赠送金", en: "Gift money for the referrer", required: true, initial: "0.00" }),
    newcomerGift: money({ zh: "新会员得赠送金", en: "Gift money for the newcomer", required: true, initial: "0.00" }),
    referrerCoupon: reference({ zh: "推荐人得优惠券", en: "Coupon for the referrer", of: coupon }),
    newcomerCoupon: reference({ zh: "新会员得优惠券", en: "Coupon for the newcomer", of: coupon }),
    perMonth: number({
      zh: "推荐人每月限奖",
      en: "Per referrer and month",
      required: true,
      min: 0,
      max: 1_000,
      initial: 10,
      hint: { zh: "0 为不限；达到后推荐人不再得，新会员照得", en: "0: no limit; above it only the newcomer is rewarded" },
    }),
    startsOn: day({ zh: "有效期起", en: "From", required: true, sort: true }),
    endsOn: day({ zh: "有效期止", en: "Until", sort: true, hint: { zh: "留空为长期", en: "Empty: without end" } }),
    given: number({ zh: "已奖励", en: "Rewards", computed: true, sum: true }),
  },
  check: (
    draft: {
      readonly least: number;
      readonly startsOn: string;
      readonly endsOn: string | null;
      readonly referrerGift: number;
      readonly newcomerGift: number;
      readonly referrerCoupon: string | null;
      readonly newcomerCoupon: string | null;
    },
    issues,
  ) => {
    if (draft.least <= 0)
      addProblem(issues, "least", { zh: "充值金额要大于 0，没有保存", en: "The recharge has to be above 0; nothing was saved" });
    if (draft.endsOn !== null && draft.endsOn < draft.startsOn)
      addProblem(issues, "endsOn", { zh: "有效期止不能早于有效期起，没有保存", en: "It ends before it begins; nothing was saved" });
    if (draft.referrerGift + draft.newcomerGift === 0 && draft.referrerCoupon === null && draft.newcomerCoupon === null)
      addProblem(issues, "referrerGift", { zh: "至少填一项奖励，没有保存", en: "Give at least one reward; nothing was saved" });
  },
  groups: [
    { title: { zh: "什么时候奖励", en: "When it is given" }, fields: ["name", "active", "least", "startsOn", "endsOn", "perMonth"] },
    {
      title: { zh: "奖励什么", en: "What is given" },
      fields: ["referrerGift", "newcomerGift", "referrerCoupon", "newcomerCoupon"],
    },
  ],
  hint: {
    zh: "设好后，会员资料里填了推荐人的新会员充值时自动发给双方",
    en: "Members who name their referrer bring both of them the reward with their first recharge",
  },
  help: {
    zh: "同时有几条规则适用时，用充值门槛最高的一条。每位新会员只奖励一次；撤销那笔充值时，奖励一并收回，推荐人已经用掉的部分不追回。",
    en: "Of several that apply, the one with the highest amount counts. Each newcomer is rewarded once; revoking that recharge takes the reward back, except what the referrer has spent of it.",
  },
});

export const referralRewards = defineResource({
  name: "referralRewards",
  one: { zh: "推荐奖励", en: "Referral reward" },
  path: "/api/manage/venue/referral-reward",
  codes: { page: SCREENS.referralRewards, export: "referral_offer_export" },
  title: "no",
  period: "createdAt",
  page: "/marketing/referral-reward-list/:id",
  fields: {
    no: text({ zh: "单号", en: "No.", required: true, search: "prefix", width: 170 }),
    newcomer: reference({ zh: "新会员", en: "Newcomer", required: true, filter: true, of: () => MEMBERS }),
    referrer: reference({ zh: "推荐人", en: "Referrer", required: true, filter: true, of: () => MEMBERS }),
    offer: reference({ zh: "推荐奖励规则", en: "Referral offer", required: true, filter: true, of: () => targetOf(referralOffers) }),
    rechargeNo: text({ zh: "充值单号", en: "Recharge no.", computed: true }),
    referrerGift: money({ zh: "推荐人赠送金", en: "To the referrer", required: true, sum: true }),
    newcomerGift: money({ zh: "新会员赠送金", en: "To the newcomer", required: true, sum: true }),
    coupons: number({ zh: "优惠券", en: "Coupons", computed: true, sum: true }),
    takenBack: money({ zh: "已收回", en: "Taken back", required: true, sum: true }),
    revokedAt: instant({ zh: "收回时间", en: "Taken back at", filter: true }),
    operator: text({ zh: "经办", en: "By", required: true, hidden: true }),
  },
  hint: { zh: "哪位会员推荐了谁、双方各得了什么", en: "Who brought whom, and what both were given" },
});

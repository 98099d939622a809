/** Card types of members, and what is offered for recharging them. */
import { FIELDS } from "../core/fields";
import { addProblem } from "../core/between";
import { z } from "#zod";
import { Id } from "../core/call";
import { defineResource } from "../core/resource/define";
import { bool, choice, day, money, number, percent, reference, shaped, text, uniqueName } from "../core/resource/fields";
import { CARD_TYPES, COUPON_OFFERS } from "../core/resource/targets";
import { SCREENS } from "../core/pages";
import { DAY_MINUTES } from "../core/time";

/** Days of the week, Monday = "1". */
export const WEEKDAYS = {
  "1": { zh: "周一", en: "Mon" },
  "2": { zh: "周二", en: "Tue" },
  "3": { zh: "周三", en: "Wed" },
  "4": { zh: "周四", en: "Thu" },
  "5": { zh: "周五", en: "Fri" },
  "6": { zh: "周六", en: "Sat" },
  "7": { zh: "周日", en: "Sun" },
} as const;
/** The seven colour styles. */
const COLOURS = {
  "100": { zh: "红", en: "Red" },
  "200": { zh: "橙", en: "Orange" },
  "300": { zh: "黄", en: "Yellow" },
  "400": { zh: "绿", en: "Green" },
  "500": { zh: "青", en: "Cyan" },
  "600": { zh: "蓝", en: "Blue" },
  "700": { zh: "紫", en: "Purple" },
} as const;

/** Ends of the hours of a week, minutes from midnight, Monday first. A day whose two ends are equal is not usable. */
const week = () => z.array(z.number().int().min(0).max(DAY_MINUTES).describe("minutes from midnight")).length(7);
const wholeWeek = (minute: number): number[] => Array.from({ length: 7 }, () => minute);

/** Classes of products with percents of their own, at most. */
const MOST_CLASSES = 200;
/** Percent of the price of a product class that members pay, in wire format: `<class>:<percent>`. */
const CLASS_PERCENT = /^[^:\s]{1,64}:(?:100|\d{1,2}(?:\.\d{1,2})?)$/;
const classOf = (text: string): string => text.slice(0, text.lastIndexOf(":"));

export interface ClassPercent {
  readonly classId: string;
  /** Percent of the list price to pay. */
  readonly percent: number;
}
export const readClassPercents = (texts: readonly string[]): ClassPercent[] =>
  texts.map((text) => ({ classId: classOf(text), percent: Number(text.slice(text.lastIndexOf(":") + 1)) }));
export const writeClassPercents = (rows: readonly ClassPercent[]): string[] => rows.map(({ classId, percent }) => `${classId}:${percent}`);

/** Returns the percent of a product's price that members pay: its class's, else the parent class's, else that of all goods. */
export function goodsPercent(
  type: { readonly productPercent: number; readonly classPercents: readonly string[] },
  product: { readonly classId: string; readonly parentId: string | null },
): number {
  const of = new Map(readClassPercents(type.classPercents).map(({ classId, percent }) => [classId, percent]));
  return of.get(product.classId) ?? (product.parentId === null ? undefined : of.get(product.parentId)) ?? type.productPercent;
}

export const cardTypes = defineResource({
  name: "cardTypes",
  one: { zh: "会员卡类型", en: "Card type" },
  path: "/api/manage/venue/card-type",
  codes: { page: SCREENS.cardTypes, modify: "card_type_modify", export: "card_type_export" },
  title: "name",
  page: "/venueUser/vip-discount-set-list/:id",
  fields: {
    name: uniqueName("part", 30),
    colour: choice({ ...FIELDS.colour, required: true, choices: COLOURS, hidden: true }),
    kind: choice({
      zh: "类别",
      en: "Kind",
      required: true,
      filter: true,
      choices: { prepaid: { zh: "储值", en: "Prepaid" }, credit: { zh: "挂账", en: "Credit" } },
    }),
    placePercent: percent({
      zh: "场地折扣",
      en: "Places",
      required: true,
      sort: true,
      initial: 100,
      hint: {
        zh: "付标价的百分之几；各项目可在“基础折扣”另设",
        en: "Percent of the list price to pay; “Base discounts” can set each sport apart",
      },
    }),
    productPercent: percent({ zh: "商品折扣", en: "Goods", required: true, initial: 100 }),
    classPercents: shaped({
      zh: "分类折扣",
      en: "Classes of goods",
      hidden: true,
      otherwise: [],
      none: { zh: "各分类相同", en: "The same for all classes" },
      hint: {
        zh: "这些商品分类另付标价的百分之几；设在一级分类上的，下级没有单独设置时相同",
        en: "Percent of the list price to pay for goods of these classes; classes below one follow it unless they have their own",
      },
      shape: () =>
        z
          .array(z.string().regex(CLASS_PERCENT))
          .max(MOST_CLASSES)
          .refine((texts) => new Set(texts.map(classOf)).size === texts.length, { message: "twice", params: { rule: "twice" } }),
    }),
    classNote: text({ zh: "分类折扣", en: "Classes of goods", computed: true, internal: true }),
    months: number({
      zh: "有效期（月）",
      en: "Months valid",
      required: true,
      max: 600,
      initial: 0,
      hint: { zh: "0 为长期有效", en: "0: does not end" },
    }),
    daysAhead: number({
      zh: "可提前预订（天）",
      en: "Days ahead",
      max: 365,
      hint: { zh: "空：与场馆规则相同；不能超过场馆规则", en: "Empty: as the venue allows; never more than that" },
    }),
    usableFrom: shaped({
      zh: "可用时段",
      en: "Usable hours",
      hidden: true,
      otherwise: wholeWeek(0),
      hint: {
        zh: "会员只能预订每天这段时间内的场地；不勾选的日子不能预订",
        en: "Members book within these hours of each weekday; not at all on a day that is not ticked",
      },
      shape: week,
    }),
    usableTo: shaped({ zh: "可用时段止", en: "Usable until", internal: true, otherwise: wholeWeek(DAY_MINUTES), shape: week }),
    upgradeSpent: money({
      zh: "升级累计消费",
      en: "Upgrade at",
      hidden: true,
      hint: {
        zh: "累计消费达到后，每晚自动升级；这是奖励，不收升级后类型的办卡费和押金",
        en: "Members who have spent this much move up each night: a reward, without fee or deposit of the type they get",
      },
    }),
    upgradeTo: reference({ zh: "升级为", en: "Upgrade to", hidden: true, of: () => CARD_TYPES }),
    fee: money({
      zh: "办卡费",
      en: "Card fee",
      hidden: true,
      hint: {
        zh: "前台办理入会或升级到此类型时收取；消费达标升级、充值套餐升级和批量设置不收",
        en: "Taken at the desk when a member enrols with this type or is given it; not where spending, a recharge offer or “Set card types” gives it",
      },
    }),
    deposit: money({
      zh: "押金",
      en: "Deposit",
      hidden: true,
      hint: { zh: "和办卡费一起收，销户时原路退还", en: "Taken with the fee, given back when the account closes" },
    }),
    creditLimit: money({
      zh: "挂账额度",
      en: "Credit limit",
      hidden: true,
      hint: {
        zh: "类别为挂账时：会员可先消费后付款，所欠不超过此额度；空：不能挂账",
        en: "Of kind credit: members may buy now and pay later, owing this much at most. Empty: nothing on credit",
      },
    }),
    roamsAt: shaped({
      zh: "通用场馆",
      en: "Also good at",
      hidden: true,
      otherwise: [],
      none: { zh: "仅本馆", en: "This venue only" },
      hint: {
        zh: "持卡会员可在这些场馆用余额付款，款项记为场馆间往来；本馆不用选",
        en: "Members can pay from their balance at these venues, which this venue then owes; this one need not be chosen",
      },
      shape: () =>
        z
          .array(Id)
          .max(100)
          .transform((ids) => [...new Set(ids)]),
    }),
    members: number({ zh: "会员数", en: "Members", computed: true, sum: true, sort: true }),
    position: number({ zh: "排序", en: "Order", required: true, sort: true, max: 9_999, initial: 0 }),
    memo: text({ zh: "说明", en: "Note", long: true, hidden: true }),
  },
  groups: [
    { title: { zh: "折扣", en: "Discounts" }, fields: ["placePercent", "productPercent", "classPercents"] },
    { title: { zh: "预订", en: "Booking" }, fields: ["daysAhead", "usableFrom", "usableTo"] },
    { title: { zh: "升级", en: "Upgrade" }, fields: ["upgradeSpent", "upgradeTo"] },
    { title: { zh: "通用", en: "Other venues" }, fields: ["roamsAt"] },
    { title: { zh: "费用", en: "Fees" }, fields: ["fee", "deposit", "creditLimit"] },
  ],
  check: (
    draft: {
      readonly usableFrom: readonly number[];
      readonly usableTo: readonly number[];
      readonly upgradeSpent: number | null;
      readonly upgradeTo: string | null;
    },
    issues,
  ) => {
    const { usableFrom, usableTo } = draft;
    const early = usableTo.findIndex((minute, day) => minute < (usableFrom[day] ?? 0));
    if (early >= 0) issues.addIssue({ code: "custom", path: ["usableTo", early], params: { rule: "notBefore" }, message: "notBefore" });
    if ((draft.upgradeSpent === null) !== (draft.upgradeTo === null))
      addProblem(issues, draft.upgradeTo === null ? "upgradeTo" : "upgradeSpent", {
        zh: "升级金额和升级为哪种类型要一起填",
        en: "Give both the amount and the type to upgrade to",
      });
    if (draft.upgradeSpent === 0) addProblem(issues, "upgradeSpent", { zh: "升级金额要大于 0", en: "The amount must be above 0" });
  },
  sort: "position,asc",
  hint: { zh: "会员按卡类型享受折扣和提前预订", en: "Members pay and book by their card type" },
  help: {
    zh: "通用场馆：持卡会员在那里收款时选“异店储值卡”，凭完整卡号或手机号用余额付款；钱从本馆钱包扣，本馆欠那家场馆，退款退回原钱包。取消某家场馆后，已付的仍可退回。折扣从下一笔开始生效，已下的订单不变；退货按卖出时的价格退。可用时段按星期分别设置，只限制会员的新预订。还有会员持有的类型不能删除，先在“批量设置卡类型”移走会员。",
    en: "Other venues: there the desk takes the balance as “Another venue's card”, by the whole card or mobile number; it is drawn from the purses here, this venue owes that one, and a refund comes back to the purses. Taking a venue off the list leaves earlier payments refundable. A discount holds from the next order on; goods come back at the price they were sold at. Usable hours are set for each weekday and hold for members’ new bookings. A type that members carry can't be deleted; move them with “Set card types” first.",
  },
});

/** Coupons that come with one recharge. */
const MOST_COUPONS = 99;

export const rechargeOffers = defineResource({
  name: "rechargeOffers",
  one: { zh: "充值套餐", en: "Recharge offer" },
  path: "/api/manage/venue/recharge-offer",
  codes: { page: SCREENS.rechargeOffers, modify: "recharge_set_modify", export: "recharge_set_export" },
  title: "name",
  page: "/venueUser/recharge-set-list/:id",
  fields: {
    name: uniqueName("part", 40),
    pay: money({ zh: "实付", en: "Pay", required: true, sort: true }),
    principal: money({
      zh: "到账本金",
      en: "Principal",
      required: true,
      sort: true,
      hint: {
        zh: "不少于实付；多出的部分记入赠送余额，不能退现",
        en: "At least what is paid; what is more goes into the gift balance and is never paid out",
      },
    }),
    gift: money({ zh: "赠送", en: "Gift", required: true, sort: true, hint: { zh: "赠送金额不能退现", en: "Gifts are never paid out" } }),
    raiseTo: reference({
      zh: "升级卡类型",
      en: "Raises to",
      of: () => CARD_TYPES,
      hint: {
        zh: "充值后会员改为此类型，不收办卡费和押金；撤销充值时还原",
        en: "The member gets this card type, without its fee or deposit; revoking the recharge takes it back",
      },
    }),
    couponOffer: reference({
      zh: "赠送优惠券",
      en: "Gift coupons",
      of: () => COUPON_OFFERS,
      hint: { zh: "充值后发给会员；撤销充值时收回没用的", en: "Given with the recharge; revoking it takes back those not used" },
    }),
    coupons: number({ zh: "赠券张数", en: "How many coupons", min: 1, max: MOST_COUPONS, hidden: true }),
    perPerson: number({ zh: "每人限购", en: "Per member", min: 1, max: 999, hint: { zh: "空：不限", en: "Empty: no limit" } }),
    validFrom: day({ zh: "开始日期", en: "From", filter: true }),
    validTo: day({ zh: "结束日期", en: "Until", filter: true, sort: true }),
    onShelf: bool({ zh: "上架", en: "On shelf", filter: true, initial: true }),
    taken: number({ zh: "售出次数", en: "Taken", computed: true, sum: true, sort: true }),
    income: money({ zh: "累计实付", en: "Paid in all", computed: true, sum: true, sort: true }),
    position: number({ zh: "排序", en: "Order", required: true, sort: true, max: 9_999, initial: 0 }),
    memo: text({ zh: "说明", en: "Note", long: true, hidden: true }),
  },
  actions: {
    shelve: { label: { zh: "上架", en: "Put on shelf" }, code: "recharge_set_modify", bulk: true },
    unshelve: { label: { zh: "下架", en: "Take off shelf" }, code: "recharge_set_modify", bulk: true },
  },
  check: (
    draft: {
      readonly pay: number;
      readonly principal: number;
      readonly couponOffer: string | null;
      readonly coupons: number | null;
      readonly validFrom: string | null;
      readonly validTo: string | null;
    },
    issues,
  ) => {
    if (draft.pay === 0) addProblem(issues, "pay", { zh: "实付要大于 0", en: "What is paid must be above 0" });
    if (draft.principal < draft.pay)
      addProblem(issues, "principal", { zh: "到账本金不能少于实付", en: "The principal can't be less than what is paid" });
    if ((draft.couponOffer === null) !== (draft.coupons === null))
      addProblem(issues, draft.couponOffer === null ? "couponOffer" : "coupons", {
        zh: "赠送优惠券和张数要一起填",
        en: "Give both the coupons and how many",
      });
    if (draft.validFrom !== null && draft.validTo !== null && draft.validTo < draft.validFrom)
      addProblem(issues, "validTo", { zh: "结束日期不能早于开始日期", en: "It can't end before it begins" });
  },
  views: { onShelf: { label: { zh: "在售", en: "On sale" }, filters: { onShelf: "true" } } },
  groups: [
    { title: { zh: "金额", en: "Amounts" }, fields: ["pay", "principal", "gift", "couponOffer", "coupons"] },
    { title: { zh: "条件", en: "Conditions" }, fields: ["perPerson", "validFrom", "validTo", "raiseTo"] },
  ],
  sort: "position,asc",
  hint: { zh: "前台充值时可选的套餐", en: "Offers that the desk can choose when it recharges" },
  help: {
    zh: "改价只影响以后的充值。充值时按场馆所在地的预付限额检查，超过时不能充值并说明是哪条规定。",
    en: "Changes hold for recharges to come. A recharge over a legal limit of the venue's region is refused and says which rule.",
  },
});

/** Members, card types, recharge. */
import { z } from "#zod";
import {
  ById,
  download,
  FileUrl,
  get,
  Id,
  Mobile,
  MobileOrNone,
  PageQuery,
  pageOf,
  postJson,
  Reason,
  resource,
  SearchText,
  Words,
  XLSX,
} from "../core/call";
import { ColourStyle, Gender, PaymentTypeIn, PaymentTypeOut } from "../core/enums";
import { Yuan, YuanAbove0, YuanIn } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { MemberState } from "../core/states";
import { Day, Instant } from "../core/time";

/** A member as a row of the list; the phone is masked. */
export const Member = z.object({
  id: Id,
  cardNo: z.string(),
  name: z.string(),
  phone: z.string(),
  gender: Gender,
  birthday: Day.nullable(),
  cardTypeId: Id,
  cardTypeName: z.string(),
  cardTypeColour: ColourStyle,
  principal: Yuan,
  gift: Yuan,
  debt: Yuan,
  /** For a card type of kind credit: the remaining credit. */
  credit: Yuan.optional(),
  /** Everything spent, from any purse or tender. */
  spent: Yuan,
  packageCards: z.number().int(),
  /** Summary of the member's card ("羽毛球, 7 left") if there is exactly one; else null. */
  packageCard: z.object({ name: z.string(), left: z.number().int() }).nullable(),
  lastVisitAt: Instant.nullable(),
  expiresOn: Day.nullable(),
  state: MemberState,
  tags: z.array(z.string()),
  memo: z.string(),
  /** Why it was frozen, or let in again. */
  stateReason: z.string(),
  /** For a merged duplicate: the member who now has all its records. */
  mergedInto: z.object({ id: Id, name: z.string(), cardNo: z.string() }).nullable(),
  photo: z.string().nullable(),
  /** Coach responsible for the member. */
  coach: z.object({ id: Id, name: z.string() }).nullable(),
  /** Other users of the card. */
  family: z.array(z.string()),
  /** Member who introduced this one. */
  referrer: z.object({ id: Id, name: z.string(), cardNo: z.string() }).nullable(),
  /** When the personal data was erased on request. */
  erasedAt: Instant.nullable(),
  createdAt: Instant,
});
export type Member = z.infer<typeof Member>;

/** Filters of the member list; each narrows, together with the others. */
export const MemberFilter = z.object({
  q: SearchText.optional().describe("name, phone, card number, pinyin or its initials"),
  cardTypeId: Words.optional(),
  state: Words.optional(),
  visit: z.enum(["today", "7d", "30d", "absent90"]).optional().describe("last visit today, within 7 or 30 days, or more than 90 days ago"),
  expiring: z.enum(["30d"]).optional().describe("card expires within 30 days"),
  debt: z.enum(["yes"]).optional(),
});

/** Sums over the whole filter. */
export const MemberSums = z.object({
  count: z.number().int(),
  principal: Yuan,
  gift: Yuan,
  debt: Yuan,
  spent: Yuan,
  packageCards: z.number().int(),
});

export const MOST_TAGS = 10;
export const MOST_FAMILY = 8;
const Tag = z.string().trim().min(1).max(12);

/** Form data of a member. Phone is unique per venue; card number is generated if left empty. */
export const MemberDraft = z.object({
  phone: Mobile,
  name: z.string().trim().min(1).max(40),
  gender: Gender.default("unknown"),
  birthday: Day.nullable().default(null),
  cardTypeId: Id,
  cardNo: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{0,24}$/, { error: "cardNo" })
    .default(""),
  tags: z.array(Tag).max(MOST_TAGS).default([]),
  memo: z.string().trim().max(200).default(""),
  /** Member who introduced this one; may change until the first recharge. */
  referrerId: Id.nullable().default(null),
  photo: FileUrl.nullable().default(null),
  coachId: Id.nullable().default(null),
  /** Names of who else uses the card. */
  family: z.array(z.string().trim().min(1).max(40)).max(MOST_FAMILY).default([]),
});

/** Payment of the fee and the deposit of a card type. */
export const CardFees = z.object({
  due: YuanAbove0.describe("what the person saw that is due"),
  method: PaymentTypeIn,
  /** For method scanCode: the paid scan-to-pay collection (`purpose` document) that pays this. */
  paymentId: Id.optional(),
  /** For method Cash: the amount received. */
  tendered: YuanIn.optional(),
});

/** A card type (vipDiscountSet) as pickers and tags need it. */
export const CardType = z.object({
  id: Id,
  name: z.string(),
  colour: ColourStyle,
  /** Percent of the list price that members of this type pay for places (85 = 15 % off). */
  placePercent: z.number(),
  productPercent: z.number(),
  /** Months valid; 0 = unlimited. */
  months: z.number().int(),
  /** Taken of those who get it; the deposit goes back when the account closes. */
  fee: Yuan,
  deposit: Yuan,
  members: z.number().int(),
});
export type CardType = z.infer<typeof CardType>;

/** A recharge offer: pay X, get Y principal and Z gift. */
export const RechargeOffer = z.object({
  id: Id,
  name: z.string(),
  pay: Yuan,
  principal: Yuan,
  gift: Yuan,
  /** Coupons that come with it. */
  coupons: z.object({ name: z.string(), count: z.number().int() }).nullable(),
});
export type RechargeOffer = z.infer<typeof RechargeOffer>;

/** The purses before and after a recharge that nobody has paid yet. */
export const RechargePreview = z.object({
  before: z.object({ principal: Yuan, gift: Yuan }),
  after: z.object({ principal: Yuan, gift: Yuan }),
});

/** A finished recharge, with the purses before and after. */
export const Recharge = z.object({
  id: Id,
  no: z.string(),
  memberId: Id,
  paid: Yuan,
  principal: Yuan,
  gift: Yuan,
  method: PaymentTypeOut,
  before: z.object({ principal: Yuan, gift: Yuan }),
  after: z.object({ principal: Yuan, gift: Yuan }),
  at: Instant,
  /** Until then the recharge may be taken back in full (7-day cooling-off). */
  coolingOffUntil: Instant,
});

/** An entry of a member's timeline, newest first. `kind` chooses icon and words; `values` fill them. */
export const TimelineEntry = z.object({
  id: Id,
  at: Instant,
  kind: z.enum([
    "booking",
    "session",
    "openPlay",
    "coachClass",
    "activity",
    "recharge",
    "transferIn",
    "transferOut",
    "debtPaid",
    "cardFee",
    "sale",
    "cardUse",
    "cardSale",
    "refund",
    "revocation",
    "referral",
    "enrolled",
    "changed",
    "frozen",
    "unfrozen",
    "cardReplaced",
    "levelChanged",
    "renewed",
    "ended",
    "merged",
  ]),
  no: z.string(),
  title: z.string(),
  amount: Yuan.nullable(),
  note: z.string(),
  operator: z.string(),
  /** For a recharge or a package card purchase: the end of its cooling-off period, while that runs and none of it is refunded or used. */
  coolingOffUntil: Instant.nullable(),
  /** A payment of a debt or a fee of a card that can still be taken back: what names it. */
  revocable: z.object({ kind: z.enum(["debt", "cardFee"]), id: Id }).nullable(),
});

export const members = resource({
  list: get("/api/manage/venue/venue-user/list", {
    summary: "Members, a page",
    code: ["venue_user_list", "venue_booking", "sale_from2"],
    input: MemberFilter.extend(PageQuery.shape),
    output: pageOf(Member),
  }),
  sums: get("/api/manage/venue/venue-user/sums", {
    summary: "Sums over the filter",
    code: "venue_user_list",
    input: MemberFilter,
    output: MemberSums,
  }),
  view: get("/api/manage/venue/venue-user/view", {
    summary: "One member",
    code: ["venue_user_list", "venue_booking", "sale_from2"],
    input: ById,
    output: Member,
  }),
  timeline: get("/api/manage/venue/venue-user/timeline", {
    summary: "Bookings, sessions, classes, recharges, transfers, sales and changes of a member, newest first",
    code: "venue_user_list",
    input: ById.extend({ before: Instant.optional(), size: wholeNumber(1, 100).default(30) }),
    output: z.object({ content: z.array(TimelineEntry) }),
  }),
  phone: postJson("/api/manage/venue/venue-user/phone", {
    summary: "The full phone number; the look is written to the log",
    code: "member_phone",
    input: ById,
    output: z.object({ phone: z.string() }),
  }),
  check: get("/api/manage/venue/venue-user/check", {
    summary: "Whether a phone or card number is free, while it is typed",
    code: ["member_create", "member_modify"],
    input: z.object({ phone: z.string().max(11).optional(), cardNo: z.string().max(24).optional(), exceptId: Id.optional() }),
    output: z.object({ phoneTakenBy: z.string().nullable(), cardNoTaken: z.boolean() }),
  }),
  create: postJson("/api/manage/venue/venue-user/create", {
    summary: "Enrol a member, with a first recharge if one is given",
    code: "member_create",
    input: MemberDraft.extend({
      recharge: z
        .object({
          offerId: Id.optional(),
          pay: YuanAbove0,
          method: PaymentTypeIn,
          /** For method Cash: the amount received for it. */
          tendered: YuanIn.optional(),
        })
        .optional(),
      fees: CardFees.optional(),
    }),
    output: Member,
  }),
  modify: postJson("/api/manage/venue/venue-user/modify", {
    summary:
      "Change a member; a phone left empty stays as it is, and so does who brought them, their photo, coach and family when left out",
    code: "member_modify",
    input: MemberDraft.extend({
      id: Id,
      phone: MobileOrNone.optional(),
      referrerId: Id.nullable().optional(),
      photo: FileUrl.nullable().optional(),
      coachId: Id.nullable().optional(),
      family: MemberDraft.shape.family.removeDefault().optional(),
    }),
    output: Member,
  }),
  setState: postJson("/api/manage/venue/venue-user/modify-status", {
    summary: "Freeze or unfreeze a member",
    code: "member_freeze",
    input: ById.extend({ action: z.enum(["freeze", "unfreeze"]), reason: Reason }),
    output: Member,
  }),
  renew: postJson("/api/manage/venue/venue-user/renew", {
    summary: "Prolong a membership, also one that has ended",
    code: "member_modify",
    input: ById.extend({ months: z.int().min(1).max(60) }),
    output: Member,
  }),
  setLevel: postJson("/api/manage/venue/venue-user/modify-level", {
    summary: "Give a member another card type, for its fee and deposit",
    code: "member_modify",
    input: ById.extend({ cardTypeId: Id, fees: CardFees.optional() }),
    output: Member,
  }),
  replaceCard: postJson("/api/manage/venue/venue-user/replace-card", {
    summary: "Give a member another card in place of a lost one; the old number no longer finds them",
    code: "member_modify",
    input: ById.extend({ cardNo: MemberDraft.shape.cardNo }),
    output: Member,
  }),
  tag: postJson("/api/manage/venue/venue-user/tag", {
    summary: "Put a tag on a member, or take it off",
    code: "member_modify",
    input: ById.extend({ tag: Tag, off: z.boolean().default(false) }),
    output: Member,
  }),
  recharge: postJson("/api/manage/venue/venue-user/recharge", {
    summary: "Recharge a member's purses, by an offer or freely",
    code: "member_recharge",
    input: z.object({
      memberId: Id,
      offerId: Id.optional(),
      pay: YuanAbove0,
      gift: YuanIn.optional(),
      method: PaymentTypeIn,
      /** For method scanCode: the paid scan-to-pay collection (`purpose` document) that pays this. */
      paymentId: Id.optional(),
      /** For method Cash: the amount received; change = tendered − pay. */
      tendered: YuanIn.optional(),
      remark: z.string().trim().max(100).default(""),
    }),
    output: Recharge,
  }),
  rechargePreview: get("/api/manage/venue/venue-user/recharge-preview", {
    summary: "The purses before and after a recharge; refuses what the recharge would be refused, before anybody pays",
    code: "member_recharge",
    /** Without a member: the first recharge of somebody who is enrolled with it. */
    input: z.object({ memberId: Id.optional(), offerId: Id.optional(), pay: YuanAbove0 }),
    output: RechargePreview,
  }),
  cardTypes: get("/api/manage/venue/vip-discount-set/list", {
    summary: "Card types",
    code: ["vip_discount_set_list", "venue_user_list", "venue_booking", "user_role_all"],
    output: z.object({ content: z.array(CardType) }),
  }),
  coaches: get("/api/manage/venue/venue-user/coaches", {
    summary: "Coaches who can look after a member",
    code: ["member_create", "member_modify"],
    output: z.object({ content: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  offers: get("/api/manage/venue/recharge-set/list", {
    summary: "Recharge offers on the shelf",
    code: ["recharge_set_list", "venue_user_list"],
    output: z.object({ content: z.array(RechargeOffer) }),
  }),
  excel: download("/api/manage/venue/venue-user/excelExport", {
    summary: "Members of the filter as an Excel file",
    code: "member_export",
    input: MemberFilter,
    file: XLSX,
  }),
});

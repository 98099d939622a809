/** Merging duplicates, and erasing a member's personal data. */
import { z } from "#zod";
import { ById, get, Id, postJson, Reason, resource } from "../core/call";
import { CardFees, Member } from "./members";
import { PaymentTypeIn } from "../core/enums";
import { Yuan, YuanAbove0, YuanIn } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { Instant } from "../core/time";

/** Records that move with a merged member, by table. */
export const MERGED_PARTS = {
  booking_order: { zh: "订场", en: "Bookings" },
  fixed_contract: { zh: "固定场合同", en: "Fixed bookings" },
  session_order: { zh: "场次订单", en: "Session tickets" },
  open_play_ticket: { zh: "拼场报名", en: "Open play tickets" },
  waitlist_entry: { zh: "候补", en: "Waitlist entries" },
  coach_booking: { zh: "教练课报名", en: "Coach classes" },
  activity_join: { zh: "活动报名", en: "Activities" },
  game_team: { zh: "赛事报名", en: "Competition entries" },
  holding: { zh: "次卡", en: "Package cards" },
  voucher: { zh: "团购券", en: "Vouchers" },
  member_coupon: { zh: "优惠券", en: "Coupons" },
  recharge: { zh: "充值单", en: "Recharges" },
  card_fee: { zh: "办卡费用", en: "Card fees" },
  debt_payment: { zh: "还款", en: "Debts paid" },
  member_adjustment: { zh: "余额调整", en: "Adjustments" },
  sale: { zh: "零售单", en: "Sales" },
  invoice: { zh: "发票", en: "Invoices" },
  roaming_payment: { zh: "异店消费", en: "Payments at other venues" },
  till_allowance: { zh: "离线额度", en: "Offline allowances" },
  club_member: { zh: "俱乐部", en: "Clubs" },
  qualification: { zh: "资质", en: "Qualifications" },
  review: { zh: "评价", en: "Reviews" },
  message_consent: { zh: "短信同意", en: "Consents to messages" },
  spread: { zh: "推广记录", en: "Introductions" },
  attention: { zh: "会员关注", en: "Follows" },
  digg: { zh: "评论点赞", en: "Likes" },
  customer_message: { zh: "客户消息", en: "Messages" },
} as const;
export type MergedPart = keyof typeof MERGED_PARTS;
const Part = z.enum(Object.keys(MERGED_PARTS) as [MergedPart, ...MergedPart[]]);

const Pair = z.object({ keepId: Id, mergeId: Id });
export const MergePreview = z.object({
  keep: Member,
  merge: Member,
  /** The member who is kept, afterwards. */
  after: z.object({ principal: Yuan, gift: Yuan, spent: Yuan, packageCards: z.number().int(), tags: z.array(z.string()) }),
  moves: z.array(z.object({ part: Part, count: z.number().int() })),
});
export type MergePreview = z.infer<typeof MergePreview>;

/** Cost for a member of another card type. */
export const LevelPreview = z.object({
  fee: Yuan,
  /** Beyond what is held of earlier deposits. */
  deposit: Yuan,
  held: Yuan,
  due: Yuan,
});
export { CardFees };

/** Amounts that closing an account pays out and retains. */
export const ClosePreview = z.object({
  principal: Yuan,
  /** Part of it that was recharged within the cooling-off period: no fee is charged on it. */
  free: Yuan,
  coolingOffUntil: Instant.nullable(),
  fee: Yuan,
  back: Yuan,
  /** Becomes void. */
  gift: Yuan,
  /** Deposit of cards: refunded to its payment method. */
  deposit: Yuan,
  /** Items to settle first. */
  open: z.array(z.string()),
});
export type ClosePreview = z.infer<typeof ClosePreview>;
/** Methods that pay out the principal. */
export const CLOSE_METHODS = ["Cash", "WeChat", "Alipay", "BankCard", "Transfer", "Other"] as const;

/** Debt of a member. */
export const Debt = z.object({
  owed: Yuan,
  /** Part of the debt that can be paid here. */
  here: Yuan,
  /** Part of the debt that is paid at the fixed contracts that it belongs to. */
  contracts: z.array(z.object({ id: Id, no: z.string(), owed: Yuan })),
});
export type Debt = z.infer<typeof Debt>;

const FeePercent = wholeNumber(0, 100).default(0);

const base = "/api/manage/venue/venue-user";
export const memberRecords = resource({
  mergePreview: postJson(`${base}/merge-preview`, {
    summary: "What merging a duplicate into a member would move; nothing happens",
    effect: false,
    code: "member_merge",
    input: Pair,
    output: MergePreview,
  }),
  merge: postJson(`${base}/merge`, {
    summary: "Merge a duplicate: everything of it becomes the member's, and it stays as a closed record that points to them",
    code: "member_merge",
    input: Pair.extend({ reason: Reason }),
    output: Member,
  }),
  closePreview: postJson(`${base}/close-preview`, {
    summary: "What closing an account would pay out and keep; nothing happens",
    effect: false,
    code: ["member_close", "member_recharge"],
    input: ById.extend({ feePercent: FeePercent }),
    output: ClosePreview,
  }),
  close: postJson(`${base}/close`, {
    summary: "Close an account: the principal is paid out less a fee, the gift is void; who lacks member_close has it approved",
    code: ["member_close", "member_recharge"],
    input: ById.extend({
      feePercent: FeePercent,
      back: YuanIn.describe("what the person saw that goes back"),
      deposit: YuanIn.default(0).describe("what the person saw that goes back of card deposits"),
      method: z.enum(CLOSE_METHODS),
      reason: Reason,
    }),
    output: Member,
  }),
  levelPreview: get(`${base}/level-preview`, {
    summary: "What giving a member another card type costs them",
    code: "member_modify",
    input: ById.extend({ cardTypeId: Id }),
    output: LevelPreview,
  }),
  debt: get(`${base}/debt`, {
    summary: "What a member owes: here, and for fixed bookings",
    code: "member_recharge",
    input: ById,
    output: Debt,
  }),
  payDebt: postJson(`${base}/pay-debt`, {
    summary: "Take what a member pays of their debt, by a tender or from the principal",
    code: "member_recharge",
    input: ById.extend({
      amount: YuanAbove0,
      method: PaymentTypeIn,
      /** For method scanCode: the paid scan-to-pay collection (`purpose` document) that pays this. */
      paymentId: Id.optional(),
      /** For method Cash: the amount received. */
      tendered: YuanIn.optional(),
      remark: z.string().trim().max(100).default(""),
    }),
    output: Member,
  }),
  revokePaid: postJson(`${base}/revoke-paid`, {
    summary: "Take back what a member paid of a debt or for a card, once: the money goes the way it came",
    code: "account_log_revoke",
    input: ById.extend({ kind: z.enum(["debt", "cardFee"]), reason: Reason }),
    output: Member,
  }),
  erase: postJson(`${base}/erase`, {
    summary: "Erase a member's personal data on request; documents and postings stay",
    code: "member_erase",
    input: ById.extend({ reason: Reason }),
    output: Member,
  }),
});

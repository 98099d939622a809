/** Kinds of documents: what their numbers begin with, and the pages that show them. */
import type { Code } from "./permissions";
import type { Label } from "./resource/label";

/**
 * Prefix of a document number, by the document's kind. Each kind has its own, so that a number read out names one document. An assigned
 * prefix stays with its kind: printed numbers do not change.
 */
export const PREFIXES = {
  order: "B",
  holding: "C",
  coachBooking: "CB",
  coachClass: "CC",
  couponSettlement: "CS",
  withdraw: "CW",
  stockTransfer: "DB",
  fixed: "F",
  supplierPayment: "FK",
  openPlay: "G",
  cart: "GD",
  gameEntry: "GE",
  openPlayTicket: "GT",
  session: "H",
  activity: "HD",
  settlement: "JS",
  journalBatch: "PZ",
  bankDeposit: "CX",
  bankPayout: "DZ",
  invoice: "FP",
  manualEntry: "ME",
  collection: "P",
  stockCount: "PD",
  qualification: "QA",
  recharge: "R",
  debt: "HK",
  cardFee: "BK",
  roaming: "YD",
  deposit: "RD",
  receipt: "RK",
  writeOff: "BS",
  supplierReturn: "CT",
  sale: "S",
  shift: "SH",
  saleReturn: "SR",
  game: "SS",
  groupon: "TG",
  delivery: "FH",
  transfer: "TZ",
  adjustment: "TY",
  referral: "TJ",
} as const;

export type DocumentKind = keyof typeof PREFIXES;

/** A kind that is found by its number. */
interface Findable {
  readonly label: Label;
  /** A person who holds one of these may see documents of the kind. */
  readonly codes: readonly Code[];
  /** Pages that show one, the best first; a person gets the first that they may open. */
  readonly pages: readonly string[];
}

const MEMBER = "/venueUser/venue-user-list/:parent";
const SALE = "/sale/sale-list/:id";

/** Every kind; what no page of its own shows is opened with what it belongs to. */
export const FINDABLE = {
  order: {
    label: { zh: "预订单", en: "Booking" },
    codes: ["venue_booking", "booking_place_order_list"],
    pages: ["/book/venue-booking?day=:day&order=:id", "/finance/booking-place-order/list?q=:no"],
  },
  session: {
    label: { zh: "场次预订", en: "Session booking" },
    codes: ["hall-booking"],
    pages: ["/book/hall-booking?day=:day&session=:parent&booking=:id"],
  },
  openPlay: { label: { zh: "约球", en: "Open play" }, codes: ["open_play"], pages: ["/book/open-play/:id"] },
  openPlayTicket: { label: { zh: "约球报名", en: "Open-play ticket" }, codes: ["open_play"], pages: ["/book/open-play/:parent"] },
  fixed: { label: { zh: "固定场合同", en: "Fixed contract" }, codes: ["regular_list"], pages: ["/book/regular-list/:id"] },
  sale: { label: { zh: "零售单", en: "Sale" }, codes: ["sale_list"], pages: [SALE] },
  cart: { label: { zh: "挂单", en: "Cart on hold" }, codes: ["sale_modify"], pages: ["/sale/sale-from2?cart=:id"] },
  collection: {
    label: { zh: "扫码收款", en: "Collection" },
    codes: ["payment_to_venue_list"],
    pages: ["/finance/payment-to-venue-list?q=:no"],
  },
  shift: { label: { zh: "班次", en: "Shift" }, codes: ["shift"], pages: ["/sale/shift?shift=:id"] },
  saleReturn: { label: { zh: "退货单", en: "Return" }, codes: ["sale_list"], pages: ["/sale/sale-list/:parent"] },
  deposit: { label: { zh: "押金单", en: "Deposit" }, codes: ["sale_list"], pages: ["/sale/sale-list/:parent"] },
  delivery: { label: { zh: "发货单", en: "Delivery" }, codes: ["orders_list"], pages: ["/finance/delivery-list/:id"] },
  recharge: { label: { zh: "充值单", en: "Recharge" }, codes: ["venue_user_list"], pages: [MEMBER] },
  debt: { label: { zh: "还款单", en: "Debt payment" }, codes: ["venue_user_list"], pages: [MEMBER] },
  cardFee: { label: { zh: "办卡费用", en: "Card fee" }, codes: ["venue_user_list"], pages: [MEMBER] },
  roaming: { label: { zh: "异店消费", en: "Spent elsewhere" }, codes: ["venue_user_list"], pages: [MEMBER] },
  holding: {
    label: { zh: "会员次卡", en: "Package card" },
    codes: ["venue_user_package_card_list"],
    pages: ["/card/venue-user-package-card-list/:id"],
  },
  transfer: { label: { zh: "转账单", en: "Transfer" }, codes: ["transfer_list"], pages: ["/venue/transfer-list/:id"] },
  adjustment: { label: { zh: "调整单", en: "Adjustment" }, codes: ["venue_user_list"], pages: ["/venueUser/adjustment-list/:id"] },
  referral: { label: { zh: "推荐奖励", en: "Referral reward" }, codes: ["referral_offer"], pages: ["/marketing/referral-reward-list/:id"] },
  groupon: { label: { zh: "团购券", en: "Voucher" }, codes: ["groupon_goods_list"], pages: ["/marketing/voucher-list/:id"] },
  activity: { label: { zh: "活动报名", en: "Activity sign-up" }, codes: ["activity_detail"], pages: ["/marketing/activity-detail?q=:no"] },
  coachClass: { label: { zh: "教练课", en: "Coach class" }, codes: ["coach_class_book", "coach_list"], pages: ["/coach/class-list/:id"] },
  coachBooking: {
    label: { zh: "约课", en: "Class booking" },
    codes: ["coach_class_book", "coach_list"],
    pages: ["/coach/class-booking-list/:id"],
  },
  withdraw: { label: { zh: "教练提现", en: "Coach withdrawal" }, codes: ["coach_list"], pages: ["/coach/withdraw/:id"] },
  game: { label: { zh: "赛事", en: "Game" }, codes: ["game_list"], pages: ["/addedServices/game-list/:id"] },
  gameEntry: { label: { zh: "参赛报名", en: "Entry" }, codes: ["team_list"], pages: ["/addedServices/team-list/:id"] },
  settlement: { label: { zh: "结算单", en: "Settlement" }, codes: ["settlement"], pages: ["/finance/settlement-list/:id"] },
  invoice: { label: { zh: "发票申请", en: "Invoice request" }, codes: ["invoice_list"], pages: ["/trade/invoice-list/:id"] },
  journalBatch: { label: { zh: "凭证批次", en: "Voucher batch" }, codes: ["journal_batch"], pages: ["/trade/journal-batch-list/:id"] },
  bankDeposit: { label: { zh: "存现单", en: "Cash deposit" }, codes: ["bank_deposit_list"], pages: ["/finance/bank-deposit-list/:id"] },
  bankPayout: { label: { zh: "渠道到账", en: "Payout" }, codes: ["bank_payout_list"], pages: ["/finance/bank-payout-list/:id"] },
  couponSettlement: {
    label: { zh: "消费券结算", en: "Coupon settlement" },
    codes: ["coupon_settlement_list"],
    pages: ["/finance/coupon-settlement-list/:id"],
  },
  manualEntry: {
    label: { zh: "手工记账", en: "Manual entry" },
    codes: ["manual_bookkeeping_list"],
    pages: ["/venue/manual-bookkeeping-list/:id"],
  },
  qualification: {
    label: { zh: "达人申请", en: "Qualification" },
    codes: ["sports_expert_white_list"],
    pages: ["/finance/sports-expert-white-list/:id"],
  },
  supplierPayment: {
    label: { zh: "供应商付款", en: "Supplier payment" },
    codes: ["enter_stock_list"],
    pages: ["/product/supplier-list/:id"],
  },
  receipt: { label: { zh: "进货单", en: "Goods receipt" }, codes: ["enter_stock_list"], pages: ["/product/enter-stock-list/:id"] },
  stockTransfer: { label: { zh: "调拨单", en: "Stock transfer" }, codes: ["stock_transfer"], pages: ["/product/stock-transfer/:id"] },
  stockCount: { label: { zh: "盘点单", en: "Stock count" }, codes: ["stock_count"], pages: ["/product/stock-count/:id"] },
  writeOff: { label: { zh: "报损单", en: "Write-off" }, codes: ["stock_write_off"], pages: ["/product/stock-write-off/:id"] },
  supplierReturn: {
    label: { zh: "采购退货单", en: "Return to supplier" },
    codes: ["supplier_return"],
    pages: ["/product/supplier-return/:id"],
  },
} as const satisfies Record<DocumentKind, Findable>;

const NUMBER = /^([A-Z]{1,2})\d{8}-\d{4,}$/;
const KINDS = new Map<string, DocumentKind>(Object.entries(PREFIXES).map(([kind, prefix]) => [prefix, kind as DocumentKind]));

/** Returns the kind and the number that a text names as a whole; undefined for anything else. */
export function documentOf(text: string): { readonly kind: DocumentKind; readonly no: string } | undefined {
  const no = text.toUpperCase();
  const kind = KINDS.get(NUMBER.exec(no)?.[1] ?? "");
  return kind && { kind, no };
}

/** Cashier sales, their returns and scan-to-pay. */
import { z } from "#zod";
import { CardOffer, CardPayments, PaymentIn, RefundBack } from "../booking/booking-order";
import { Approved } from "./approvals";
import { Collection, ScanPayment } from "./collections";
import { ById, Done, get, Id, postJson, Reason, resource } from "../core/call";
import { VenueCouponCode } from "../marketing/coupon-offers";
import { PaymentTypeOut } from "../core/enums";
import { Yuan, YuanAbove0, YuanIn } from "../core/money";
import { PaymentState, SaleState } from "../core/states";
import { Instant } from "../core/time";
import { RoundingUnit } from "./rounding";

/** A sale as a row. */
export const Sale = z.object({
  id: Id,
  no: z.string(),
  at: Instant,
  memberId: Id.nullable(),
  memberName: z.string(),
  phone: z.string(),
  /** Lines in short: "矿泉水 ×2, 羽毛球 ×1". */
  goods: z.string(),
  quantity: z.number().int(),
  list: Yuan,
  /** All discounts but the rounding. */
  discount: Yuan,
  /** Dropped by rounding the cart down. */
  rounding: Yuan,
  total: Yuan,
  paid: Yuan,
  returned: Yuan,
  payTypes: z.array(PaymentTypeOut),
  state: SaleState,
  /** The booking that the goods were added to. */
  orderId: Id.nullable(),
  operator: z.string(),
});
export type Sale = z.infer<typeof Sale>;

/**
 * A line of a sale. `unitPrice` is the list price of one piece, `list` of all of them; `memberOff`, `couponOff`, `manualOff` and `rounding`
 * are what was taken off the line, and lead to `total`. `price` is what one piece cost after the member price or the price that was set,
 * rounded; `discount` is what the coupon and the cashier took off that.
 */
export const SaleLine = z.object({
  id: Id,
  saleId: Id,
  productId: Id,
  className: z.string(),
  productName: z.string(),
  unit: z.string(),
  quantity: z.number().int(),
  returned: z.number().int(),
  unitPrice: Yuan,
  list: Yuan,
  memberOff: Yuan,
  couponOff: Yuan,
  manualOff: Yuan,
  rounding: Yuan,
  /** The price of a piece that the cashier set, with the product's own. */
  setPrice: z.object({ price: Yuan, own: Yuan, reason: z.string() }).nullable(),
  price: Yuan,
  discount: Yuan,
  total: Yuan,
  refunded: Yuan,
});
export type SaleLine = z.infer<typeof SaleLine>;

/** Kinds of items that a cart sells beside goods. Each becomes its own document; a deposit follows from lent goods. */
export const ITEM_KINDS = ["card", "recharge", "session", "class", "order", "deposit"] as const;
/** A package card that paid for it instead of money: its uses, and what is left of it; null: a period card, which counts nothing. */
export const ItemCard = z.object({
  holdingId: Id,
  no: z.string(),
  name: z.string(),
  uses: z.number().int(),
  left: z.number().int().nullable(),
});
/** One of them, as it is on the receipt. */
export const SaleItem = z.object({
  id: Id,
  kind: z.enum(ITEM_KINDS),
  /** The card's definition, the offer (null: a free amount), the session, the coach's class, the booking order, the product that is lent. */
  of: Id.nullable(),
  name: z.string(),
  quantity: z.number().int(),
  /** Amount paid by money: excludes everything covered by cards. */
  total: Yuan,
  cards: z.array(ItemCard),
  /** The document that it became; null while the cart waits. */
  documentId: Id.nullable(),
  no: z.string(),
  /** For a settled deposit: the refunded amount and the retained amount. */
  givenBack: Yuan.nullable(),
  kept: Yuan.nullable(),
});
export type SaleItem = z.infer<typeof SaleItem>;

/** Destination of returned goods: the shop, or a write-off. */
const ReturnTo = z.enum(["shop", "writeOff"]);
/** A return of goods: a document of its own. */
const SaleReturn = z.object({
  id: Id,
  no: z.string(),
  at: Instant,
  operator: z.string(),
  reason: z.string(),
  refund: Yuan,
  lines: z.array(z.object({ lineId: Id, quantity: z.number().int(), refund: Yuan, to: ReturnTo })),
});

/** A cart as it was put on hold, to come back the same. */
export const CartDraft = z.object({
  lines: z.array(
    z.object({
      productId: Id,
      discount: z.object({ amount: Yuan, reason: z.string() }).nullable(),
      price: z.object({ amount: Yuan, reason: z.string() }).optional(),
    }),
  ),
  discount: z.object({ amount: Yuan, reason: z.string() }).nullable(),
  rounding: RoundingUnit.optional(),
  couponCode: z.string(),
  withoutCards: z.array(Id),
});
export type CartDraft = z.infer<typeof CartDraft>;

/** A sale whole. */
export const SaleDetail = Sale.extend({
  lines: z.array(SaleLine),
  items: z.array(SaleItem),
  /** Total of the whole receipt: `total`, which covers the goods, plus the items. */
  due: Yuan,
  /** Payments for the goods and the items. */
  payments: z.array(
    z.object({
      id: Id,
      type: PaymentTypeOut,
      amount: Yuan,
      refunded: Yuan,
      tendered: Yuan.nullable(),
      change: Yuan,
      state: PaymentState,
      at: Instant,
      note: z.string(),
    }),
  ),
  returns: z.array(SaleReturn),
  /** Approvals of the sale by a second person. */
  approvals: z.array(Approved),
  remark: z.string(),
  /** Why it was discounted by hand, or voided. */
  reason: z.string(),
  /** For a waiting cart: the typed input; null if the cart has been waiting since before this was stored. */
  draft: CartDraft.nullable(),
});
export type SaleDetail = z.infer<typeof SaleDetail>;

/** A discount by hand; needs its code and a reason. */
const ByHand = z.object({ amount: YuanAbove0, reason: Reason });
/** A price of one piece in place of its own: above it, or further below it than the person may discount, it takes an approval. */
const SetPrice = z.object({ amount: YuanIn, reason: Reason });
const Goods = z
  .array(z.object({ productId: Id, quantity: z.int().min(1).max(9_999), discount: ByHand.optional(), price: SetPrice.optional() }))
  .max(100);
/** Item that a cart sells beside goods; cards and recharges need a member. */
const Item = z.object({
  kind: z.enum(["card", "recharge", "session", "class", "order"]),
  of: Id.optional(),
  quantity: z.int().min(1).max(50).default(1),
  /** For a recharge of a free amount. */
  amount: YuanAbove0.optional(),
});
const CartFields = {
  lines: Goods.default([]),
  items: z.array(Item).max(20).default([]),
  /** A coupon of the buyer, or a promo code: off the goods. A cart on hold remembers it and does not reserve it. */
  couponCode: VenueCouponCode.optional(),
  /** Rounds the whole cart down to this unit, as far as the venue allows it; the goods bear it. */
  rounding: RoundingUnit.optional(),
};
/** Buyer: a member, or the booker of the order that the goods are added to; neither: a walk-in. */
const Buyer = { memberId: Id.optional(), orderId: Id.optional() };

/** Goods and items of the checkout, the buyer and the payments: amounts of all methods sum to the total. */
const SaleDraft = z.object({
  ...Buyer,
  ...CartFields,
  payments: z.array(PaymentIn).max(8).default([]),
  /** Off the whole sale, shared over its lines. */
  discount: ByHand.optional(),
  /** The buyer's package cards before money, with the uses that were shown. */
  cards: CardPayments.default([]),
  remark: z.string().trim().max(200).default(""),
});

/**
 * For a sale that its till stored before sending it: it is one sale under its key however late it arrives, and goods may have the price
 * known to the till, if it was valid within the last seven days.
 */
const KeptByTill = z.object({
  key: z.string().min(16).max(64),
  at: Instant,
  prices: z.array(z.object({ productId: Id, price: YuanIn })).max(100),
  /** For a member's sale, paid from the principal: the token of the till's allowance. */
  allowance: z.string().max(1_000).optional(),
});

/** A package card of the buyer that fits, and what it covers. `before` and `after` of a period card are null. */
export const CartCard = CardOffer.extend({ before: z.number().int().nullable(), after: z.number().int().nullable() });
export type CartCard = z.infer<typeof CartCard>;

/** Current cost of a cart for this buyer: goods by line, other items, and deposits for lent goods. */
export const SaleQuote = z.object({
  /** Without the rounding. */
  lines: z.array(z.object({ productId: Id, quantity: z.number().int(), list: Yuan, discount: Yuan, total: Yuan })),
  items: z.array(SaleItem.pick({ kind: true, of: true, name: true, quantity: true, total: true, cards: true })),
  /** Taken before money but for those that were put aside. */
  cards: z.array(CartCard),
  list: Yuan,
  /** All discounts but the rounding. */
  discount: Yuan,
  /** Dropped by rounding. */
  rounding: Yuan,
  /** The roundings that the venue allows for this cart, the smaller first. */
  roundings: z.array(z.object({ unit: RoundingUnit, amount: Yuan })),
  /** Total of the goods alone, and of everything. */
  total: Yuan,
  due: Yuan,
  /** Percent that this person may take off by hand. */
  mostDiscount: z.number().int(),
  /** More is taken off by hand than that, or a price is set above its own: selling it takes an approval. */
  needsApproval: z.boolean(),
});
export type SaleQuote = z.infer<typeof SaleQuote>;

/** A cart that waits. `open`: it is in somebody's hands. */
export const Cart = Sale.pick({
  id: true,
  no: true,
  at: true,
  memberName: true,
  goods: true,
  quantity: true,
  total: true,
  operator: true,
}).extend({
  state: z.enum(["open", "hung"]),
  remark: z.string(),
});
export type Cart = z.infer<typeof Cart>;

const Returned = {
  saleId: Id,
  lines: z
    .array(z.object({ lineId: Id, quantity: z.int().min(1).max(9_999), to: ReturnTo.default("shop") }))
    .min(1)
    .max(100),
};
/** Refund of a return, and its destination. */
export const ReturnPreview = z.object({ saleId: Id, refund: Yuan, back: RefundBack });
export type ReturnPreview = z.infer<typeof ReturnPreview>;

const base = "/api/manage/venue/sale";
export const sale = resource({
  view: get(`${base}/get-sale-info`, {
    summary: "One sale whole",
    code: ["sale_list", "venue_user_sale_log", "sale_from2"],
    input: ById,
    output: SaleDetail,
  }),
  quote: postJson(`${base}/quote`, {
    summary: "What a cart costs a buyer; nothing is taken",
    effect: false,
    code: "sale_create",
    input: z.object({
      ...Buyer,
      ...CartFields,
      discount: z.object({ amount: YuanAbove0, reason: z.string().max(200) }).optional(),
      withoutCards: z.array(Id).max(50).default([]),
    }),
    output: SaleQuote,
  }),
  create: postJson(`${base}/create`, {
    summary: "Sell and take the money; of an order, its booker buys",
    code: "sale_create",
    input: SaleDraft.extend({ keptByTill: KeptByTill.optional() }),
    output: SaleDetail,
  }),
  settleKept: postJson(`${base}/settle-kept`, {
    summary:
      "Settle a sale that its till kept and the server refused: `found` counts in what is missing in the books and sells, `givenBack` only records that money and goods went back",
    code: "sale_settle",
    input: SaleDraft.extend({ keptByTill: KeptByTill, how: z.enum(["found", "givenBack"]), reason: Reason }),
    output: SaleDetail,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Put a cart on hold unpaid (no id: a new one), change one on hold, or recall it and take the money",
    code: "sale_modify",
    input: SaleDraft.extend({
      id: Id.optional(),
      mode: z.enum(["hang", "pay"]),
      /** For a waiting cart: package cards that are set aside. */
      withoutCards: z.array(Id).max(50).default([]),
    }),
    output: SaleDetail,
  }),
  carts: get(`${base}/hung-list`, {
    summary: "Carts that wait: those on hold, and those in somebody's hands",
    code: "sale_modify",
    output: z.object({ content: z.array(Cart) }),
  }),
  recall: postJson(`${base}/recall`, {
    summary: "Take a cart on hold into one's hands; another till then no longer can",
    code: "sale_modify",
    input: ById,
    output: SaleDetail,
  }),
  printed: postJson(`${base}/printed`, {
    summary: "Count a print of a sale's receipt; every one after the first is a copy",
    code: ["sale_list", "sale_from2"],
    input: ById,
    output: z.object({ prints: z.number().int() }),
  }),
  settleDeposit: postJson(`${base}/settle-deposit`, {
    summary: "Give the deposit of what was lent back to the methods that paid it, or keep some of it, with the reason",
    code: "sale_return",
    input: z.object({ itemId: Id, keep: YuanIn, reason: z.string().trim().max(200).default("") }),
    output: SaleDetail,
  }),
  returnsPreview: postJson(`${base}/sale-detail-returns-preview`, {
    summary: "What taking goods back would refund, and where to; nothing moves",
    effect: false,
    code: "sale_return",
    input: z.object(Returned),
    output: ReturnPreview,
  }),
  returns: postJson(`${base}/sale-detail-returns`, {
    summary: "Take goods back by line and refund to the methods that paid, in proportion",
    code: "sale_return",
    input: z.object({ ...Returned, reason: Reason }),
    output: SaleDetail,
  }),
  remove: postJson(`${base}/delete`, {
    summary: "Abandon a cart on hold, or void a paid one of the same shift by mirror entries (sale_delete)",
    code: ["sale_delete", "sale_modify"],
    input: ById.extend({ reason: Reason.optional() }),
    output: Done,
  }),
  amountAndCode: postJson(`${base}/amount-and-code`, {
    summary: "Scan-to-pay: collect an amount, in whole fen, from a scanned payment code",
    code: "scan_to_pay",
    input: z.object({
      /** Minor units, as the specification has it: the one amount that travels in fen. */
      amount: z.int().min(0).max(100_000_000),
      code: z
        .string()
        .trim()
        .regex(/^\d{16,24}$/, { error: (issue) => (issue.input === "" ? "required" : "payCode") }),
      /** `document`: a payment of type scanCode of some document will name this collection by its `paymentId`; else it is income by itself. */
      purpose: z.enum(["collect", "document"]).default("collect"),
      /**
       * The order that is being paid, of purpose document: if its hold runs out meanwhile, the money takes its slot again or goes back at
       * once.
       */
      orderId: Id.optional(),
    }),
    output: ScanPayment,
  }),
  scanState: get(`${base}/amount-and-code-state`, {
    summary: "Where a scan-to-pay collection stands, while the customer enters a password",
    code: "scan_to_pay",
    input: z.object({ paymentId: Id }),
    output: ScanPayment,
  }),
  collection: get(`${base}/collection-info`, {
    summary: "A scan-to-pay collection by its receipt number, with what may still go back of it",
    code: "scan_refund",
    input: z.object({ no: z.string().trim().min(1).max(40) }),
    output: Collection,
  }),
  retryRefund: postJson(`${base}/refund-again`, {
    summary: "Ask the channel once more for a refund that it refused",
    code: "scan_refund",
    input: z.object({ refundId: Id }),
    output: Collection,
  }),
  payOutRefund: postJson(`${base}/refund-pay-out`, {
    summary: "Record that a refund which the channel refused was paid out another way",
    code: "scan_refund",
    input: z.object({ refundId: Id, type: z.enum(["Cash", "BankCard", "Transfer", "Other"]), reason: Reason }),
    output: Collection,
  }),
  refundCollection: postJson(`${base}/collection-refund`, {
    summary:
      "Give a collection that no document holds back through its channel: one collected by itself in whole or in part, one for a document in whole",
    code: "scan_refund",
    input: z.object({ paymentId: Id, amount: YuanAbove0, reason: Reason }),
    output: Collection,
  }),
});

/** Shapes of booking orders: lines with the reason of their price, payments, and the previews of refunds and changes. */
import { z } from "#zod";
import { Id, Reason } from "../core/call";
import { CouponCode } from "../coupon/coupon";
import { ColourStyle, OrderSource, PaymentTypeIn, PaymentTypeOut, Purse } from "../core/enums";
import { Approved } from "../sale/approvals";
import { Yuan, YuanAbove0, YuanIn } from "../core/money";
import { OrderKind, OrderStatus, PaymentState, PayStatus, SaleState } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

/** One step of a price, in the order applied: which rule, what it was tried on, and the amount after it. */
export const PriceStep = z.object({
  rule: z.enum(["temporary", "holiday", "plan", "default", "member", "promotion", "coupon", "manual", "bundle", "free", "card", "voucher"]),
  /** Name of the rule as staff know it ("秋冬周末晚场"); empty for a rule that was tried and did not match. */
  name: z.string(),
  matched: z.boolean(),
  /** Change in yuan: the base price for a base rule, negative for a discount; "0.00" where not matched. */
  amount: Yuan,
  /** Data that the rule considered: hours, weekday, percent. */
  detail: z.string(),
  /** Customers to whom the prices belong, in a plan with separate prices for members or groups. */
  consumer: z.enum(["member", "group"]).optional(),
});
export type PriceStep = z.infer<typeof PriceStep>;

/** Why a line costs what it costs. Evaluating it again gives the same fen. */
export const PriceTrace = z.object({
  list: Yuan,
  discount: Yuan,
  price: Yuan,
  steps: z.array(PriceStep),
});
export type PriceTrace = z.infer<typeof PriceTrace>;

/** A run of slots of one place on one day: `[start, end)` in minutes from midnight. */
export const SlotRun = z.object({ placeId: Id, start: MinuteOfDay, end: MinuteOfDay });
export type SlotRun = z.infer<typeof SlotRun>;
export const Runs = z.array(SlotRun).min(1).max(60);

/** A payment that a person at the desk enters. Amounts of all methods sum to what is due. */
export const PaymentIn = z.object({
  type: PaymentTypeIn,
  amount: YuanAbove0,
  /** Cash handed over; change = tendered − amount. */
  tendered: YuanIn.optional(),
  note: z.string().trim().max(60).optional(),
  /** Paid scan-to-pay collection (`purpose` document) that pays this; for type scanCode. */
  paymentId: Id.optional(),
  /** Code of the coupon; for type SportsExpertUserCoupon. */
  coupon: CouponCode.optional(),
  /** Member whose purses pay, and the other venue; for type RoamingCard. */
  card: z.object({ venueId: Id, memberId: Id }).optional(),
});
export const Payments = z.array(PaymentIn).max(8);
/** A package card of the booker that covers lines instead of money; another count of uses than the person saw is refused. */
const CardPayment = z.object({ holdingId: Id, uses: z.int().min(1) });
export const CardPayments = z.array(CardPayment).max(8);
/** A package card of the booker that fits, and what it covers. */
export const CardOffer = z.object({
  holdingId: Id,
  no: z.string(),
  name: z.string(),
  expiresOn: Day,
  /** Uses before, of them for these lines (0: it covers none), and after. */
  before: z.number().int(),
  uses: z.number().int(),
  after: z.number().int(),
  /** Price of the covered lines in money. */
  amount: Yuan,
});
export type CardOffer = z.infer<typeof CardOffer>;
/** A discount by hand: amount off the whole order; needs its code and a reason. */
export const ManualDiscount = z.object({ amount: YuanAbove0, reason: Reason });

/** A line of an order: one place in one run of slots. */
export const OrderLine = z.object({
  id: Id,
  placeId: Id,
  placeName: z.string(),
  hallName: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  trace: PriceTrace,
  /** Given back for this line, and what was kept of it as a fee when it was given up. */
  refunded: Yuan,
  fee: Yuan,
  /** `released`: given up and refunded by policy; `dropped`: taken off before it was paid; `missed`: nobody came, the rest went back. */
  status: z.enum(["active", "released", "dropped", "missed"]),
  /** The package card that covers it, the uses taken for it, and how many of them went back. */
  card: z.object({ holdingId: Id, name: z.string(), uses: z.number().int(), usesBack: z.number().int() }).nullable(),
});
export const OrderPayment = z.object({
  id: Id,
  type: PaymentTypeOut,
  amount: Yuan,
  refunded: Yuan,
  state: PaymentState,
  tendered: Yuan.nullable(),
  at: Instant,
  operator: z.string(),
  note: z.string(),
});
/** One change of an order, from the log. */
export const OrderChange = z.object({ at: Instant, operator: z.string(), action: z.string(), detail: z.string() });

/** A booking order as a row. */
export const BookingOrder = z.object({
  id: Id,
  no: z.string(),
  createdAt: Instant,
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  program: z.string(),
  /** Places and times in short: "5 号 20:00–21:00, 6 号 20:00–20:30". */
  places: z.string(),
  name: z.string(),
  phone: z.string(),
  memberId: Id.nullable(),
  cardTypeName: z.string().nullable(),
  cardTypeColour: ColourStyle.nullable(),
  source: OrderSource,
  kind: OrderKind,
  /** Booked by a group: priced at the group prices. */
  asGroup: z.boolean(),
  list: Yuan,
  discount: Yuan,
  total: Yuan,
  paid: Yuan,
  refunded: Yuan,
  due: Yuan,
  payTypes: z.array(PaymentTypeOut),
  orderStatus: OrderStatus,
  payStatus: PayStatus,
  holdUntil: Instant.nullable(),
  operator: z.string(),
});
export type BookingOrder = z.infer<typeof BookingOrder>;

/** Goods that were added to an order: a sale of its own, paid and given back by itself. */
export const OrderSale = z.object({
  id: Id,
  no: z.string(),
  at: Instant,
  operator: z.string(),
  state: SaleState,
  total: Yuan,
  refunded: Yuan,
  payTypes: z.array(PaymentTypeOut),
  /** `total` of a line after its discount; of its pieces `returned` came back. */
  lines: z.array(
    z.object({
      id: Id,
      productName: z.string(),
      unit: z.string(),
      quantity: z.number().int(),
      returned: z.number().int(),
      total: Yuan,
      refunded: Yuan,
    }),
  ),
});
export type OrderSale = z.infer<typeof OrderSale>;

/** An order whole. */
export const BookingOrderDetail = BookingOrder.extend({
  lines: z.array(OrderLine),
  /** Oldest first; their money is separate from the order's. */
  sales: z.array(OrderSale),
  payments: z.array(OrderPayment),
  changes: z.array(OrderChange),
  remark: z.string(),
  discountReason: z.string(),
  fee: Yuan,
  /** Approvals of the order by a second person. */
  approvals: z.array(Approved),
});
export type BookingOrderDetail = z.infer<typeof BookingOrderDetail>;

/** Total refund that the person was shown; refused if it has changed since. */
export const ExpectedRefund = YuanIn.optional();

/** Destinations of a refund: the payments that it came from, in the shares in which they paid. */
export const RefundBack = z.array(
  z.object({ paymentId: Id, type: PaymentTypeOut, purse: Purse.nullable(), paid: Yuan, fee: Yuan, refund: Yuan }),
);

/** The preview of a refund (a whole order, some lines, an amount), shown before it happens. */
export const RefundPreview = z.object({
  orderId: Id,
  paid: Yuan,
  /** Percent kept by the venue's late-cancel policy; 0 when free. */
  feePercent: z.number(),
  /** The rule in words: hours before start, policy. */
  hoursBefore: z.number(),
  freeHours: z.number().int(),
  /** The fee applies because the order was moved within those hours, not because of the hour now. */
  lateMove: z.boolean().optional(),
  fee: Yuan,
  refund: Yuan,
  back: RefundBack,
  /** Uses of package cards that what is given up took, and how many of them go back; the policy keeps whole ones. */
  uses: z.number().int(),
  usesBack: z.number().int(),
  /** The voucher that paid its court, how many of its uses, and how many go back to it. */
  voucher: z.object({ title: z.string(), voucherCode: z.string(), uses: z.number().int(), usesBack: z.number().int() }).optional(),
});
export type RefundPreview = z.infer<typeof RefundPreview>;

/** The preview of a move or an extension: what the line costs before and after, and which way the difference goes. */
export const ChangePreview = z.object({
  orderId: Id,
  lineId: Id,
  placeId: Id,
  placeName: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  /** Price of the line that stands, and of what it becomes (a move) or what is added (an extension; `before` is then "0.00"). */
  before: Yuan,
  after: Yuan,
  trace: PriceTrace,
  /** The booker's package cards that fit what is added, where cards were asked for. */
  cards: z.array(CardOffer),
  /** To be paid now; "0.00" where the order is not paid yet, its due then grows or shrinks. */
  pay: Yuan,
  /** To be given back now, and where to. */
  refund: Yuan,
  back: RefundBack,
  /** Amount that the order will still owe afterwards. */
  due: Yuan,
});
export type ChangePreview = z.infer<typeof ChangePreview>;

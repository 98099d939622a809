/** Halls, places, prices, the booking grid and booking orders (spec §2 /book, §7; product booking). */
import { z } from "zod";
import {
  ById,
  Done,
  download,
  Flag,
  get,
  Id,
  Mobile,
  PageQuery,
  pageOf,
  postJson,
  Reason,
  resource,
  SearchText,
  Words,
  XLSX,
} from "./call";
import { ColourStyle, OrderSource, PaymentTypeIn, PaymentTypeOut, Purse, Sport } from "./enums";
import { Yuan, YuanAbove0, YuanIn } from "./money";
import { whole } from "./numbers";
import { OrderStatus, PaymentState, PayStatus } from "./states";
import { Day, Instant, MinuteOfDay } from "./time";

/** One step of a price, in the order applied: which rule, what it was tried on, and the amount after it. */
export const PriceStep = z.object({
  rule: z.enum(["temporary", "holiday", "plan", "default", "member", "promotion", "coupon", "manual", "bundle", "free"]),
  /** Name of the rule as staff know it ("秋冬周末晚场"); empty for a rule that was tried and did not match. */
  name: z.string(),
  matched: z.boolean(),
  /** Change in yuan: the base price for a base rule, negative for a discount; "0.00" where not matched. */
  amount: Yuan,
  /** What the rule looked at: hours, weekday, percent. */
  detail: z.string(),
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
const Runs = z.array(SlotRun).min(1).max(60);

/** A payment that a person at the desk enters. Amounts of all methods sum to what is due. */
export const PaymentIn = z.object({
  type: PaymentTypeIn,
  amount: YuanAbove0,
  /** Cash handed over; change = tendered − amount. */
  tendered: YuanIn.optional(),
  note: z.string().trim().max(60).optional(),
});
const Payments = z.array(PaymentIn).max(8);
/** A discount by hand: amount off the whole order; needs its code and a reason. */
const ManualDiscount = z.object({ amount: YuanAbove0, reason: Reason });

export const Hall = z.object({
  id: Id,
  name: z.string(),
  programId: Id,
  programName: z.string(),
  sport: Sport,
  slotMinutes: z.number().int(),
});
export const GridPlace = z.object({
  id: Id,
  hallId: Id,
  name: z.string(),
  /** Units covered; two places that share one exclude each other. */
  unitIds: z.array(Id),
  /** Other places that share a unit. */
  linkedIds: z.array(Id),
});

/** What stands in the grid: a line of an order, a lock, or a run of a fixed booking or an event. */
export const GridBooking = z.object({
  id: Id,
  orderId: Id.nullable(),
  orderNo: z.string(),
  placeId: Id,
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  kind: z.enum(["single", "fixed", "deal", "event", "lock"]),
  status: z.enum(["held", "reserved", "paid", "checked_in", "finished", "no_show", "locked"]),
  payStatus: PayStatus.nullable(),
  name: z.string(),
  phone: z.string(),
  memberId: Id.nullable(),
  source: OrderSource,
  /** When an unpaid hold ends. */
  holdUntil: Instant.nullable(),
  due: Yuan,
  note: z.string(),
});
export type GridBooking = z.infer<typeof GridBooking>;

/** Counters of a day: slots are unit-slots (wire "Small decisions"). */
export const GridCounters = z.object({
  slots: z.number().int(),
  booked: z.number().int(),
  paid: z.number().int(),
  free: z.number().int(),
  /** Occupied ÷ open, 0–100. */
  utilisation: z.number().int(),
  /** Price of what is booked for the day, received for it, and still due. */
  receivable: Yuan,
  received: Yuan,
  due: Yuan,
});

/** The grid of one or more days. Prices are walk-in list prices per slot of the hall, shared between places of equal price. */
export const Grid = z.object({
  now: Instant,
  zone: z.string(),
  halls: z.array(Hall),
  places: z.array(GridPlace),
  days: z.array(
    z.object({
      day: Day,
      /** Name of a public holiday or make-up workday, else null. */
      holiday: z.string().nullable(),
      /** Opening of each hall, minutes. */
      hours: z.array(z.object({ hallId: Id, open: MinuteOfDay, close: MinuteOfDay })),
      /** Index into `tariffs` for each place, in the order of `places`. */
      tariff: z.array(z.number().int()),
      counters: GridCounters,
    }),
  ),
  /** Each tariff: one price per slot from the hall's opening; null where none is set; `peak` marks evening and weekend prices. */
  tariffs: z.array(z.object({ prices: z.array(Yuan.nullable()), peak: z.array(z.boolean()) })),
  bookings: z.array(GridBooking),
});
export type Grid = z.infer<typeof Grid>;

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
  refunded: Yuan,
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
  kind: z.enum(["single", "fixed", "deal", "event"]),
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

/** An order whole. */
export const BookingOrderDetail = BookingOrder.extend({
  lines: z.array(OrderLine),
  payments: z.array(OrderPayment),
  changes: z.array(OrderChange),
  remark: z.string(),
  discountReason: z.string(),
  fee: Yuan,
});
export type BookingOrderDetail = z.infer<typeof BookingOrderDetail>;

/** The working of a cancellation, shown before it happens. */
export const RefundWorking = z.object({
  orderId: Id,
  paid: Yuan,
  /** Percent kept by the venue's late-cancel policy; 0 when free. */
  feePercent: z.number(),
  /** The rule in words: hours before start, policy. */
  hoursBefore: z.number(),
  freeHours: z.number().int(),
  fee: Yuan,
  refund: Yuan,
  /** Where the money goes back to: the purses and methods it came from, in the same shares. */
  back: z.array(z.object({ paymentId: Id, type: PaymentTypeOut, purse: Purse.nullable(), paid: Yuan, fee: Yuan, refund: Yuan })),
});
export type RefundWorking = z.infer<typeof RefundWorking>;

export const BookingFilter = z.object({
  q: SearchText.optional().describe("order number, name, phone, card number"),
  from: Day.optional(),
  to: Day.optional(),
  orderStatus: Words.optional(),
  payStatus: Words.optional(),
  source: Words.optional(),
  memberId: Id.optional(),
  payType: Words.optional(),
});
export const BookingSums = z.object({
  count: z.number().int(),
  list: Yuan,
  discount: Yuan,
  total: Yuan,
  paid: Yuan,
  refunded: Yuan,
  due: Yuan,
});

const Booker = { memberId: Id.optional(), name: z.string().trim().max(40).optional(), phone: z.union([Mobile, z.literal("")]).optional() };
/** A quote: what the chosen runs cost this booker now, line by line with the trace, and which cards fit first. */
export const QuoteIn = z.object({
  venueId: Id,
  day: Day,
  runs: Runs,
  memberId: Id.optional(),
  discount: ManualDiscount.partial().optional(),
});
export const Quote = z.object({
  lines: z.array(SlotRun.extend({ placeName: z.string(), trace: PriceTrace })),
  list: Yuan,
  discount: Yuan,
  total: Yuan,
});
export type Quote = z.infer<typeof Quote>;

const base = "/api/manage/venue/bookingPlace-order";
export const booking = resource({
  grid: get(`${base}/grid`, {
    summary: "The booking grid of 1 to 7 days",
    code: "venue_booking",
    input: z.object({ day: Day, days: whole(1, 7).default(1), hallId: Id.optional(), programId: Id.optional() }),
    output: Grid,
  }),
  load: get(`${base}/day-load`, {
    summary: "Occupied and open unit-slots per day, for the date strip",
    code: "venue_booking",
    input: z.object({ from: Day, days: whole(1, 31).default(8) }),
    output: z.object({
      days: z.array(z.object({ day: Day, holiday: z.string().nullable(), booked: z.number().int(), slots: z.number().int() })),
    }),
  }),
  quote: postJson("/api/open/bookingPlace-order/discount-price", {
    summary: "Prices of a choice, with the reason of each",
    effect: false,
    code: "venue_booking",
    input: QuoteIn,
    output: Quote,
  }),
  list: get(`${base}/list`, {
    summary: "Booking orders, a page",
    code: ["booking_place_order_list", "venue_booking"],
    input: BookingFilter.extend(PageQuery.shape),
    output: pageOf(BookingOrder),
  }),
  sums: get(`${base}/sums`, {
    summary: "Sums over the filter",
    code: "booking_place_order_list",
    input: BookingFilter,
    output: BookingSums,
  }),
  excel: download(`${base}/excelExport`, {
    summary: "Booking orders of the filter as an Excel file",
    code: "booking_order_export",
    input: BookingFilter,
    file: XLSX,
  }),
  view: get(`${base}/view`, {
    summary: "One order whole",
    code: ["booking_place_order_list", "venue_booking"],
    input: ById,
    output: BookingOrderDetail,
  }),
  create: postJson(`${base}/create`, {
    summary: "Book: hold unpaid, reserve for payment on arrival, or pay at once",
    code: "booking_create",
    input: z.object({
      day: Day,
      runs: Runs,
      ...Booker,
      mode: z.enum(["hold", "reserve", "pay"]),
      payments: Payments.default([]),
      discount: ManualDiscount.optional(),
      remark: z.string().trim().max(200).default(""),
      /** The total that the person saw; a price that changed meanwhile is refused with the new one instead of charged. */
      expectedTotal: YuanIn.optional(),
    }),
    output: BookingOrderDetail,
  }),
  pay: postJson(`${base}/pay`, {
    summary: "Pay what is due of an order, in full",
    code: "booking_pay",
    input: z.object({ id: Id, payments: Payments.min(1) }),
    output: BookingOrderDetail,
  }),
  checkIn: postJson(`${base}/check-in`, {
    summary: "Check in (开场), or undo it before the end",
    code: "booking_check_in",
    input: ById.extend({ undo: z.boolean().default(false) }),
    output: BookingOrderDetail,
  }),
  refundWorking: get(`${base}/cancel-preview`, {
    summary: "What a cancellation would give back, and why",
    code: "booking_cancel",
    input: ById.extend({ waiveFee: Flag.optional() }),
    output: RefundWorking,
  }),
  cancel: postJson(`${base}/cancel`, {
    summary: "Cancel an order; refunds by policy to where the money came from",
    code: "booking_cancel",
    input: ById.extend({ reason: Reason, waiveFee: z.boolean().default(false) }),
    output: BookingOrderDetail,
  }),
  move: postJson(`${base}/move`, {
    summary: "Move a line to another place or time; a price difference is paid or refunded",
    code: "booking_move",
    input: z.object({ id: Id, lineId: Id, to: SlotRun.extend({ day: Day }), payments: Payments.default([]) }),
    output: BookingOrderDetail,
  }),
  extend: postJson(`${base}/extend`, {
    summary: "Extend a line by more slots",
    code: "booking_extend",
    input: z.object({ id: Id, lineId: Id, end: MinuteOfDay, payments: Payments.default([]) }),
    output: BookingOrderDetail,
  }),
  freePlace: postJson(`${base}/free-place`, {
    summary: "Give a place free of charge: list price, discount 100 %, with a reason",
    code: "booking_free_place",
    input: z.object({ day: Day, runs: Runs, ...Booker, reason: Reason }),
    output: BookingOrderDetail,
  }),
  lock: postJson(`${base}/lock`, {
    summary: "Lock places for maintenance or other use",
    code: "booking_lock",
    input: z.object({ day: Day, runs: Runs, reason: Reason }),
    output: z.object({ ids: z.array(Id) }),
  }),
  unlock: postJson(`${base}/unlock`, { summary: "Release a lock", code: "booking_lock", input: ById, output: Done }),
  places: get("/api/open/place/search", {
    summary: "Halls and places of a venue",
    input: z.object({ venueId: Id, hallId: Id.optional() }),
    output: z.object({ halls: z.array(Hall), places: z.array(GridPlace) }),
  }),
});

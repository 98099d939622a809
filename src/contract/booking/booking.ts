/** Halls, places, the booking grid and booking orders. */
import { z } from "#zod";
import { bookingChanges } from "./booking-changes";
import { BookingOrderDetail, CardOffer, CardPayments, ManualDiscount, Payments, PriceTrace, Runs, SlotRun } from "./booking-order";
import { ById, Done, get, Id, MobileOrNone, postJson, Reason, resource } from "../core/call";
import { DayKind, OrderSource, Sport } from "../core/enums";
import { VenueCouponCode } from "../marketing/coupon-offers";
import { Yuan, YuanIn } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { OrderKind, PayStatus } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";
import { Rounding } from "../sale/rounding";
import { PurseOrder } from "../venue/venue";

export { BookingOrder, BookingOrderDetail, OrderLine, PaymentIn, PriceStep, PriceTrace, RefundPreview, SlotRun } from "./booking-order";

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

/** A hall and a place as a map of them shows them; rows and columns from 1. */
const MapHall = Hall.extend({
  maxRow: z.number().int(),
  maxColumn: z.number().int(),
  placeStart: z.number().int(),
  vrUrl: z.string(),
});
const MapPlace = GridPlace.extend({
  row: z.number().int(),
  column: z.number().int(),
  /** Name of an icon; "": none. */
  icon: z.string(),
});

/** An entry of the grid: a line of an order, a lock, or a run of a fixed booking, an event or an open play. */
export const GridBooking = z.object({
  id: Id,
  orderId: Id.nullable(),
  orderNo: z.string(),
  placeId: Id,
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  kind: z.enum([...OrderKind.options, "lock"]),
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
  /** An unpaid hold that is an offer of the waitlist. */
  offer: z.boolean(),
  /** Why a place costs nothing: what was said when it was given away, "" where its price is nothing; null of every other. */
  free: z.string().nullable(),
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
  /**
   * `receivable` = `received` + `due` + `elsewhere`: what is booked for the day, less what was given back of it, and the fees kept of what was
   * given up; received for it; still due at the desk; paid where it comes from (fixed contracts).
   */
  receivable: Yuan,
  received: Yuan,
  due: Yuan,
  elsewhere: Yuan,
});

/** Number of people who wait for a stretch; `placeId` null: for any place of the program. */
export const GridWaiting = z.object({
  day: Day,
  programId: Id,
  placeId: Id.nullable(),
  start: MinuteOfDay,
  end: MinuteOfDay,
  count: z.number().int(),
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
      /** Name of a day that is not what its weekday says, and what it is instead; else null. */
      holiday: z.string().nullable(),
      kind: DayKind.nullable(),
      /** Opening of each hall, minutes, and the stretches of it at which the hall is closed all the same. */
      hours: z.array(
        z.object({
          hallId: Id,
          open: MinuteOfDay,
          close: MinuteOfDay,
          closed: z.array(z.object({ start: MinuteOfDay, end: MinuteOfDay })).optional(),
        }),
      ),
      /** Index into `tariffs` for each place, in the order of `places`. */
      tariff: z.array(z.number().int()),
      counters: GridCounters,
    }),
  ),
  /** Each tariff: one price per slot from the hall's opening; null where none is set; `peak` marks evening and weekend prices. */
  tariffs: z.array(z.object({ prices: z.array(Yuan.nullable()), peak: z.array(z.boolean()) })),
  bookings: z.array(GridBooking),
  waiting: z.array(GridWaiting),
});
export type Grid = z.infer<typeof Grid>;

/** Automatic rules for holds, late cancellations, no-shows and offers of the waitlist. */
export const BookingPolicy = z.object({
  /** Minutes that an unpaid hold lives. */
  holdMinutes: z.number().int(),
  /** Free cancellation until this many hours before the start. */
  freeCancelHours: z.number().int(),
  /** Fee of a late cancellation, percent of what was paid. */
  lateCancelPercent: z.number(),
  /** Kept of a paid order whose booker did not come, percent of what was paid; the rest goes back by itself. */
  noShowPercent: z.number(),
  /** Minutes for which an offer of the waitlist is open. */
  offerMinutes: z.number().int(),
  /** Checking in earlier than this before the start asks first. */
  earlyCheckInMinutes: z.number().int(),
  /** Days ahead that places may be booked, where neither hall nor card type says so. */
  daysAhead: z.number().int(),
  purseOrder: PurseOrder,
  /** Amount of a member's principal that a till without the server may charge; 0: nothing. */
  offlineBalance: Yuan,
  /** Above this, a return and cash paid out need an approval. */
  approvalLimit: Yuan,
  /** Customers book on the public page, if the venue has one. */
  onlineBooking: z.boolean(),
  /** Days ahead that customers may book online; the limits of the desk apply besides. */
  onlineDaysAhead: z.number().int(),
  /** Minutes of play that a person may book online for a day. */
  onlineDayMinutes: z.number().int(),
  /** Minutes before play at which an unpaid online booking is released. */
  onlineHoldMinutes: z.number().int(),
  /** The coarsest unit that tills may round a cart down to, and the greatest amount that they may drop. */
  rounding: Rounding,
  roundingLimit: Yuan,
});
export type BookingPolicy = z.infer<typeof BookingPolicy>;

const Booker = { memberId: Id.optional(), name: z.string().trim().max(40).optional(), phone: MobileOrNone.optional() };
/** The booker is a group (a firm, a school, a club): the plan's group prices hold. A member has a card instead. */
export const AsGroup = z.boolean().default(false);
/** Number of players: counts if a price is per head; 1 when left out. */
const Attendees = wholeNumber(1, 500);
/** A quote: what the chosen runs cost this booker now, line by line with the trace, and which cards fit first. */
export const QuoteIn = z.object({
  venueId: Id,
  day: Day,
  runs: Runs,
  memberId: Id.optional(),
  discount: ManualDiscount.partial().optional(),
  couponCode: VenueCouponCode.optional(),
  attendees: Attendees.optional(),
  asGroup: AsGroup,
  /** Offers the member's package cards before money, but for these; left out: money alone. */
  withoutCards: z.array(Id).max(50).optional(),
});
export const Quote = z.object({
  lines: z.array(SlotRun.extend({ placeName: z.string(), trace: PriceTrace })),
  list: Yuan,
  discount: Yuan,
  /** To be paid in money. */
  total: Yuan,
  cards: z.array(CardOffer),
});
export type Quote = z.infer<typeof Quote>;

const base = "/api/manage/venue/bookingPlace-order";
export const booking = resource({
  grid: get(`${base}/grid`, {
    summary: "The booking grid of 1 to 7 days; with a place, its week",
    code: "venue_booking",
    input: z.object({
      day: Day,
      days: wholeNumber(1, 7).default(1),
      hallId: Id.optional(),
      programId: Id.optional(),
      placeId: Id.optional(),
    }),
    output: Grid,
  }),
  load: get(`${base}/day-load`, {
    summary: "Occupied and open unit-slots per day, for the date strip",
    code: "venue_booking",
    input: z.object({ from: Day, days: wholeNumber(1, 31).default(8) }),
    output: z.object({
      days: z.array(
        z.object({ day: Day, holiday: z.string().nullable(), kind: DayKind.nullable(), booked: z.number().int(), slots: z.number().int() }),
      ),
    }),
  }),
  quote: postJson("/api/open/bookingPlace-order/discount-price", {
    summary: "Prices of a choice, with the reason of each",
    effect: false,
    code: "venue_booking",
    input: QuoteIn,
    output: Quote,
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
      /** Package cards that pay first; only with mode `pay`. */
      cards: CardPayments.default([]),
      discount: ManualDiscount.optional(),
      /** A coupon of the booker, or a promo code. */
      couponCode: VenueCouponCode.optional(),
      attendees: Attendees.optional(),
      asGroup: AsGroup,
      remark: z.string().trim().max(200).default(""),
      /** The total that the person saw; a price that changed meanwhile is refused with the new one instead of charged. */
      expectedTotal: YuanIn.optional(),
    }),
    output: BookingOrderDetail,
  }),
  ...bookingChanges,
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
  policy: get(`${base}/policy`, {
    summary: "The venue's policy of holds, late cancellations and no-shows",
    code: ["venue_booking", "site_set"],
    output: BookingPolicy,
  }),
  modifyPolicy: postJson(`${base}/policy-modify`, {
    summary: "Change the venue's policy of holds, late cancellations and no-shows",
    code: "booking_policy",
    input: z.object({
      holdMinutes: z.int().min(1).max(240),
      freeCancelHours: z.int().min(0).max(720),
      lateCancelPercent: z.number().min(0).max(100).multipleOf(0.01),
      noShowPercent: z.number().min(0).max(100).multipleOf(0.01),
      offerMinutes: z.int().min(1).max(240),
      earlyCheckInMinutes: z.int().min(0).max(1440),
      daysAhead: z.int().min(1).max(365),
      purseOrder: PurseOrder,
      offlineBalance: YuanIn.optional(),
      approvalLimit: YuanIn.optional(),
      onlineBooking: z.boolean().optional(),
      onlineDaysAhead: z.int().min(0).max(365).optional(),
      onlineDayMinutes: z.int().min(30).max(1440).optional(),
      onlineHoldMinutes: z.int().min(0).max(1440).optional(),
      rounding: Rounding.optional(),
      roundingLimit: YuanIn.optional(),
    }),
    output: BookingPolicy,
  }),
  places: get("/api/open/place/search", {
    summary: "Halls and places on offer, with their map",
    input: z.object({ venueId: Id, hallId: Id.optional() }),
    output: z.object({ halls: z.array(MapHall), places: z.array(MapPlace) }),
  }),
});

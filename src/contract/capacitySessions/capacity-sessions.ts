/** Hall bookings: sessions of a hall that are sold by capacity, as swimming pools do. */
import { z } from "#zod";
import { PaymentIn } from "../booking/booking";
import { ExpectedRefund, RefundBack } from "../booking/booking-order";
import { ById, Flag, get, Id, MobileOrNone, postJson, Reason, resource, SearchText } from "../core/call";
import { PaymentTypeOut } from "../core/enums";
import { PriceIn, Yuan, YuanIn } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { HallBookingStatus, SessionBookingStatus } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

/** One session: a time slot of a hall with a price and a number of places. */
export const HallSession = z.object({
  id: Id,
  hallId: Id,
  hallName: z.string(),
  /** Name at the desk ("晚场"); may be empty. */
  name: z.string(),
  programName: z.string(),
  day: Day,
  startTime: MinuteOfDay,
  endTime: MinuteOfDay,
  price: Yuan,
  maxPlace: z.number().int(),
  /** Never below 0, under any load. */
  leftPlace: z.number().int(),
  /** Attendees that came in. */
  entered: z.number().int(),
  onShelf: z.boolean(),
  status: HallBookingStatus,
});
export type HallSession = z.infer<typeof HallSession>;

/** Places that someone took in a session. */
export const SessionBooking = z.object({
  id: Id,
  no: z.string(),
  sessionId: Id,
  at: Instant,
  name: z.string(),
  phone: z.string(),
  memberId: Id.nullable(),
  attendees: z.number().int(),
  /** Number of the booked attendees who entered. */
  entered: z.number().int(),
  total: Yuan,
  paid: Yuan,
  refunded: Yuan,
  /** Kept when it was cancelled late. */
  fee: Yuan,
  payTypes: z.array(PaymentTypeOut),
  /** The package card that paid, if one did. */
  holdingId: Id.nullable(),
  holdingName: z.string().nullable(),
  status: SessionBookingStatus,
  /** Why it was cancelled. */
  reason: z.string(),
  operator: z.string(),
});
export type SessionBooking = z.infer<typeof SessionBooking>;
/** A booking with the session that it is for. */
export const BookedSession = SessionBooking.extend({ session: HallSession });
export type BookedSession = z.infer<typeof BookedSession>;

/** A wristband that is with somebody. */
export const Wristband = z.object({
  id: Id,
  code: z.string(),
  givenAt: Instant,
  bookingId: Id,
  name: z.string(),
  sessionId: Id,
  sessionName: z.string(),
  hallName: z.string(),
  day: Day,
  startTime: MinuteOfDay,
  endTime: MinuteOfDay,
  /** Minutes that the session has been over; 0 while it is not. */
  lateMinutes: z.number().int(),
});
export type Wristband = z.infer<typeof Wristband>;
const BandCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{1,24}$/, { error: "cardNo" })
  .toUpperCase();

/** Result of a scan at the gate. */
export const GateScan = z.object({
  outcome: z.enum(["admitted", "banded", "left", "refused"]),
  name: z.string(),
  /** Reason of a refusal, in the person's language; else "". */
  why: z.string(),
  booking: BookedSession.nullable(),
  /** The card that let in, with what is left of it; null: a period card, which counts nothing. */
  card: z.object({ name: z.string(), left: z.number().int().nullable(), expiresOn: Day }).nullable(),
  band: z.string(),
});
export type GateScan = z.infer<typeof GateScan>;

/** A package card of the member that opens the session's hall and has uses left. */
const FittingCard = z.object({ id: Id, no: z.string(), name: z.string(), left: z.number().int(), expiresOn: Day });

/** Refund of cancelling one booking now, and its reason. */
export const SessionRefund = z.object({
  orderId: Id,
  paid: Yuan,
  feePercent: z.number(),
  hoursBefore: z.number(),
  freeHours: z.number().int(),
  fee: Yuan,
  refund: Yuan,
  back: RefundBack,
  /** For a booking by package card: uses consumed, uses that are returned to it. */
  uses: z.number().int(),
  usesBack: z.number().int(),
});
export type SessionRefund = z.infer<typeof SessionRefund>;

/** Refund of cancelling a session: everything, to where it came from. */
export const SessionCancelling = z.object({
  id: Id,
  bookings: z.number().int(),
  attendees: z.number().int(),
  refund: Yuan,
  byType: z.array(z.object({ type: PaymentTypeOut, amount: Yuan })),
  /** Uses of package cards that go back, and to how many bookings. */
  uses: z.number().int(),
  byCard: z.number().int(),
});
export type SessionCancelling = z.infer<typeof SessionCancelling>;

const Name = z.string().trim().max(20).default("");
const Places = wholeNumber(1, 5_000);
export const SESSION_TERM_DAYS = 92;
/** Sessions put on sale or taken off at once. */
export const MOST_SHELVED = 200;
/** Sessions made in bulk: each time, on each weekday, from day to day. */
export const SessionPlan = z.object({
  hallId: Id,
  from: Day,
  to: Day,
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).describe("1 = Monday … 7 = Sunday"),
  slots: z
    .array(z.object({ start: MinuteOfDay, end: MinuteOfDay }))
    .min(1)
    .max(48),
  name: Name,
  price: PriceIn,
  maxPlace: Places,
  /** On sale at once; otherwise drafts. */
  onShelf: z.boolean().default(false),
});
/**
 * Sessions that a plan creates. A time that already has a session is left as it is; nothing is created on a day on which the venue is
 * closed.
 */
export const PlannedSessions = z.object({
  fresh: z.number().int(),
  exist: z.number().int(),
  past: z.number().int(),
  closed: z.number().int(),
  days: z.array(z.object({ day: Day, fresh: z.number().int(), exist: z.number().int(), past: z.number().int(), closed: z.number().int() })),
});
export type PlannedSessions = z.infer<typeof PlannedSessions>;

const base = "/api/manage/venue/hall-booking";
const viewCodes = ["hall-booking", "session_book"] as const;
export const capacitySessions = resource({
  list: get(`${base}/list`, {
    summary: "The sessions of a day, or of the days that begin with it",
    code: viewCodes,
    input: z.object({ day: Day, days: wholeNumber(1, 7).default(1), hallId: Id.optional() }),
    output: z.object({
      content: z.array(HallSession),
      /** Halls that sell by capacity. */
      halls: z.array(z.object({ id: Id, name: z.string(), programName: z.string(), open: MinuteOfDay, close: MinuteOfDay })),
      /** Days on which the venue is closed by its calendar, with what it calls them: nothing is sold on them. */
      closed: z.array(z.object({ day: Day, name: z.string() })),
    }),
  }),
  view: get(`${base}/view`, {
    summary: "One session with who booked it",
    code: viewCodes,
    input: ById,
    output: HallSession.extend({
      bookings: z.array(SessionBooking),
      /** Calendar name of its day, if the venue is closed on it: nothing is sold; else null. */
      closed: z.string().nullable(),
    }),
  }),
  find: get(`${base}/find-booking`, {
    summary:
      "Bookings by number, name, phone or card number: what stands and is still to come first, the nearest in time before the others",
    code: viewCodes,
    input: z.object({ q: SearchText.min(3) }),
    output: z.object({ content: z.array(BookedSession) }),
  }),
  cards: get(`${base}/fitting-cards`, {
    summary: "A member's package cards that pay for a session, the one that expires first before the others",
    code: "session_book",
    input: ById.extend({ memberId: Id }),
    output: z.object({ content: z.array(FittingCard) }),
  }),
  book: postJson(`${base}/book`, {
    summary: "Take places in a session: paid by money or by a package card",
    code: "session_book",
    input: z.object({
      id: Id,
      attendees: z.int().min(1).max(50).default(1),
      memberId: Id.optional(),
      name: z.string().trim().max(40).optional(),
      phone: MobileOrNone.optional(),
      /** A package card whose uses pay; then no payments. */
      holdingId: Id.optional(),
      payments: z.array(PaymentIn).max(8).default([]),
      /** Price per head that the desk showed; refused when it is another one by now. */
      expectedPrice: PriceIn.optional(),
    }),
    output: BookedSession,
  }),
  checkIn: postJson(`${base}/check-in`, {
    summary: "Say how many attendees of a booking came in; 0 takes it back",
    code: "session_book",
    input: ById.extend({ entered: wholeNumber(0, 50) }),
    output: SessionBooking,
  }),
  bands: get(`${base}/wristbands`, {
    summary: "Wristbands that are with somebody, the longest first",
    code: viewCodes,
    output: z.object({ content: z.array(Wristband) }),
  }),
  giveBand: postJson(`${base}/give-wristband`, {
    summary: "Hand out a wristband to somebody of a booking; who had not come in is checked in by it",
    code: "session_book",
    input: ById.extend({ code: BandCode }),
    output: SessionBooking,
  }),
  settleBand: postJson(`${base}/settle-wristband`, {
    summary: "Take a wristband back, or say that it is lost",
    code: "session_book",
    input: ById.extend({ lost: z.boolean().default(false) }),
    output: z.object({ code: z.string(), name: z.string() }),
  }),
  scan: postJson(`${base}/scan`, {
    summary: "What was scanned at the gate: who comes in or why not, a wristband that goes out or comes back",
    code: "session_book",
    input: z.object({
      code: z.string().trim().min(1).max(40),
      /** The booking that came in last: an unknown code is its wristband. */
      lastId: Id.optional(),
    }),
    output: GateScan,
  }),
  gate: get(`${base}/gate`, {
    summary: "How many people are in now, by hall, and how many there is room for",
    code: viewCodes,
    output: z.object({
      inside: z.number().int(),
      places: z.number().int(),
      halls: z.array(z.object({ id: Id, name: z.string(), inside: z.number().int(), places: z.number().int() })),
    }),
  }),
  refundPreview: get(`${base}/cancel-preview`, {
    summary: "What cancelling a booking gives back, and why",
    code: "session_cancel",
    input: ById.extend({ waiveFee: Flag.optional() }),
    output: SessionRefund,
  }),
  cancelBooking: postJson(`${base}/cancel-booking`, {
    summary: "Cancel a booking: its places are free again, money or uses go back by the policy",
    code: "session_cancel",
    input: ById.extend({ reason: Reason, waiveFee: z.boolean().default(false), expectedRefund: ExpectedRefund }),
    output: SessionBooking,
  }),
  preview: postJson(`${base}/plan-preview`, {
    summary: "What a plan would make: how many sessions are new, how many exist; nothing is made",
    effect: false,
    code: "session_manage",
    input: SessionPlan,
    output: PlannedSessions,
  }),
  plan: postJson(`${base}/plan`, {
    summary: "Make sessions in bulk; those that exist stay as they are",
    code: "session_manage",
    input: SessionPlan,
    output: PlannedSessions,
  }),
  modify: postJson(`${base}/modify`, {
    summary: "Change name, price and number of places; never below what is sold",
    code: "session_manage",
    input: ById.extend({ name: Name, price: PriceIn, maxPlace: Places }),
    output: HallSession,
  }),
  shelve: postJson(`${base}/shelve`, {
    summary: "Put sessions on sale, or take them off; what is sold stays sold",
    code: "session_manage",
    input: z.object({ ids: z.array(Id).min(1).max(MOST_SHELVED), onShelf: z.boolean() }),
    output: z.object({ content: z.array(HallSession) }),
  }),
  cancelPreview: get(`${base}/cancel-session-preview`, {
    summary: "What cancelling a session gives back, method by method",
    code: "session_manage",
    input: ById,
    output: SessionCancelling,
  }),
  cancel: postJson(`${base}/cancel`, {
    summary: "Cancel a session: every booking is given back in full, to where its money or its uses came from",
    code: "session_manage",
    input: ById.extend({
      reason: Reason,
      /** Refund that the person was shown; refused if it has changed since. */
      expectedRefund: YuanIn.optional(),
    }),
    output: HallSession.extend({ bookings: z.array(SessionBooking) }),
  }),
});

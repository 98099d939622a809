/** Closing places for rain or maintenance: what it hits, what becomes of each booking, and doing all of it at once. */
import { z } from "#zod";
import { ById, get, Id, PageQuery, pageOf, postJson, Reason, resource } from "../core/call";
import { Yuan } from "../core/money";
import { OrderStatus } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

/** Extent of a closing: these places, on each day from `from` to `to`, from `start` to `end`. At most 31 days. */
const ClosingIn = z.object({
  placeIds: z.array(Id).min(1).max(60),
  from: Day,
  to: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  reason: Reason,
  /** Lines to refund although a free place was found for them: these alone, whatever becomes of their booking's others. */
  refundLineIds: z.array(Id).max(500).default([]),
  /** Lines to move although their booking's others find no place: else a booking is moved or refunded whole. */
  moveLineIds: z.array(Id).max(500).default([]),
});

/** A booking that a closing hits, and what becomes of it: moved at its price, or given back in full. */
export const ClosingHit = z.object({
  orderId: Id,
  lineId: Id,
  orderNo: z.string(),
  name: z.string(),
  phone: z.string(),
  memberId: Id.nullable(),
  placeId: Id,
  placeName: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  orderStatus: OrderStatus,
  price: Yuan,
  proposal: z.enum(["move", "refund"]),
  /** The nearest free place at the same time; null where there is none. */
  toPlaceId: Id.nullable(),
  toPlaceName: z.string().nullable(),
  /** Given back when it is refunded, of an open play to those who joined; "0.00" for what is not paid. */
  refund: Yuan,
  /** Uses of a package card, and of the voucher that paid the court, that go back when it is refunded. */
  cardUses: z.number().int(),
  voucherUses: z.number().int(),
});
export type ClosingHit = z.infer<typeof ClosingHit>;

export const ClosingPreview = z.object({
  /** Fingerprint that `apply` requires: it changes with anything that the closing hits or would do. */
  fingerprint: z.string(),
  hits: z.array(ClosingHit),
  /** Stretches that will be locked. */
  locks: z.array(z.object({ placeId: Id, placeName: z.string(), day: Day, start: MinuteOfDay, end: MinuteOfDay })),
  moves: z.number().int(),
  refunds: z.number().int(),
  refundTotal: Yuan,
});
export type ClosingPreview = z.infer<typeof ClosingPreview>;

/** A closing that was done. */
export const Closing = z.object({
  id: Id,
  at: Instant,
  operator: z.string(),
  reason: z.string(),
  from: Day,
  to: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  places: z.string(),
  moves: z.number().int(),
  refunds: z.number().int(),
  refundTotal: Yuan,
});
export type Closing = z.infer<typeof Closing>;

/** Effect of a closing on a booking, in the words of that moment. */
export const ClosingDone = z.object({
  orderId: Id,
  lineId: Id,
  orderNo: z.string(),
  name: z.string(),
  phone: z.string(),
  placeName: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  /** Place that it was moved to; null: it was refunded. */
  toPlaceName: z.string().nullable(),
  /** "0.00" for what was moved, and for what had not been paid. */
  refund: Yuan,
});
export type ClosingDone = z.infer<typeof ClosingDone>;

const base = "/api/manage/venue/booking-closing";
export const closing = resource({
  preview: postJson(`${base}/preview`, {
    summary: "What a closing would hit, move, refund and lock; nothing happens",
    effect: false,
    code: "booking_close",
    input: ClosingIn,
    output: ClosingPreview,
  }),
  apply: postJson(`${base}/apply`, {
    summary: "Close as previewed, all or nothing; refused with the new preview where anything changed since",
    code: "booking_close",
    input: ClosingIn.extend({ fingerprint: z.string().min(8).max(128) }),
    output: Closing,
  }),
  list: get(`${base}/list`, {
    summary: "Closings that were done, newest first, a page",
    code: ["booking_close", "venue_booking"],
    input: z.object({ from: Day.optional(), to: Day.optional() }).extend(PageQuery.shape),
    output: pageOf(Closing),
  }),
  view: get(`${base}/view`, {
    summary: "A closing with what became of each booking that it hit, by day and time",
    code: ["booking_close", "venue_booking"],
    input: ById,
    output: Closing.extend({ hits: z.array(ClosingDone) }),
  }),
});

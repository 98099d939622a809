/** The waitlist for places that are taken: joining, offers in order, accepting. */
import { addFault, withRule } from "../core/between";
import { z } from "#zod";
import { AsGroup } from "../booking/booking";
import { BookingOrderDetail, CardPayments, Payments } from "../booking/booking-order";
import { ById, get, Id, MobileOrNone, PageQuery, pageOf, postJson, resource, Words } from "../core/call";
import { WaitlistState } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

/** Somebody who waits. An offer is an unpaid hold of the slot (`orderId`) until `offerUntil`. */
export const WaitlistEntry = z.object({
  id: Id,
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  programId: Id,
  programName: z.string(),
  /** The place that is wished; null: any place of the program. */
  placeId: Id.nullable(),
  placeName: z.string().nullable(),
  memberId: Id.nullable(),
  /** Offered at the price of a group. */
  asGroup: z.boolean(),
  name: z.string(),
  phone: z.string(),
  note: z.string(),
  state: WaitlistState,
  /** Place in the queue of those who wait for the same, 1 first; null for who does not wait. */
  position: z.number().int().nullable(),
  joinedAt: Instant,
  /** Offered place, the offer's deadline, and the order that holds it or resulted from it. */
  offerPlaceName: z.string().nullable(),
  offerUntil: Instant.nullable(),
  orderId: Id.nullable(),
  /** True if a lapsed entry may queue again: once. */
  mayRequeue: z.boolean(),
  operator: z.string(),
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;

const base = "/api/manage/venue/booking-waitlist";
export const waitlist = resource({
  list: get(`${base}/list`, {
    summary: "The waitlist, a page; by default in the order in which offers are made",
    code: "venue_booking",
    input: z
      .object({ from: Day.optional(), to: Day.optional(), state: Words.optional(), programId: Id.optional() })
      .extend(PageQuery.shape),
    output: pageOf(WaitlistEntry),
  }),
  join: postJson(`${base}/join`, {
    summary: "Queue for a place, or any place of a program, at a time that is taken",
    code: "booking_waitlist",
    input: withRule(
      z.object({
        day: Day,
        start: MinuteOfDay,
        end: MinuteOfDay,
        programId: Id,
        placeId: Id.optional(),
        memberId: Id.optional(),
        asGroup: AsGroup,
        name: z.string().trim().max(40).optional(),
        phone: MobileOrNone.optional(),
        note: z.string().trim().max(200).default(""),
      }),
      ({ memberId, name = "" }, issues) => {
        if (memberId === undefined && name === "") addFault(issues, ["name"], "required");
      },
    ),
    output: WaitlistEntry,
  }),
  withdraw: postJson(`${base}/withdraw`, {
    summary: "Leave the waitlist; an offer's ground goes to the next",
    code: "booking_waitlist",
    input: ById,
    output: WaitlistEntry,
  }),
  requeue: postJson(`${base}/requeue`, {
    summary: "Queue again after an offer that lapsed, at the end, once",
    code: "booking_waitlist",
    input: ById,
    output: WaitlistEntry,
  }),
  accept: postJson(`${base}/accept`, {
    summary: "Accept an offer: hold on for payment, reserve for payment on arrival, or pay at once",
    code: "booking_waitlist",
    input: ById.extend({ mode: z.enum(["hold", "reserve", "pay"]), payments: Payments.default([]), cards: CardPayments.default([]) }),
    output: BookingOrderDetail,
  }),
});

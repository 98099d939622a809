/** Hall bookings: sessions of a hall that are sold by capacity, as swimming pools do (spec §3 hallBooking, product booking). */
import { z } from "zod";
import { PaymentIn } from "./booking";
import { ById, get, Id, Mobile, postJson, resource } from "./call";
import { PaymentTypeOut } from "./enums";
import { Yuan } from "./money";
import { HallBookingStatus } from "./states";
import { Day, Instant, MinuteOfDay } from "./time";

/** One session: a time slot of a hall with a price and a number of places. */
export const HallSession = z.object({
  id: Id,
  hallId: Id,
  hallName: z.string(),
  /** What the desk calls it ("晚场"); may be empty. */
  name: z.string(),
  programName: z.string(),
  day: Day,
  startTime: MinuteOfDay,
  endTime: MinuteOfDay,
  price: Yuan,
  maxPlace: z.number().int(),
  /** Never below 0, under any load. */
  leftPlace: z.number().int(),
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
  heads: z.number().int(),
  total: Yuan,
  paid: Yuan,
  payTypes: z.array(PaymentTypeOut),
  /** The package card that paid, if one did. */
  holdingId: Id.nullable(),
  operator: z.string(),
});
export type SessionBooking = z.infer<typeof SessionBooking>;

export const sessions = resource({
  list: get("/api/manage/venue/hall-booking/list", {
    summary: "The sessions of a day",
    code: ["hall-booking", "session_book"],
    input: z.object({ day: Day, hallId: Id.optional() }),
    output: z.object({ content: z.array(HallSession) }),
  }),
  view: get("/api/manage/venue/hall-booking/view", {
    summary: "One session with who booked it",
    code: ["hall-booking", "session_book"],
    input: ById,
    output: HallSession.extend({ bookings: z.array(SessionBooking) }),
  }),
  book: postJson("/api/manage/venue/hall-booking/book", {
    summary: "Take places in a session: paid by money or by a package card",
    code: "session_book",
    input: z.object({
      id: Id,
      heads: z.int().min(1).max(50).default(1),
      memberId: Id.optional(),
      name: z.string().trim().max(40).optional(),
      phone: z.union([Mobile, z.literal("")]).optional(),
      /** A package card whose uses pay; then no payments. */
      holdingId: Id.optional(),
      payments: z.array(PaymentIn).max(8).default([]),
    }),
    output: SessionBooking.extend({ session: HallSession }),
  }),
});

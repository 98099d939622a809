/** States of what is booked: orders, locks, the waitlist, sessions, open play, fixed contracts. */
import { z } from "#zod";
import { labelled } from "../resource/label";
import { type ActionOf, actions, machine } from "./machine";

/** Actions that change an order's lines or add goods, and leave its state unchanged. */
const changes = <S extends string>(state: S) => ({ move: state, extend: state, refundLines: state, addProducts: state }) as const;

/**
 * Booking order. `pay` = paid in full; `expire`, `miss`, `finish` are made by the clock, `retake` by a payment that arrives late while the
 * slot is still free.
 */
export const bookingOrder = labelled(
  machine({
    held: { pay: "paid", payPart: "held", reserve: "reserved", expire: "expired", cancel: "cancelled", ...changes("held") },
    reserved: { pay: "paid", payPart: "reserved", cancel: "cancelled", miss: "no_show", ...changes("reserved") },
    paid: { checkIn: "checked_in", cancel: "cancelled", miss: "no_show", refundAmount: "paid", ...changes("paid") },
    checked_in: {
      undoCheckIn: "paid",
      cancel: "cancelled",
      finish: "finished",
      refundAmount: "checked_in",
      ...changes("checked_in"),
    },
    no_show: { checkIn: "checked_in", refundAmount: "no_show" },
    finished: { refundAmount: "finished", addProducts: "finished" },
    cancelled: {},
    expired: { retake: "held", refundAmount: "expired" },
  }),
  {
    held: ["待付", "Held", "waiting"],
    reserved: ["到店付", "Pay on arrival", "waiting"],
    paid: ["已付", "Paid", "success"],
    checked_in: ["开场", "Playing", "live"],
    no_show: ["未到", "No-show", "error"],
    finished: ["结束", "Finished", "neutral"],
    cancelled: ["已取消", "Cancelled", "neutral"],
    expired: ["已超时", "Expired", "neutral"],
  },
);
export const OrderStatus = z.enum(["held", "reserved", "paid", "checked_in", "no_show", "finished", "cancelled", "expired"]);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const OrderKind = z.enum(["single", "fixed", "deal", "event", "openPlay"]);
export type OrderKind = z.infer<typeof OrderKind>;

const LINES = ["move", "extend", "refundLines", "refundAmount"] as const;
/**
 * Actions that an order of a kind leaves to its origin: a fixed contract is responsible for the money of its uses; an event or open play
 * manages its participants, its price and its other courts.
 */
const ELSEWHERE: Record<OrderKind, readonly ActionOf<typeof bookingOrder>[]> = {
  single: [],
  deal: [],
  fixed: LINES,
  event: [...LINES, "cancel"],
  openPlay: [...LINES, "cancel"],
};
/** True if an action is not done at the order but at its origin: its fixed contract, event or open play. */
export const isElsewhere = (kind: OrderKind, action: ActionOf<typeof bookingOrder>): boolean => ELSEWHERE[kind].includes(action);
/** The actions that the desk is offered of an order of this kind, in this state. */
export const orderActions = (kind: OrderKind, state: string): ActionOf<typeof bookingOrder>[] =>
  actions(bookingOrder, state).filter((action) => !isElsewhere(kind, action));

/** A lock of a place. */
export const placeLock = machine({ locked: { unlock: "released" }, released: {} });

/** An entry of the waitlist. `offer`, `lapse` and `expire` are made by the clock or by slots that come free; `requeue` once only. */
export const waitlistEntry = machine({
  waiting: { offer: "offered", withdraw: "withdrawn", expire: "expired" },
  offered: { accept: "accepted", lapse: "lapsed", withdraw: "withdrawn" },
  lapsed: { requeue: "waiting" },
  accepted: {},
  withdrawn: {},
  expired: {},
});
export const WaitlistState = z.enum(["waiting", "offered", "accepted", "lapsed", "withdrawn", "expired"]);
export type WaitlistState = z.infer<typeof WaitlistState>;

/** A session of a hall sold by capacity. */
export const hallBooking = machine({
  draft: { shelve: "on_shelf", cancel: "cancelled" },
  on_shelf: { unshelve: "off_shelf", finish: "finished", cancel: "cancelled" },
  off_shelf: { shelve: "on_shelf", finish: "finished", cancel: "cancelled" },
  finished: {},
  cancelled: {},
});
export const HallBookingStatus = z.enum(["draft", "on_shelf", "off_shelf", "finished", "cancelled"]);

/**
 * Places that somebody took in a session. `checkIn` counts attendees and moves nothing; once somebody came in it is not cancelled alone.
 */
export const sessionBooking = machine({ booked: { checkIn: "booked", cancel: "cancelled" }, cancelled: {} });
export const SessionBookingStatus = z.enum(["booked", "cancelled"]);

/** A wristband that was handed out at check-in. A lost one that turns up is handed out anew. */
export const wristband = machine({ out: { takeBack: "back", lose: "lost" }, back: {}, lost: {} });

/** Open play. `confirm` is made by whoever joins as the last that it needs, `fail` and `finish` by the clock. */
export const openPlayEvent = machine({
  draft: { open: "open", cancel: "cancelled" },
  open: { confirm: "confirmed", fail: "failed", cancel: "cancelled" },
  confirmed: { finish: "finished", cancel: "cancelled" },
  finished: {},
  failed: {},
  cancelled: {},
});
export const OpenPlayState = z.enum(["draft", "open", "confirmed", "finished", "failed", "cancelled"]);
export type OpenPlayState = z.infer<typeof OpenPlayState>;

/**
 * Attendees who joined an open play. `checkIn` counts who came, `miss` is made by the clock when nobody of them did, `payOut` hands
 * over cash that the clock gave back.
 */
export const openPlayTicket = machine({
  joined: { checkIn: "joined", leave: "left", miss: "no_show", payOut: "joined" },
  no_show: { checkIn: "joined", payOut: "no_show" },
  left: { payOut: "left" },
});
export const OpenPlayTicketState = z.enum(["joined", "no_show", "left"]);

/**
 * Contract of a fixed booking. `expire` is made by the clock; renewing an active contract lengthens it and moves nothing. Ending settles
 * what is prepaid and unused, of an expired contract too: a term can be over with uses left.
 */
export const fixedContract = machine({
  draft: { activate: "active", end: "ended" },
  active: { pause: "paused", expire: "expired", end: "ended" },
  paused: { resume: "active", expire: "expired", end: "ended" },
  expired: { renew: "active", end: "ended" },
  ended: {},
});
export const FixedState = z.enum(["draft", "active", "paused", "expired", "ended"]);
export type FixedState = z.infer<typeof FixedState>;

/** One place booking of a fixed contract. `use`, `miss` and `settle` are made when its time is over. */
export const fixedOccurrence = machine({
  planned: { leave: "leave", move: "moved", cancel: "cancelled", use: "used", miss: "no_show" },
  used: { settle: "settled" },
  no_show: { settle: "settled" },
  leave: {},
  moved: {},
  cancelled: {},
  settled: {},
});
export const OccurrenceState = z.enum(["planned", "used", "no_show", "leave", "moved", "cancelled", "settled"]);
export type OccurrenceState = z.infer<typeof OccurrenceState>;

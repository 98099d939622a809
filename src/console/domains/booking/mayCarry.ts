/** Which bookings may be moved or extended, as the server's rules say it (product booking). */
import type { GridBooking } from "../../../contract/booking";
import type { OrderStatus } from "../../../contract/states";
import { can } from "../../session/store";
import type { Carry } from "./grid/carry";

/** States in which an order's lines can be changed. */
export const CARRIED: Record<Carry["kind"], readonly OrderStatus[]> = {
  move: ["held", "reserved", "paid", "checked_in"],
  extend: ["held", "reserved", "paid", "checked_in"],
};
const CODES = { move: "booking_move", extend: "booking_extend" } as const;

/** Whether this person may take this booking into the hand. */
export const mayCarry = (kind: Carry["kind"], booking: GridBooking): boolean =>
  booking.orderId !== null && CARRIED[kind].some((status) => status === booking.status) && can(CODES[kind]);

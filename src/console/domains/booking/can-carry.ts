/** Decides who may move which booking: by the states in which an order's lines can change, and the person's codes. */
import type { GridBooking } from "../../../contract/booking/booking";
import { orderActions } from "../../../contract/core/states";
import { can } from "../../providers/access-control";
import type { Carry } from "./grid/carry";

const CODES = { move: "booking_move", extend: "booking_extend" } as const;

/** True if this person may move or extend this booking. */
export const canCarry = (kind: Carry["kind"], booking: Pick<GridBooking, "kind" | "status">): boolean =>
  booking.kind !== "lock" && orderActions(booking.kind, booking.status).includes(kind) && can(CODES[kind]);

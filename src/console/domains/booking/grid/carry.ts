/** A booking being moved to another court or time, or extended to a later end. Pure. */
import type { GridBooking } from "../../../../contract/booking/booking";
import type { Blocks } from "./blocks";
import { type Column, columnAt, type Layout, type Slot } from "./layout";
import { isPast, type NowMinute, ownerOf } from "./model";

/** Target position of the booking. */
interface Target {
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/** Item that can be moved: a line of an order. */
export type Carried = Pick<GridBooking, "id" | "orderId" | "placeId" | "day" | "start" | "end" | "name">;

export interface Carry {
  readonly kind: "move" | "extend";
  readonly booking: Carried;
  /** Minutes from its start to where it was taken hold of. */
  readonly grip: number;
  readonly to: Target;
  /** The cells are free there, as far as the screen knows; the server decides. */
  readonly fits: boolean;
  /** Put down, and waits for its price to be agreed to. */
  readonly down: boolean;
}

/** True if a run covers whole slots that are open, not over, and free or held by the booking itself. */
function fitsAt(blocks: Blocks, now: NowMinute, booking: Carried, column: Column, start: number, end: number): boolean {
  const slots = column.slots.filter((slot) => slot.start < end && slot.end > start);
  if (slots[0]?.start !== start || slots.at(-1)?.end !== end) return false;
  return slots.every((slot) => {
    if (!slot.open || isPast(slot, now)) return false;
    const owner = ownerOf(blocks, slot);
    return owner === undefined || owner.lines.every((line) => line.id === booking.id);
  });
}

/** Picks a booking up where it is. @param at minute of the day at which it is grabbed */
export function startCarry(kind: Carry["kind"], booking: Carried, at: number): Carry {
  const { placeId, day, start, end } = booking;
  return { kind, booking, grip: kind === "move" ? Math.max(0, at - start) : 0, to: { placeId, day, start, end }, fits: false, down: false };
}

/** Carries it to a slot: the grabbed part is placed there, or the end after it. */
export function carryTo(layout: Layout, blocks: Blocks, now: NowMinute, carry: Carry, slot: Slot): Carry {
  const { booking, kind } = carry;
  const column = layout.columns[slot.column];
  if (!column) return carry;
  if (kind === "extend") {
    const own = columnAt(layout, booking.placeId, booking.day);
    if (!own || column.day !== booking.day) return carry;
    const end = Math.max(booking.end, slot.end);
    const fits = end > booking.end && fitsAt(blocks, now, booking, own, booking.end, end);
    return { ...carry, to: { ...carry.to, end }, fits };
  }
  const length = booking.end - booking.start;
  const first = column.slots.find((each) => each.open)?.start ?? slot.start;
  const last = (column.slots.findLast((each) => each.open)?.end ?? slot.end) - length;
  const size = slot.end - slot.start;
  const targetStart = slot.start - Math.floor(carry.grip / size) * size;
  const start = Math.max(first, Math.min(last, targetStart));
  const to = { placeId: column.placeId, day: column.day, start, end: start + length };
  const stays = to.placeId === booking.placeId && to.day === booking.day && to.start === booking.start;
  return { ...carry, to, fits: !stays && fitsAt(blocks, now, booking, column, to.start, to.end) };
}

/** Cells that the carried booking would cover, where they are on screen. */
export function coveredBy(layout: Layout, { kind, booking, to }: Carry): readonly Slot[] {
  const start = kind === "extend" ? booking.end : to.start;
  return columnAt(layout, to.placeId, to.day)?.slots.filter((slot) => slot.start < to.end && slot.end > start) ?? [];
}

/** Facts derived from the grid: choice as runs and money, next free time, legend counts, upcoming bookings, other places to offer. Pure. */
import type { Grid, GridBooking, SlotRun } from "../../../../contract/booking/booking";
import { type Fen, fen } from "../../../../contract/core/money";
import type { Block, Blocks, Look } from "./blocks";
import { type Column, columnAt, type Layout, type Slot } from "./layout";

/** Clock of the grid: minutes from the midnight of the shown day (the first of a week), negative before it, beyond 1440 after it. */
export type NowMinute = number;

/** Over: nobody can play it any more. A slot that runs can still be sold. */
export const isPast = (slot: Slot, now: NowMinute): boolean => slot.end + slot.shift <= now;

/** True if the cell can be selected: open, not over, held by nothing. */
export function isFree(blocks: Blocks, slot: Slot, now: NowMinute): boolean {
  if (!slot.open || isPast(slot, now)) return false;
  return ownerOf(blocks, slot) === undefined;
}

/** Returns the block that covers a cell, in whole or in part. */
export function ownerOf(blocks: Blocks, slot: Slot): Block | undefined {
  const line = blocks.owners[slot.column];
  for (let row = slot.row; row < slot.row + slot.rows; row++) if (line?.[row]) return line[row];
  return undefined;
}

/** Start of the court's next free slot; `"now"` when that runs already; undefined when the day is full. */
export function nextFree(blocks: Blocks, column: Column, now: NowMinute): number | "now" | undefined {
  const slot = column.slots.find((candidate) => isFree(blocks, candidate, now));
  if (!slot) return undefined;
  return slot.start + slot.shift <= now ? "now" : slot.start;
}

/** Returns the calendar's name of a day on which it closes the venue; undefined on all other days. */
export function closedOn({ days }: Pick<Grid, "days">, day: string): string | undefined {
  const dayShown = days.find((each) => each.day === day);
  return dayShown?.kind === "closed" ? (dayShown.holiday ?? "") : undefined;
}

/** Number of blocks of each look, for the legend. */
export function legendCounts(blocks: Blocks): Partial<Record<Look, number>> {
  const counts: Partial<Record<Look, number>> = {};
  for (const block of blocks.list) counts[block.look] = (counts[block.look] ?? 0) + 1;
  return counts;
}

/** A stretch of chosen cells on one court, with its list price. */
export interface ChosenRun extends SlotRun {
  readonly day: string;
  readonly placeName: string;
  readonly slots: number;
  /** Fen; undefined where a slot has no price. */
  readonly list: Fen | undefined;
}

/** The chosen cells as runs, court by court: cells that touch are one run. */
export function runsOf(layout: Layout, keys: Iterable<string>): ChosenRun[] {
  const slots = [...keys].flatMap((key) => layout.byKey.get(key) ?? []).sort((a, b) => a.column - b.column || a.start - b.start);
  const runs: ChosenRun[] = [];
  for (const slot of slots) {
    const column = layout.columns[slot.column];
    if (!column) continue;
    const last = runs.at(-1);
    const price = slot.price === null ? undefined : fen(slot.price);
    if (last && last.placeId === column.placeId && last.day === column.day && last.end === slot.start) {
      runs[runs.length - 1] = {
        ...last,
        end: slot.end,
        slots: last.slots + 1,
        list: last.list === undefined || price === undefined ? undefined : last.list + price,
      };
    } else {
      const { placeId, day, name } = column;
      runs.push({ placeId, day, placeName: name, start: slot.start, end: slot.end, slots: 1, list: price });
    }
  }
  return runs;
}

/** Cells between two corners, in reading order. */
export function cellsBetween(layout: Layout, a: Slot, b: Slot): Slot[] {
  const [left, right] = [Math.min(a.column, b.column), Math.max(a.column, b.column)];
  const top = Math.min(a.row, b.row);
  const bottom = Math.max(a.row + a.rows, b.row + b.rows);
  return layout.columns
    .slice(left, right + 1)
    .flatMap((column) => column.slots.filter((slot) => slot.row < bottom && slot.row + slot.rows > top));
}

/** Cells of linked courts that a choice of `slot` shuts: they overlap it at its time. */
export function shutBy(layout: Layout, slot: Slot, keys: Iterable<string>): string[] {
  const linked = layout.columns[slot.column]?.linkedIds ?? [];
  if (linked.length === 0) return [];
  return [...keys].filter((key) => {
    const other = layout.byKey.get(key);
    const place = other && layout.columns[other.column]?.placeId;
    return other !== undefined && place !== undefined && linked.includes(place) && other.start < slot.end && slot.start < other.end;
  });
}

/** Another place and time that could be had instead. */
export interface Offer extends SlotRun {
  readonly day: string;
  readonly placeName: string;
}

/**
 * The nearest free stretches of the same length: first the same time on another court of the hall (in a week: another day), then other
 * times on the same court.
 * @param limit how many at most
 */
export function offersFor(layout: Layout, blocks: Blocks, run: SlotRun & { day: string }, now: NowMinute, limit = 3): Offer[] {
  const column = columnAt(layout, run.placeId, run.day);
  if (!column) return [];
  const free = (candidate: Column, start: number): Offer | undefined => {
    const end = start + (run.end - run.start);
    const slots = candidate.slots.filter((slot) => slot.start < end && slot.end > start);
    const whole = slots[0]?.start === start && slots.at(-1)?.end === end;
    if (!whole || !slots.every((slot) => isFree(blocks, slot, now))) return undefined;
    return { placeId: candidate.placeId, day: candidate.day, placeName: candidate.name, start, end };
  };
  const beside = layout.columns
    .filter((candidate) => candidate.hallId === column.hallId && candidate.index !== column.index)
    .sort((a, b) => Math.abs(a.index - column.index) - Math.abs(b.index - column.index))
    .flatMap((candidate) => free(candidate, run.start) ?? []);
  const later = column.slots
    .filter((slot) => slot.start !== run.start)
    .sort((a, b) => Math.abs(a.start - run.start) - Math.abs(b.start - run.start))
    .flatMap((slot) => free(column, slot.start) ?? []);
  return [...beside.slice(0, Math.max(limit - 1, limit - later.length)), ...later].slice(0, limit);
}

/**
 * Returns the number of people who wait for a stretch, by the cell that shows its holder, or by the first free cell if nothing holds it.
 * People who wait for any court of a program are on no cell.
 */
export function waitingAt(layout: Layout, blocks: Blocks, waiting: Grid["waiting"]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { placeId, day, start, end, count } of waiting) {
    const column = placeId === null ? undefined : columnAt(layout, placeId, day);
    const slots = column?.slots.filter((slot) => slot.start < end && slot.end > start) ?? [];
    const held = slots.find((slot) => ownerOf(blocks, slot) !== undefined);
    const owner = held && ownerOf(blocks, held);
    const key = owner ? layout.columns[owner.column]?.at[owner.row]?.key : slots[0]?.key;
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

/** Returns the bookings of the day that wait for check-in or payment, upcoming or late, nearest first. One entry per order. */
export function upNext(bookings: readonly GridBooking[], day: string, now: NowMinute, limit = 8): GridBooking[] {
  const seen = new Set<string>();
  return bookings
    .filter((booking) => booking.day === day && booking.end > now && ["held", "reserved", "paid"].includes(booking.status))
    .sort((a, b) => a.start - b.start || (a.placeId < b.placeId ? -1 : 1))
    .filter((booking) => {
      const order = booking.orderId ?? booking.id;
      if (seen.has(order)) return false;
      seen.add(order);
      return true;
    })
    .slice(0, limit);
}

/** A price for a cell: whole yuan without decimals (`"40.00"` → `"40"`). */
export const shortPrice = (yuanText: string): string => yuanText.replace(/\.00$/, "");

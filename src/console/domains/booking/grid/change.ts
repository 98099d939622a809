/** Differences between an answer and the previous one: mostly a few bookings, seldom courts, hours or prices. Pure. */
import { replaceEqualDeep } from "@tanstack/react-query";
import type { Grid } from "../../../../contract/booking/booking";
import type { Blocks } from "./blocks";
import { sameExtent } from "./extent";
import type { Ground, Layout, Slot } from "./layout";

/** True if courts, hours and prices are the identical objects: the query cache preserves what an answer did not change. */
export function sameGround(before: Grid, after: Grid): boolean {
  if (before === after) return true;
  if (before.halls !== after.halls || before.places !== after.places || before.tariffs !== after.tariffs) return false;
  return (
    before.days.length === after.days.length &&
    before.days.every((old, i) => {
      const next = after.days[i];
      return old.day === next?.day && old.hours === next.hours && old.tariff === next.tariff && old.kind === next.kind;
    })
  );
}

/** Cells that something else holds than before, or that draw it otherwise. */
export function changedCells(layout: Layout, before: Blocks, after: Blocks): Slot[] {
  return layout.columns.flatMap((column) => {
    const old = before.owners[column.index];
    const next = after.owners[column.index];
    return column.slots.filter((slot) => {
      for (let row = slot.row; row < slot.row + slot.rows; row++) if (old?.[row]?.drawn !== next?.[row]?.drawn) return true;
      return false;
    });
  });
}

/** The old halls and courts where the new ones say the same: what speaks of them is not drawn again for another day. */
export const reuseGround = (before: Ground | undefined, { halls, places }: Ground): Ground => replaceEqualDeep(before, { halls, places });

/** The old layout where the new one draws the same, so that the table itself is not drawn again. */
export function reuseLayout(before: Layout | undefined, after: Layout): Layout {
  if (!before || before.day !== after.day || before.week !== after.week) return after;
  if (!sameExtent(before, after) || before.columns.length !== after.columns.length || !sameNames(before, after)) return after;
  const equal = before.columns.every((column, i) => {
    const other = after.columns[i];
    return (
      other !== undefined &&
      other.placeId === column.placeId &&
      other.name === column.name &&
      other.kind === column.kind &&
      other.slots.length === column.slots.length &&
      other.linkedIds.join() === column.linkedIds.join() &&
      other.slots.every((slot, n) => {
        const old = column.slots[n];
        return old !== undefined && old.key === slot.key && old.price === slot.price && old.peak === slot.peak && old.open === slot.open;
      })
    );
  });
  return equal ? before : after;
}

const sameNames = (a: Layout, b: Layout): boolean => JSON.stringify([a.halls, ...a.names]) === JSON.stringify([b.halls, ...b.names]);

/** True if two counts by cell are the same. */
export const sameCounts = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([key, count]) => b.get(key) === count);

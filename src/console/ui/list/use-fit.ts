import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Column } from "./columns";

/** Padding of cells, and of the last one at its end: `.table` in list.css. */
const PADDING = 10;
const EDGE = 24;

type Widths = Readonly<Record<string, number>>;
const NONE: Widths = {};
const NOTHING: readonly unknown[] = [];

/**
 * Widths, in pixels by column key, that the columns' content needs beyond what they declare: amounts, tags and words are longer in
 * one language or venue than in another. Figures take what they need, for an amount is never cut; words take what room is left before the
 * table would scroll sideways, the last columns first. Read from the table once its rows are drawn, and anew when its room changes. In
 * between widths only grow, so nothing moves back under the hand; columns that grow by themselves, stay in sight, or were sized by a person
 * are left alone.
 * @param lead pixels before the first column, of the boxes that choose rows
 */
export function useFit<T, S>(
  box: RefObject<HTMLElement | null>,
  columns: readonly Column<T, S>[],
  rows: readonly T[],
  sums: S | undefined,
  lead = 0,
): Widths {
  const [fit, setFit] = useState<{ columns: readonly Column<T, S>[]; widths: Widths; reading: number }>({
    columns,
    widths: NONE,
    reading: 0,
  });
  const readAt = useRef(0);
  const readOf = useRef<readonly unknown[]>(NOTHING);
  const widths = fit.columns === columns ? fit.widths : NONE;
  useLayoutEffect(() => {
    // A page that is shown again runs its effects again: with the same rows there is nothing to read, and reading makes the browser lay it all out.
    const of = [columns, rows, sums, fit.reading];
    if (of.every((each, i) => each === readOf.current[i])) return;
    // A page that is kept out of sight has no width.
    if (!box.current?.clientWidth) return;
    readOf.current = of;
    readAt.current = box.current.clientWidth;
    const lacking = lackOf(box.current, columns);
    if (lacking.size === 0) return;
    const usedWidth = columns.reduce((sum, column) => sum + (widths[column.key] ?? column.width), lead);
    const scrolls = usedWidth > box.current.clientWidth;
    let room = box.current.clientWidth - usedWidth;
    const wider: Record<string, number> = {};
    for (const figures of [true, false])
      for (const column of columns.toReversed()) {
        const lack = lacking.get(column.key) ?? 0;
        if ((column.end ?? false) !== figures || lack === 0) continue;
        const more = figures || scrolls ? lack : Math.min(lack, Math.max(0, room));
        room -= more;
        if (more > 0) wider[column.key] = (widths[column.key] ?? column.width) + more;
      }
    if (Object.keys(wider).length > 0) setFit({ columns, widths: { ...widths, ...wider }, reading: fit.reading });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `widths` is what the last reading gave: reading again because of it would find nothing
  }, [box, columns, rows, sums, fit.reading]);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const room = element.clientWidth;
      if (room > 0 && room !== readAt.current) setFit((before) => ({ ...before, widths: NONE, reading: before.reading + 1 }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return widths;
}

/** Returns the missing width of each column's cells in pixels, by the column's key. */
function lackOf<T, S>(box: HTMLElement, columns: readonly Column<T, S>[]): Map<string, number> {
  const lacking = new Map<string, number>();
  const inside = document.createRange();
  for (const line of box.querySelector("table")?.rows ?? []) {
    // The sums' title spans columns at the start: counted from the end, every line has the same cells.
    const missing = columns.length - line.cells.length;
    columns.forEach((column, i) => {
      const cell = line.cells[i - missing];
      if (cell === undefined || cell.colSpan > 1 || column.grow || column.fixed || column.sized) return;
      inside.selectNodeContents(cell);
      const padding = i === columns.length - 1 ? PADDING + EDGE : 2 * PADDING;
      const lack = Math.ceil(inside.getBoundingClientRect().width + padding - cell.clientWidth);
      if (lack > (lacking.get(column.key) ?? 0)) lacking.set(column.key, lack);
    });
  }
  return lacking;
}

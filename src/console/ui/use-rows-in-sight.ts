import { type RefObject, useLayoutEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";

/** From this many rows on only those in sight are drawn, and so many beyond each edge. */
const VIRTUALIZE_FROM = 120;
const OVERSCAN = 8;

interface Sight {
  /** False where all rows are drawn. */
  readonly isPart: boolean;
  readonly from: number;
  readonly to: number;
  /** Pixels of the rows before and after those drawn. */
  readonly before: number;
  readonly after: number;
}

/** Returns the rows of a long table that are in sight, whatever scrolls it; on paper all of them. */
export function useRowsInSight(body: RefObject<HTMLElement | null>, heights: readonly number[]): Sight {
  const [range, setRange] = useState({ from: 0, to: 48 });
  const [isPrinting, setPrinting] = useState(false);
  const isPart = heights.length >= VIRTUALIZE_FROM && !isPrinting;
  const tops = useMemo(() => {
    const all = [0];
    for (const height of heights) all.push((all.at(-1) ?? 0) + height);
    return all;
  }, [heights]);
  useLayoutEffect(() => {
    const element = body.current;
    if (!isPart || !element) return undefined;
    const updateRange = (): void => {
      const start = -element.getBoundingClientRect().top;
      const rowAt = (pixel: number): number => {
        const after = tops.findIndex((top) => top > pixel);
        return after === -1 ? heights.length : Math.max(0, after - 1);
      };
      const from = Math.max(0, rowAt(start) - OVERSCAN);
      const to = Math.min(heights.length, rowAt(start + window.innerHeight) + 1 + OVERSCAN);
      moveFocusToTable(element, from, to);
      setRange((last) => (last.from === from && last.to === to ? last : { from, to }));
    };
    updateRange();
    // In the capturing phase: the event of whatever scrolls does not bubble.
    document.addEventListener("scroll", updateRange, { passive: true, capture: true });
    window.addEventListener("resize", updateRange);
    return () => {
      document.removeEventListener("scroll", updateRange, { capture: true });
      window.removeEventListener("resize", updateRange);
    };
  }, [body, isPart, heights, tops]);
  useLayoutEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  if (!isPart) return { isPart, from: 0, to: heights.length, before: 0, after: 0 };
  const to = Math.min(range.to, heights.length);
  const from = Math.min(range.from, to);
  return { isPart, from, to, before: tops[from] ?? 0, after: (tops.at(-1) ?? 0) - (tops[to] ?? 0) };
}

/** Moves the focus from a row that is about to go (`aria-rowindex` from 2) to the table's own region, from where the keys scroll on. */
function moveFocusToTable(body: HTMLElement, from: number, to: number): void {
  const row = body.contains(document.activeElement) ? document.activeElement?.closest<HTMLElement>("[aria-rowindex]") : undefined;
  const at = Number(row?.ariaRowIndex) - 2;
  if (row && (at < from || at >= to)) body.closest<HTMLElement>("[tabindex='0']")?.focus({ preventScroll: true });
}

import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from "react";
import { rowAt } from "./grid/layout";
import type { GridStore } from "./grid/store";

/** Half-hours of the past that stay in sight. */
const BEFORE = 6;
const BEFORE_ACROSS = 3;

/** The grid's place on the page. */
export interface GridView {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Focuses the grid. */
  readonly toGrid: () => void;
}

/** Once a day is drawn, brings the present into sight and focuses the first free cell, unless somebody is busy elsewhere. */
export function useNowInView(store: GridStore, across: boolean): GridView {
  const scroller = useRef<HTMLDivElement>(null);
  const done = useRef<string>(undefined);
  const toGrid = useCallback((): void => {
    const key = store.focusKey();
    if (key !== undefined) scroller.current?.querySelector<HTMLElement>(`td[data-k="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }, [store]);
  // The table comes with the first frame.
  const there = useSyncExternalStore(store.watchFrame, () => store.frame() !== undefined);
  useLayoutEffect(() => {
    if (!there) return undefined;
    // Heard from the store itself: for another day the page is not drawn twice.
    const look = (): void => {
      const current = store.frame();
      const place = scroller.current;
      const drawn = current && `${current.layout.day}/${current.layout.week}/${across}`;
      if (!current || !place || done.current === drawn) return;
      done.current = drawn;
      const { layout, now, today } = current;
      const shift = layout.columns.find((column) => column.day === today)?.slots[0]?.shift;
      const row = shift === undefined ? -1 : rowAt(layout, now - shift);
      const before = across ? BEFORE_ACROSS : BEFORE;
      const from = row > 0 && row < layout.rows ? Math.max(0, Math.floor(row - before)) : 0;
      // The size of a cell is read in the frame that lays the table out anyway, and before it is painted.
      requestAnimationFrame(() => {
        const cell = place.querySelector("tbody td:not([rowspan]):not([colspan])")?.getBoundingClientRect();
        place.scrollLeft = across ? from * (cell?.width ?? 0) : 0;
        place.scrollTop = across || from === 0 ? 0 : from * (cell?.height ?? 0) - 10;
        const holder = document.activeElement;
        if (holder === document.body || holder?.id === "page" || place.contains(holder)) toGrid();
      });
    };
    look();
    return store.watchFrame(look);
  }, [store, there, across, toGrid]);
  // A panel that opens beside the grid must not push what was picked out of sight.
  useEffect(() => {
    const place = scroller.current;
    if (!there || !place) return undefined;
    let width = place.clientWidth;
    const observer = new ResizeObserver(() => {
      const isNarrower = place.clientWidth < width;
      width = place.clientWidth;
      if (isNarrower) place.querySelector('td[aria-selected="true"], td:focus')?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [there]);
  return { scroller, toGrid };
}

/** Content of each cell, and notification about changed cells: only changed cells are rendered again. */
import type { Block } from "./blocks";
import type { Slot } from "./layout";

/** All that a cell draws. */
export interface CellView {
  readonly free: boolean;
  readonly past: boolean;
  /** Free and begun: can still be had; its price is drawn over the now-line. */
  readonly running: boolean;
  readonly selected: boolean;
  /** The chosen run continues before or after. */
  readonly up: boolean;
  readonly down: boolean;
  /** Was chosen here, and is now held by somebody else. */
  readonly lost: boolean;
  readonly focus: boolean;
  /** The block that is drawn from this cell. */
  readonly block: Block | undefined;
  /** People who wait for this time of this court. */
  readonly waiting: number;
  /** While a search is on: found, or muted. */
  readonly mark: "hit" | "dim" | undefined;
}

export const NO_VIEW: CellView = {
  free: false,
  past: false,
  running: false,
  selected: false,
  up: false,
  down: false,
  lost: false,
  focus: false,
  block: undefined,
  waiting: 0,
  mark: undefined,
};

/** Most cells are nothing but past, running or free, and share what they draw. */
const PLAIN: readonly CellView[] = [
  NO_VIEW,
  { ...NO_VIEW, past: true },
  { ...NO_VIEW, free: true, running: true },
  { ...NO_VIEW, free: true },
  { ...NO_VIEW, running: true },
];

/** Returns the view of a cell without any further content. */
export const plainView = (free: boolean, past: boolean, running: boolean): CellView =>
  PLAIN[past ? 1 : free ? (running ? 2 : 3) : running ? 4 : 0] ?? NO_VIEW;

/** True if two views render the same. */
export const sameView = (a: CellView, b: CellView): boolean =>
  a.free === b.free &&
  a.past === b.past &&
  a.running === b.running &&
  a.selected === b.selected &&
  a.up === b.up &&
  a.down === b.down &&
  a.lost === b.lost &&
  a.focus === b.focus &&
  a.waiting === b.waiting &&
  a.mark === b.mark &&
  a.block?.drawn === b.block?.drawn;

/** Hears of each cell that changed. */
export type CellWatcher = (slot: Slot, view: CellView, before: CellView | undefined) => void;

/** The cells of one grid, each looked at when it is first asked for. @param look what a cell draws now */
export function createCells(look: (slot: Slot) => CellView) {
  /** Views by column and row: a map of thousands would cost the first draw more than the looking. */
  const views: CellView[][] = [];
  const seen = (slot: Slot): CellView | undefined => views[slot.column]?.[slot.row];
  const keep = (slot: Slot, view: CellView): void => void ((views[slot.column] ??= [])[slot.row] = view);
  const watchers = new Set<CellWatcher>();
  /** Cells to be looked at when somebody watches again. */
  const missed = new Set<Slot>();
  function refresh(slots: Iterable<Slot>): void {
    for (const slot of slots) {
      const before = seen(slot);
      if (watchers.size === 0) {
        if (before) missed.add(slot);
        continue;
      }
      const view = look(slot);
      if (before && sameView(before, view)) continue;
      keep(slot, view);
      for (const watcher of watchers) watcher(slot, view, before);
    }
  }
  return {
    /** Looks at cells anew and tells of those that differ. */
    refresh,
    /** True if any cell was viewed yet. */
    looked: (): boolean => views.length > 0,
    /** Forgets all cells: others take their place. */
    forget(): void {
      views.length = 0;
      missed.clear();
    },
    view(slot: Slot): CellView {
      const known = seen(slot);
      if (known) return known;
      const view = look(slot);
      keep(slot, view);
      return view;
    },
    /** Calls `watcher` for each cell that changes, first for those that did while nobody watched; answers how to stop. */
    watch(watcher: CellWatcher): () => void {
      watchers.add(watcher);
      const late = [...missed];
      missed.clear();
      refresh(late);
      return () => void watchers.delete(watcher);
    },
  };
}

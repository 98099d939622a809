/** What each cell draws, and who is told which of them changed: a change draws again what changed and no other. */
import type { Block } from "./blocks";
import type { Slot } from "./layout";

/** All that a cell draws. */
export interface CellView {
  readonly free: boolean;
  readonly past: boolean;
  /** Free and begun: can still be had, yet says no price under the now-line. */
  readonly running: boolean;
  readonly selected: boolean;
  /** The chosen run goes on before or after. */
  readonly up: boolean;
  readonly down: boolean;
  /** Was chosen here, and is now held by somebody else. */
  readonly lost: boolean;
  readonly focus: boolean;
  /** The block that is drawn from this cell. */
  readonly block: Block | undefined;
  /** People who wait for this time of this court. */
  readonly waiting: number;
  /** While a search is on: found, or stands back. */
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

/** Whether two views draw the same. */
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
export type CellWatcher = (slot: Slot, view: CellView) => void;

/** The cells of one grid. @param look what a cell draws now */
export function createCells(look: (slot: Slot) => CellView) {
  const views = new Map<string, CellView>();
  const watchers = new Set<CellWatcher>();
  return {
    /** Looks at cells anew and tells of those that differ. */
    refresh(slots: Iterable<Slot>): void {
      for (const slot of slots) {
        const before = views.get(slot.key);
        const view = look(slot);
        if (before && sameView(before, view)) continue;
        views.set(slot.key, view);
        for (const watcher of watchers) watcher(slot, view);
      }
    },
    /** Forgets the cells that are no more. */
    keep(keys: ReadonlyMap<string, Slot>): void {
      for (const key of views.keys()) if (!keys.has(key)) views.delete(key);
    },
    view: (slot: Slot): CellView => views.get(slot.key) ?? NO_VIEW,
    /** Calls `watcher` for each cell that changes; answers how to stop. */
    watch(watcher: CellWatcher): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

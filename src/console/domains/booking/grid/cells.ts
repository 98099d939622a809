/** What each cell draws, and who is told when that changes: cells watch one by one, so that a change draws again what changed and no other. */
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

/** A cell's subscription: made once, so that it never changes between draws. */
export interface CellHandle {
  readonly slot: Slot;
  readonly subscribe: (watcher: () => void) => () => void;
  readonly view: () => CellView;
}

interface Cell {
  view: CellView;
  handle: CellHandle | undefined;
  readonly watchers: (() => void)[];
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

const same = (a: CellView, b: CellView): boolean =>
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

/** The cells of one grid. @param look what a cell draws now */
export function createCells(look: (slot: Slot) => CellView) {
  const cells = new Map<string, Cell>();
  return {
    /** Looks at cells anew and tells those that differ. */
    refresh(slots: Iterable<Slot>): void {
      for (const slot of slots) {
        const cell = cells.get(slot.key);
        const view = look(slot);
        if (!cell) cells.set(slot.key, { view, handle: undefined, watchers: [] });
        else if (!same(cell.view, view)) {
          cell.view = view;
          for (const watcher of cell.watchers) watcher();
        }
      }
    },
    /** Forgets the cells that are no more. */
    keep(keys: ReadonlyMap<string, Slot>): void {
      for (const key of cells.keys()) if (!keys.has(key)) cells.delete(key);
    },
    /** The subscription of a cell. */
    handle(slot: Slot): CellHandle {
      const cell = cells.get(slot.key) ?? { view: NO_VIEW, handle: undefined, watchers: [] };
      cells.set(slot.key, cell);
      if (cell.handle?.slot === slot) return cell.handle;
      cell.handle = {
        slot,
        subscribe: (watcher) => {
          cell.watchers.push(watcher);
          return () => void cell.watchers.splice(cell.watchers.indexOf(watcher), 1);
        },
        view: () => cell.view,
      };
      return cell.handle;
    },
  };
}

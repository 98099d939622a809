/**
 * The grid's own store, outside React: each cell watches its own view, so that a choice, a key or another desk's booking draws again the
 * cells that changed and no other.
 */
import type { Grid, SlotRun } from "../../../../contract/booking";
import { MINUTE, dayOf, daysBetween, wall, DAY_MINUTES } from "../../../../contract/time";
import { type Block, type Blocks, blocksOf } from "./blocks";
import { cellKey, type Layout, layoutOf, type Slot } from "./layout";
import { cellsBetween, type ChosenRun, isFree, isPast, type NowMinute, ownerOf, runsOf, shutBy } from "./model";

/** All that a cell draws. */
export interface CellView {
  readonly free: boolean;
  readonly past: boolean;
  /** Free and begun: can still be had, yet says no price under the now-line. */
  readonly running: boolean;
  readonly selected: boolean;
  /** The chosen run goes on above or below. */
  readonly up: boolean;
  readonly down: boolean;
  /** Was chosen here, and is now held by somebody else. */
  readonly lost: boolean;
  readonly focus: boolean;
  /** The block that is drawn from this cell. */
  readonly block: Block | undefined;
  /** While a search is on: found, or stands back. */
  readonly mark: "hit" | "dim" | undefined;
}

/** A cell's subscription: made once, so that it never changes between draws. */
export interface CellHandle {
  readonly slot: Slot;
  readonly subscribe: (watcher: () => void) => () => void;
  readonly view: () => CellView;
}

/** What the frame around the cells draws. */
export interface Frame {
  readonly layout: Layout;
  readonly blocks: Blocks;
  readonly now: NowMinute;
  readonly today: string;
}

/** The choice of the person. */
export interface Choice {
  readonly keys: ReadonlySet<string>;
  /** Free runs, to be booked. */
  readonly runs: readonly ChosenRun[];
  /** Runs that somebody else took meanwhile, with the block that holds them. */
  readonly lost: readonly (ChosenRun & { readonly block: Block })[];
}

type Watcher = () => void;

/** A cell of the store: what it draws now, and who is told when that changes. */
interface Cell {
  view: CellView;
  handle: CellHandle | undefined;
  readonly watchers: Watcher[];
}
const NO_VIEW: CellView = {
  free: false,
  past: false,
  running: false,
  selected: false,
  up: false,
  down: false,
  lost: false,
  focus: false,
  block: undefined,
  mark: undefined,
};
const NO_CHOICE: Choice = { keys: new Set(), runs: [], lost: [] };

export type GridStore = ReturnType<typeof createGridStore>;

/** Makes the store of one grid on screen. */
export function createGridStore() {
  let frame: Frame | undefined;
  let source: { grid: Grid; day: string; programId: string | undefined } | undefined;
  let choice: Choice = NO_CHOICE;
  let selection = new Set<string>();
  let base = new Set<string>();
  let adding = true;
  let anchor: Slot | undefined;
  let cursor: { column: number; row: number } | undefined;
  let focusKey: string | undefined;
  let found: ReadonlySet<string> | undefined;
  const cells = new Map<string, Cell>();
  const frameWatchers = new Set<Watcher>();
  const choiceWatchers = new Set<Watcher>();

  const tell = (watchers: Iterable<Watcher> | undefined): void => {
    for (const watcher of watchers ?? []) watcher();
  };
  const on = (watchers: Set<Watcher>) => (watcher: Watcher) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };

  const neighbour = (slot: Slot, row: number): Slot | undefined => frame?.layout.columns[slot.column]?.at[row];
  const chosenAt = (slot: Slot | undefined): boolean => slot !== undefined && selection.has(slot.key);

  function look(slot: Slot): CellView {
    if (!frame) return NO_VIEW;
    const owner = ownerOf(frame.blocks, slot);
    const drawn = owner !== undefined && owner.column === slot.column && owner.row >= slot.row && owner.row < slot.row + slot.rows;
    const past = isPast(slot, frame.now);
    const selected = selection.has(slot.key);
    return {
      running: slot.start <= frame.now && !past,
      free: slot.open && !past && owner === undefined,
      past,
      selected: selected && owner === undefined,
      up: selected && slot.row > 0 && chosenAt(neighbour(slot, slot.row - 1)),
      down: selected && chosenAt(neighbour(slot, slot.row + slot.rows)),
      lost: selected && owner !== undefined,
      focus: focusKey === slot.key,
      block: drawn ? owner : undefined,
      mark: drawn && found ? (found.has(owner.key) ? "hit" : "dim") : undefined,
    };
  }

  const same = (a: CellView, b: CellView): boolean =>
    a.free === b.free &&
    a.past === b.past &&
    a.running === b.running &&
    a.selected === b.selected &&
    a.up === b.up &&
    a.down === b.down &&
    a.lost === b.lost &&
    a.focus === b.focus &&
    a.mark === b.mark &&
    a.block?.drawn === b.block?.drawn;

  /** Looks at cells anew and tells those that differ. */
  function refresh(slots: Iterable<Slot>): void {
    for (const slot of slots) {
      const cell = cells.get(slot.key);
      const view = look(slot);
      if (!cell) cells.set(slot.key, { view, handle: undefined, watchers: [] });
      else if (!same(cell.view, view)) {
        cell.view = view;
        tell(cell.watchers);
      }
    }
  }
  const refreshAll = (): void => {
    if (frame) refresh(frame.layout.byKey.values());
  };
  function refreshAround(keys: Iterable<string>): void {
    if (!frame) return;
    const slots = new Set<Slot>();
    for (const key of keys) {
      const slot = frame.layout.byKey.get(key);
      if (!slot) continue;
      for (const each of [slot, neighbour(slot, slot.row - 1), neighbour(slot, slot.row + slot.rows)]) if (each) slots.add(each);
    }
    refresh(slots);
  }

  function reckon(): void {
    if (!frame) return;
    const { layout, blocks } = frame;
    if (selection.size === 0) choice = NO_CHOICE;
    else {
      const open: string[] = [];
      const gone = new Map<Block, string[]>();
      for (const key of selection) {
        const slot = layout.byKey.get(key);
        const owner = slot && ownerOf(blocks, slot);
        if (owner) gone.set(owner, [...(gone.get(owner) ?? []), key]);
        else open.push(key);
      }
      const lost = [...gone].flatMap(([block, keys]) => runsOf(layout, keys).map((run) => ({ ...run, block })));
      choice = { keys: new Set(selection), runs: runsOf(layout, open), lost };
    }
    tell(choiceWatchers);
  }

  function choose(next: Set<string>): void {
    const changed = [...selection].filter((key) => !next.has(key)).concat([...next].filter((key) => !selection.has(key)));
    if (changed.length === 0) return;
    selection = next;
    refreshAround(changed);
    reckon();
  }

  const selectable = (slot: Slot): boolean => frame !== undefined && isFree(frame.blocks, slot, frame.now);

  /** `base`, with the cells between the anchor and `to` added or removed. */
  function stretch(to: Slot): void {
    if (!frame || !anchor) return;
    const next = new Set(base);
    for (const slot of cellsBetween(frame.layout, anchor, to)) {
      if (!adding) next.delete(slot.key);
      else if (selectable(slot)) {
        for (const shut of shutBy(frame.layout, slot, next)) next.delete(shut);
        next.add(slot.key);
      }
    }
    choose(next);
  }

  function focusOn(column: number, row: number): void {
    if (!frame) return;
    const line = frame.layout.columns[column];
    const slot = line?.at[row];
    if (!line || !slot) return;
    cursor = { column, row };
    const owner = ownerOf(frame.blocks, slot);
    const key = owner ? frame.layout.columns[owner.column]?.at[owner.row]?.key : slot.key;
    const before = focusKey;
    focusKey = key ?? slot.key;
    if (before !== focusKey) refreshAround([before ?? "", focusKey]);
  }

  function clockOf(day: string, zone: string, nowMs: number): { now: NowMinute; today: string } {
    const seen = wall(nowMs, zone);
    return { now: daysBetween(day, seen.day) * DAY_MINUTES + seen.minute, today: seen.day };
  }

  function apply(grid: Grid, day: string, nowMs: number, programId?: string): void {
    const moved = source?.day !== day;
    const still = frame !== undefined && source?.day === day && source.programId === programId && sameGround(source.grid, grid, day);
    const layout = still ? frame?.layout : layoutOf(grid, day, programId);
    if (!layout) return;
    const before = frame;
    const kept = still ? layout : keepShape(frame?.layout, layout);
    source = { grid, day, programId };
    frame = { layout: kept, blocks: blocksOf(kept, grid.bookings, nowMs), ...clockOf(day, grid.zone, nowMs) };
    const next = new Set([...selection].filter((key) => !moved && kept.byKey.has(key)));
    const dropped = next.size !== selection.size;
    selection = next;
    if (moved || (focusKey !== undefined && !kept.byKey.has(focusKey))) {
      focusKey = undefined;
      cursor = undefined;
      anchor = undefined;
    }
    if (before?.layout === kept && before.now === frame.now && !dropped) refresh(heldAnew(before, frame));
    else {
      for (const key of cells.keys()) if (!kept.byKey.has(key)) cells.delete(key);
      refreshAll();
    }
    tell(frameWatchers);
    if (selection.size > 0 || dropped) reckon();
  }

  return {
    /** Shows an answer of the server; only cells that differ are drawn again. */
    apply,
    /** The clock moved on: past cells, holds and next free times follow. */
    tick(nowMs: number): void {
      if (source) apply(source.grid, source.day, nowMs, source.programId);
    },
    frame: (): Frame | undefined => frame,
    watchFrame: on(frameWatchers),
    choice: (): Choice => choice,
    watchChoice: on(choiceWatchers),
    /** The subscription of a cell. */
    cell(slot: Slot): CellHandle {
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

    /** Starts a choice at a cell: a free one is added with what the drag then covers, a chosen one is removed. */
    begin(key: string): boolean {
      const slot = frame?.layout.byKey.get(key);
      if (!slot) return false;
      focusOn(slot.column, slot.row);
      const chosen = selection.has(key);
      if (!chosen && !selectable(slot)) return false;
      base = new Set(selection);
      adding = !chosen;
      anchor = slot;
      stretch(slot);
      return true;
    },
    /** Leads the choice on to another cell, from where it began. */
    extend(key: string): void {
      const slot = frame?.layout.byKey.get(key);
      if (slot) stretch(slot);
    },
    /** Takes or gives back the cell in focus. */
    toggle(): boolean {
      return focusKey !== undefined && this.begin(focusKey);
    },
    /** Chooses these runs instead of what was chosen. */
    choose(runs: readonly SlotRun[]): void {
      if (!frame) return;
      const next = new Set<string>();
      for (const run of runs)
        for (const slot of frame.layout.columnOf.get(run.placeId)?.slots ?? [])
          if (slot.start >= run.start && slot.end <= run.end) next.add(slot.key);
      choose(next);
      const first = runs[0];
      const slot = first && frame.layout.byKey.get(cellKey(first.placeId, first.start));
      if (slot) focusOn(slot.column, slot.row);
    },
    /** Gives back the cells of a run. */
    drop(run: SlotRun): void {
      const gone = new Set(
        frame?.layout.columnOf
          .get(run.placeId)
          ?.slots.filter((slot) => slot.start >= run.start && slot.end <= run.end)
          .map((slot) => slot.key),
      );
      choose(new Set([...selection].filter((key) => !gone.has(key))));
    },
    clear(): void {
      anchor = undefined;
      choose(new Set());
    },

    focusKey: (): string | undefined => focusKey,
    /** Puts the focus on a cell, or where work most likely starts: the first free slot from now on. */
    focus(key?: string): void {
      const slot = key === undefined ? undefined : frame?.layout.byKey.get(key);
      if (slot) return focusOn(slot.column, slot.row);
      if (!frame || focusKey !== undefined) return undefined;
      const { layout } = frame;
      const free = [...layout.byKey.values()].filter(selectable).sort((a, b) => a.row - b.row || a.column - b.column)[0];
      return focusOn(free?.column ?? 0, free?.row ?? 0);
    },
    /** Moves the focus by courts and slots, over whole blocks; `extending` leads the choice along. */
    move(columns: number, rows: number, extending: boolean): void {
      if (!frame) return;
      if (!cursor) this.focus();
      if (!cursor) return;
      const { layout, blocks } = frame;
      const slot = layout.columns[cursor.column]?.at[cursor.row];
      if (!slot) return;
      const owner = extending ? undefined : ownerOf(blocks, slot);
      if (extending && (!anchor || !selection.has(anchor.key))) {
        if (!selectable(slot)) return;
        base = new Set(selection);
        adding = true;
        anchor = slot;
      }
      const [left, right] = owner ? [owner.column, owner.column + owner.columns - 1] : [cursor.column, cursor.column];
      const [top, bottom] = owner ? [owner.row, owner.row + owner.rows - 1] : [slot.row, slot.row + slot.rows - 1];
      const column = columns < 0 ? left + columns : columns > 0 ? right + columns : cursor.column;
      const row = rows < 0 ? top + rows : rows > 0 ? bottom + rows : cursor.row;
      focusOn(Math.max(0, Math.min(layout.columns.length - 1, column)), Math.max(0, Math.min(layout.rows - 1, row)));
      const at = layout.columns[cursor.column]?.at[cursor.row];
      if (extending && at) stretch(at);
    },

    /** Marks the found blocks and lets the others stand back; undefined ends the search. */
    mark(keys: ReadonlySet<string> | undefined): void {
      found = keys;
      refreshAll();
    },
  };
}

/** Whether courts, hours and prices are the very same: the query cache keeps what an answer did not change. */
function sameGround(before: Grid, after: Grid, day: string): boolean {
  if (before === after) return true;
  const [old, next] = [before, after].map((grid) => grid.days.find((candidate) => candidate.day === day));
  return (
    before.halls === after.halls &&
    before.places === after.places &&
    before.tariffs === after.tariffs &&
    old?.hours === next?.hours &&
    old?.tariff === next?.tariff &&
    old?.holiday === next?.holiday
  );
}

/** Cells that something else holds than before, or that draw it otherwise. */
function heldAnew(before: Frame, after: Frame): Slot[] {
  return after.layout.columns.flatMap((column) => {
    const old = before.blocks.owners[column.index];
    const next = after.blocks.owners[column.index];
    return column.slots.filter((slot) => {
      for (let row = slot.row; row < slot.row + slot.rows; row++) if (old?.[row]?.drawn !== next?.[row]?.drawn) return true;
      return false;
    });
  });
}

/** The old layout where the new one draws the same, so that the table itself is not drawn again. */
function keepShape(before: Layout | undefined, after: Layout): Layout {
  if (!before || before.day !== after.day || before.rows !== after.rows || before.columns.length !== after.columns.length) return after;
  const equal = before.columns.every((column, i) => {
    const other = after.columns[i];
    return (
      other !== undefined &&
      other.placeId === column.placeId &&
      other.name === column.name &&
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

/** Milliseconds until the next whole minute, for the clock of the grid. */
export const untilNextMinute = (nowMs: number): number => MINUTE - (nowMs % MINUTE) + 50;

/** The day on which an instant falls at the venue. */
export const todayAt = (nowMs: number, zone: string): string => dayOf(nowMs, zone);

/**
 * The grid's own store, outside React: it tells of each cell that changed (cells.ts), so that a choice, a key or another desk's booking draws
 * again the cells that changed and no other.
 */
import type { Grid } from "../../../../contract/booking";
import { DAY_MINUTES, dayOf, daysBetween, MINUTE, wall } from "../../../../contract/time";
import { type Blocks, blocksOf } from "./blocks";
import { createCarrying } from "./carrying";
import { type CellView, type CellWatcher, createCells, NO_VIEW } from "./cells";
import { type Choice, choiceOf, NO_CHOICE } from "./choice";
import { heldAnew, keepShape, sameCounts, sameGround } from "./change";
import { columnAt, extentOf, type Layout, layoutOf, type Part, sameExtent, type Slot } from "./layout";
import { cellsBetween, isFree, isPast, type NowMinute, ownerOf, shutBy, waitingAt } from "./model";
import { watched } from "./watch";

/** What the frame around the cells draws. */
export interface Frame {
  readonly layout: Layout;
  readonly blocks: Blocks;
  readonly now: NowMinute;
  readonly today: string;
}

/** A place and time on a day of the grid. */
export interface DayRun {
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

export type GridStore = ReturnType<typeof createGridStore>;

/** Makes the store of one grid on screen. */
export function createGridStore() {
  let frame: Frame | undefined;
  let source: { grid: Grid; day: string; part: Part } | undefined;
  let choice: Choice = NO_CHOICE;
  let selection = new Set<string>();
  let base = new Set<string>();
  let adding = true;
  let anchor: Slot | undefined;
  let cursor: { column: number; row: number } | undefined;
  let focusKey: string | undefined;
  let found: ReadonlySet<string> | undefined;
  let waiting: ReadonlyMap<string, number> = new Map();
  const cells = createCells(look);
  const frameWatchers = watched();
  const choiceWatchers = watched();
  const carrying = createCarrying(() => frame);

  const neighbour = (slot: Slot, row: number): Slot | undefined => frame?.layout.columns[slot.column]?.at[row];
  const chosenAt = (slot: Slot | undefined): boolean => slot !== undefined && selection.has(slot.key);
  const slotsIn = (run: DayRun): readonly Slot[] =>
    (frame && columnAt(frame.layout, run.placeId, run.day))?.slots.filter((slot) => slot.start >= run.start && slot.end <= run.end) ?? [];

  function look(slot: Slot): CellView {
    if (!frame) return NO_VIEW;
    const owner = ownerOf(frame.blocks, slot);
    const drawn = owner !== undefined && owner.column === slot.column && owner.row >= slot.row && owner.row < slot.row + slot.rows;
    const past = isPast(slot, frame.now);
    const selected = selection.has(slot.key);
    return {
      running: slot.start + slot.shift <= frame.now && !past,
      free: slot.open && !past && owner === undefined,
      past,
      selected: selected && owner === undefined,
      up: selected && slot.row > 0 && chosenAt(neighbour(slot, slot.row - 1)),
      down: selected && chosenAt(neighbour(slot, slot.row + slot.rows)),
      lost: selected && owner !== undefined,
      focus: focusKey === slot.key,
      block: drawn ? owner : undefined,
      waiting: waiting.get(slot.key) ?? 0,
      mark: drawn && found ? (found.has(owner.key) ? "hit" : "dim") : undefined,
    };
  }

  const refreshAll = (): void => {
    if (frame) cells.refresh(frame.layout.byKey.values());
  };
  function refreshAround(keys: Iterable<string>): void {
    if (!frame) return;
    const slots = new Set<Slot>();
    for (const key of keys) {
      const slot = frame.layout.byKey.get(key);
      if (!slot) continue;
      for (const each of [slot, neighbour(slot, slot.row - 1), neighbour(slot, slot.row + slot.rows)]) if (each) slots.add(each);
    }
    cells.refresh(slots);
  }

  function reckon(): void {
    if (!frame) return;
    choice = choiceOf(frame, selection);
    choiceWatchers.tell();
  }

  function choose(next: Set<string>): void {
    const changed = [...selection].filter((key) => !next.has(key)).concat([...next].filter((key) => !selection.has(key)));
    if (changed.length === 0) return;
    selection = next;
    refreshAround(changed);
    reckon();
  }

  const selectable = (slot: Slot): boolean => frame !== undefined && isFree(frame.blocks, slot, frame.now);

  /** Chosen cells that a choice beside `slot` can keep: those of its day. */
  const ofSameDay = (slot: Slot): Set<string> =>
    new Set([...selection].filter((key) => frame?.layout.byKey.get(key)?.shift === slot.shift));

  /** `base`, with the cells between the anchor and `to` added or removed. */
  function stretch(to: Slot): void {
    if (!frame || !anchor) return;
    const next = new Set(base);
    for (const slot of cellsBetween(frame.layout, anchor, to)) {
      if (!adding) next.delete(slot.key);
      else if (selectable(slot) && slot.shift === anchor.shift) {
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
    const key = owner && !carrying.now() ? frame.layout.columns[owner.column]?.at[owner.row]?.key : slot.key;
    const before = focusKey;
    focusKey = key ?? slot.key;
    if (before !== focusKey) refreshAround([before ?? "", focusKey]);
  }

  function clockOf(day: string, zone: string, nowMs: number): { now: NowMinute; today: string } {
    const seen = wall(nowMs, zone);
    return { now: daysBetween(day, seen.day) * DAY_MINUTES + seen.minute, today: seen.day };
  }

  function apply(grid: Grid, day: string, nowMs: number, part: Part = {}): void {
    const samePart =
      source?.part.programId === part.programId && source?.part.hallId === part.hallId && source?.part.placeId === part.placeId;
    const moved = source?.day !== day || source.part.placeId !== part.placeId;
    const still =
      frame !== undefined &&
      source?.day === day &&
      samePart &&
      sameGround(source.grid, grid) &&
      (source.grid.bookings === grid.bookings || sameExtent(frame.layout, extentOf(grid, day, part)));
    const layout = still ? frame?.layout : layoutOf(grid, day, part);
    if (!layout) return;
    const before = frame;
    const kept = still ? layout : keepShape(frame?.layout, layout);
    source = { grid, day, part };
    frame = { layout: kept, blocks: blocksOf(kept, grid.bookings, nowMs), ...clockOf(day, grid.zone, nowMs) };
    const queued = waitingAt(kept, frame.blocks, grid.waiting);
    const queueMoved = !sameCounts(queued, waiting);
    waiting = queued;
    const next = new Set([...selection].filter((key) => !moved && kept.byKey.has(key)));
    const dropped = next.size !== selection.size;
    selection = next;
    if (moved || (focusKey !== undefined && !kept.byKey.has(focusKey))) {
      focusKey = undefined;
      cursor = undefined;
      anchor = undefined;
    }
    if (before?.layout === kept && before.now === frame.now && !dropped && !queueMoved)
      cells.refresh(heldAnew(kept, before.blocks, frame.blocks));
    else {
      cells.keep(kept.byKey);
      refreshAll();
    }
    frameWatchers.tell();
    if (selection.size > 0 || dropped) reckon();
  }

  return {
    /** Shows an answer of the server; only cells that differ are drawn again. @param part what of it is shown */
    apply,
    /** The clock moved on: past cells, holds and next free times follow. */
    tick(nowMs: number): void {
      if (source) apply(source.grid, source.day, nowMs, source.part);
    },
    frame: (): Frame | undefined => frame,
    watchFrame: frameWatchers.watch,
    choice: (): Choice => choice,
    watchChoice: choiceWatchers.watch,
    /** What a cell draws. */
    view: (slot: Slot): CellView => cells.view(slot),
    watchCells: (watcher: CellWatcher) => cells.watch(watcher),
    /** The booking in the hand. */
    carrying,

    /** Starts a choice at a cell: a free one is added with what the drag then covers, a chosen one is removed. */
    begin(key: string): boolean {
      const slot = frame?.layout.byKey.get(key);
      if (!slot) return false;
      focusOn(slot.column, slot.row);
      const chosen = selection.has(key);
      if (!chosen && !selectable(slot)) return false;
      base = ofSameDay(slot);
      adding = !chosen;
      anchor = slot;
      stretch(slot);
      return true;
    },
    /** Takes hold of a chosen cell, to draw the choice out from its run's other end. */
    grasp(key: string): boolean {
      const slot = frame?.layout.byKey.get(key);
      if (!slot || !selection.has(key)) return false;
      let first = slot;
      for (let above = neighbour(slot, slot.row - 1); above && chosenAt(above) && above !== first; above = neighbour(above, above.row - 1))
        first = above;
      base = new Set([...ofSameDay(slot)].filter((each) => frame?.layout.byKey.get(each)?.column !== slot.column));
      adding = true;
      anchor = first;
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
    choose(runs: readonly DayRun[]): void {
      if (!frame) return;
      choose(new Set(runs.flatMap((run) => slotsIn(run).map((slot) => slot.key))));
      const slot = runs[0] && slotsIn(runs[0])[0];
      if (slot) focusOn(slot.column, slot.row);
    },
    /** Gives back the cells of a run. */
    drop(run: DayRun): void {
      const gone = new Set(slotsIn(run).map((slot) => slot.key));
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
      const free = [...layout.byKey.values()]
        .filter(selectable)
        .sort((a, b) => a.shift - b.shift || a.row - b.row || a.column - b.column)[0];
      return focusOn(free?.column ?? 0, free?.row ?? 0);
    },
    /** Moves the focus by courts and slots, over whole blocks; `extending` leads the choice along. With a booking in the hand, it is carried. */
    move(columns: number, rows: number, extending: boolean): void {
      if (!frame) return;
      if (!cursor) this.focus();
      if (!cursor) return;
      const { layout, blocks } = frame;
      const slot = layout.columns[cursor.column]?.at[cursor.row];
      if (!slot) return;
      const owner = extending || carrying.now() ? undefined : ownerOf(blocks, slot);
      if (extending && (!anchor || !selection.has(anchor.key))) {
        if (!selectable(slot)) return;
        base = ofSameDay(slot);
        adding = true;
        anchor = slot;
      }
      const [left, right] = owner ? [owner.column, owner.column + owner.columns - 1] : [cursor.column, cursor.column];
      const [top, bottom] = owner ? [owner.row, owner.row + owner.rows - 1] : [slot.row, slot.row + slot.rows - 1];
      const column = columns < 0 ? left + columns : columns > 0 ? right + columns : cursor.column;
      const row = rows < 0 ? top + rows : rows > 0 ? bottom + rows : cursor.row;
      focusOn(Math.max(0, Math.min(layout.columns.length - 1, column)), Math.max(0, Math.min(layout.rows - 1, row)));
      const at = layout.columns[cursor.column]?.at[cursor.row];
      if (!at) return;
      if (carrying.now()) carrying.over(at);
      else if (extending) stretch(at);
    },

    /** Marks the found blocks and lets the others stand back; undefined ends the search. */
    mark(keys: ReadonlySet<string> | undefined): void {
      found = keys;
      refreshAll();
    },
  };
}

/** Milliseconds until the next whole minute, for the clock of the grid. */
export const untilNextMinute = (nowMs: number): number => MINUTE - (nowMs % MINUTE) + 50;

/** The day on which an instant falls at the venue. */
export const todayAt = (nowMs: number, zone: string): string => dayOf(nowMs, zone);

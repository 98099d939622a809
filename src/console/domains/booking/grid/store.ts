/**
 * The grid's own store, outside React: it tells of each cell that changed (cells.ts), so that a choice, a key or another desk's booking draws
 * again the cells that changed and no other.
 */
import type { Grid, GridBooking } from "../../../../contract/booking/booking";
import { DAY_MINUTES, daysBetween, MINUTE, wall } from "../../../../contract/core/time";
import { type Blocks, blocksOf } from "./blocks";
import { createCarrying } from "./carrying";
import { type CellView, type CellWatcher, createCells, NO_VIEW, plainView } from "./cells";
import { type Choice, choiceOf, NO_CHOICE } from "./choice";
import { changedCells, reuseGround, reuseLayout, sameCounts, sameGround } from "./change";
import { createCursor } from "./cursor";
import { extentOf, type Part, sameExtent } from "./extent";
import { type Ground, type Layout, layoutOf, type Slot, slotsOf } from "./layout";
import { closedOn, isPast, type NowMinute, ownerOf, waitingAt } from "./model";
import { createSelecting, type DayRun } from "./selecting";
import { createGridWatch } from "./watch";

/** Data for the frame around the cells. */
export interface Frame {
  readonly layout: Layout;
  readonly blocks: Blocks;
  readonly now: NowMinute;
  readonly today: string;
  /** Halls and courts of the answer; the very same while they say the same, whatever day is shown. */
  readonly ground: Ground;
  /** Calendar name of the shown day (the first of a week), if the venue is closed on it. */
  readonly closed: string | undefined;
  /** All that the answer holds, also of courts that are not shown. */
  readonly bookings: readonly GridBooking[];
}

export type GridStore = ReturnType<typeof createGridStore>;

const samePart = (a: Part, b: Part): boolean => a.programId === b.programId && a.hallId === b.hallId && a.placeId === b.placeId;

/** The clock of a grid that begins with `day`. */
function clockOf(day: string, zone: string, nowMs: number): { now: NowMinute; today: string } {
  const seen = wall(nowMs, zone);
  return { now: daysBetween(day, seen.day) * DAY_MINUTES + seen.minute, today: seen.day };
}

/** Makes the store of one grid on screen. */
export function createGridStore() {
  let frame: Frame | undefined;
  let source: { grid: Grid; day: string; part: Part } | undefined;
  let choice: Choice = NO_CHOICE;
  let found: ReadonlySet<string> | undefined;
  let waiting: ReadonlyMap<string, number> = new Map();
  const cells = createCells(look);
  const frameWatchers = createGridWatch();
  const choiceWatchers = createGridWatch();
  const current = (): Frame | undefined => frame;
  const carrying = createCarrying(current);
  const selecting = createSelecting(current, (keys) => {
    refreshAround(keys);
    recompute();
  });
  const cursor = createCursor(current, { selecting, carrying, moved: refreshAround });

  const slotAt = (key: string): Slot | undefined => frame?.layout.byKey.get(key);
  const neighbour = (slot: Slot, row: number): Slot | undefined => frame?.layout.columns[slot.column]?.at[row];

  function look(slot: Slot): CellView {
    if (!frame) return NO_VIEW;
    const owner = ownerOf(frame.blocks, slot);
    const past = isPast(slot, frame.now);
    const running = slot.start + slot.shift <= frame.now && !past;
    const free = slot.open && !past && owner === undefined;
    const chosen = selecting.keys();
    const drawn = owner !== undefined && owner.column === slot.column && owner.row >= slot.row && owner.row < slot.row + slot.rows;
    const selected = chosen.size > 0 && chosen.has(slot.key);
    const focus = cursor.key() === slot.key;
    const queue = waiting.size > 0 ? (waiting.get(slot.key) ?? 0) : 0;
    if (!drawn && !selected && !focus && queue === 0) return plainView(free, past, running);
    const chosenAt = (row: number): boolean => chosen.has(neighbour(slot, row)?.key ?? "");
    return {
      running,
      free,
      past,
      selected: selected && owner === undefined,
      up: selected && slot.row > 0 && chosenAt(slot.row - 1),
      down: selected && chosenAt(slot.row + slot.rows),
      lost: selected && owner !== undefined,
      focus,
      block: drawn ? owner : undefined,
      waiting: queue,
      mark: drawn && found ? (found.has(owner.key) ? "hit" : "dim") : undefined,
    };
  }

  /** Cells that changed within an act and are rendered at its end; undefined outside an act. */
  let gathered: Set<string> | undefined;
  /** An act that moves focus and choice draws each cell once. */
  function together<R>(act: () => R): R {
    gathered = new Set();
    try {
      return act();
    } finally {
      const keys = gathered;
      gathered = undefined;
      refreshAround(keys);
    }
  }

  function refreshAround(keys: Iterable<string>): void {
    if (!cells.looked()) return;
    if (gathered) {
      for (const key of keys) gathered.add(key);
      return;
    }
    const slots = new Set<Slot>();
    for (const key of keys) {
      const slot = slotAt(key);
      if (!slot) continue;
      for (const each of [slot, neighbour(slot, slot.row - 1), neighbour(slot, slot.row + slot.rows)]) if (each) slots.add(each);
    }
    cells.refresh(slots);
  }

  function recompute(): void {
    if (!frame) return;
    choice = choiceOf(frame, selecting.keys());
    choiceWatchers.tell();
  }

  function apply(grid: Grid, day: string, nowMs: number, part: Part = {}): void {
    const isElsewhere = source?.day !== day || source.part.placeId !== part.placeId;
    const still =
      frame !== undefined &&
      source?.day === day &&
      samePart(source.part, part) &&
      sameGround(source.grid, grid) &&
      (source.grid.bookings === grid.bookings || sameExtent(frame.layout, extentOf(grid, day, part)));
    const layout = still ? frame?.layout : layoutOf(grid, day, part);
    if (!layout) return;
    const before = frame;
    const reused = still ? layout : reuseLayout(frame?.layout, layout);
    source = { grid, day, part };
    const { bookings } = grid;
    const ground = reuseGround(before?.ground, grid);
    const closed = closedOn(grid, day);
    frame = { layout: reused, blocks: blocksOf(reused, bookings, nowMs), ground, closed, bookings, ...clockOf(day, grid.zone, nowMs) };
    const queued = waitingAt(reused, frame.blocks, grid.waiting);
    const queueMoved = !sameCounts(queued, waiting);
    waiting = queued;
    const dropped = selecting.keep((key) => !isElsewhere && reused.byKey.has(key));
    const anew = before?.layout !== reused;
    if (anew) cells.forget();
    const focus = cursor.key();
    const focused = isElsewhere || focus === undefined ? undefined : slotAt(focus);
    if (!focused) {
      cursor.leave();
      selecting.release();
      cursor.start();
    } else if (anew) cursor.follow(focused);
    if (before?.layout === reused) {
      const same = before.now === frame.now && !dropped && !queueMoved;
      cells.refresh(same ? changedCells(reused, before.blocks, frame.blocks) : slotsOf(reused));
    }
    frameWatchers.tell();
    if (selecting.keys().size > 0 || dropped) recompute();
  }

  return {
    /** Shows an answer of the server; only cells that differ are drawn again. @param part what of it is shown */
    apply,
    /** The clock moved on: past cells, holds and next free times follow. */
    tick(nowMs: number): void {
      if (source) apply(source.grid, source.day, nowMs, source.part);
    },
    frame: current,
    watchFrame: frameWatchers.watch,
    choice: (): Choice => choice,
    watchChoice: choiceWatchers.watch,
    /** Returns the view of a cell. */
    view: (slot: Slot): CellView => cells.view(slot),
    watchCells: (watcher: CellWatcher) => cells.watch(watcher),
    /** The booking being moved. */
    carrying,

    /** Starts a choice at a cell: a free one is added with what the drag then covers, a chosen one is removed. */
    begin(key: string): boolean {
      const slot = slotAt(key);
      if (!slot) return false;
      return together(() => {
        cursor.on(slot);
        return selecting.begin(slot);
      });
    },
    /** Takes hold of a chosen cell, to draw the choice out from its run's other end. */
    grasp(key: string): boolean {
      const slot = slotAt(key);
      const chosen = selecting.keys();
      if (!slot || !chosen.has(key)) return false;
      let first = slot;
      for (
        let above = neighbour(slot, slot.row - 1);
        above && chosen.has(above.key) && above !== first;
        above = neighbour(above, above.row - 1)
      )
        first = above;
      selecting.grasp(first);
      return true;
    },
    /** Leads the choice on to another cell, from where it began. */
    extend(key: string): void {
      const slot = slotAt(key);
      if (slot) selecting.stretch(slot);
    },
    /** Takes or gives back the cell in focus. */
    toggle(): boolean {
      const key = cursor.key();
      return key !== undefined && this.begin(key);
    },
    /** Chooses these runs instead of what was chosen. */
    choose(runs: readonly DayRun[]): void {
      if (!frame) return;
      selecting.become(new Set(runs.flatMap((run) => selecting.within(run).map((slot) => slot.key))));
      const slot = runs[0] && selecting.within(runs[0])[0];
      if (slot) cursor.on(slot);
    },
    /** Gives back the cells of a run. */
    drop(run: DayRun): void {
      const gone = new Set(selecting.within(run).map((slot) => slot.key));
      selecting.become(new Set([...selecting.keys()].filter((key) => !gone.has(key))));
    },
    clear(): void {
      selecting.release();
      selecting.become(new Set());
    },

    focusKey: cursor.key,
    /** Puts the focus on a cell. Until then it is where work most likely starts: at the first free slot from now on. */
    focus(key: string): void {
      const slot = slotAt(key);
      if (slot) cursor.on(slot);
    },
    /**
     * Moves the focus by courts and slots, over whole blocks; `extending` leads the choice along. While a booking is being moved, it moves
     * along.
     */
    move: cursor.move,

    /** Marks the found blocks and mutes the others; undefined ends the search. */
    mark(keys: ReadonlySet<string> | undefined): void {
      if (keys === undefined && found === undefined) return;
      found = keys;
      if (frame) cells.refresh(slotsOf(frame.layout));
    },
  };
}

/** Milliseconds until the next whole minute, for the clock of the grid. */
export const untilNextMinute = (nowMs: number): number => MINUTE - (nowMs % MINUTE) + 50;

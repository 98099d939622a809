/** The choice in the making: cells are taken and given back one by one, drawn out from where it began, or all at once. */
import { shutBy, cellsBetween, isFree } from "./model";
import { columnAt, type Slot } from "./layout";
import type { Frame } from "./store";

/** A place and time on a day of the grid. */
export interface DayRun {
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/** @param changed called with the cells that were added or removed */
export function createSelecting(frame: () => Frame | undefined, changed: (keys: readonly string[]) => void) {
  let keys: ReadonlySet<string> = new Set();
  let base: ReadonlySet<string> = new Set();
  let adding = true;
  /** Start of the selection; stored by its key because the grid may be laid out anew meanwhile. */
  let anchor: string | undefined;

  const selectable = (slot: Slot): boolean => {
    const current = frame();
    return current !== undefined && isFree(current.blocks, slot, current.now);
  };
  const slotAt = (key: string): Slot | undefined => frame()?.layout.byKey.get(key);
  /** Chosen cells that a choice beside `slot` can keep: those of its day. */
  const ofSameDay = (slot: Slot): string[] => [...keys].filter((key) => slotAt(key)?.shift === slot.shift);

  function become(next: ReadonlySet<string>): void {
    const different = [...keys].filter((key) => !next.has(key)).concat([...next].filter((key) => !keys.has(key)));
    if (different.length === 0) return;
    keys = next;
    changed(different);
  }

  function from(slot: Slot, kept: Iterable<string>, adds: boolean): void {
    base = new Set(kept);
    adding = adds;
    anchor = slot.key;
  }

  return {
    keys: (): ReadonlySet<string> => keys,
    selectable,
    /** Begins at a cell: a free one is added, a chosen one removed. */
    begin(slot: Slot): boolean {
      const chosen = keys.has(slot.key);
      if (!chosen && !selectable(slot)) return false;
      from(slot, ofSameDay(slot), !chosen);
      this.stretch(slot);
      return true;
    },
    /** Takes hold of the run that begins with `first`, to draw it out anew. */
    grasp(first: Slot): void {
      from(
        first,
        ofSameDay(first).filter((key) => slotAt(key)?.column !== first.column),
        true,
      );
    },
    /** Draws on what is being drawn out, or begins at a free cell. */
    hold(slot: Slot): boolean {
      if (anchor !== undefined && keys.has(anchor)) return true;
      if (!selectable(slot)) return false;
      from(slot, ofSameDay(slot), true);
      return true;
    },
    /** Sets the selection to the previous one, with the cells between the start and `to` added or removed. */
    stretch(to: Slot): void {
      const current = frame();
      const began = anchor === undefined ? undefined : slotAt(anchor);
      if (!current || !began) return;
      const next = new Set(base);
      for (const slot of cellsBetween(current.layout, began, to)) {
        if (!adding) next.delete(slot.key);
        else if (selectable(slot) && slot.shift === began.shift) {
          for (const shut of shutBy(current.layout, slot, next)) next.delete(shut);
          next.add(slot.key);
        }
      }
      become(next);
    },
    /** Cells of a run. */
    within(run: DayRun): readonly Slot[] {
      const current = frame();
      const column = current && columnAt(current.layout, run.placeId, run.day);
      return column?.slots.filter((slot) => slot.start >= run.start && slot.end <= run.end) ?? [];
    },
    become,
    /** The next choice begins anew. */
    release(): void {
      anchor = undefined;
    },
    /** Keeps of the choice what is still there, telling nobody; answers whether anything went. */
    keep(there: (key: string) => boolean): boolean {
      const next = new Set([...keys].filter(there));
      const dropped = next.size !== keys.size;
      keys = next;
      return dropped;
    },
  };
}

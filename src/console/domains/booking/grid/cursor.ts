/** The cell in focus, and its walk over courts and slots. */
import type { createCarrying } from "./carrying";
import type { Layout, Slot } from "./layout";
import { ownerOf } from "./model";
import type { createSelecting } from "./selecting";
import type { Frame } from "./store";

/** Helpers that the cursor uses while it moves. */
interface Hands {
  readonly selecting: ReturnType<typeof createSelecting>;
  readonly carrying: ReturnType<typeof createCarrying>;
  /** Called with the cells that lost and got the focus. */
  readonly moved: (keys: readonly string[]) => void;
}

const within = (value: number, end: number): number => Math.max(0, Math.min(end - 1, value));

export function createCursor(frame: () => Frame | undefined, { selecting, carrying, moved }: Hands) {
  let at: { readonly column: number; readonly row: number } | undefined;
  let focused: string | undefined;

  function go(column: number, row: number): void {
    const current = frame();
    const slot = current?.layout.columns[column]?.at[row];
    if (!current || !slot) return;
    at = { column, row };
    const owner = ownerOf(current.blocks, slot);
    const next = (owner && !carrying.now() ? current.layout.columns[owner.column]?.at[owner.row]?.key : undefined) ?? slot.key;
    const last = focused;
    focused = next;
    if (last !== next) moved([last ?? "", next]);
  }

  /** The first slot that can be chosen: of a day the uppermost, of a week that of the first day. */
  function firstFree({ columns, rows, week }: Layout): Slot | undefined {
    if (week) return columns.flatMap((column) => column.slots).find(selecting.selectable);
    for (let row = 0; row < rows; row++)
      for (const { at: slots } of columns) {
        const slot = slots[row];
        if (slot?.row === row && selecting.selectable(slot)) return slot;
      }
    return undefined;
  }

  /** If nothing has the focus yet, moves it to where work most likely starts. */
  function start(): void {
    const current = frame();
    if (!current || focused !== undefined) return;
    const first = firstFree(current.layout);
    go(first?.column ?? 0, first?.row ?? 0);
  }

  function move(columns: number, rows: number, extending: boolean): void {
    const current = frame();
    if (!current) return;
    if (!at) start();
    if (!at) return;
    const { layout, blocks } = current;
    const slot = layout.columns[at.column]?.at[at.row];
    if (!slot || (extending && !selecting.hold(slot))) return;
    const owner = extending || carrying.now() ? undefined : ownerOf(blocks, slot);
    const [left, right] = owner ? [owner.column, owner.column + owner.columns - 1] : [at.column, at.column];
    const [top, bottom] = owner ? [owner.row, owner.row + owner.rows - 1] : [slot.row, slot.row + slot.rows - 1];
    const column = columns < 0 ? left + columns : columns > 0 ? right + columns : at.column;
    const row = rows < 0 ? top + rows : rows > 0 ? bottom + rows : at.row;
    go(within(column, layout.columns.length), within(row, layout.rows));
    const reached = layout.columns[at.column]?.at[at.row];
    if (!reached) return;
    if (carrying.now()) carrying.over(reached);
    else if (extending) selecting.stretch(reached);
  }

  return {
    /** Key of the cell in focus. */
    key: (): string | undefined => focused,
    on: (slot: Slot): void => go(slot.column, slot.row),
    /** The cell in focus is elsewhere now. */
    follow(slot: Slot): void {
      at = { column: slot.column, row: slot.row };
    },
    start,
    move,
    /** The cell is no more; nothing is in focus. */
    leave(): void {
      at = undefined;
      focused = undefined;
    },
  };
}

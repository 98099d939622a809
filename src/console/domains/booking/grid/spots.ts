/** From what was pointed at to what it means: cells, their slots, and what holds them. */
import type { GridBooking } from "../../../../contract/booking/booking";
import type { Block } from "./blocks";
import type { Slot } from "./layout";
import { isFree, ownerOf } from "./model";
import type { GridStore } from "./store";

/** Position that was pointed at: the cell, and what holds it. */
export interface Spot {
  readonly slot: Slot;
  readonly block: Block | undefined;
  /** The line of the block that lies there. */
  readonly line: GridBooking | undefined;
  /** Can be chosen: open, not over, held by nothing. */
  readonly free: boolean;
  /** Has not begun. */
  readonly ahead: boolean;
  readonly element: HTMLElement;
  /** Pixels in the window. */
  readonly x: number;
  readonly y: number;
}

export const cellOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("td[data-k]") : null;

/** The cell at the pointer, also where a block lies over it. */
export function cellAt({
  currentTarget,
  clientX,
  clientY,
}: {
  currentTarget: Element;
  clientX: number;
  clientY: number;
}): HTMLElement | null {
  const under = document.elementsFromPoint(clientX, clientY);
  const cell = under.find((element) => element.matches("td[data-k]") && currentTarget.contains(element));
  return cell instanceof HTMLElement ? cell : null;
}

export const slotOf = (store: GridStore, cell: HTMLElement | null): Slot | undefined =>
  store.frame()?.layout.byKey.get(cell?.dataset["k"] ?? "");

/** Returns the spot of a cell. @param x,y pixels in the window, where the pointer was; left out, the cell's own corner */
export function spotOf(store: GridStore, element: HTMLElement, x?: number, y?: number): Spot | undefined {
  const frame = store.frame();
  const slot = slotOf(store, element);
  if (!frame || !slot) return undefined;
  const box = (element.querySelector(".bk") ?? element).getBoundingClientRect();
  const block = ownerOf(frame.blocks, slot);
  const placeId = frame.layout.columns[slot.column]?.placeId;
  const line = block?.lines.find((each) => each.placeId === placeId && each.start < slot.end && slot.start < each.end) ?? block?.lines[0];
  const free = isFree(frame.blocks, slot, frame.now);
  const ahead = slot.open && slot.start + slot.shift > frame.now;
  return { slot, block, line, free, ahead, element, x: x ?? box.left + 8, y: y ?? box.top + 24 };
}

/** Moves the cursor by `change`, and the keyboard's focus after it. @param near the cell that it most likely comes to */
export function focusCell(store: GridStore, root: Element, change: () => void, near?: HTMLElement): void {
  change();
  const key = store.focusKey();
  if (key === undefined) return;
  const cell = near?.dataset["k"] === key ? near : root.querySelector<HTMLElement>(`td[data-k="${CSS.escape(key)}"]`);
  cell?.focus();
}

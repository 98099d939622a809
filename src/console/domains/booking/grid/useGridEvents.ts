import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react";
import type { GridBooking } from "../../../../contract/booking";
import type { Block } from "./blocks";
import type { Carry } from "./carry";
import type { Slot } from "./layout";
import { isFree, ownerOf } from "./model";
import type { GridStore } from "./store";

/** Where something was pointed at: the cell, and what holds it. */
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

/** What the grid tells its page. */
export interface GridEvents {
  /** A choice was made or changed, and the hand is off. */
  onChosen: () => void;
  /** Enter on a choice, or a click on what is held. */
  onOpen: (spot: Spot) => void;
  onMenu: (spot: Spot) => void;
  /** The pointer rests on a block, or left it. */
  onHover: (spot: Spot | undefined) => void;
  /** Whether a booking may be taken into the hand; without it none may. */
  mayCarry?: (kind: Carry["kind"], booking: GridBooking) => boolean;
  /** A booking was put down where it fits. */
  onPutDown?: (carry: Carry) => void;
  /** A booking was let go where it does not fit, and stays where it was. */
  onMisfit?: (carry: Carry) => void;
}

const LONG_PRESS_MS = 500;
const REST_MS = 350;
/** Pixels of the pointer before a press on a block becomes a drag. */
const SLACK = 5;
/** Pixels at the end of a block by which it is drawn out. */
const EDGE = 8;
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -8],
  PageDown: [0, 8],
  Home: [-1000, 0],
  End: [1000, 0],
};

/** Pointer and keys of the grid, heard once for all cells. The handlers never change, so that the table is not drawn again for them. */
export function useGridEvents(store: GridStore, events: GridEvents) {
  const told = useRef(events);
  useEffect(() => {
    told.current = events;
  });
  const [handlers] = useState(() => listen(store, told));
  return handlers;
}

function listen(store: GridStore, told: { readonly current: GridEvents }) {
  const { carrying } = store;
  /** Key of the cell that a drag of the choice reached last. */
  let drag: string | undefined;
  /** A press on a block that may become a move or an extension. */
  let hold: { readonly spot: Spot; readonly kind: Carry["kind"]; readonly x: number; readonly y: number } | undefined;
  let press: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let touched = false;
  /** What was pressed has been answered: the click that follows says nothing. */
  let answered = false;

  const cellOf = (target: EventTarget | null): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>("td[data-k]") : null;
  /** The cell under the pointer: a drag of a finger stays bound to where it began, and a block lies over the cells that it covers. */
  const cellUnder = (event: { target: EventTarget; currentTarget: Element; clientX: number; clientY: number }): HTMLElement | null => {
    const { target, currentTarget } = event;
    const dragged = touched && drag !== undefined;
    if (!dragged && target instanceof Element && target.closest(".bk") === null) return cellOf(target);
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const cell = under.find((element) => element.matches("td[data-k]") && currentTarget.contains(element));
    return cell instanceof HTMLElement ? cell : null;
  };
  const slotOf = (cell: HTMLElement | null): Slot | undefined => store.frame()?.layout.byKey.get(cell?.dataset["k"] ?? "");
  const spotOf = (element: HTMLElement, x?: number, y?: number): Spot | undefined => {
    const frame = store.frame();
    const slot = slotOf(element);
    if (!frame || !slot) return undefined;
    const box = (element.querySelector(".bk") ?? element).getBoundingClientRect();
    const block = ownerOf(frame.blocks, slot);
    const placeId = frame.layout.columns[slot.column]?.placeId;
    const line = block?.lines.find((each) => each.placeId === placeId && each.start < slot.end && slot.start < each.end) ?? block?.lines[0];
    const free = isFree(frame.blocks, slot, frame.now);
    const ahead = slot.open && slot.start + slot.shift > frame.now;
    return { slot, block, line, free, ahead, element, x: x ?? box.left + 8, y: y ?? box.top + 24 };
  };
  const focusCell = (root: Element, change: () => void): void => {
    change();
    const key = store.focusKey();
    if (key !== undefined) root.querySelector<HTMLElement>(`td[data-k="${CSS.escape(key)}"]`)?.focus();
  };
  const cancelTimers = (): void => {
    clearTimeout(press);
    clearTimeout(rest);
    told.current.onHover(undefined);
  };
  const may = (kind: Carry["kind"], { block, line }: Spot): boolean =>
    block !== undefined && block.look !== "linked" && line !== undefined && told.current.mayCarry?.(kind, line) === true;
  const putDown = (): void => {
    const carry = carrying.down();
    if (carry) told.current.onPutDown?.(carry);
  };

  return {
    onPointerDown(event: PointerEvent<HTMLTableElement>) {
      cancelTimers();
      const root = event.currentTarget;
      // The focus follows the pointer too; its ring is for the keys alone.
      root.dataset["by"] = "pointer";
      touched = event.pointerType === "touch";
      answered = false;
      hold = undefined;
      const { clientX, clientY } = event;
      const cell = cellUnder(event);
      if (!cell) return;
      const key = cell.dataset["k"] ?? "";
      if (touched) {
        // A chosen cell is a handle, which the finger draws out; anywhere else it scrolls.
        if (!carrying.now() && store.grasp(key)) drag = key;
        press = setTimeout(() => {
          answered = true;
          drag = undefined;
          const spot = spotOf(cell, clientX, clientY);
          if (spot) told.current.onMenu(spot);
        }, LONG_PRESS_MS);
        return;
      }
      if (event.button !== 0 || carrying.now()) return;
      const bk = event.target instanceof Element ? event.target.closest(".bk") : null;
      if (bk) {
        const spot = spotOf(cell);
        const box = bk.getBoundingClientRect();
        const atEnd = root.dataset["across"] === undefined ? box.bottom - clientY < EDGE : box.right - clientX < EDGE;
        const kind = atEnd ? "extend" : "move";
        if (spot && may(kind, spot)) hold = { spot, kind, x: clientX, y: clientY };
        return;
      }
      event.preventDefault();
      if (event.shiftKey) store.extend(key);
      else if (store.begin(key)) drag = key;
      focusCell(root, () => store.focus(key));
    },
    onPointerMove(event: PointerEvent<HTMLTableElement>) {
      const root = event.currentTarget;
      if (touched) {
        if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) clearTimeout(press);
        if (drag === undefined) return;
      } else if (event.buttons !== 1) {
        if (carrying.now()?.down === false && hold === undefined) {
          const slot = slotOf(cellUnder(event));
          if (slot) carrying.over(slot);
        }
        return;
      }
      if (hold && !carrying.now() && Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > SLACK) {
        cancelTimers();
        const { line, slot } = hold.spot;
        if (line) carrying.take(hold.kind, line, slot.start);
        root.dataset["carry"] = hold.kind;
      }
      if (hold && carrying.now()) {
        const slot = slotOf(cellUnder(event));
        if (slot) carrying.over(slot);
        return;
      }
      if (drag === undefined) return;
      const key = cellUnder(event)?.dataset["k"];
      if (key === undefined || key === drag) return;
      drag = key;
      answered = touched;
      store.extend(key);
    },
    onPointerUp(event: PointerEvent<HTMLTableElement>) {
      clearTimeout(press);
      delete event.currentTarget.dataset["carry"];
      if (hold && carrying.now()) {
        answered = true;
        const carry = carrying.now();
        if (carry?.fits) putDown();
        else {
          carrying.drop();
          if (carry && (carry.to.start !== carry.booking.start || carry.to.placeId !== carry.booking.placeId))
            told.current.onMisfit?.(carry);
        }
      }
      hold = undefined;
      if (drag !== undefined && (!touched || answered)) told.current.onChosen();
      drag = undefined;
    },
    onPointerCancel(event: PointerEvent<HTMLTableElement>) {
      clearTimeout(press);
      delete event.currentTarget.dataset["carry"];
      if (hold) carrying.drop();
      hold = undefined;
      drag = undefined;
    },
    onPointerOver(event: PointerEvent<HTMLTableElement>) {
      if (event.pointerType !== "mouse" || drag !== undefined || carrying.now()) return;
      clearTimeout(rest);
      const cell = event.target instanceof Element && event.target.closest(".bk") ? cellOf(event.target) : null;
      if (!cell) return told.current.onHover(undefined);
      rest = setTimeout(() => told.current.onHover(spotOf(cell)), REST_MS);
      return undefined;
    },
    onPointerLeave: cancelTimers,
    onClick(event: MouseEvent<HTMLTableElement>) {
      const root = event.currentTarget;
      const cell = cellUnder(event);
      if (!cell || answered) return;
      const spot = spotOf(cell);
      if (!spot) return;
      const carry = carrying.now();
      if (carry) {
        if (carry.down && !touched) return;
        carrying.over(spot.slot);
        putDown();
      } else if (spot.block) {
        focusCell(root, () => store.focus(spot.slot.key));
        told.current.onOpen(spot);
      } else if (touched && store.begin(spot.slot.key)) told.current.onChosen();
    },
    onContextMenu(event: MouseEvent<HTMLTableElement>) {
      const byKey = event.clientX === 0 && event.clientY === 0;
      const cell = byKey ? cellOf(event.target) : cellUnder(event);
      if (!cell) return;
      event.preventDefault();
      if (touched || carrying.now()) return;
      cancelTimers();
      const spot = byKey ? spotOf(cell) : spotOf(cell, event.clientX, event.clientY);
      if (!spot) return;
      focusCell(event.currentTarget, () => store.focus(spot.slot.key));
      told.current.onMenu(spot);
    },
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const root = event.currentTarget;
      delete root.dataset["by"];
      const step = STEPS[event.key];
      const carry = carrying.now();
      if (step && !event.altKey && !event.metaKey) {
        event.preventDefault();
        const [x, y] = event.ctrlKey ? [step[0] * 1000, step[1] * 1000] : step;
        const [columns, rows] = root.dataset["across"] === undefined ? [x, y] : [y, x];
        focusCell(root, () => store.move(columns, rows, event.shiftKey && !carry));
        if (event.shiftKey && !carry) told.current.onChosen();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (carry && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        putDown();
      } else if (carry && event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        carrying.drop();
      } else if (event.key === " ") {
        event.preventDefault();
        store.toggle();
        told.current.onChosen();
      } else if (event.key === "Enter") {
        event.preventDefault();
        const cell = cellOf(event.target);
        const spot = cell ? spotOf(cell) : undefined;
        if (!spot) return;
        if (!spot.block && store.choice().keys.size === 0) store.begin(spot.slot.key);
        told.current.onOpen(spot);
      } else if (event.key === "Escape" && store.choice().keys.size > 0) {
        event.preventDefault();
        event.stopPropagation();
        store.clear();
      }
    },
  };
}

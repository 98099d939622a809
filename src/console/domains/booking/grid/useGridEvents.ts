import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react";
import { flushSync } from "react-dom";
import type { Block } from "./blocks";
import type { Slot } from "./layout";
import { ownerOf } from "./model";
import type { GridStore } from "./store";

/** Where something was pointed at: the cell, and what holds it. */
export interface Spot {
  readonly slot: Slot;
  readonly block: Block | undefined;
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
}

const LONG_PRESS_MS = 500;
const REST_MS = 350;
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
  let drag: string | undefined;
  let press: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let touched = false;
  let pressed = false;

  const cellOf = (target: EventTarget): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>("td[data-k]") : null;
  const spotOf = (element: HTMLElement, x?: number, y?: number): Spot | undefined => {
    const frame = store.frame();
    const slot = frame?.layout.byKey.get(element.dataset["k"] ?? "");
    if (!frame || !slot) return undefined;
    const box = (element.querySelector(".bk") ?? element).getBoundingClientRect();
    return { slot, block: ownerOf(frame.blocks, slot), element, x: x ?? box.left + 8, y: y ?? box.top + 24 };
  };
  const focusCell = (root: Element, change: () => void): void => {
    flushSync(change);
    const key = store.focusKey();
    if (key !== undefined) root.querySelector<HTMLElement>(`td[data-k="${CSS.escape(key)}"]`)?.focus();
  };
  const cancelTimers = (): void => {
    clearTimeout(press);
    clearTimeout(rest);
    told.current.onHover(undefined);
  };

  return {
    onPointerDown(event: PointerEvent<HTMLTableElement>) {
      cancelTimers();
      // The focus follows the pointer too; its ring is for the keys alone.
      event.currentTarget.dataset["by"] = "pointer";
      touched = event.pointerType === "touch";
      pressed = false;
      const cell = cellOf(event.target);
      if (!cell) return;
      if (touched) {
        const { clientX, clientY } = event;
        press = setTimeout(() => {
          pressed = true;
          const spot = spotOf(cell, clientX, clientY);
          if (spot) told.current.onMenu(spot);
        }, LONG_PRESS_MS);
        return;
      }
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest(".bk"))) return;
      event.preventDefault();
      const key = cell.dataset["k"] ?? "";
      if (event.shiftKey) store.extend(key);
      else if (store.begin(key)) drag = key;
      focusCell(event.currentTarget, () => store.focus(key));
    },
    onPointerMove(event: PointerEvent<HTMLTableElement>) {
      if (touched) {
        if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) clearTimeout(press);
        return;
      }
      if (drag === undefined || event.buttons !== 1) return;
      const key = cellOf(event.target)?.dataset["k"];
      if (key === undefined || key === drag) return;
      drag = key;
      store.extend(key);
    },
    onPointerUp() {
      clearTimeout(press);
      if (drag !== undefined) told.current.onChosen();
      drag = undefined;
    },
    onPointerCancel() {
      clearTimeout(press);
      drag = undefined;
    },
    onPointerOver(event: PointerEvent<HTMLTableElement>) {
      if (event.pointerType !== "mouse" || drag !== undefined) return;
      clearTimeout(rest);
      const cell = event.target instanceof Element && event.target.closest(".bk") ? cellOf(event.target) : null;
      if (!cell) return told.current.onHover(undefined);
      rest = setTimeout(() => told.current.onHover(spotOf(cell)), REST_MS);
      return undefined;
    },
    onPointerLeave: cancelTimers,
    onClick(event: MouseEvent<HTMLTableElement>) {
      const cell = cellOf(event.target);
      if (!cell || pressed) return;
      const spot = spotOf(cell);
      if (!spot) return;
      if (spot.block) {
        focusCell(event.currentTarget, () => store.focus(spot.slot.key));
        told.current.onOpen(spot);
      } else if (touched && store.begin(spot.slot.key)) told.current.onChosen();
    },
    onContextMenu(event: MouseEvent<HTMLTableElement>) {
      const cell = cellOf(event.target);
      if (!cell) return;
      event.preventDefault();
      if (touched) return;
      cancelTimers();
      const byKey = event.clientX === 0 && event.clientY === 0;
      const spot = byKey ? spotOf(cell) : spotOf(cell, event.clientX, event.clientY);
      if (!spot) return;
      focusCell(event.currentTarget, () => store.focus(spot.slot.key));
      told.current.onMenu(spot);
    },
    onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
      const root = event.currentTarget;
      delete root.dataset["by"];
      const step = STEPS[event.key];
      if (step && !event.altKey && !event.metaKey) {
        event.preventDefault();
        const [columns, rows] = event.ctrlKey ? [step[0] * 1000, step[1] * 1000] : step;
        focusCell(root, () => store.move(columns, rows, event.shiftKey));
        if (event.shiftKey) told.current.onChosen();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " ") {
        event.preventDefault();
        flushSync(() => store.toggle());
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

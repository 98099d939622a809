import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from "react";
import type { GridBooking } from "../../../../contract/booking/booking";
import type { Carry } from "./carry";
import { listenToKeys } from "./grid-keys";
import { cellAt, cellOf, focusCell, slotOf, type Spot, spotOf } from "./spots";
import type { GridStore } from "./store";

/** Events that the grid reports to its page. */
export interface GridEvents {
  /** A choice was made or changed, and the hand is off. */
  onChosen: () => void;
  /** Enter on a choice, or a click on what is held. */
  onOpen: (spot: Spot) => void;
  onMenu: (spot: Spot) => void;
  /** The pointer rests on a block, or left it. */
  onHover: (spot: Spot | undefined) => void;
  /** True if a booking may be picked up; without it none may. */
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

/** Pointer and keys of the grid, heard once for all cells. The handlers never change, so that the table is not drawn again for them. */
export function useGridEvents(store: GridStore, events: GridEvents) {
  const latestEvents = useRef(events);
  useEffect(() => {
    latestEvents.current = events;
  });
  const [handlers] = useState(() => listen(store, latestEvents));
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
  /** True if the press was already handled: the click that follows is ignored. */
  let answered = false;

  /** The cell under the pointer: a drag of a finger stays bound to where it began, and a block lies over the cells that it covers. */
  const cellUnder = (event: { target: EventTarget; currentTarget: Element; clientX: number; clientY: number }): HTMLElement | null => {
    const dragged = touched && drag !== undefined;
    const bare = event.target instanceof Element && event.target.closest(".bk") === null;
    return bare && !dragged ? cellOf(event.target) : cellAt(event);
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
          const spot = spotOf(store, cell, clientX, clientY);
          if (spot) told.current.onMenu(spot);
        }, LONG_PRESS_MS);
        return;
      }
      if (event.button !== 0 || carrying.now()) return;
      const bk = event.target instanceof Element ? event.target.closest(".bk") : null;
      if (bk) {
        const spot = spotOf(store, cell);
        const box = bk.getBoundingClientRect();
        const atEnd = root.dataset["across"] === undefined ? box.bottom - clientY < EDGE : box.right - clientX < EDGE;
        const kind = atEnd ? "extend" : "move";
        if (spot && may(kind, spot)) hold = { spot, kind, x: clientX, y: clientY };
        return;
      }
      event.preventDefault();
      if (event.shiftKey) store.extend(key);
      else if (store.begin(key)) drag = key;
      focusCell(store, root, () => store.focus(key), cell);
    },
    onPointerMove(event: PointerEvent<HTMLTableElement>) {
      const root = event.currentTarget;
      if (touched) {
        if (Math.abs(event.movementX) + Math.abs(event.movementY) > 4) clearTimeout(press);
        if (drag === undefined) return;
      } else if (event.buttons !== 1) {
        if (carrying.now()?.down === false && hold === undefined) {
          const slot = slotOf(store, cellUnder(event));
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
        const slot = slotOf(store, cellUnder(event));
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
      rest = setTimeout(() => told.current.onHover(spotOf(store, cell)), REST_MS);
      return undefined;
    },
    onPointerLeave: cancelTimers,
    onClick(event: MouseEvent<HTMLTableElement>) {
      const root = event.currentTarget;
      const cell = cellUnder(event);
      if (!cell || answered) return;
      const spot = spotOf(store, cell);
      if (!spot) return;
      const carry = carrying.now();
      if (carry) {
        if (carry.down && !touched) return;
        carrying.over(spot.slot);
        // If it does not fit, the arrow keys move it further from there.
        focusCell(store, root, () => store.focus(spot.slot.key));
        putDown();
      } else if (spot.block) {
        focusCell(store, root, () => store.focus(spot.slot.key));
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
      const spot = byKey ? spotOf(store, cell) : spotOf(store, cell, event.clientX, event.clientY);
      if (!spot) return;
      focusCell(store, event.currentTarget, () => store.focus(spot.slot.key));
      told.current.onMenu(spot);
    },
    onKeyDown: listenToKeys(store, {
      onChosen: () => told.current.onChosen(),
      onOpen: (spot) => told.current.onOpen(spot),
      onPutDown: putDown,
    }),
  };
}

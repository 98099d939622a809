import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Done } from "./Cell";
import { MOVES } from "./keys";
import {
  areaOf,
  cellKey,
  copied,
  DAYS,
  fill,
  type Hours,
  isOpen,
  paste,
  priceAt,
  type PriceClass,
  reach,
  type Sheet,
  shortPrice,
  type Spot,
  cellsOnSale,
  togglePeak,
  typeIn,
} from "./sheet";
import type { SheetHandle } from "./use-sheet";
import { isOfInputMethod } from "../../../keys/ime";

/** Selection: `focus` has the keyboard, `anchor` is the other corner. */
export interface Selection {
  readonly anchor: Spot;
  readonly focus: Spot;
}

/** Handles the input in the matrix: select cells, type prices into them, copy, paste, undo. */
export function useMatrixEvents({
  handle,
  kind,
  hours,
  selection,
  onSelection,
  readOnly,
}: {
  handle: SheetHandle;
  kind: PriceClass;
  hours: Hours;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  readOnly: boolean;
}) {
  const { sheet, change } = handle;
  const [typed, setTyped] = useState<string>();
  const table = useRef<HTMLTableElement>(null);
  const dragging = useRef(false);
  const { first, last } = reach(hours);
  const area = areaOf(selection.anchor, selection.focus);
  const { focus } = selection;
  const hasFocus = useRef(false);
  useEffect(() => {
    if (typed === undefined && hasFocus.current)
      table.current?.querySelector<HTMLElement>(`[data-day="${focus.day}"][data-half="${focus.half}"]`)?.focus();
  }, [focus.day, focus.half, typed]);
  useEffect(() => {
    const release = (): void => {
      dragging.current = false;
    };
    window.addEventListener("pointerup", release);
    return () => window.removeEventListener("pointerup", release);
  }, []);

  const inside = ({ day, half }: Spot): Spot => ({
    day: Math.min(DAYS - 1, Math.max(0, day)),
    half: Math.min(last - 1, Math.max(first, half)),
  });
  const move = ([day, half]: readonly [number, number], extend: boolean): void => {
    const next = inside({ day: focus.day + day, half: focus.half + half });
    onSelection({ anchor: extend ? selection.anchor : next, focus: next });
  };
  const column = (day: number): Selection => ({ anchor: { day, half: first }, focus: { day, half: last - 1 } });
  const row = (half: number): Selection => ({ anchor: { day: 0, half }, focus: { day: DAYS - 1, half } });
  const choose = (next: Selection): void => {
    hasFocus.current = true;
    onSelection(next);
  };
  const one = area.from.day === area.to.day && area.from.half === area.to.half;
  const finish = (how: Done): void => {
    if (typed !== undefined && how !== "cancel") change(typeIn(sheet, kind, cellsOnSale(area, hours), typed));
    setTyped(undefined);
    if (how === "down" && one) move([0, 1], false);
  };
  const begin = (text: string): void => {
    if (isOpen(hours, focus)) setTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    const command = event.ctrlKey || event.metaKey;
    if (isOfInputMethod(event) || event.altKey || event.target instanceof HTMLInputElement) return;
    const done = (work: () => void): void => {
      event.preventDefault();
      event.stopPropagation();
      work();
    };
    const by = MOVES[key];
    if (by && command) return done(() => move([by[0] * DAYS, by[1] * last], shiftKey));
    if (by) return done(() => move(by, shiftKey));
    if (key === "Home") return done(() => move([-DAYS, 0], shiftKey));
    if (key === "End") return done(() => move([DAYS, 0], shiftKey));
    if (key === " " && (command || shiftKey)) return done(() => onSelection(command ? column(focus.day) : row(focus.half)));
    if (command && key.toLowerCase() === "a")
      return done(() => onSelection({ anchor: { day: 0, half: first }, focus: { day: DAYS - 1, half: last - 1 } }));
    if (readOnly) return;
    if (command && key.toLowerCase() === "z") return done(() => (shiftKey ? handle.redo : handle.undo)?.());
    if (command && key.toLowerCase() === "y") return done(() => handle.redo?.());
    if (command) return;
    if (/^[\d.]$/.test(key)) return done(() => begin(key));
    if (key === "F2" || key === "Enter") return done(() => begin(textAt(sheet, kind, focus)));
    if (key === "Delete" || key === "Backspace") return done(() => change(fill(sheet, kind, cellsOnSale(area, hours), null)));
    if (key.toLowerCase() === "p" && kind === "walkIn") return done(() => change(togglePeak(sheet, cellsOnSale(area, hours))));
  };
  const spotAt = (target: EventTarget): Spot | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-half]") : null;
    return cell ? { day: Number(cell.dataset["day"]), half: Number(cell.dataset["half"]) } : undefined;
  };
  const onPointerDown = (event: PointerEvent): void => {
    const spot = spotAt(event.target);
    if (!spot || event.button !== 0 || event.target instanceof HTMLInputElement) return;
    if (typed !== undefined) finish("stay");
    dragging.current = event.pointerType === "mouse";
    choose({ anchor: event.shiftKey ? selection.anchor : spot, focus: spot });
  };
  const onPointerOver = (event: PointerEvent): void => {
    const spot = dragging.current ? spotAt(event.target) : undefined;
    if (spot) onSelection({ anchor: selection.anchor, focus: spot });
  };

  return {
    /** Table that listens to the events. */
    table,
    /** Typed part of a price that is not entered yet. */
    typed,
    setTyped,
    finish,
    chooseDay: (day: number): void => choose(column(day)),
    chooseTime: (half: number): void => choose(row(half)),
    handlers: {
      onKeyDown,
      onPointerDown,
      onPointerOver,
      onDoubleClick: (event: MouseEvent): void => {
        if (!readOnly && spotAt(event.target)) begin(textAt(sheet, kind, focus));
      },
      onFocus: (): void => {
        hasFocus.current = true;
      },
      onBlur: (event: FocusEvent): void => {
        if (!event.currentTarget.contains(event.relatedTarget)) hasFocus.current = false;
      },
      onCopy: (event: ClipboardEvent): void => {
        if (event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        event.clipboardData.setData("text/plain", copied(sheet, kind, area));
      },
      onPaste: (event: ClipboardEvent): void => {
        if (readOnly || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        const pasted = paste(sheet, kind, area, event.clipboardData.getData("text/plain"), hours);
        change(pasted.sheet);
        onSelection({ anchor: pasted.area.from, focus: pasted.area.to });
      },
    },
  };
}

/** The text of a cell, as it is typed. */
function textAt(sheet: Sheet, kind: PriceClass, spot: Spot): string {
  const { price } = priceAt(sheet, kind, spot);
  return sheet.unread[cellKey(kind, spot)] ?? (price === null ? "" : shortPrice(price));
}

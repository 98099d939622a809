import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { clock, GRANULE } from "../../../../contract/time";
import { useT } from "../../../i18n/useT";
import { useShortcuts } from "../../../keys/shortcuts";
import { timeSpan, useWeekdays } from "../words";
import { Cell, type Done } from "./Cell";
import { MATRIX_KEYS, MOVES } from "./keys";
import {
  type Area,
  areaOf,
  cellKey,
  copied,
  DAYS,
  fill,
  heatOf,
  heatSteps,
  type Hours,
  isChanged,
  isOpen,
  paste,
  priceAt,
  type PriceClass,
  reach,
  type Sheet,
  shortPrice,
  type Spot,
  spotsOf,
  togglePeak,
  typeIn,
  within,
} from "./sheet";
import type { SheetHandle } from "./useSheet";

/** What is chosen: `focus` has the keyboard, `anchor` is the other corner. */
export interface Selection {
  readonly anchor: Spot;
  readonly focus: Spot;
}

/**
 * The prices of a week for one class of customer: weekdays beside one another, half hours below. Cells are chosen by drag or Shift+arrows,
 * typing a price fills them; lines of a spreadsheet can be pasted. Coloured by price, with what differs from the saved plan marked.
 */
export function Matrix({
  handle,
  saved,
  kind,
  hours,
  label,
  selection,
  onSelection,
  readOnly,
}: {
  handle: SheetHandle;
  saved: Sheet;
  kind: PriceClass;
  hours: Hours;
  label: string;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  readOnly: boolean;
}) {
  const t = useT();
  const names = useWeekdays();
  useShortcuts(MATRIX_KEYS);
  const { sheet, change } = handle;
  const [typed, setTyped] = useState<string>();
  const table = useRef<HTMLTableElement>(null);
  const dragging = useRef(false);
  const { first, last } = reach(hours);
  const area = areaOf(selection.anchor, selection.focus);
  const steps = heatSteps(sheet, kind, hours);
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
  const one = area.from.day === area.to.day && area.from.half === area.to.half;
  const finish = (how: Done): void => {
    if (typed !== undefined && how !== "cancel") change(typeIn(sheet, kind, spotsOf(area, hours), typed));
    setTyped(undefined);
    if (how === "down" && one) move([0, 1], false);
  };
  const begin = (text: string): void => {
    if (isOpen(hours, focus)) setTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event;
    const command = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing || event.altKey || event.target instanceof HTMLInputElement) return;
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
    const whole = (day: boolean): Selection => ({
      anchor: day ? { day: focus.day, half: first } : { day: 0, half: focus.half },
      focus: day ? { day: focus.day, half: last - 1 } : { day: DAYS - 1, half: focus.half },
    });
    if (key === " " && (command || shiftKey)) return done(() => onSelection(whole(command)));
    if (command && key.toLowerCase() === "a")
      return done(() => onSelection({ anchor: { day: 0, half: first }, focus: { day: DAYS - 1, half: last - 1 } }));
    if (readOnly) return;
    if (command && key.toLowerCase() === "z") return done(() => (shiftKey ? handle.redo : handle.undo)?.());
    if (command && key.toLowerCase() === "y") return done(() => handle.redo?.());
    if (command) return;
    if (/^[\d.]$/.test(key)) return done(() => begin(key));
    if (key === "F2" || key === "Enter") return done(() => begin(textAt(sheet, kind, focus)));
    if (key === "Delete" || key === "Backspace") return done(() => change(fill(sheet, kind, spotsOf(area, hours), null)));
    if (key.toLowerCase() === "p" && kind === "walkIn") return done(() => change(togglePeak(sheet, spotsOf(area, hours))));
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
    hasFocus.current = true;
    onSelection({ anchor: event.shiftKey ? selection.anchor : spot, focus: spot });
  };
  const onPointerOver = (event: PointerEvent): void => {
    const spot = dragging.current ? spotAt(event.target) : undefined;
    if (spot) onSelection({ anchor: selection.anchor, focus: spot });
  };

  return (
    <table
      ref={table}
      className="pm"
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-readonly={readOnly}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerOver={onPointerOver}
      onDoubleClick={(event) => {
        if (!readOnly && spotAt(event.target)) begin(textAt(sheet, kind, focus));
      }}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={(event) => {
        if (!table.current?.contains(event.relatedTarget)) hasFocus.current = false;
      }}
      onCopy={(event) => {
        if (event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        event.clipboardData.setData("text/plain", copied(sheet, kind, area));
      }}
      onPaste={(event) => {
        if (readOnly || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        const pasted = paste(sheet, kind, area, event.clipboardData.getData("text/plain"), hours);
        change(pasted.sheet);
        onSelection({ anchor: pasted.area.from, focus: pasted.area.to });
      }}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("prices.time")}</span>
          </th>
          {names.map((name, day) => (
            <th key={name} scope="col" data-on={day >= area.from.day && day <= area.to.day}>
              <button
                type="button"
                tabIndex={-1}
                title={t("prices.selectDay", { day: name })}
                onClick={() => {
                  hasFocus.current = true;
                  onSelection({ anchor: { day, half: first }, focus: { day, half: last - 1 } });
                }}
              >
                {name}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: last - first }, (_, i) => first + i).map((half) => (
          <tr key={half}>
            <th scope="row" data-on={half >= area.from.half && half <= area.to.half} data-hour={half % 2 === 0 || undefined}>
              <button
                type="button"
                tabIndex={-1}
                title={t("prices.selectTime", { time: clock(half * GRANULE) })}
                onClick={() => {
                  hasFocus.current = true;
                  onSelection({ anchor: { day: 0, half }, focus: { day: DAYS - 1, half } });
                }}
              >
                {clock(half * GRANULE)}
              </button>
            </th>
            {names.map((name, day) => {
              const spot = { day, half };
              const open = isOpen(hours, spot);
              const isFocus = focus.day === day && focus.half === half;
              const { price, inherited } = priceAt(sheet, kind, spot);
              const unread = sheet.unread[cellKey(kind, spot)];
              const before = saved.prices[kind][day]?.[half] ?? null;
              const editing = isFocus && typed !== undefined && open;
              return (
                <Cell
                  key={day}
                  day={day}
                  half={half}
                  name={`${name} ${timeSpan(half * GRANULE, (half + 1) * GRANULE)}`}
                  open={open}
                  price={price}
                  inherited={inherited}
                  unread={unread}
                  peak={sheet.peak[day]?.[half] ?? false}
                  changed={isChanged(sheet, saved, kind, spot)}
                  before={before}
                  heat={price === null ? 0 : heatOf(steps, price)}
                  selected={within(area, spot)}
                  edge={edgeOf(area, spot)}
                  focused={isFocus}
                  typed={editing ? typed : undefined}
                  onTyped={editing ? setTyped : undefined}
                  onDone={editing ? finish : undefined}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What stands in a cell, as it is typed. */
function textAt(sheet: Sheet, kind: PriceClass, spot: Spot): string {
  const { price } = priceAt(sheet, kind, spot);
  return sheet.unread[cellKey(kind, spot)] ?? (price === null ? "" : shortPrice(price));
}

/** Sides of the chosen area that a cell lies at, as letters. */
function edgeOf({ from, to }: Area, { day, half }: Spot): string {
  if (day < from.day || day > to.day || half < from.half || half > to.half) return "";
  return `${half === from.half ? "t" : ""}${half === to.half ? "b" : ""}${day === from.day ? "l" : ""}${day === to.day ? "r" : ""}`;
}

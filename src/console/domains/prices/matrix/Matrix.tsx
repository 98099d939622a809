import { clock, GRANULE, span } from "../../../../contract/core/time";
import { useT } from "../../../i18n/use-t";
import { useShortcuts } from "../../../keys/shortcuts";
import { useWeekdays } from "../../../ui/format-days";
import { Cell } from "./Cell";
import { MATRIX_KEYS } from "./keys";
import {
  type Area,
  areaOf,
  cellKey,
  heatOf,
  heatSteps,
  type Hours,
  isChanged,
  isOpen,
  priceAt,
  type PriceClass,
  reach,
  type Sheet,
  type Spot,
  isWithinArea,
} from "./sheet";
import { type Selection, useMatrixEvents } from "./use-matrix-events";
import type { SheetHandle } from "./use-sheet";

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
  const { sheet } = handle;
  const { first, last } = reach(hours);
  const area = areaOf(selection.anchor, selection.focus);
  const steps = heatSteps(sheet, kind, hours);
  const { focus } = selection;
  const { table, typed, setTyped, finish, chooseDay, chooseTime, handlers } = useMatrixEvents({
    handle,
    kind,
    hours,
    selection,
    onSelection,
    readOnly,
  });

  return (
    <table ref={table} className="pm" role="grid" aria-label={label} aria-multiselectable aria-readonly={readOnly} {...handlers}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("prices.time")}</span>
          </th>
          {names.map((name, day) => (
            <th key={name} scope="col" data-on={day >= area.from.day && day <= area.to.day}>
              <button type="button" tabIndex={-1} title={t("prices.selectDay", { day: name })} onClick={() => chooseDay(day)}>
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
                onClick={() => chooseTime(half)}
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
                  name={`${name} ${span(half * GRANULE, (half + 1) * GRANULE)}`}
                  open={open}
                  price={price}
                  inherited={inherited}
                  unread={unread}
                  peak={sheet.peak[day]?.[half] ?? false}
                  changed={isChanged(sheet, saved, kind, spot)}
                  before={before}
                  heat={price === null ? 0 : heatOf(steps, price)}
                  selected={isWithinArea(area, spot)}
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

/** Sides of the chosen area that a cell lies at, as letters. */
function edgeOf({ from, to }: Area, { day, half }: Spot): string {
  if (day < from.day || day > to.day || half < from.half || half > to.half) return "";
  return `${half === from.half ? "t" : ""}${half === to.half ? "b" : ""}${day === from.day ? "l" : ""}${day === to.day ? "r" : ""}`;
}

import { useRef } from "react";
import { clock, DAY_MINUTES, GRANULE, span } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Weekdays } from "../../ui/form/Weekdays";

/** A time of the week at which a hall is closed; no weekday: every day. Minutes from midnight. */
export interface ClosedValue {
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
}
const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => i * GRANULE);
const NOON = { weekdays: [], start: 720, end: 780 } as const;

/** Weekly closed times as a form's field. */
export function ClosedTimes({
  value = [],
  onChange,
  id,
}: {
  value?: readonly ClosedValue[];
  onChange?: (value: readonly ClosedValue[]) => void;
  id?: string;
}) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  /** The time goes with what was pressed in it: the focus moves to the button that adds another. */
  const remove = (at: number): void => {
    root.current?.querySelector<HTMLElement>(":scope > button")?.focus();
    onChange?.(value.filter((_, i) => i !== at));
  };
  const put = (at: number, change: Partial<ClosedValue>): void =>
    onChange?.(value.map((one, i) => (i === at ? { ...one, ...change } : one)));
  const times = (from: number) =>
    TIMES.filter((minute) => minute >= from).map((minute) => (
      <option key={minute} value={minute}>
        {clock(minute)}
      </option>
    ));
  return (
    <div id={id} ref={root} className="closed-times" role="group" aria-label={t("places.closed")}>
      {value.map((one, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- times have no names of their own, and nothing is kept per row
        <div key={i} className="closed-time">
          <Weekdays value={one.weekdays} onChange={(weekdays) => put(i, { weekdays })} />
          <select
            className="select"
            aria-label={t("places.closedFrom")}
            value={one.start}
            onChange={(event) =>
              put(i, { start: Number(event.target.value), end: Math.max(one.end, Number(event.target.value) + GRANULE) })
            }
          >
            {times(0).slice(0, -1)}
          </select>
          <span className="mut">–</span>
          <select
            className="select"
            aria-label={t("places.closedTo")}
            value={one.end}
            onChange={(event) => put(i, { end: Number(event.target.value) })}
          >
            {times(one.start + GRANULE)}
          </select>
          <Button
            kind="quiet"
            icon="trash"
            aria-label={t("places.closedRemove", { time: span(one.start, one.end) })}
            onClick={() => remove(i)}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => onChange?.([...value, NOON])}>
        {t("places.closedAdd")}
      </Button>
    </div>
  );
}

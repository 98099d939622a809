import { clock, DAY_MINUTES, GRANULE } from "../../../contract/time";
import { useT } from "../../i18n/useT";
import { useWeekdays } from "../sayDays";

/** Opening hours by weekday, Monday first, minutes from midnight; closed where both are equal. */
export interface HoursValue {
  readonly open: readonly number[];
  readonly close: readonly number[];
}
const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => i * GRANULE);
const USUAL = { open: 480, close: 1320 } as const;

/** Opening hours of a week as a form's field: open or closed, from when to when; Monday's hours for all days in one press. */
export function WeekHours({ value, onChange, id }: { value?: HoursValue; onChange?: (value: HoursValue) => void; id?: string }) {
  const t = useT();
  const names = useWeekdays();
  const { open, close } = value ?? { open: [], close: [] };
  const put = (day: number, from: number, to: number): void =>
    onChange?.({ open: open.map((each, i) => (i === day ? from : each)), close: close.map((each, i) => (i === day ? to : each)) });
  return (
    <div id={id} className="week-hours" role="group" aria-label={t("prices.hours")}>
      {names.map((name, day) => {
        const from = open[day] ?? 0;
        const to = close[day] ?? 0;
        const isOpen = to > from;
        return (
          <div key={name} className="week-hours-day">
            <label className="row">
              <input
                type="checkbox"
                className="check"
                checked={isOpen}
                onChange={(event) => (event.target.checked ? put(day, USUAL.open, USUAL.close) : put(day, 0, 0))}
              />
              {name}
            </label>
            {isOpen ? (
              <>
                <select
                  className="select"
                  aria-label={t("prices.opensOn", { day: name })}
                  value={from}
                  onChange={(event) => put(day, Number(event.target.value), Math.max(to, Number(event.target.value) + GRANULE))}
                >
                  {TIMES.slice(0, -1).map((minute) => (
                    <option key={minute} value={minute}>
                      {clock(minute)}
                    </option>
                  ))}
                </select>
                <span className="mut">–</span>
                <select
                  className="select"
                  aria-label={t("prices.closesOn", { day: name })}
                  value={to}
                  onChange={(event) => put(day, from, Number(event.target.value))}
                >
                  {TIMES.filter((minute) => minute > from).map((minute) => (
                    <option key={minute} value={minute}>
                      {clock(minute)}
                    </option>
                  ))}
                </select>
                {day === 0 && (
                  <button
                    type="button"
                    className="link"
                    onClick={() => onChange?.({ open: names.map(() => from), close: names.map(() => to) })}
                  >
                    {t("prices.sameAll")}
                  </button>
                )}
              </>
            ) : (
              <span className="mut">{t("prices.closedDay")}</span>
            )}
          </div>
        );
      })}
    </div>
  );
}

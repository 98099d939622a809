import { clock, DAY_MINUTES, GRANULE } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { useWeekdays } from "../format-days";

/** Opening hours by weekday, Monday first, minutes from midnight; closed where both are equal. */
export interface HoursValue {
  readonly open: readonly number[];
  readonly close: readonly number[];
}
const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => i * GRANULE);
const USUAL = { open: 480, close: 1320 } as const;
/** The times to choose from, with one that is between them where it is set already. */
const timesWith = (minute: number): readonly number[] => (TIMES.includes(minute) ? TIMES : [...TIMES, minute].sort((a, b) => a - b));

/** Words for the hours if they are not opening hours of a place. */
interface HoursWords {
  readonly title: string;
  readonly from: (day: string) => string;
  readonly to: (day: string) => string;
  /** A day without hours. */
  readonly none: string;
}
interface Props {
  value?: HoursValue;
  onChange?: (value: HoursValue) => void;
  id?: string;
  words?: HoursWords;
  /** Initial hours of a day that is ticked. */
  usual?: { readonly open: number; readonly close: number };
}

/** Opening hours of a week as a form's field: open or closed, from when to when; Monday's hours for all days in one press. */
export function WeekHours({ value, onChange, id, words, usual = USUAL }: Props) {
  const t = useT();
  const texts: HoursWords = words ?? {
    title: t("ui.hours"),
    from: (day) => t("ui.opensOn", { day }),
    to: (day) => t("ui.closesOn", { day }),
    none: t("ui.closedDay"),
  };
  const names = useWeekdays();
  const { open, close } = value ?? { open: [], close: [] };
  const put = (day: number, from: number, to: number): void =>
    onChange?.({ open: open.map((each, i) => (i === day ? from : each)), close: close.map((each, i) => (i === day ? to : each)) });
  return (
    <div id={id} className="week-hours" role="group" aria-label={texts.title}>
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
                onChange={(event) => (event.target.checked ? put(day, usual.open, usual.close) : put(day, 0, 0))}
              />
              {name}
            </label>
            {isOpen ? (
              <>
                <select
                  className="select"
                  aria-label={texts.from(name)}
                  value={from}
                  onChange={(event) => {
                    const start = Number(event.target.value);
                    put(day, start, Math.max(to, Math.min(DAY_MINUTES, start + GRANULE)));
                  }}
                >
                  {timesWith(from)
                    .filter((minute) => minute < DAY_MINUTES)
                    .map((minute) => (
                      <option key={minute} value={minute}>
                        {clock(minute)}
                      </option>
                    ))}
                </select>
                <span className="mut">–</span>
                <select
                  className="select"
                  aria-label={texts.to(name)}
                  value={to}
                  onChange={(event) => put(day, from, Number(event.target.value))}
                >
                  {timesWith(to)
                    .filter((minute) => minute > from)
                    .map((minute) => (
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
                    {t("ui.sameAll")}
                  </button>
                )}
              </>
            ) : (
              <span className="mut">{texts.none}</span>
            )}
          </div>
        );
      })}
    </div>
  );
}

import { type KeyboardEvent, useId } from "react";
import type { CalendarDay, CalendarYear } from "../../../../contract/places/places";
import { addDays } from "../../../../contract/core/time";
import { useLanguage, useT } from "../../../i18n/use-t";
import { weekdayName } from "../../../ui/format-time";
import { useWeekdays } from "../../../ui/format-days";
import { weeksOf } from "./year";

const MONTHS = [
  "places.calendar.months.m1",
  "places.calendar.months.m2",
  "places.calendar.months.m3",
  "places.calendar.months.m4",
  "places.calendar.months.m5",
  "places.calendar.months.m6",
  "places.calendar.months.m7",
  "places.calendar.months.m8",
  "places.calendar.months.m9",
  "places.calendar.months.m10",
  "places.calendar.months.m11",
  "places.calendar.months.m12",
] as const;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month of the calendar: special days by colour, sign and name; one cursor over the year, moved by arrows. */
export function Month({
  year,
  month,
  special,
  dropped,
  today,
  chosen,
  onChoose,
}: {
  year: number;
  month: number;
  special: ReadonlyMap<string, CalendarDay>;
  dropped: ReadonlyMap<string, CalendarYear["dropped"][number]>;
  today: string;
  chosen: string;
  onChoose: (day: string) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const id = useId();
  const names = useWeekdays();
  const cursor = chosen.slice(0, 4) === String(year) ? chosen : `${year}-01-01`;
  const say = (day: string): string => {
    const found = special.get(day);
    const kind = found ? t(`places.calendar.kinds.${found.kind}`) : dropped.has(day) ? t("places.calendar.dropped") : "";
    const named = [t("places.calendar.day", { day, weekday: weekdayName(day, language) }), found?.name ?? dropped.get(day)?.name, kind];
    return named.filter(Boolean).join(t("shell.listComma"));
  };
  const onKeyDown = (event: KeyboardEvent, day: string): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = addDays(day, step);
    onChoose(to);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus());
  };
  return (
    <section className="card month" aria-labelledby={id}>
      <h3 id={id}>{t(MONTHS[month - 1] ?? MONTHS[0])}</h3>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {language === "zh" ? name.slice(-1) : name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(year, month).map((week) => (
            <tr key={week.find((day) => day !== null) ?? ""}>
              {week.map((day, i) =>
                day === null ? (
                  // oxlint-disable-next-line react/no-array-index-key -- an empty corner of the month
                  <td key={i} />
                ) : (
                  <td key={day}>
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === cursor ? 0 : -1}
                      className={[
                        "day",
                        special.get(day)?.kind,
                        dropped.has(day) && "dropped",
                        day < today && "past",
                        day === today && "today",
                      ]
                        .filter(Boolean)
                        .join(" ")}
                      aria-pressed={day === chosen}
                      onClick={() => onChoose(day)}
                      onKeyDown={(event) => onKeyDown(event, day)}
                    >
                      <span aria-hidden>{Number(day.slice(8))}</span>
                      {special.has(day) && <small aria-hidden>{t(`places.calendar.short.${special.get(day)?.kind ?? "special"}`)}</small>}
                      <span className="sr">{say(day)}</span>
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

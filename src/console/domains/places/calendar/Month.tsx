import { type KeyboardEvent, useId } from "react";
import type { CalendarDay, CalendarYear } from "../../../../contract/places";
import { addDays } from "../../../../contract/time";
import { useLanguage, useT } from "../../../i18n/useT";
import { weekdayName } from "../../../ui/sayTime";
import { useWeekdays } from "../../prices/words";
import { weeksOf } from "./year";

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
      <h3 id={id}>{t("places.calendar.month", { month })}</h3>
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
                      aria-label={t("places.calendar.dayIs", {
                        day,
                        weekday: weekdayName(day, language),
                        name: special.get(day)?.name ?? dropped.get(day)?.name ?? "",
                        kind: special.has(day)
                          ? t(`places.calendar.kinds.${special.get(day)?.kind ?? "special"}`)
                          : t(dropped.has(day) ? "places.calendar.dropped" : "places.calendar.none"),
                      }).replace(/, , |，，/, t("shell.listComma"))}
                      onClick={() => onChoose(day)}
                      onKeyDown={(event) => onKeyDown(event, day)}
                    >
                      {Number(day.slice(8))}
                      {special.has(day) && <small>{t(`places.calendar.short.${special.get(day)?.kind ?? "special"}`)}</small>}
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

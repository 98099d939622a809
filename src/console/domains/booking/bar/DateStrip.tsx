import { memo, useState } from "react";
import { booking } from "../../../../contract/booking/booking";
import { addDays, daysBetween, weekday } from "../../../../contract/core/time";
import { useRead } from "../../../api/use-read";
import { useLanguage, useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { DayMark } from "../../../ui/DayMark";
import { stripHead } from "../../../ui/format-days";
import { shortDay } from "../../../ui/format-time";
import { PickDay } from "../../../ui/form/DayInput";

const DAYS = 8;
const WEEK = 7;

/** Today and the days after it, each with its weekday, holiday mark and load; a week further by the arrows, any day by the picker. */
export const DateStrip = memo(function DateStrip({
  day,
  today,
  week,
  onDay,
}: {
  day: string;
  today: string;
  /** The grid shows seven days from `day` on. */
  week: boolean;
  onDay: (day: string) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const [paged, setPaged] = useState<string>();
  const base = paged ?? today;
  const away = daysBetween(base, day);
  // A day outside the strip, from the picker or an address, moves the strip to itself.
  const from = paged === undefined && (away < 0 || away >= DAYS) ? day : base;
  const load = useRead(booking.load, { from, days: DAYS }, { staleTime: 30_000 });
  const loads = new Map(load.data?.days.map((entry) => [entry.day, entry]));
  const page = (days: number): void => setPaged(addDays(from, days));
  const choose = (next: string): void => {
    if (daysBetween(from, next) < 0 || daysBetween(from, next) >= DAYS) setPaged(next === today ? undefined : next);
    onDay(next);
  };
  return (
    <div className="row date-strip">
      <span className="m-hide">
        <Button kind="quiet" icon="chevron-left" aria-label={t("booking.bar.previous")} onClick={() => page(-WEEK)} />
      </span>
      <div className="days" role="group" aria-label={t("booking.bar.days")}>
        {Array.from({ length: DAYS }, (_, i) => addDays(from, i)).map((each) => {
          const entry = loads.get(each);
          const percent = entry && entry.slots > 0 ? Math.round((entry.booked * 100) / entry.slots) : 0;
          const name = each === today ? t("booking.today") : shortDay(each, language, each);
          return (
            <button
              key={each}
              type="button"
              className="day"
              aria-pressed={each === day}
              data-within={(week && daysBetween(day, each) > 0 && daysBetween(day, each) < WEEK) || undefined}
              data-weekend={weekday(each) > 5 || undefined}
              title={entry?.holiday ?? undefined}
              onClick={() => choose(each)}
            >
              <small>{stripHead(each, today, language)}</small> <b>{name}</b>
              {entry?.kind && <DayMark kind={entry.kind} />}
              <u>
                <i style={{ width: `${percent}%` }} />
              </u>
              <span className="sr">{t("booking.bar.load", { percent })}</span>
            </button>
          );
        })}
      </div>
      <span className="m-hide">
        <Button kind="quiet" icon="chevron-right" aria-label={t("booking.bar.next")} onClick={() => page(WEEK)} />
      </span>
      <PickDay value={day} label={t("booking.bar.pick")} onPick={choose} />
    </div>
  );
});

import { useEffect, useRef } from "react";
import type { HallSession } from "../../../contract/capacitySessions/capacity-sessions";
import { addDays, weekday } from "../../../contract/core/time";
import { useLanguage, useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { bringIntoSight } from "../../ui/in-sight";
import { shortDay } from "../../ui/format-time";
import { DayMark } from "../../ui/DayMark";
import { stripHead } from "../../ui/format-days";
import { STRIP_DAYS, stripDays } from "./days";
import { percentOf, totalsOf } from "./words";
import { PickDay } from "../../ui/form/DayInput";

/** Seven days, each with how much of it is sold; a week further by the arrows, any day by the picker. */
export function Strip({
  from,
  day,
  today,
  week,
  sessions,
  closed,
  onDay,
}: {
  from: string;
  day: string;
  today: string;
  week: boolean;
  sessions: readonly HallSession[];
  /** Days on which the venue is closed. */
  closed: ReadonlyMap<string, string>;
  onDay: (day: string) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => bringIntoSight(() => chosen.current, { block: "nearest", inline: "center" }), [day]);
  return (
    <div className="row date-strip">
      <span className="m-hide">
        <Button kind="quiet" icon="chevron-left" aria-label={t("booking.bar.previous")} onClick={() => onDay(addDays(day, -STRIP_DAYS))} />
      </span>
      <div className="days" role="group" aria-label={t("booking.bar.days")}>
        {stripDays(from).map((each) => {
          const { sold, places } = totalsOf(sessions.filter((session) => session.day === each));
          const percent = percentOf(sold, places);
          return (
            <button
              key={each}
              ref={each === day ? chosen : undefined}
              type="button"
              className="day"
              aria-pressed={each === day}
              data-within={(week && each !== day) || undefined}
              data-weekend={weekday(each) > 5 || undefined}
              onClick={() => onDay(each)}
            >
              <small>{stripHead(each, today, language)}</small>{" "}
              <b>{each === today ? t("booking.today") : shortDay(each, language, each)}</b>
              {closed.has(each) && <DayMark kind="closed" />}
              <u>
                <i style={{ width: `${percent}%` }} />
              </u>
              <span className="sr">{t("booking.bar.load", { percent })}</span>
            </button>
          );
        })}
      </div>
      <span className="m-hide">
        <Button kind="quiet" icon="chevron-right" aria-label={t("booking.bar.next")} onClick={() => onDay(addDays(day, STRIP_DAYS))} />
      </span>
      <PickDay value={day} label={t("booking.bar.pick")} onPick={onDay} />
    </div>
  );
}

/** Opening hours by weekday; Monday's can be taken over for all days. */
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { TimeField } from "../../ui/form/TimeField";

type Day = readonly [open: number, close: number];

const DAYS = [
  "venue.hours.monday",
  "venue.hours.tuesday",
  "venue.hours.wednesday",
  "venue.hours.thursday",
  "venue.hours.friday",
  "venue.hours.saturday",
  "venue.hours.sunday",
] as const;

/** A picker can't say 24:00; the end of the day shows as 23:59. */
const END = 1439;
const DAY = 1440;

export function Hours({ value, onChange, id }: { value?: unknown; onChange?: (value: readonly Day[]) => void; id?: string }) {
  const t = useT();
  const days = (Array.isArray(value) ? value : []) as readonly Day[];
  const set = (day: number, part: 0 | 1, at: number | null): void => {
    if (at === null) return;
    const minute = at === END ? DAY : at;
    onChange?.(days.map((each, i): Day => (i !== day ? each : part === 0 ? [minute, each[1]] : [each[0], minute])));
  };
  const first = days[0];
  return (
    <div className="site-hours">
      {DAYS.map((name, day) => {
        const [open = 480, close = 1320] = days[day] ?? [];
        return (
          <div key={name} className="row">
            <span className="site-day">{t(name)}</span>
            <TimeField
              clears={false}
              {...(day === 0 && id !== undefined ? { id } : {})}
              aria-label={t("venue.hours.opens", { day: t(name) })}
              value={open}
              onChange={(at) => set(day, 0, at)}
            />
            <span>–</span>
            <TimeField
              clears={false}
              aria-label={t("venue.hours.closes", { day: t(name) })}
              value={close}
              onChange={(at) => set(day, 1, at)}
            />
            {open === close && <span className="mut">{t("venue.hours.closed")}</span>}
            {day === 0 && first && (
              <Button kind="quiet" onClick={() => onChange?.(DAYS.map(() => first))}>
                {t("venue.hours.sameEveryDay")}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}

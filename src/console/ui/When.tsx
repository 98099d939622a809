import { dayOf } from "../../contract/time";
import { useWords } from "./language";
import { fullInstant, sayDay, sayInstant, weekdayName } from "./when";
import { useZone } from "./zone";

/**
 * An instant as people say it (今天 19:00, 周三 11-25 19:00), in the venue's zone; the full instant on hover. Nothing known shows a dash.
 * @param at ISO 8601 text, as it travels
 * @param now what today is seen from; the device's clock when left out
 */
export function When({ at, now }: { at: string | null | undefined; now?: Date }) {
  const zone = useZone();
  const language = useWords();
  if (!at || Number.isNaN(Date.parse(at))) return <span className="zero">—</span>;
  const instant = new Date(at);
  return (
    <time className="nowrap" dateTime={at} title={fullInstant(instant, zone)}>
      {sayInstant(instant, now ?? new Date(), zone, language)}
    </time>
  );
}

/** A day as people say it (今天, 周三 11-25); the whole date on hover. `day` is `YYYY-MM-DD` in the venue's zone. */
export function WhenDay({ day, now }: { day: string | null | undefined; now?: Date }) {
  const zone = useZone();
  const language = useWords();
  if (!day) return <span className="zero">—</span>;
  return (
    <time className="nowrap" dateTime={day} title={`${day} ${weekdayName(day, language)}`}>
      {sayDay(day, dayOf(now ?? new Date(), zone), language)}
    </time>
  );
}

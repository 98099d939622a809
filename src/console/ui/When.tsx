import { useSyncExternalStore } from "react";
import { useLanguage } from "../i18n/use-t";
import { useToday, watchTime } from "./today";
import { fullInstant, printedInstant, formatAgo, formatDay, formatInstant, formatTerm, formatTermShort, weekdayName } from "./format-time";
import { useZone } from "./zone";

/**
 * An instant as people say it (今天 19:00, 周三 11-25 19:00), in the venue's zone; the full instant on hover. Nothing known shows a dash.
 * @param at ISO 8601 text, as it travels
 */
export function When({ at }: { at: string | null | undefined }) {
  const zone = useZone();
  const today = useToday();
  const language = useLanguage();
  if (!at || Number.isNaN(Date.parse(at))) return <span className="zero">—</span>;
  const instant = new Date(at);
  return (
    <time className="nowrap" dateTime={at} title={fullInstant(instant, zone)} data-printed={printedInstant(instant, zone)}>
      {formatInstant(instant, today, zone, language)}
    </time>
  );
}

/** Shows the time elapsed since an instant; the full instant on hover. `at` is ISO 8601 text. */
export function Ago({ at }: { at: string }) {
  const zone = useZone();
  const language = useLanguage();
  const instant = Date.parse(at);
  const ago = (): string => formatAgo(instant, Date.now(), language);
  const agoText = useSyncExternalStore(watchTime, ago, ago);
  return (
    <time className="nowrap" dateTime={at} title={fullInstant(instant, zone)} data-printed={printedInstant(instant, zone)}>
      {agoText}
    </time>
  );
}

/** A day as people say it (今天, 周三 11-25); the whole date on hover. `day` is `YYYY-MM-DD` in the venue's zone. */
export function WhenDay({ day }: { day: string | null | undefined }) {
  const today = useToday();
  const language = useLanguage();
  if (!day) return <span className="zero">—</span>;
  return (
    <time className="nowrap" dateTime={day} title={`${day} ${weekdayName(day, language)}`} data-printed={day}>
      {formatDay(day, today, language)}
    </time>
  );
}

/** A term from its first to its last day, both `YYYY-MM-DD`. @param props.short in a table, where room is short */
export function WhenTerm({ from, to, short = false }: { from: string; to: string; short?: boolean }) {
  const language = useLanguage();
  const whole = formatTerm(from, to, language);
  return (
    <span className="nowrap" title={short ? whole : undefined}>
      {short ? formatTermShort(from, to, language) : whole}
    </span>
  );
}

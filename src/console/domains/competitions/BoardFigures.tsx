import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { clock } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";

/** Shows the figures of a day's order of play: matches placed, its duration, its end, the used share of the courts, the shortest rest. */
export function BoardFigures({ view, minuteOf }: { view: ScheduleView; minuteOf: (at: string) => number }) {
  const t = useT();
  const runs = view.matches.flatMap(({ startsAt, minutes }) =>
    startsAt === null ? [] : [{ start: minuteOf(startsAt), end: minuteOf(startsAt) + minutes, minutes }],
  );
  const [first, last] = [Math.min(...runs.map(({ start }) => start)), Math.max(...runs.map(({ end }) => end))];
  const held = view.courts
    .flatMap(({ hours }) => hours)
    .reduce((sum, { start, end }) => sum + (minuteOf(end) || 1440) - minuteOf(start), 0);
  const played = runs.reduce((sum, { minutes }) => sum + minutes, 0);
  const short = view.rest !== null && view.rest.minutes < view.rest.least;
  if (runs.length === 0) return null;
  return (
    <dl className="comp-figures">
      <div>
        <dt>{t("matches.boardFigures.placed")}</dt>
        <dd>
          {runs.length} <small>/ {runs.length + view.unplaced}</small>
        </dd>
      </div>
      <div>
        <dt>{t("matches.boardFigures.takes")}</dt>
        <dd>{t("matches.boardFigures.hMin", { hours: Math.floor((last - first) / 60), minutes: (last - first) % 60 })}</dd>
      </div>
      <div>
        <dt>{t("matches.boardFigures.ends")}</dt>
        <dd>{clock(last)}</dd>
      </div>
      {held > 0 && (
        <div>
          <dt>{t("matches.boardFigures.courtsUsed")}</dt>
          <dd>{Math.round((played / held) * 100)}%</dd>
        </div>
      )}
      {view.rest && (
        <div data-short={short || undefined}>
          <dt>{t("matches.boardFigures.shortestRest")}</dt>
          <dd>
            {view.rest.minutes < 0
              ? t("matches.boardFigures.minOverlap", { minutes: -view.rest.minutes })
              : t("matches.boardFigures.min", { minutes: view.rest.minutes })}{" "}
            {short && <small>{t("matches.boardFigures.should", { least: view.rest.least })}</small>}
          </dd>
        </div>
      )}
    </dl>
  );
}

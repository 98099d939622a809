import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { clock } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { WHY } from "./Landing";
import { nameIn, sideName } from "./names";

/** A match put by hand, and where it was before; null: it had no time. */
export interface Move {
  readonly id: string;
  readonly courtId: string | null;
  readonly startsAt: string | null;
}

/** Broken rules, each with its match; the one that the last move broke can be taken back. */
export function Clashes({
  view,
  minuteOf,
  last,
  back,
}: {
  view: ScheduleView;
  minuteOf: (at: string) => number;
  last: Move | undefined;
  back: () => Promise<void>;
}) {
  const t = useT();
  const name = nameIn(view.matches, t);
  if (view.clashes.length === 0) return null;
  return (
    <section>
      <h2>{t("matches.boardSide.clashes")}</h2>
      <ul className="comp-plain">
        {view.clashes.map((clash, i) => {
          const one = view.matches.find(({ id }) => id === clash.id);
          return (
            <li key={i} className="notice notice-error">
              <span>
                {one && <b>{name(one)}</b>} {t(WHY[clash.why])} {clash.player}
              </span>
              {last && last.startsAt !== null && last.id === clash.id && (
                <Button onClick={() => void back()}>{t("matches.boardSide.back", { time: clock(minuteOf(last.startsAt)) })}</Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Matches without a time, to be dragged onto the board or placed by form. */
export function Loose({
  view,
  only,
  picked,
  pick,
  may,
  drag,
}: {
  view: ScheduleView;
  /** The event whose matches are shown; undefined: all. */
  only: string | undefined;
  picked: string | undefined;
  pick: (id: string) => void;
  may: boolean;
  drag: (id: string | undefined) => void;
}) {
  const t = useT();
  const name = nameIn(view.matches, t);
  const loose = view.matches.filter(({ startsAt, eventId }) => startsAt === null && (only === undefined || eventId === only));
  return (
    <section>
      <h2>{t("matches.boardSide.noTimeYet", { count: loose.length })}</h2>
      <ul className="comp-plain">
        {loose.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="comp-loose"
              draggable={may}
              aria-pressed={picked === one.id}
              onDragStart={(event) => {
                event.dataTransfer.setData("text/plain", one.id);
                drag(one.id);
              }}
              onDragEnd={() => drag(undefined)}
              onClick={() => pick(one.id)}
            >
              <b className="cut">{name(one)}</b>
              <small className="cut">
                {sideName(one.home)} – {sideName(one.away)}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { type DragEvent, useState } from "react";
import type { Match } from "../../../contract/competitions/match";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { clock } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { Icon } from "../../ui/Icon";
import { Landing } from "./Landing";
import { Who } from "./Who";
import { nameIn, sideName } from "./names";

/** Pixels of a minute on the board, and of the shortest match at least: two lines of text. */
const MINUTE_PX = 1.6;
const MATCH_PX = 42;
/** Matches are dropped on whole steps of so many minutes. */
const STEP = 5;

/** Courts × time: each match where it is played. One that is dragged shows what it would meet. */
export function Lanes({
  view,
  shown,
  events,
  picked,
  pick,
  may,
  minuteOf,
  put,
  drag: { held, set },
}: {
  view: ScheduleView;
  /** Placed matches to be drawn. */
  shown: readonly Match[];
  /** Ids of events, in the order of their tints. */
  events: readonly string[];
  picked: string | undefined;
  pick: (id: string | undefined) => void;
  may: boolean;
  minuteOf: (at: string) => number;
  put: (id: string, courtId: string, minute: number) => Promise<void>;
  /** The match that is dragged. */
  drag: { readonly held: Match | undefined; readonly set: (id: string | undefined) => void };
}) {
  const t = useT();
  const [over, setOver] = useState<{ readonly court: string; readonly minute: number }>();
  const name = nameIn(view.matches, t);
  const spans = view.courts.flatMap(({ hours }) => hours.map(({ start, end }) => [minuteOf(start), minuteOf(end) || 1440] as const));
  const from = Math.floor(Math.min(...spans.map(([start]) => start), 540) / 30) * 30;
  const to = Math.ceil(Math.max(...spans.map(([, end]) => end), from + 120) / 30) * 30;
  const px = Math.max(MINUTE_PX, MATCH_PX / Math.min(...shown.map(({ minutes }) => minutes), MATCH_PX));
  const hit = new Set(view.clashes.flatMap(({ id, with: other }) => [id, ...(other === null ? [] : [other])]));
  const end = (): void => {
    setOver(undefined);
    set(undefined);
  };
  const minuteAt = (event: DragEvent<HTMLElement>): number => {
    const offset = (event.clientY - event.currentTarget.getBoundingClientRect().top) / px;
    return from + Math.max(0, Math.round(offset / STEP) * STEP);
  };
  const drop = (event: DragEvent<HTMLElement>, courtId: string): void => {
    event.preventDefault();
    end();
    const id = event.dataTransfer.getData("text/plain");
    if (id !== "") void put(id, courtId, minuteAt(event));
  };
  return (
    <div className="comp-main comp-board" tabIndex={0} role="region" aria-label={t("competitions.lanes.courtsTime")}>
      <div className="comp-times" style={{ height: (to - from) * px }} aria-hidden>
        {Array.from({ length: (to - from) / 30 + 1 }, (_, i) => (
          <span key={i} style={{ top: i * 30 * px }}>
            {clock(from + i * 30)}
          </span>
        ))}
      </div>
      {view.courts.map((court) => {
        const own = shown.filter((one) => one.court?.id === court.id);
        return (
          <section key={court.id} className="comp-court">
            <h2>
              {court.name} <small>{own.length}</small>
            </h2>
            <div
              className="comp-lane"
              style={{ height: (to - from) * px }}
              onDragOver={(event) => {
                if (!may) return;
                event.preventDefault();
                const minute = minuteAt(event);
                if (over?.court !== court.id || over.minute !== minute) setOver({ court: court.id, minute });
              }}
              onDrop={(event) => drop(event, court.id)}
            >
              {court.hours.map(({ start, end: until }) => (
                <i
                  key={start}
                  className="comp-hours"
                  style={{ top: (minuteOf(start) - from) * px, height: ((minuteOf(until) || 1440) - minuteOf(start)) * px }}
                />
              ))}
              {held && over?.court === court.id && (
                <Landing match={held} court={court} minute={over.minute} view={view} minuteOf={minuteOf} from={from} px={px} />
              )}
              {own.map((one) => (
                <button
                  key={one.id}
                  type="button"
                  className="comp-match"
                  draggable={may && (one.state === "ready" || one.state === "waiting")}
                  aria-pressed={picked === one.id}
                  data-hit={hit.has(one.id) || undefined}
                  data-tint={events.indexOf(one.eventId) % 5}
                  data-state={one.state}
                  style={{ top: (minuteOf(one.startsAt ?? "") - from) * px, height: one.minutes * px - 2 }}
                  onDragStart={(event) => {
                    event.dataTransfer.setData("text/plain", one.id);
                    set(one.id);
                  }}
                  onDragEnd={end}
                  onClick={() => pick(picked === one.id ? undefined : one.id)}
                >
                  <b className="cut">
                    {one.pinned && <Icon name="pin" size="s" />} {name(one)}
                  </b>
                  <small className="cut">
                    <Who name={sideName(one.home)} publicName={one.home.publicName} /> –{" "}
                    <Who name={sideName(one.away)} publicName={one.away.publicName} />
                  </small>
                  {one.minutes >= 40 && <small>{clock(minuteOf(one.startsAt ?? ""))}</small>}
                </button>
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}

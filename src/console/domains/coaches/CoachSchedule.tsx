/** A week of classes: each coach in a colour, classes moved by drag or by Alt and the arrow keys; a free hour begins a new one. */
import { useInvalidate } from "@refinedev/core";
import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { coachClasses } from "../../../contract/coaches/coach-classes";
import { callsOf } from "../../../contract/core/resource/calls";
import type { RowOf } from "../../../contract/core/resource/define";
import { addDays, clock } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { useToday } from "../../ui/today";
import { placeLabel } from "../../ui/format-place";
import { FIRST_HOUR, HOUR, LAST_HOUR, layOutClasses, minuteAt, stepped, weekOf } from "./week";
import "./schedule.css";

type Klass = RowOf<typeof coachClasses>;
const calls = callsOf(coachClasses);
const COLOURS = ["style-700", "style-500", "style-200", "style-400", "style-600", "style-300", "style-100"] as const;
const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, i) => FIRST_HOUR + i);
const DAYS = [
  "coaches.coachSchedule.mon",
  "coaches.coachSchedule.tue",
  "coaches.coachSchedule.wed",
  "coaches.coachSchedule.thu",
  "coaches.coachSchedule.fri",
  "coaches.coachSchedule.sat",
  "coaches.coachSchedule.sun",
] as const;

export function CoachSchedule() {
  const t = useT();
  const today = useToday();
  const navigate = useNavigate();
  const mayPlan = useCan("coach_class_modify");
  const [search, setSearch] = useSearchParams();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [dragged, setDragged] = useState<Klass>();
  /** Minutes from the start of the class at which it was taken hold of. */
  const grip = useRef(0);
  const move = useCall(calls.move);
  const invalidate = useInvalidate();
  const dayParam = search.get("day") ?? "";
  const days = weekOf(/^\d{4}-\d{2}-\d{2}$/.test(dayParam) ? dayParam : today);
  const [first = today] = days;
  const read = useRead(
    calls.list,
    { dayFrom: first, dayTo: days.at(-1) ?? first, state: ["planned", "finished"], ...MANY },
    { keepPrevious: true },
  );
  const all = (read.data?.content ?? []) as readonly Klass[];
  const coaches = [...new Map(all.map(({ coach, coachName }) => [coach, coachName ?? ""]))].sort(([a], [b]) => (a < b ? -1 : 1));
  const colourOf = (coach: string): string => COLOURS[coaches.findIndex(([id]) => id === coach) % COLOURS.length] ?? COLOURS[0];
  const visible = all.filter(({ coach }) => !hidden.has(coach));
  const bookedTotal = visible.reduce((sum, { booked }) => sum + (booked ?? 0), 0);
  const places = visible.reduce((sum, { capacity }) => sum + capacity, 0);
  const hours = (some: readonly Klass[]): number => Math.round(some.reduce((sum, { minutes }) => sum + minutes, 0) / 6) / 10;
  const toWeek = (day: string): void => setSearch({ day }, { replace: true });

  async function put(klass: Klass, day: string, start: number): Promise<void> {
    if (day === klass.day && start === klass.start) return;
    try {
      await move.run({ id: klass.id, coach: klass.coach, place: klass.place, day, start });
      notify.success(t("coaches.coachSchedule.moved", { title: klass.title, day, time: clock(start) }));
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    void invalidate({ resource: "coachClasses", invalidates: ["list"] });
    await read.refetch();
  }
  function drop(event: DragEvent<HTMLElement>, day: string): void {
    event.preventDefault();
    if (!dragged) return;
    const top = event.clientY - event.currentTarget.getBoundingClientRect().top;
    const start = minuteAt(top - (grip.current / 60) * HOUR, dragged.minutes);
    setDragged(undefined);
    void put(dragged, day, start);
  }
  function keyed(event: KeyboardEvent, klass: Klass): void {
    const to = event.altKey ? stepped(klass, event.key, event.shiftKey) : undefined;
    if (!to || !mayPlan || klass.state !== "planned") return;
    event.preventDefault();
    void put(klass, to.day, to.start);
  }
  const add = (day: string, start: number): void =>
    void navigate(`/coach/class-form?${new URLSearchParams({ day, start: String(start) }).toString()}`);

  return (
    <div className="schedule">
      <header className="page-head">
        <h1>{t("coaches.coachSchedule.coachSchedule")}</h1>
        <span className="mut">
          {t("coaches.coachSchedule.classesHoursPlaces", { n: visible.length, hours: hours(visible), taken: bookedTotal, places })}
        </span>
        <span className="grow" />
        <CommandButton
          kind="quiet"
          icon="chevron-left"
          aria-label={t("coaches.coachSchedule.weekBefore")}
          onClick={() => toWeek(addDays(first, -7))}
        />
        <CommandButton onClick={() => toWeek(today)}>{t("coaches.coachSchedule.week")}</CommandButton>
        <CommandButton
          kind="quiet"
          icon="chevron-right"
          aria-label={t("coaches.coachSchedule.weekAfter")}
          onClick={() => toWeek(addDays(first, 7))}
        />
        {mayPlan && (
          <CommandButton kind="primary" icon="plus" onClick={() => add(first < today ? today : first, 600)}>
            {t("coaches.coachSchedule.newClass")}
          </CommandButton>
        )}
      </header>
      <fieldset className="schedule-coaches">
        <legend className="sr-only">{t("coaches.coachSchedule.coaches")}</legend>
        {coaches.map(([id, name]) => {
          const own = all.filter(({ coach }) => coach === id);
          return (
            <label key={id}>
              <input
                type="checkbox"
                checked={!hidden.has(id)}
                onChange={() => setHidden(hidden.has(id) ? new Set([...hidden].filter((one) => one !== id)) : new Set([...hidden, id]))}
              />
              <i className={colourOf(id)} aria-hidden="true" />
              {name} <small className="mut">{t("coaches.coachSchedule.h", { n: own.length, hours: hours(own) })}</small>
            </label>
          );
        })}
      </fieldset>
      {read.error && !read.data ? (
        <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
      ) : (
        // It scrolls both ways: it can be focused, so that it scrolls by keys too.
        <div className="schedule-week" tabIndex={0} role="region" aria-label={t("coaches.coachSchedule.classesWeek")}>
          <div className="schedule-head">
            <span />
            {days.map((day, i) => (
              <div key={day} className={day === today ? "today" : undefined}>
                <b>{t(DAYS[i] ?? DAYS[0])}</b> <small>{day.slice(5)}</small>
                <em>{visible.filter((klass) => klass.day === day).length || ""}</em>
              </div>
            ))}
          </div>
          <div className="schedule-grid" style={{ height: (LAST_HOUR - FIRST_HOUR) * HOUR }}>
            <div className="schedule-hours" aria-hidden="true">
              {HOURS.map((hour) => (
                <span key={hour} style={{ top: (hour - FIRST_HOUR) * HOUR }}>
                  {clock(hour * 60)}
                </span>
              ))}
            </div>
            {days.map((day) => (
              <div
                key={day}
                className="schedule-day"
                onDragOver={(event) => dragged && event.preventDefault()}
                onDrop={(event) => drop(event, day)}
                onDoubleClick={(event) => {
                  if (!mayPlan || day < today || event.target !== event.currentTarget) return;
                  add(day, minuteAt(event.clientY - event.currentTarget.getBoundingClientRect().top, 60));
                }}
              >
                {layOutClasses(visible.filter((klass) => klass.day === day)).map(({ block, lane, lanes }) => (
                  <button
                    key={block.id}
                    type="button"
                    className={`schedule-class ${colourOf(block.coach)}${block.state === "finished" ? " over" : ""}${dragged?.id === block.id ? " dragged" : ""}`}
                    style={{
                      top: ((block.start - FIRST_HOUR * 60) / 60) * HOUR,
                      height: (block.minutes / 60) * HOUR - 2,
                      left: `${(lane / lanes) * 100}%`,
                      width: `calc(${100 / lanes}% - 4px)`,
                    }}
                    draggable={mayPlan && block.state === "planned"}
                    title={t("coaches.coachSchedule.altArrowKeysMove")}
                    onDragStart={(event) => {
                      grip.current = ((event.clientY - event.currentTarget.getBoundingClientRect().top) / HOUR) * 60;
                      event.dataTransfer.effectAllowed = "move";
                      event.dataTransfer.setData("text/plain", block.id);
                      setDragged(block);
                    }}
                    onDragEnd={() => setDragged(undefined)}
                    onKeyDown={(event) => keyed(event, block)}
                    onClick={() => void navigate(`/coach/class-list/${block.id}`)}
                  >
                    <b>{block.title}</b>
                    <small>
                      {clock(block.start)} · {block.booked ?? 0} / {block.capacity}
                      {(block.booked ?? 0) >= block.capacity ? t("coaches.coachSchedule.full") : ""}
                    </small>
                    <small>
                      {placeLabel(block.placeName ?? "", t)} · {block.coachName}
                    </small>
                  </button>
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** A week fits one page. */
const MANY: object = { size: 500 };

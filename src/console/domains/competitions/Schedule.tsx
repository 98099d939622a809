import { type DragEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type Match, matches, type ScheduleView } from "../../../contract/matches";
import { instant, wall, clock } from "../../../contract/time";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useLanguage, useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { shortDay } from "../../ui/sayTime";
import { StatusTag } from "../../ui/StatusTag";
import { useZone } from "../../ui/zone";
import { Landing, WHY } from "./Landing";
import { MatchTable } from "./MatchTable";
import { PlaceMatch } from "./PlaceMatch";
import { roundName, roundsOf, sideName } from "./names";
import { GamePicker, Picker, useGames } from "./useEvents";
import "./competitions.css";

/** Pixels of a minute on the board, and of the shortest match at least: two lines of text. */
const MINUTE_PX = 1.6;
const MATCH_PX = 42;
/** Matches are dropped on whole steps of so many minutes. */
const STEP = 5;

/** Order of play on a board of courts × time: placed by itself, moved by hand, broken rules marked. */
export function Schedule() {
  const t = useT();
  const chosen = useGames(({ state }) => state !== "planned");
  const [search, setSearch] = useSearchParams();
  const { game } = chosen;
  const day = search.get("day");
  const view = useRead(
    matches.schedule,
    { gameId: game?.id ?? "", ...(day === null ? {} : { day }) },
    { enabled: game !== undefined, keepPrevious: true },
  );
  const failed = chosen.error ?? view.error;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t({ zh: "赛程", en: "Schedule" })}</h1>
        <GamePicker {...chosen} />
      </header>
      {failed && <ErrorState what={failed.message} onRetry={() => void view.refetch()} />}
      {chosen.isLoaded && !game && (
        <EmptyState
          icon="calendar"
          title={t({ zh: "还没有赛事", en: "No games yet" })}
          hint={t({ zh: "先建立赛事，抽签后在这里排赛程", en: "Add a game and draw its events; plan them here" })}
        />
      )}
      {game && !view.data && !failed && <SkeletonText lines={8} label={t("ui.loading")} />}
      {view.data && (
        <Board
          view={view.data}
          again={() => void view.refetch()}
          onDay={(next) => setSearch({ game: view.data.gameId, day: next }, { replace: true })}
        />
      )}
    </div>
  );
}

function Board({ view, again, onDay }: { view: ScheduleView; again: () => void; onDay: (day: string) => void }) {
  const t = useT();
  const language = useLanguage();
  const zone = useZone();
  const may = useCan("schedule_modify");
  const plan = useCall(matches.plan);
  const place = useCall(matches.place);
  const late = useCall(matches.delay);
  const [failure, setFailure] = useState<Error>();
  const [picked, setPicked] = useState<string>();
  const [dragged, setDragged] = useState<{ readonly id: string; readonly court?: string; readonly minute?: number }>();
  const minuteOf = (at: string): number => wall(new Date(at), zone).minute;
  const spans = view.courts.flatMap(({ hours }) => hours.map(({ start, end }) => [minuteOf(start), minuteOf(end) || 1440] as const));
  const from = Math.floor(Math.min(...spans.map(([start]) => start), 540) / 30) * 30;
  const to = Math.ceil(Math.max(...spans.map(([, end]) => end), from + 120) / 30) * 30;
  const placed = view.matches.filter(({ startsAt }) => startsAt !== null);
  const unplaced = view.matches.filter(({ startsAt }) => startsAt === null);
  const px = Math.max(MINUTE_PX, MATCH_PX / Math.min(...placed.map(({ minutes }) => minutes), MATCH_PX));
  const events = [...new Set(view.matches.map(({ eventId }) => eventId))];
  const match = view.matches.find(({ id }) => id === picked);
  const hit = new Set(view.clashes.flatMap(({ id, with: other }) => [id, ...(other === null ? [] : [other])]));
  const act = async (doing: () => Promise<unknown>): Promise<void> => {
    setFailure(undefined);
    try {
      await doing();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      again();
    }
  };
  const replan = (anew: boolean): Promise<void> =>
    act(async () => {
      const done = await plan.run({ gameId: view.gameId, again: anew });
      notify.success(
        t(
          {
            zh: "已排 {placed} 场，移动 {moved} 场，还有 {left} 场排不下",
            en: "{placed} placed, {moved} moved, {left} left without court time",
          },
          done,
        ),
      );
    });
  const put = (id: string, courtId: string | null, minute: number): Promise<void> =>
    act(() => place.run({ id, courtId, startsAt: courtId === null ? null : instant(view.day, minute, zone).toISOString() }));
  const delay = (id: string, minutes: number): Promise<void> =>
    act(async () => {
      const done = await late.run({ id, minutes });
      notify.success(
        t(
          {
            zh: "已顺延：移动 {moved} 场（共 {open} 场未开始），{left} 场排不下",
            en: "{moved} of {open} moved, {left} left without court time",
          },
          done,
        ),
      );
    });
  const minuteAt = (event: DragEvent<HTMLElement>): number => {
    const offset = (event.clientY - event.currentTarget.getBoundingClientRect().top) / px;
    return from + Math.max(0, Math.round(offset / STEP) * STEP);
  };
  const drop = (event: DragEvent<HTMLElement>, courtId: string): void => {
    event.preventDefault();
    setDragged(undefined);
    const id = event.dataTransfer.getData("text/plain");
    if (id !== "") void put(id, courtId, minuteAt(event));
  };
  const drag = (event: DragEvent<HTMLElement>, { id }: Match): void => {
    event.dataTransfer.setData("text/plain", id);
    setDragged({ id });
  };
  const held = view.matches.find(({ id }) => id === dragged?.id);
  const ends = placed.map((one) => (one.startsAt === null ? 0 : minuteOf(one.startsAt) + one.minutes));
  const name = (one: Match): string => `${one.event} ${t(roundName(one, roundsOf(one, view.matches)))}`;
  return (
    <>
      <div className="comp-bar">
        {view.days.length > 0 && (
          <Picker
            label={t({ zh: "日期", en: "Day" })}
            value={view.day}
            of={view.days.map((day) => ({ id: day, title: shortDay(day, language, view.day) }))}
            onPick={onDay}
          />
        )}
        <span className="mut">
          {t(
            { zh: "当天 {placed} 场，未排 {left} 场", en: "{placed} on the day, {left} without a time" },
            { placed: placed.length, left: view.unplaced },
          )}
          {ends.length > 0 && t({ zh: "，末场 {end} 结束", en: ", the last ends {end}" }, { end: clock(Math.max(...ends)) })}
        </span>
        <StatusTag tone={view.clashes.length === 0 ? "success" : "error"}>
          {t({ zh: "冲突 {count}", en: "{count} clashes" }, { count: view.clashes.length })}
        </StatusTag>
        <span className="grow" />
        <Button icon="print" kind="quiet" onClick={() => window.print()}>
          {t({ zh: "打印", en: "Print" })}
        </Button>
        {may && (
          <>
            <Button icon="refresh" busy={plan.pending} onClick={() => void replan(true)}>
              {t({ zh: "未开始的重排", en: "Plan anew" })}
            </Button>
            <Button kind="primary" icon="calendar" busy={plan.pending} onClick={() => void replan(false)}>
              {t({ zh: "排未排的场次", en: "Place the rest" })}
            </Button>
          </>
        )}
      </div>
      {failure && <Failure>{failure.message}</Failure>}
      {placed.length > 0 && (
        <ul className="comp-legend" aria-label={t({ zh: "项目", en: "Events" })}>
          {events.map((id, i) => {
            const own = view.matches.filter(({ eventId }) => eventId === id);
            return (
              <li key={id} data-tint={i % 5}>
                {own[0]?.event} {own.length}
              </li>
            );
          })}
        </ul>
      )}
      {view.courts.length === 0 ? (
        <EmptyState
          icon="grid"
          title={t({ zh: "还没有为赛事占用场地", en: "No courts are taken for the game" })}
          hint={t({ zh: "占场后这里按场地和时间显示赛程", en: "Once courts are taken, the order of play stands here" })}
          action={
            <Link className="link" to={`/addedServices/game-booking-place-list/${view.gameId}`}>
              {t({ zh: "去占场", en: "Take courts" })}
            </Link>
          }
        />
      ) : (
        <div className="comp-split comp-split-end">
          <div className="comp-main comp-board" tabIndex={0} role="region" aria-label={t({ zh: "场地 × 时间", en: "Courts × time" })}>
            <div className="comp-times" style={{ height: (to - from) * px }} aria-hidden>
              {Array.from({ length: (to - from) / 30 + 1 }, (_, i) => (
                <span key={i} style={{ top: i * 30 * px }}>
                  {clock(from + i * 30)}
                </span>
              ))}
            </div>
            {view.courts.map((court) => (
              <section key={court.id} className="comp-court">
                <h2>
                  {court.name} <small>{placed.filter((one) => one.court?.id === court.id).length}</small>
                </h2>
                <div
                  className="comp-lane"
                  style={{ height: (to - from) * px }}
                  onDragOver={(event) => {
                    if (!may) return;
                    event.preventDefault();
                    const minute = minuteAt(event);
                    if (dragged && (dragged.court !== court.id || dragged.minute !== minute))
                      setDragged({ ...dragged, court: court.id, minute });
                  }}
                  onDrop={(event) => drop(event, court.id)}
                >
                  {court.hours.map(({ start, end }) => (
                    <i
                      key={start}
                      className="comp-hours"
                      style={{ top: (minuteOf(start) - from) * px, height: ((minuteOf(end) || 1440) - minuteOf(start)) * px }}
                    />
                  ))}
                  {held && dragged?.court === court.id && (
                    <Landing
                      match={held}
                      court={court}
                      minute={dragged.minute ?? from}
                      view={view}
                      minuteOf={minuteOf}
                      from={from}
                      px={px}
                    />
                  )}
                  {placed
                    .filter((one) => one.court?.id === court.id)
                    .map((one) => (
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
                        onDragStart={(event) => drag(event, one)}
                        onDragEnd={() => setDragged(undefined)}
                        onClick={() => setPicked(picked === one.id ? undefined : one.id)}
                      >
                        <b className="cut">
                          {one.pinned && <Icon name="pin" size="s" />} {name(one)}
                        </b>
                        <small className="cut">
                          {sideName(one.home)} – {sideName(one.away)}
                        </small>
                        {one.minutes >= 40 && <small>{clock(minuteOf(one.startsAt ?? ""))}</small>}
                      </button>
                    ))}
                </div>
              </section>
            ))}
          </div>
          <aside className="comp-side" aria-label={t({ zh: "编排", en: "Planning" })}>
            {match && (
              <PlaceMatch
                key={`${match.id} ${match.startsAt ?? ""}`}
                match={match}
                title={name(match)}
                view={view}
                minuteOf={minuteOf}
                put={put}
                delay={delay}
                may={may}
              />
            )}
            {view.clashes.length > 0 && (
              <section>
                <h2>{t({ zh: "冲突", en: "Clashes" })}</h2>
                <ul className="comp-plain">
                  {view.clashes.map((clash, i) => {
                    const one = view.matches.find(({ id }) => id === clash.id);
                    return (
                      <li key={i} className="notice notice-error">
                        <span>
                          {one && <b>{name(one)}</b>} {t(WHY[clash.why])} {clash.player}
                        </span>
                      </li>
                    );
                  })}
                </ul>
              </section>
            )}
            <section>
              <h2>{t({ zh: "未排 {count}", en: "No time yet {count}" }, { count: unplaced.length })}</h2>
              <ul className="comp-plain">
                {unplaced.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      className="comp-loose"
                      draggable={may}
                      aria-pressed={picked === one.id}
                      onDragStart={(event) => drag(event, one)}
                      onDragEnd={() => setDragged(undefined)}
                      onClick={() => setPicked(one.id)}
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
          </aside>
        </div>
      )}
      {placed.length > 0 && (
        <div className="comp-print">
          <MatchTable rows={placed} all={view.matches} label={t({ zh: "场次与赛果", en: "Matches and results" })} />
        </div>
      )}
    </>
  );
}

import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { matches } from "../../../contract/competitions/matches";
import { toError } from "../../api/to-error";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { instant, wall } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useLanguage, useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { shortDay } from "../../ui/format-time";
import { StatusTag } from "../../ui/StatusTag";
import { useZone } from "../../ui/zone";
import { BoardFigures } from "./BoardFigures";
import { Clashes, Loose, type Move } from "./BoardSide";
import { CallQueue } from "./CallQueue";
import { Lanes } from "./Lanes";
import { MatchTable } from "./MatchTable";
import { PlanProgress } from "./PlanProgress";
import { PlaceMatch } from "./PlaceMatch";
import { nameIn } from "./names";
import { GamePicker, Picker, useGames } from "./use-events";
import "./competitions.css";

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
        <h1>{t("competitions.schedule.schedule")}</h1>
        <GamePicker {...chosen} />
      </header>
      {failed && <ErrorState what={failed.message} onRetry={() => void view.refetch()} />}
      {chosen.isLoaded && !game && (
        <EmptyState icon="calendar" title={t("competitions.schedule.noGamesYet")} hint={t("competitions.schedule.addGameDrawEvents")} />
      )}
      {game && !view.data && !failed && <SkeletonText lines={8} label={t("ui.loading")} />}
      {view.data?.orderOfPlay === "queue" && (
        <nav className="comp-legend" aria-label={t("competitions.schedule.view")}>
          {(["queue", "board"] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={(search.get("view") === "board") === (each === "board")}
              onClick={() => setSearch({ game: game?.id ?? "", view: each }, { replace: true })}
            >
              {each === "queue" ? t("competitions.schedule.callQueue") : t("competitions.schedule.board")}
            </button>
          ))}
        </nav>
      )}
      {view.data?.orderOfPlay === "queue" && search.get("view") !== "board" && <CallQueue gameId={view.data.gameId} />}
      {view.data && (view.data.orderOfPlay === "fixed" || search.get("view") === "board") && (
        <Board
          view={view.data}
          refetch={() => void view.refetch()}
          onDay={(next) =>
            setSearch(
              { game: view.data.gameId, day: next, ...(search.get("view") === "board" ? { view: "board" } : {}) },
              { replace: true },
            )
          }
        />
      )}
    </div>
  );
}

function Board({ view, refetch, onDay }: { view: ScheduleView; refetch: () => void; onDay: (day: string) => void }) {
  const t = useT();
  const language = useLanguage();
  const zone = useZone();
  const may = useCan("schedule_modify");
  const plan = useCall(matches.plan);
  const place = useCall(matches.place);
  const late = useCall(matches.delay);
  const [failure, setFailure] = useState<Error>();
  const [picked, setPicked] = useState<string>();
  const [heldId, setHeld] = useState<string>();
  const [only, setOnly] = useState<string>();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [planning, setPlanning] = useState<string>();
  const minuteOf = (at: string): number => wall(new Date(at), zone).minute;
  const events = [...new Set(view.matches.map(({ eventId }) => eventId))];
  const visible = view.matches.filter(({ startsAt, eventId }) => startsAt !== null && (only === undefined || eventId === only));
  const match = view.matches.find(({ id }) => id === picked);
  const held = view.matches.find(({ id }) => id === heldId);
  const act = async (doing: () => Promise<unknown>): Promise<void> => {
    setFailure(undefined);
    try {
      await doing();
    } catch (error) {
      setFailure(toError(error));
    } finally {
      refetch();
    }
  };
  const replan = (anew: boolean): Promise<void> =>
    act(async () => {
      const job = await plan.run({ gameId: view.gameId, again: anew });
      setPlanning(job.id);
    });
  const onPlanned = (isDone: boolean): void => {
    // Only a new plan makes the moves before it impossible to undo.
    if (isDone) setMoves([]);
    refetch();
  };
  const put = (id: string, courtId: string | null, minute: number): Promise<void> =>
    act(async () => {
      const before = view.matches.find((one) => one.id === id);
      await place.run({ id, courtId, startsAt: courtId === null ? null : instant(view.day, minute, zone).toISOString() });
      setMoves([...moves, { id, courtId: before?.court?.id ?? null, startsAt: before?.startsAt ?? null }]);
    });
  const undo = (): Promise<void> =>
    act(async () => {
      const last = moves.at(-1);
      if (!last) return;
      // One that can't go back, for another match is there now, is not tried again.
      setMoves(moves.slice(0, -1));
      await place.run(last);
    });
  const delay = (id: string, minutes: number): Promise<void> =>
    act(async () => {
      const done = await late.run({ id, minutes });
      setMoves([]);
      notify.success(t("competitions.schedule.movedLeftWithoutCourt", done));
    });
  return (
    <>
      <div className="comp-bar">
        {view.days.length > 0 && (
          <Picker
            label={t("common.day")}
            value={view.day}
            of={view.days.map((day) => ({ id: day, title: shortDay(day, language, view.day) }))}
            onPick={onDay}
          />
        )}
        <StatusTag tone={view.clashes.length === 0 ? "success" : "error"}>
          {t("competitions.schedule.clashes", { count: view.clashes.length })}
        </StatusTag>
        <span className="grow" />
        <CommandButton icon="print" kind="quiet" onClick={() => window.print()}>
          {t("list.print")}
        </CommandButton>
        {may && (
          <>
            <CommandButton icon="undo" spent={moves.length === 0} busy={place.pending} onClick={() => void undo()}>
              {t("competitions.schedule.undoMove")}
            </CommandButton>
            <CommandButton icon="refresh" busy={plan.pending} onClick={() => void replan(true)}>
              {t("competitions.schedule.planAnew")}
            </CommandButton>
            <CommandButton kind="primary" icon="calendar" busy={plan.pending} onClick={() => void replan(false)}>
              {t("competitions.schedule.placeRest")}
            </CommandButton>
          </>
        )}
      </div>
      {failure && <Failure>{failure.message}</Failure>}
      <PlanProgress gameId={view.gameId} watched={planning} may={may} onEnd={onPlanned} />
      <BoardFigures view={view} minuteOf={minuteOf} />
      {events.length > 0 && (
        <div className="comp-legend" role="group" aria-label={t("competitions.schedule.events")}>
          <button type="button" aria-pressed={only === undefined} onClick={() => setOnly(undefined)}>
            {t("list.all")} {view.matches.length}
          </button>
          {events.map((id, i) => {
            const own = view.matches.filter(({ eventId }) => eventId === id);
            return (
              <button key={id} type="button" data-tint={i % 5} aria-pressed={only === id} onClick={() => setOnly(id)}>
                {own[0]?.event} {own.length}
              </button>
            );
          })}
        </div>
      )}
      {view.courts.length === 0 ? (
        <EmptyState
          icon="grid"
          title={t("competitions.schedule.noCourtsTakenGame")}
          hint={t("competitions.schedule.onceCourtsTakenOrder")}
          action={
            <Link className="link" to={`/addedServices/game-booking-place-list/${view.gameId}`}>
              {t("competitions.schedule.takeCourts")}
            </Link>
          }
        />
      ) : (
        <div className="comp-split comp-split-end">
          <Lanes
            view={view}
            shown={visible}
            events={events}
            picked={picked}
            pick={setPicked}
            may={may}
            minuteOf={minuteOf}
            put={put}
            drag={{ held, set: setHeld }}
          />
          <aside className="comp-side" aria-label={t("competitions.schedule.planning")}>
            {match && (
              <PlaceMatch
                key={`${match.id} ${match.startsAt ?? ""}`}
                match={match}
                title={nameIn(view.matches, t)(match)}
                view={view}
                minuteOf={minuteOf}
                put={put}
                delay={delay}
                may={may}
              />
            )}
            <Clashes view={view} minuteOf={minuteOf} last={moves.at(-1)} back={undo} />
            <Loose view={view} only={only} picked={picked} pick={setPicked} may={may} drag={setHeld} />
          </aside>
        </div>
      )}
      {visible.length > 0 && (
        <div className="comp-print">
          <MatchTable rows={visible} all={view.matches} label={t("competitions.schedule.matchesResults")} />
        </div>
      )}
    </>
  );
}

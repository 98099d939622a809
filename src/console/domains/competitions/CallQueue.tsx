/** Order of play without fixed times: courts with the match that is on, called or next, and the queue behind them. */
import { useState } from "react";
import { Link } from "react-router";
import { battles } from "../../../contract/competitions/battles";
import { toError } from "../../api/to-error";
import type { Match } from "../../../contract/competitions/match";
import { matches } from "../../../contract/competitions/matches";
import type { QueueView } from "../../../contract/competitions/order-of-play";
import { callsOf } from "../../../contract/core/resource/calls";
import { clock, wall } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { RowAction } from "../../resource/RowAction";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { useZone } from "../../ui/zone";
import { GivenUp, givingUp } from "./giving-up";
import { minutesOn } from "./minutes-on";
import { nameIn, scoreText, sideName } from "./names";
import { UmpireCode } from "./UmpireCode";
import { Picker } from "./use-events";
import { useMinute } from "./use-minute";
import { Who } from "./Who";

type Queued = QueueView["queue"][number];
const ANY = "any";

export function CallQueue({ gameId }: { gameId: string }) {
  const t = useT();
  const view = useRead(matches.queue, { gameId }, { staleTime: 0 });
  // A rest that is over makes a match ready without any event.
  useMinute(() => void view.refetch());
  if (view.error && !view.data) return <ErrorState what={view.error.message} onRetry={() => void view.refetch()} />;
  if (!view.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  return <Loaded view={view.data} again={() => void view.refetch()} />;
}

function Loaded({ view, again }: { view: QueueView; again: () => void }) {
  const t = useT();
  const may = useCan("schedule_modify");
  const mayScore = useCan("score_modify");
  const zone = useZone();
  const call = useCall(matches.call);
  const mark = useCall(matches.markCall);
  const order = useCall(matches.orderQueue);
  const start = useCall(callsOf(battles).start);
  const [failure, setFailure] = useState<Error>();
  const [absent, setAbsent] = useState<Match>();
  const [issuing, setIssuing] = useState<Match>();
  const [words, setWords] = useState("");
  const name = nameIn(view.matches, t);
  const matchById = new Map(view.matches.map((match) => [match.id, match]));
  const clockOf = (at: string): string => clock(wall(new Date(at), zone).minute);
  const pending = call.pending || mark.pending || order.pending || start.pending;
  const act = async (doing: Promise<unknown>): Promise<void> => {
    setFailure(undefined);
    try {
      await doing;
    } catch (error) {
      setFailure(toError(error));
    } finally {
      again();
    }
  };
  const freeCourts = view.courts.filter(({ isOpen, matchId }) => isOpen && matchId === null);
  const visible = view.queue.filter(({ id }) => {
    const match = matchById.get(id);
    return words === "" || (match && `${sideName(match.home)} ${sideName(match.away)} ${name(match)}`.toLowerCase().includes(words));
  });
  const move = (queued: Queued, by: -1 | 1): void => {
    const rest = view.queue.filter(({ id }) => id !== queued.id);
    const at = Math.max(0, view.queue.findIndex(({ id }) => id === queued.id) + by);
    void act(order.run({ id: queued.id, beforeId: rest[at]?.id ?? null, courtId: queued.courtId }));
  };
  return (
    <>
      <div className="comp-bar">
        <StatusTag tone="live">
          {t("matches.callQueue.on", { count: view.matches.filter(({ state }) => state === "running").length })}
        </StatusTag>
        <StatusTag tone="waiting">
          {t("matches.callQueue.called", { count: view.matches.filter((match) => match.call !== null).length })}
        </StatusTag>
        <span className="mut">{t("matches.callQueue.queue", { count: view.queue.length })}</span>
        <span className="grow" />
        <CommandButton icon="print" kind="quiet" onClick={() => window.print()}>
          {t("list.print")}
        </CommandButton>
        <Link className="link" to={`/addedServices/game-set-form/${view.gameId}`}>
          {t("matches.callQueue.orderPlay")}
        </Link>
      </div>
      {failure && <Failure>{failure.message}</Failure>}
      {view.courts.length === 0 && (
        <EmptyState
          icon="grid"
          title={t("matches.callQueue.noCourtsTakenGame")}
          hint={t("matches.callQueue.onceCourtsTakenMatches")}
          action={
            <Link className="link" to={`/addedServices/game-booking-place-list/${view.gameId}`}>
              {t("matches.callQueue.takeCourts")}
            </Link>
          }
        />
      )}
      <div className="call-courts">
        {view.courts.map((court) => {
          const match = matchById.get(court.matchId ?? court.nextId ?? "");
          const followed = view.queue.filter(({ courtId, id }) => courtId === court.id && id !== court.nextId);
          return (
            <section key={court.id} className="card call-court" aria-label={t("matches.callQueue.court", { name: court.name })}>
              <header>
                <b>{court.name}</b>
                <small>{court.hall}</small>
                <span className="grow" />
                <CourtTag court={court} match={court.matchId === null ? undefined : match} />
              </header>
              {match && (
                <p className={court.matchId === null ? "mut" : undefined}>
                  <small>{court.matchId === null ? t("matches.callQueue.next", { match: name(match) }) : name(match)}</small>
                  <b>
                    <Who name={sideName(match.home)} publicName={match.home.publicName} /> –{" "}
                    <Who name={sideName(match.away)} publicName={match.away.publicName} />
                  </b>
                  {court.matchId !== null && match.call === null && <span className="num">{scoreText(match)}</span>}
                  {match.call && (
                    <small>
                      {t("matches.callQueue.calledDueCall", {
                        at: clockOf(match.call.at),
                        by: clockOf(match.call.comeBy),
                        calls: match.call.calls,
                      })}
                    </small>
                  )}
                </p>
              )}
              {may && match && court.matchId === null && (
                <Button kind="primary" icon="voice" busy={pending} onClick={() => void act(call.run({ id: match.id, courtId: court.id }))}>
                  {t("matches.callQueue.call", { court: court.name })}
                </Button>
              )}
              {match?.call && (
                <div className="call-marks">
                  {mayScore && (
                    <Button kind="primary" icon="play" busy={pending} onClick={() => void act(start.run({ id: match.id }))}>
                      {t("common.startMatch")}
                    </Button>
                  )}
                  {may && !match.call.isOnCourt && (
                    <Button busy={pending} onClick={() => void act(mark.run({ id: match.id, mark: "onCourt" }))}>
                      {t("matches.callQueue.court2")}
                    </Button>
                  )}
                  {may && !match.call.isOnCourt && (
                    <Picker
                      label={t("matches.callQueue.whoLate")}
                      value={match.call.late}
                      of={[
                        { id: "", title: t("matches.callQueue.markLate") },
                        { id: "home", title: t("matches.callQueue.late", { side: sideName(match.home) }) },
                        { id: "away", title: t("matches.callQueue.late", { side: sideName(match.away) }) },
                        { id: "both", title: t("matches.callQueue.bothLate") },
                      ]}
                      onPick={(side) =>
                        void (side === "home" || side === "away" || side === "both"
                          ? act(mark.run({ id: match.id, mark: "late", side }))
                          : undefined)
                      }
                    />
                  )}
                  {may && (
                    <Button busy={pending} onClick={() => void act(mark.run({ id: match.id, mark: "again" }))}>
                      {t("matches.callQueue.callAgain")}
                    </Button>
                  )}
                  {mayScore && !match.isTie && (
                    <Button icon="qr" onClick={() => setIssuing(match)}>
                      {t("matches.callQueue.umpiresTablet")}
                    </Button>
                  )}
                  {mayScore && <Button onClick={() => setAbsent(match)}>{t("matches.callQueue.walkover")}</Button>}
                  {may && (
                    <Button kind="quiet" icon="undo" busy={pending} onClick={() => void act(mark.run({ id: match.id, mark: "undo" }))}>
                      {t("matches.callQueue.undoCall")}
                    </Button>
                  )}
                </div>
              )}
              {court.matchId !== null && match && match.call === null && (
                <Link className="link" to={`/addedServices/combat-team-member-list2?game=${view.gameId}&match=${match.id}`}>
                  {t("matches.score")}
                </Link>
              )}
              {followed.length > 0 && (
                <ol className="call-followed">
                  {followed.map(({ id }) => {
                    const next = matchById.get(id);
                    return (
                      next && (
                        <li key={id}>
                          <small>{t("matches.callQueue.followed")}</small>{" "}
                          <Who
                            name={`${sideName(next.home)} – ${sideName(next.away)}`}
                            publicName={`${next.home.publicName} – ${next.away.publicName}`}
                          />
                        </li>
                      )
                    );
                  })}
                </ol>
              )}
            </section>
          );
        })}
      </div>
      <section className="card call-queue">
        <header className="comp-bar">
          <h2>{t("matches.callQueue.queue2")}</h2>
          <span className="input">
            <input
              value={words}
              aria-label={t("matches.callQueue.findQueue")}
              placeholder={t("matches.callQueue.nameEvent")}
              onChange={(event) => setWords(event.target.value.toLowerCase())}
            />
          </span>
        </header>
        {view.queue.length === 0 && <p className="sec">{t("matches.callQueue.noMatchLeftCall")}</p>}
        <ol className="comp-plain">
          {visible.map((queued) => {
            const match = matchById.get(queued.id);
            const at = view.queue.indexOf(queued);
            if (!match) return null;
            return (
              <li key={queued.id} data-ready={queued.why === "" || undefined}>
                <b className="num">{at + 1}</b>
                <span className="grow call-match">
                  <small>{name(match)}</small>
                  <b>
                    <Who name={sideName(match.home)} publicName={match.home.publicName} /> –{" "}
                    <Who name={sideName(match.away)} publicName={match.away.publicName} />
                  </b>
                </span>
                <Why queued={queued} other={matchById.get(queued.matchId ?? "")} clockOf={clockOf} />
                {may && (
                  <span className="call-tools">
                    <Picker
                      label={t("matches.callQueue.court3", { match: `${sideName(match.home)} – ${sideName(match.away)}` })}
                      value={queued.courtId ?? ANY}
                      of={[
                        { id: ANY, title: t("matches.callQueue.anyCourt") },
                        ...view.courts.map(({ id, name: title }) => ({ id, title })),
                      ]}
                      onPick={(id) =>
                        void act(order.run({ id: queued.id, beforeId: view.queue[at + 1]?.id ?? null, courtId: id === ANY ? null : id }))
                      }
                    />
                    <Button
                      icon="arrow-up"
                      aria-label={t("matches.callQueue.earlier")}
                      spent={at === 0 || pending}
                      onClick={() => move(queued, -1)}
                    />
                    <Button
                      icon="arrow-down"
                      aria-label={t("matches.callQueue.later")}
                      spent={at === view.queue.length - 1 || pending}
                      onClick={() => move(queued, 1)}
                    />
                    {(queued.why === "" || queued.why === "rest") && freeCourts.length > 0 && (
                      <Picker
                        label={t("matches.callQueue.callCourt")}
                        value=""
                        of={[
                          {
                            id: "",
                            title: queued.why === "rest" ? t("matches.callQueue.withoutRest") : t("matches.callQueue.call2"),
                          },
                          ...freeCourts.map(({ id, name: title }) => ({ id, title })),
                        ]}
                        onPick={(courtId) =>
                          courtId !== "" && void act(call.run({ id: queued.id, courtId, withoutRest: queued.why === "rest" }))
                        }
                      />
                    )}
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      </section>
      {issuing && <UmpireCode match={issuing} onClose={() => setIssuing(undefined)} />}
      {absent && (
        <GivenUp value={absent}>
          <RowAction
            resource={battles}
            parts={givingUp}
            action="walkover"
            row={{ id: absent.id, createdAt: "", title: `${sideName(absent.home)} – ${sideName(absent.away)}` }}
            onClose={() => setAbsent(undefined)}
            onDone={() => {
              setAbsent(undefined);
              again();
            }}
          />
        </GivenUp>
      )}
    </>
  );
}

/** State of a court: free, called, late, on court or playing. */
function CourtTag({ court, match }: { court: QueueView["courts"][number]; match: Match | undefined }) {
  const t = useT();
  const now = useMinute();
  if (!match)
    return court.isOpen ? (
      <StatusTag tone="success">{t("matches.callQueue.free")}</StatusTag>
    ) : (
      <StatusTag tone="neutral">{t("matches.callQueue.notTakenNow")}</StatusTag>
    );
  const { call } = match;
  if (!call) return <StatusTag tone="live">{t("matches.callQueue.min", { minutes: minutesOn(match) ?? 0 })}</StatusTag>;
  if (call.isOnCourt) return <StatusTag tone="success">{t("matches.callQueue.court2")}</StatusTag>;
  if (call.late !== "" || now > new Date(call.comeBy)) {
    const late = call.late === "home" ? sideName(match.home) : call.late === "away" ? sideName(match.away) : t("matches.callQueue.both");
    return (
      <StatusTag tone="error">{call.late === "" ? t("matches.callQueue.overdue") : t("matches.callQueue.late", { side: late })}</StatusTag>
    );
  }
  return <StatusTag tone="waiting">{t("matches.callQueue.called2")}</StatusTag>;
}

/** Reason for which a match of the queue can't be called yet. */
function Why({ queued, other, clockOf }: { queued: Queued; other: Match | undefined; clockOf: (at: string) => string }) {
  const t = useT();
  const at = other?.court?.name ?? "";
  switch (queued.why) {
    case "":
      return <StatusTag tone="success">{t("matches.callQueue.ready")}</StatusTag>;
    case "sides":
      return <StatusTag tone="neutral">{t("matches.callQueue.sidesOpen")}</StatusTag>;
    case "player":
      return <StatusTag tone="waiting">{t("matches.callQueue.player", { court: at })}</StatusTag>;
    case "referee":
      return <StatusTag tone="waiting">{t("matches.callQueue.referee", { court: at })}</StatusTag>;
    case "rest":
      return (
        <StatusTag tone="waiting">{t("matches.callQueue.resting", { time: queued.until === null ? "" : clockOf(queued.until) })}</StatusTag>
      );
  }
}

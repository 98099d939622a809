import { useEffect, useRef, useState } from "react";
import { isPlayable } from "../../../../contract/competitions/match";
import type { UmpireView } from "../../../../contract/competitions/umpire";
import { hasNextPeriod, type Side, standingOf } from "../../../../engine/scoring";
import { pointsOfSet, SERVICE, umpireState, type UmpireState } from "../../../../engine/umpire";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { StatusTag } from "../../../ui/StatusTag";
import { setName } from "../names";
import { Court } from "./Court";
import { Clock, MARK_NAMES, MarkLog, SetTable } from "./BoardParts";
import { Interval } from "./Interval";
import type { Access } from "./outbox";
import { useUmpire } from "./use-umpire";

/** Two taps within this time are one: a finger that bounces gives no second point. */
const DOUBLE_TAP_MS = 250;
const SIDES: readonly Side[] = [0, 1];
type Sided = "yellow" | "red" | "injury" | "timeout" | "retire" | "players";

/** Keeps the screen on while a match is open, where the browser can. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const request = (): void => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      navigator.wakeLock.request("screen").then(
        (held) => {
          lock = held;
        },
        () => undefined,
      );
    };
    request();
    document.addEventListener("visibilitychange", request);
    return () => {
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, []);
}

/**
 * The board of a match.
 * @param onLeave the match is left, with what is unsent
 * @param onReopen the PIN is to be entered again; what is stored stays
 */
export function Board({ opened, onLeave, onReopen }: { opened: Access; onLeave: () => void; onReopen: () => void }) {
  const t = useT();
  const { access, state, unsent, isOffline, isConflict, refusal, add, resolve, retry } = useUmpire(opened);
  const { view, marks } = access;
  const { isEnded } = view;
  const [choosing, setChoosing] = useState<Sided>();
  const [retiring, setRetiring] = useState<Side>();
  const [isLeaving, setLeaving] = useState(false);
  const tapped = useRef(Number.NEGATIVE_INFINITY);
  useWakeLock();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    if (!isEnded) window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isEnded]);
  const sides = [view.home, view.away] as const;
  const nameOf = (side: Side): string => sides[side].name;
  const right: Side = state.left === 0 ? 1 : 0;
  const isOn = state.hasStarted && !state.isOver && !isEnded && !isConflict && state.retired === null;
  const chooseFirst = t("umpire.board.chooseScoreCountsFirst");
  /** Why a mark can't be made now, or that there is none to make. */
  const barred = (spent: boolean) => (isConflict ? { why: chooseFirst, whyInTooltip: true } : { spent });
  const service = SERVICE[view.sport];
  const timed = view.rules.timed;
  const point = (side: Side, { timeStamp }: { readonly timeStamp: number }, points = 1): void => {
    if (!isOn || timeStamp - tapped.current < DOUBLE_TAP_MS) return;
    tapped.current = timeStamp;
    add({ kind: "point", side, ...(points === 1 ? {} : { points }) });
  };
  const choose = (kind: Sided, side: Side): void => {
    setChoosing(undefined);
    if (kind === "retire") setRetiring(side);
    else add({ kind, side });
  };
  const undone = state.undoes && umpireState(view, [...marks, { kind: "undo", side: null, at: "" }]);
  const score = (of: UmpireState): string => (timed ? standingOf(view.rules, of.played.sets).won : of.current).join("–");
  const winner = standingOf(view.rules, state.played.sets).winner;
  return (
    <>
      <header className="umpire-top">
        {view.court !== "" && <b className="umpire-court">{view.court.replace(/^Court | 号$/g, "")}</b>}
        <div className="grow">
          <h1 className="cut">
            {view.event} {view.round}
          </h1>
          <small className="cut">
            {describeRules(view, t)}
            {view.referee !== "" && t("umpire.board.umpire", { name: view.referee })}
          </small>
        </div>
        <span role="status">
          {isOffline || unsent > 0 ? (
            <StatusTag tone="warning">
              {isOffline ? t("umpire.board.offline") : t("umpire.board.sending")}
              {unsent > 0 && t("umpire.board.unsent", { count: unsent })}
              {isOffline && unsent > 0 && <small>{t("umpire.board.hallScreen", { score: (view.sets.at(-1) ?? [0, 0]).join("–") })}</small>}
            </StatusTag>
          ) : (
            <StatusTag tone="success">{t("umpire.board.connectedAllSent")}</StatusTag>
          )}
        </span>
        <Clock since={view.begunAt ?? marks.find(({ kind }) => kind === "start")?.at ?? null} />
        <Button size="lg" onClick={() => setLeaving(true)}>
          {t("umpire.board.leave")}
        </Button>
      </header>
      {refusal !== "" && (
        <p className="notice notice-error" role="alert">
          <span className="grow">{refusal}</span>
          <Button onClick={retry}>{t("umpire.board.tryAgain")}</Button>
          <Button onClick={onReopen}>{t("umpire.board.enterPinAgain")}</Button>
        </p>
      )}
      <section className="umpire-halves">
        {([state.left, right] as const).map((side, at) => (
          <div key={side} className="umpire-half" data-serves={state.server === side || undefined} data-right={at === 1 || undefined}>
            <button type="button" disabled={!isOn} onClick={(event) => point(side, event)}>
              <span className="umpire-name">
                <b className="cut">{nameOf(side)}</b>
                {state.server === side && (
                  <StatusTag tone="live">
                    {state.serviceCourt === null
                      ? t("umpire.board.serves")
                      : state.serviceCourt === "right"
                        ? t("umpire.board.servesRight")
                        : t("umpire.board.servesLeft")}
                  </StatusTag>
                )}
                {state.yellow[side] > 0 && <span className="umpire-card">{t("umpire.board.yellow", { count: state.yellow[side] })}</span>}
                {state.red[side] > 0 && (
                  <span className="umpire-card" data-red>
                    {t("umpire.board.red", { count: state.red[side] })}
                  </span>
                )}
              </span>
              <small>
                {[sides[side].club, sides[side].seed === null ? "" : t("umpire.board.seed", { seed: sides[side].seed ?? 0 })]
                  .filter(Boolean)
                  .join(t("list.and"))}
              </small>
              <strong>{timed ? standingOf(view.rules, state.played.sets).won[side] : state.current[side]}</strong>
              <span className="umpire-tap">
                <Icon name="plus" />
                {t("umpire.board.tapHalfPoint", { name: nameOf(side) })}
              </span>
            </button>
            {timed && view.sport === "basketball" && isOn && (
              <span className="umpire-more">
                {[2, 3].map((points) => (
                  <Button key={points} size="lg" onClick={(event) => point(side, event, points)}>
                    +{points}
                  </Button>
                ))}
              </span>
            )}
          </div>
        ))}
        {!state.hasStarted && !isEnded && (
          <div className="umpire-cover">
            <h2>{service.turns === "none" ? t("umpire.board.readyStart") : t("umpire.board.whoServesFirst")}</h2>
            <div className="umpire-choice">
              {service.turns === "none" ? (
                <Button kind="primary" size="xl" onClick={() => add({ kind: "start", side: null })}>
                  {t("common.startMatch")}
                </Button>
              ) : (
                ([state.left, right] as const).map((side) => (
                  <Button key={side} kind="primary" size="xl" onClick={() => add({ kind: "start", side })}>
                    {nameOf(side)}
                  </Button>
                ))
              )}
            </div>
            <Button size="lg" icon="swap" onClick={() => add({ kind: "ends", side: null })}>
              {t("umpire.board.swapSides")}
            </Button>
          </div>
        )}
        {state.pause && isOn && (
          <Interval
            state={state}
            names={[nameOf(0), nameOf(1)]}
            points={pointsOfSet(view.rules, state.played.sets.length - 1)}
            onResume={() => add({ kind: "resume", side: null })}
          />
        )}
        {(state.isOver || state.retired !== null || isEnded) && (
          <div className="umpire-cover">
            <h2>
              {isEnded
                ? isPlayable(view) || view.state === "waiting"
                  ? t("umpire.board.deskTakenMatchBack")
                  : t("umpire.board.matchOver")
                : state.retired === null
                  ? winner === undefined
                    ? t("umpire.board.draw")
                    : t("umpire.board.wins", { name: nameOf(winner) })
                  : t("umpire.board.retires", { name: nameOf(state.retired) })}
            </h2>
            <p className="num">{(isEnded ? view.sets : state.played.sets).map((set) => set.join("–")).join("　")}</p>
            {!isEnded && !state.isFinished && state.retired === null && (
              <Button kind="primary" size="xl" onClick={() => add({ kind: "finish", side: null })}>
                {t("umpire.board.confirmResult")}
              </Button>
            )}
            {!isEnded && (state.isFinished || state.retired !== null) && <p>{t("umpire.board.resultStoredHereBeing")}</p>}
            {isEnded && (
              <>
                {unsent > 0 && <p>{t("umpire.board.deskEndedMatchMarks", { count: unsent })}</p>}
                <Button kind="primary" size="xl" onClick={onLeave}>
                  {t("umpire.board.nextMatch")}
                </Button>
              </>
            )}
          </div>
        )}
        {isConflict && (
          <div className="umpire-cover" role="alertdialog" aria-label={t("umpire.board.twoScores")}>
            <h2>{t("umpire.board.deskChangedScoreWhich")}</h2>
            <div className="umpire-choice">
              <Button size="xl" onClick={() => resolve(pairs(view.sets))}>
                {t("umpire.board.desk", { score: view.sets.map((set) => set.join("–")).join(" ") || "0–0" })}
              </Button>
              <Button size="xl" onClick={() => resolve(state.played.sets)}>
                {t("umpire.board.tablet", { score: state.played.sets.map((set) => set.join("–")).join(" ") || "0–0" })}
              </Button>
            </div>
          </div>
        )}
        {choosing && (
          <div className="umpire-cover">
            <h2>{t("umpire.board.whichSide", { what: t(MARK_NAMES[choosing]) })}</h2>
            <div className="umpire-choice">
              {([state.left, right] as const).map((side) => (
                <Button key={side} size="xl" onClick={() => choose(choosing, side)}>
                  {nameOf(side)}
                </Button>
              ))}
            </div>
            <Button size="lg" onClick={() => setChoosing(undefined)}>
              {t("common.cancel")}
            </Button>
          </div>
        )}
        {retiring !== undefined && state.retired === null && (
          <div className="umpire-cover">
            <h2>
              {t("umpire.board.recordedWinsRetires", {
                winner: nameOf(retiring === 0 ? 1 : 0),
                loser: nameOf(retiring),
                score: state.played.sets.map((set) => set.join("–")).join(" ") || "0–0",
              })}
            </h2>
            <div className="umpire-choice">
              <Button
                kind="danger"
                size="xl"
                onClick={() => {
                  setRetiring(undefined);
                  add({ kind: "retire", side: retiring });
                }}
              >
                {t("umpire.board.recordRetirement")}
              </Button>
              <Button size="xl" onClick={() => setRetiring(undefined)}>
                {t("common.cancel")}
              </Button>
            </div>
          </div>
        )}
        {isLeaving && (
          <div className="umpire-cover">
            <h2>{unsent > 0 ? t("umpire.board.marksUnsentWouldLost", { count: unsent }) : t("umpire.board.leaveMatchTakesPin")}</h2>
            <div className="umpire-choice">
              <Button size="xl" onClick={() => setLeaving(false)}>
                {t("umpire.board.stay")}
              </Button>
              <Button kind="danger" size="xl" onClick={onLeave}>
                {t("umpire.board.leave")}
              </Button>
            </div>
          </div>
        )}
      </section>
      <section className="umpire-middle">
        <SetTable view={view} state={state} />
        <Court state={state} view={view} />
        <MarkLog view={view} marks={marks} sent={view.marks.length} />
      </section>
      <footer className="umpire-bar">
        <Button {...barred(!isOn)} onClick={() => setChoosing("yellow")}>
          <i className="umpire-chip" />
          {t(MARK_NAMES.yellow)}
        </Button>
        {service.redCardPoints !== null && (
          <Button {...barred(!isOn)} onClick={() => setChoosing("red")}>
            <i className="umpire-chip" data-red />
            {t(MARK_NAMES.red)}
          </Button>
        )}
        <Button {...barred(!isOn)} onClick={() => setChoosing("injury")}>
          {t(MARK_NAMES.injury)}
        </Button>
        {service.timeouts > 0 && (
          <Button {...barred(!isOn || SIDES.every((side) => state.timeouts[side] === 0))} onClick={() => setChoosing("timeout")}>
            {t(MARK_NAMES.timeout)}
          </Button>
        )}
        <Button
          icon="undo"
          {...barred(!state.undoes || isEnded || state.isFinished || state.retired !== null)}
          onClick={() => add({ kind: "undo", side: null })}
        >
          {state.undoes && state.undoes.kind !== "point"
            ? t("umpire.board.undo", { what: t(MARK_NAMES[state.undoes.kind]) })
            : t("umpire.board.undoPoint")}
          {undone && <small>{t("umpire.board.back", { score: score(undone) })}</small>}
        </Button>
        {hasNextPeriod(view.rules, state.played.sets) && (
          <Button {...barred(!isOn)} onClick={() => add({ kind: "period", side: null })}>
            {t(setName(state.played.sets.length, view.rules.bestOf))}
          </Button>
        )}
        <Button icon="swap" {...barred(!isOn)} onClick={() => add({ kind: "ends", side: null })}>
          {t(MARK_NAMES.ends)}
        </Button>
        {service.turns !== "none" && (
          <Button icon="racket" {...barred(!isOn)} onClick={() => add({ kind: "serve", side: null })}>
            {t(MARK_NAMES.serve)}
          </Button>
        )}
        {view.isDoubles && (
          <Button {...barred(!isOn)} onClick={() => setChoosing("players")}>
            {t(MARK_NAMES.players)}
          </Button>
        )}
        <Button kind="danger" {...barred(!isOn)} onClick={() => setChoosing("retire")}>
          {t("umpire.board.retire")}
        </Button>
      </footer>
    </>
  );
}

const pairs = (sets: readonly (readonly number[])[]): [number, number][] => sets.map(([home = 0, away = 0]) => [home, away]);

function describeRules({ rules: { timed, bestOf, points, cap } }: UmpireView, t: ReturnType<typeof useT>): string {
  if (timed) return t("umpire.board.periods", { count: bestOf });
  const sets = t(
    { zh: "{count} 局 {need} 胜，{points} 分", en: "Best of {count}, {points} points" },
    { count: bestOf, need: Math.floor(bestOf / 2) + 1, points },
  );
  return cap > 0 ? sets + t("umpire.board.cap", { cap }) : sets;
}

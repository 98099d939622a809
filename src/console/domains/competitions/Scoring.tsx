import { type RefObject, useEffect, useRef, useState } from "react";
import { battles } from "../../../contract/competitions/battles";
import type { Match } from "../../../contract/competitions/match";
import {
  hasNextPeriod,
  type SetScore,
  setWinner,
  type Side,
  standingOf,
  withoutPoint,
  withPeriod,
  withPoint,
} from "../../../engine/scoring";
import { tieStanding } from "../../../engine/ties";
import { useT } from "../../i18n/use-t";
import { RowAction } from "../../resource/RowAction";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { Kbd } from "../../ui/Kbd";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { MatchFacts } from "./MatchFacts";
import { PointRun } from "./PointRun";
import { Points } from "./Points";
import { Rubbers } from "./Rubbers";
import { type Rules, rulesOf, Sets } from "./Sets";
import { UmpireCode } from "./UmpireCode";
import { WholeScore } from "./WholeScore";
import { GivenUp, givingUp } from "./giving-up";
import { battleLabel, roundName, roundsOf, setName, sideName } from "./names";
import { useScore } from "./use-score";
import { useScoreKeys } from "./use-score-keys";

type Action = "walkover" | "retire" | "suspend" | "correct" | "amend" | "unstart" | "assign";
const ALLOWED: Readonly<Record<Match["state"], readonly Action[]>> = {
  waiting: ["assign"],
  ready: ["assign", "walkover"],
  running: ["assign", "unstart", "suspend", "walkover", "retire"],
  suspended: ["assign"],
  finished: ["amend", "correct"],
  walkover: ["correct"],
  retired: ["correct"],
  dropped: [],
};

/**
 * Returns the match to score after this one: in a tie its next rubber, at last the tie itself; else a ready match, on the same court first.
 */
function nextAfter(match: Match, all: readonly Match[], isTieOver: boolean): Match | undefined {
  const ready = all.filter(({ state, tieId, id }) => state === "ready" && id !== match.id && tieId === (isTieOver ? null : match.tieId));
  if (match.tieId !== null && (isTieOver || ready.length === 0)) return all.find(({ id }) => id === match.tieId);
  return ready.find(({ court }) => court?.id === match.court?.id) ?? ready[0];
}

/** One match: points by button or arrow key, taking the last back, and every way to end it. */
export function Scoring({
  match,
  rules,
  all,
  step: stepAt,
  toStep,
  again,
  onPick,
  onNext,
}: {
  match: Match;
  rules: Rules;
  all: readonly Match[];
  /** Element that holds the button of its next step. */
  step: RefObject<HTMLDivElement | null>;
  /** True if that button receives the focus. */
  toStep: boolean;
  again: () => Promise<Match | undefined>;
  onPick: (id: string) => void;
  onNext: (id: string) => void;
}) {
  const t = useT();
  const may = useCan("score_modify");
  const { played, failure, pending, save, enter, start, resume, finish } = useScore(match, again);
  const [asking, setAsking] = useState<Action>();
  const [isIssuing, setIssuing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const focusStep = (): void => stepAt.current?.querySelector("button")?.focus();
  useEffect(() => {
    if (toStep) stepAt.current?.querySelector("button")?.focus();
  }, [stepAt, toStep]);
  const by = rulesOf(rules, match);
  const sent = played.sets;
  const rubbers = all.filter(({ tieId }) => tieId === (match.tieId ?? match.id)).sort((a, b) => a.sequence - b.sequence);
  const tie = tieStanding(
    rubbers.map(({ winner }) => (winner === null ? undefined : winner === 0 ? 0 : 1)),
    !rules.allRubbers,
  );
  const standing = match.isTie ? tie : standingOf(by, sent);
  const sides = [match.home, match.away] as const;
  const running = match.state === "running" && may;
  const isOpen = may && !match.isTie && (match.state === "running" || match.state === "ready");
  const before = withoutPoint(by, played);
  const mayScore = rules.timed || !standing.over;
  const next = nextAfter(match, all, match.tieId !== null && tie.over);

  // A start is taken back before the first point; a tie is scored by its rubbers.
  const isOffered = (action: Action): boolean =>
    action === "unstart"
      ? sent.length === 0 && !rubbers.some(({ state }) => state !== "waiting" && state !== "ready")
      : action !== "amend" || !match.isTie;
  const point = (side: Side, points = 1): void => {
    if (running && !match.isTie && mayScore) save(withPoint(by, played, side, points));
  };
  const goesOn = running && hasNextPeriod(by, sent);
  const period = (): void => {
    if (goesOn) save(withPeriod(played));
  };
  const undo = (): void => {
    if (running && before) save(before);
  };
  const confirm = async (): Promise<void> => {
    if (await finish()) notify.success(t("competitions.scoring.resultConfirmed", { result }));
  };
  const winner = standing.winner === undefined ? undefined : sides[standing.winner];
  const won = standing.winner === 1 ? [...standing.won].reverse() : standing.won;
  const level = standing.over ? `${t("competitions.scoring.draw")} ${won.join("–")}` : "";
  const result = winner ? `${sideName(winner)} ${won.join("–")}` : level;
  const step =
    {
      ready: { label: t("common.startMatch"), act: start },
      suspended: { label: t("competitions.scoring.resume"), act: resume },
      running: standing.over
        ? { label: t("competitions.scoring.confirmResult", { result }), act: () => void confirm() }
        : { label: t("competitions.scoring.confirmResult2"), act: undefined },
      waiting: undefined,
      dropped: undefined,
      finished: undefined,
      walkover: undefined,
      retired: undefined,
    }[match.state] ??
    (next && {
      label: t("competitions.scoring.next", { match: `${sideName(next.home)} – ${sideName(next.away)}` }),
      act: () => onNext(next.id),
    });
  useScoreKeys({
    point,
    undo,
    step: () => {
      if (may && !pending) step?.act?.();
    },
    whole: () => field.current,
    period,
  });

  const now = sent.at(-1);
  const isWhole = rules.timed || standing.over;
  const current: SetScore = isWhole ? standing.won : now && setWinner(by, now, sent.length - 1) === undefined ? now : [0, 0];
  const { tone, ...label } = battleLabel(match.state);
  return (
    <section className="comp-main comp-scoring">
      <header className="comp-bar">
        <h2>
          {match.event} {t(roundName(match, roundsOf(match, all)))}
        </h2>
        <StatusTag tone={tone}>{t(label)}</StatusTag>
        <span className="mut">
          {match.court?.name} {match.startsAt !== null && <When at={match.startsAt} />}
        </span>
        <span className="grow" />
        {may && step && (
          <div ref={stepAt}>
            <Button kind="primary" size="lg" busy={pending} spent={step.act === undefined} onClick={step.act}>
              {step.label} <Kbd>↵</Kbd>
            </Button>
          </div>
        )}
      </header>
      {rubbers.length > 0 && <Rubbers tieId={match.tieId ?? match.id} chosen={match.id} rubbers={rubbers} won={tie.won} onPick={onPick} />}
      {!match.isTie && <Sets match={match} rules={rules} sent={sent} won={standing.won} />}
      {failure && <Failure>{failure.message}</Failure>}
      {match.claim && (
        <p className="notice notice-info" role="status">
          {t(match.claim.isDisputed ? "competitions.scoring.claimDisputed" : "competitions.scoring.claimWaits", {
            side: sideName(match[match.claim.side]),
            score: match.claim.sets.map((set) => set.join("–")).join(" "),
          })}
        </p>
      )}
      {match.reason !== "" && <p className="notice notice-info">{match.reason}</p>}
      {!match.isTie && (
        <Points
          match={match}
          rules={rules}
          current={current}
          isOver={standing.over}
          spent={!mayScore}
          onPoint={running ? point : undefined}
        />
      )}
      {!match.isTie && <PointRun match={match} played={played} />}
      {may && (
        <div className="comp-bar">
          {running && !match.isTie && (
            <Button icon="undo" spent={!before} onClick={undo}>
              {t("competitions.key.undo")} <Kbd>Z</Kbd>
            </Button>
          )}
          {running && rules.timed && (
            <Button icon="clock" spent={!goesOn} onClick={period}>
              {t("competitions.scoring.begin", { period: t(setName(sent.length, match.periods)) })} <Kbd>N</Kbd>
            </Button>
          )}
          <span className="grow" />
          {!match.isTie && ["ready", "running", "suspended"].includes(match.state) && (
            <Button icon="qr" onClick={() => setIssuing(true)}>
              {t("competitions.scoring.umpiresTablet")}
            </Button>
          )}
          {ALLOWED[match.state].filter(isOffered).map((action) => (
            <Button
              key={action}
              kind={battles.actions[action] && "danger" in battles.actions[action] ? "danger" : "quiet"}
              onClick={() => setAsking(action)}
            >
              {t(battles.actions[action].label)}
            </Button>
          ))}
        </div>
      )}
      {isOpen && (
        <WholeScore
          sent={sent}
          rules={by}
          field={field}
          enter={async (sets) => {
            const saved = await enter({ sets, runs: [] });
            if (saved) focusStep();
            return saved;
          }}
        />
      )}
      <MatchFacts match={match} all={all} />
      {isIssuing && <UmpireCode match={match} onClose={() => setIssuing(false)} />}
      {asking && (
        <GivenUp value={match}>
          <RowAction
            resource={battles}
            parts={givingUp}
            action={asking}
            row={{ id: match.id, createdAt: "", title: `${sideName(match.home)} – ${sideName(match.away)}` }}
            onClose={() => setAsking(undefined)}
            onDone={() => {
              setAsking(undefined);
              void again();
            }}
          />
        </GivenUp>
      )}
    </section>
  );
}

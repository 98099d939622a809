import { useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Output } from "../../../contract/call";
import { battles, type Match, matches } from "../../../contract/matches";
import { callsOf } from "../../../contract/resource/calls";
import { type ScoreRules, type SetScore, setWinner, type Side, standingOf, withoutPoint, withPoint } from "../../../engine/scoring";
import { tieStanding } from "../../../engine/ties";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { RowAction } from "../../resource/RowAction";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { Kbd } from "../../ui/Kbd";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { Rubbers } from "./Rubbers";
import { WholeScore } from "./WholeScore";
import { battleLabel, roundName, roundsOf, scoreText, sideName } from "./names";
import { GamePicker, useGames } from "./useEvents";
import "./competitions.css";

type Rules = Output<typeof matches.board>["rules"][number];

/** Scoring: the matches of a game on the left, the one that is scored on the right. */
export function ScoreBoard() {
  const t = useT();
  const chosen = useGames(({ status }) => status === "running");
  const [search, setSearch] = useSearchParams();
  const { game } = chosen;
  const board = useRead(matches.board, { gameId: game?.id ?? "" }, { enabled: game !== undefined });
  const all = board.data?.matches ?? [];
  const known = all.filter(({ home, away, state, tieId }) => home.id !== null && away.id !== null && state !== "dropped" && tieId === null);
  const match = all.find(({ id }) => id === search.get("match")) ?? known[0];
  const rules = board.data?.rules.find(({ eventId }) => eventId === match?.eventId);
  const failed = chosen.error ?? board.error;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t({ zh: "对阵计分", en: "Match scoring" })}</h1>
        <GamePicker {...chosen} />
        <span className="grow" />
        {game && (
          <Link className="link" to={`/addedServices/live-score?game=${game.id}`}>
            {t({ zh: "大屏比分", en: "Hall screen" })}
          </Link>
        )}
      </header>
      {failed && <ErrorState what={failed.message} onRetry={() => void board.refetch()} />}
      {board.data && known.length === 0 && (
        <EmptyState
          icon="trophy"
          title={t({ zh: "还没有对阵", en: "No matches yet" })}
          hint={t({
            zh: "抽签公布、开赛之后在这里计分",
            en: "Matches are scored here once the draw is published and the game has started",
          })}
        />
      )}
      <div className="comp-split">
        {known.length > 0 && (
          <nav className="comp-side comp-matches" aria-label={t({ zh: "对阵", en: "Matches" })}>
            {known.map((each) => {
              const { tone, ...label } = battleLabel(each.state);
              return (
                <button
                  key={each.id}
                  type="button"
                  aria-current={each.id === match?.id || each.id === match?.tieId || undefined}
                  onClick={() => setSearch({ ...(game ? { game: game.id } : {}), match: each.id }, { replace: true })}
                >
                  <span>
                    <small>
                      {each.event} {t(roundName(each, roundsOf(each, all)))} {each.court?.name}
                    </small>
                    <StatusTag tone={tone}>{t(label)}</StatusTag>
                  </span>
                  <b className="cut">
                    {sideName(each.home)} – {sideName(each.away)}
                  </b>
                  {scoreText(each) !== "" && <small className="num">{scoreText(each)}</small>}
                </button>
              );
            })}
          </nav>
        )}
        {match && rules && (
          <Scoring
            key={match.id}
            match={match}
            rules={rules}
            all={all}
            again={() => void board.refetch()}
            onPick={(id) => setSearch({ ...(game ? { game: game.id } : {}), match: id }, { replace: true })}
          />
        )}
      </div>
    </div>
  );
}

const rulesOf = ({ bestOf, points, winBy, cap, stop }: Rules): ScoreRules => ({ bestOf, points, winBy, cap, stop });
type Action = "walkover" | "retire" | "suspend" | "correct" | "assign" | "finish";
const ALLOWED: Readonly<Record<Match["state"], readonly Action[]>> = {
  waiting: ["assign"],
  ready: ["assign", "walkover"],
  running: ["assign", "suspend", "walkover", "retire"],
  suspended: ["assign"],
  finished: ["correct"],
  walkover: ["correct"],
  retired: ["correct"],
  dropped: [],
};

/** One match: points by button or arrow key, taking the last back, and every way to end it. */
function Scoring({
  match,
  rules,
  all,
  again,
  onPick,
}: {
  match: Match;
  rules: Rules;
  all: readonly Match[];
  again: () => void;
  onPick: (id: string) => void;
}) {
  const t = useT();
  const may = useCan("score_modify");
  const calls = callsOf(battles);
  const start = useCall(calls.start);
  const resume = useCall(calls.resume);
  const score = useCall(calls.score);
  const [failure, setFailure] = useState<Error>();
  const [asking, setAsking] = useState<Action>();
  const [last, setLast] = useState<readonly Side[]>([]);
  const sent = match.sets.map(([home, away]): SetScore => [home ?? 0, away ?? 0]);
  const by = rulesOf(rules);
  const rubbers = all.filter(({ tieId }) => tieId === (match.tieId ?? match.id)).sort((a, b) => a.sequence - b.sequence);
  const tie = tieStanding(
    rubbers.map(({ winner }) => (winner === null ? undefined : winner === 0 ? 0 : 1)),
    !rules.allRubbers,
  );
  const standing = match.isTie ? tie : standingOf(by, sent);
  const running = match.state === "running" && may;
  const pending = useRef(false);

  const act = async (doing: () => Promise<unknown>): Promise<void> => {
    if (pending.current) return;
    pending.current = true;
    setFailure(undefined);
    try {
      await doing();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      pending.current = false;
      again();
    }
  };
  const send = (sets: readonly SetScore[]): Promise<void> =>
    act(() => score.run({ id: match.id, sets: sets.map(([home, away]) => [home, away] as [number, number]), version: match.version }));
  const point = (side: Side): void => {
    if (!running || match.isTie || standing.over) return;
    setLast([...last, side]);
    void send(withPoint(by, sent, side));
  };
  const undo = (): void => {
    const side = last.at(-1);
    if (!running || side === undefined) return;
    setLast(last.slice(0, -1));
    void send(withoutPoint(sent, side));
  };
  const keys = useRef({ point, undo });
  useEffect(() => {
    keys.current = { point, undo };
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (target instanceof HTMLElement && target.closest("input, select, textarea, [contenteditable]")) return;
      if (event.key === "ArrowLeft") keys.current.point(0);
      else if (event.key === "ArrowRight") keys.current.point(1);
      else if (event.key === "z") keys.current.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  const now = sent.at(-1);
  const current: SetScore = now && setWinner(by, now) === undefined ? now : standing.over ? (now ?? [0, 0]) : [0, 0];
  const { tone, ...label } = battleLabel(match.state);
  const sides = [match.home, match.away] as const;
  return (
    <section className="comp-main comp-scoring">
      <header className="comp-bar">
        <h2>
          {match.event} {t(roundName(match, roundsOf(match, all)))}
        </h2>
        <StatusTag tone={tone}>{t(label)}</StatusTag>
        <span className="mut">
          {match.court?.name} {match.startsAt !== null && <When at={match.startsAt} />}{" "}
          {match.referee !== "" && t({ zh: "裁判 {name}", en: "Referee {name}" }, { name: match.referee })}
        </span>
      </header>
      {rubbers.length > 0 && <Rubbers tieId={match.tieId ?? match.id} chosen={match.id} rubbers={rubbers} won={tie.won} onPick={onPick} />}
      {!match.isTie && (
        <div className="card comp-scroll" tabIndex={0} role="region" aria-label={t({ zh: "各局比分", en: "Sets" })}>
          <table>
            <caption className="sec">
              {t(
                {
                  zh: "{bestOf} 局，每局 {points} 分，净胜 {winBy} 分，上限 {cap}",
                  en: "Best of {bestOf}, {points} points, by {winBy}, cap {cap}",
                },
                { bestOf: rules.bestOf, points: rules.points, winBy: rules.winBy, cap: rules.cap },
              )}
            </caption>
            <tbody>
              {sides.map((side, i) => (
                <tr key={side.id ?? i}>
                  <th scope="row">
                    {sideName(side)} {side.club !== "" && <span className="comp-club">{side.club}</span>}
                  </th>
                  {sent.map((set, number) => (
                    <td key={number} className="num" data-won={setWinner(by, set) === i || undefined}>
                      {set[i as Side]}
                    </td>
                  ))}
                  <td className="num">
                    <b>{standing.won[i as Side]}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {failure && <Failure>{failure.message}</Failure>}
      {match.reason !== "" && <p className="notice notice-info">{match.reason}</p>}
      {!match.isTie && (
        <div className="comp-two comp-points">
          {sides.map((side, i) => (
            <div key={side.id ?? i} className="card" data-won={match.winner === i || undefined}>
              <h3>{sideName(side)}</h3>
              <p className="sec">
                {side.club} {side.seed !== null && t({ zh: "{seed} 号种子", en: "Seed {seed}" }, { seed: side.seed })}
              </p>
              <output aria-label={t({ zh: "{name} 本局得分", en: "Points of {name}" }, { name: sideName(side) })}>
                {current[i as Side]}
              </output>
              {running && (
                <Button
                  kind={i === 0 ? "primary" : "plain"}
                  size="xl"
                  block
                  icon="plus"
                  spent={standing.over}
                  aria-label={t({ zh: "{name} 得分", en: "Point for {name}" }, { name: sideName(side) })}
                  onClick={() => point(i as Side)}
                >
                  {t({ zh: "得分", en: "Point" })} <Kbd>{i === 0 ? "←" : "→"}</Kbd>
                </Button>
              )}
            </div>
          ))}
        </div>
      )}
      {may && (
        <div className="comp-bar">
          {match.state === "ready" && (
            <Button kind="primary" icon="play" busy={start.pending} onClick={() => void act(() => start.run({ id: match.id }))}>
              {t({ zh: "开始比赛", en: "Start match" })}
            </Button>
          )}
          {match.state === "suspended" && (
            <Button kind="primary" icon="play" busy={resume.pending} onClick={() => void act(() => resume.run({ id: match.id }))}>
              {t({ zh: "继续比赛", en: "Resume" })}
            </Button>
          )}
          {running && !match.isTie && (
            <Button icon="refresh" spent={last.length === 0} onClick={undo}>
              {t({ zh: "撤销一分", en: "Take back a point" })} <Kbd>Z</Kbd>
            </Button>
          )}
          {running && standing.over && (
            <Button kind="primary" icon="check" onClick={() => setAsking("finish")}>
              {t({ zh: "确认赛果", en: "Confirm result" })}
            </Button>
          )}
          <span className="grow" />
          {ALLOWED[match.state].map((action) => (
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
      {may && !match.isTie && <WholeScore match={match} sent={sent} rules={by} send={send} />}
      {asking && (
        <RowAction
          resource={battles}
          parts={{}}
          action={asking}
          row={{ id: match.id, createdAt: "", title: `${sideName(match.home)} – ${sideName(match.away)}` }}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined);
            setLast([]);
            again();
          }}
        />
      )}
    </section>
  );
}

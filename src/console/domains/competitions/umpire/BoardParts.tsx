/** Parts of the umpire's board that only show: the clock, the sets, the last marks and their names. */
import { useEffect, useState } from "react";
import type { UmpireMark, UmpireView } from "../../../../contract/competitions/umpire";
import type { Side } from "../../../../engine/scoring";
import { type Mark, standingMarks, umpireState, type UmpireState } from "../../../../engine/umpire";
import type { TKey } from "../../../i18n/keys";
import { useT } from "../../../i18n/use-t";
import { setName } from "../names";

const SIDES: readonly Side[] = [0, 1];
/** Names of the marks, on buttons and in the log. */
export const MARK_NAMES: Readonly<Record<Mark["kind"], TKey>> = {
  start: "umpire.boardParts.start",
  point: "umpire.boardParts.point",
  undo: "common.undo",
  yellow: "umpire.boardParts.yellowCard",
  red: "umpire.boardParts.redCard",
  timeout: "umpire.boardParts.timeOut",
  injury: "umpire.boardParts.injury",
  resume: "umpire.boardParts.resume",
  ends: "umpire.boardParts.changeEnds",
  serve: "umpire.boardParts.changeServer",
  players: "umpire.boardParts.swapPlayers",
  period: "umpire.boardParts.nextPeriod",
  score: "umpire.boardParts.scoreSet",
  finish: "umpire.boardParts.finish",
  retire: "umpire.boardParts.retirement",
};

/** Time that the match has lasted. */
export function Clock({ since }: { since: string | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (since === null) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  return (
    <time>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </time>
  );
}

/** The score of each set, the one under way marked. */
export function SetTable({ view, state }: { view: UmpireView; state: UmpireState }) {
  const t = useT();
  const { sets } = state.played;
  const visibleSets = sets.length === 0 ? [[0, 0] as const] : sets;
  const on = state.isOver ? -1 : visibleSets.length - 1;
  return (
    <table className="umpire-sets">
      <thead>
        <tr>
          <th />
          {visibleSets.map((_, i) => (
            <th key={i}>{t(setName(i, view.rules.timed ? view.rules.bestOf : 0))}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {SIDES.map((side) => (
          <tr key={side}>
            <th scope="row" className="cut">
              {(side === 0 ? view.home : view.away).name}
            </th>
            {visibleSets.map((set, i) => (
              <td key={i} data-on={i === on || undefined} data-won={(set[side] ?? 0) > (set[side === 0 ? 1 : 0] ?? 0) || undefined}>
                {set[side]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LAST_MARKS = 4;

/** The last marks that stand, newest first, each with the score that it made. */
export function MarkLog({ view, marks, sent }: { view: UmpireView; marks: readonly UmpireMark[]; sent: number }) {
  const t = useT();
  const standing = standingMarks(marks);
  const last = standing.slice(-LAST_MARKS);
  const isSent = (mark: Mark): boolean => marks.findIndex((each) => each === mark) < sent;
  return (
    <ol className="umpire-log">
      {last
        .map((mark, i) => {
          const { current } = umpireState(view, standing.slice(0, standing.length - last.length + i + 1));
          return { mark, score: current.join("–") };
        })
        .toReversed()
        .map(({ mark, score }, i) => (
          <li key={standing.length - i} data-unsent={!isSent(mark) || undefined}>
            <time>{new Date(mark.at).toLocaleTimeString("zh-CN", { hour12: false })}</time>
            <span className="cut">
              {mark.side === null ? "" : `${(mark.side === 0 ? view.home : view.away).name} `}
              {t(MARK_NAMES[mark.kind])}
            </span>
            <b>
              {score} {!isSent(mark) && t("umpire.boardParts.unsent")}
            </b>
          </li>
        ))}
    </ol>
  );
}

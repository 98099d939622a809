/** Parts of the umpire's board that only show: the clock, the sets, the last marks and their names. */
import { useEffect, useState } from "react";
import type { UmpireMark, UmpireView } from "../../../../contract/competitions/umpire";
import type { Side } from "../../../../engine/scoring";
import { type Mark, standingMarks, umpireState, type UmpireState } from "../../../../engine/umpire";
import { useT } from "../../../i18n/use-t";
import { setName } from "../names";

const SIDES: readonly Side[] = [0, 1];
/** Names of the marks, on buttons and in the log. */
export const MARK_NAMES: Readonly<Record<Mark["kind"], { zh: string; en: string }>> = {
  start: { zh: "开始", en: "Start" },
  point: { zh: "得分", en: "Point" },
  undo: { zh: "撤销", en: "Undo" },
  yellow: { zh: "黄牌", en: "Yellow card" },
  red: { zh: "红牌", en: "Red card" },
  timeout: { zh: "暂停", en: "Time-out" },
  injury: { zh: "受伤", en: "Injury" },
  resume: { zh: "继续", en: "Resume" },
  ends: { zh: "换边", en: "Change ends" },
  serve: { zh: "改发球", en: "Change server" },
  players: { zh: "换站位", en: "Swap players" },
  period: { zh: "下一节", en: "Next period" },
  score: { zh: "改比分", en: "Score set" },
  finish: { zh: "结束", en: "Finish" },
  retire: { zh: "退赛", en: "Retirement" },
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

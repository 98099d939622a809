import type { Match } from "../../../contract/competitions/match";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { clock } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { findDropProblem } from "./drop-problem";

/** Broken rules, as the board says them. */
export const WHY = {
  court: { zh: "同一场地重叠", en: "One court, two matches" },
  player: { zh: "一人同时两场", en: "Plays twice at once" },
  rest: { zh: "休息不足", en: "Too little rest" },
  order: { zh: "轮次颠倒", en: "Before the match it follows from" },
  hours: { zh: "超出占场时间", en: "Out of the courts’ hours" },
  referee: { zh: "裁判同时两场", en: "Referee of two at once" },
} as const;

/** Shows the target of a dragged match, and what it would meet there. */
export function Landing({
  match,
  court,
  minute,
  view,
  minuteOf,
  from,
  px,
}: {
  match: Match;
  court: ScheduleView["courts"][number];
  minute: number;
  view: ScheduleView;
  minuteOf: (at: string) => number;
  /** The board's first minute. */
  from: number;
  /** Pixels of a minute. */
  px: number;
}) {
  const t = useT();
  const why = findDropProblem(match, court, minute, view.matches, minuteOf);
  return (
    <output className="comp-drop" data-hit={why} style={{ top: (minute - from) * px, height: match.minutes * px - 2 }}>
      {clock(minute)} {why && t(WHY[why])}
    </output>
  );
}

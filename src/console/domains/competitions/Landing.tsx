import type { Match } from "../../../contract/competitions/match";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { clock } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { findDropProblem } from "./drop-problem";

/** Broken rules, as the board says them. */
export const WHY = {
  court: "matches.landing.oneCourtTwoMatches",
  player: "matches.landing.playsTwiceOnce",
  rest: "matches.landing.tooLittleRest",
  order: "matches.landing.beforeMatchFollows",
  hours: "matches.landing.outCourtsHours",
  referee: "matches.landing.refereeTwoOnce",
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

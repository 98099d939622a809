import { useEffect, useRef, useState } from "react";
import type { UmpireState } from "../../../../engine/umpire";
import { beep } from "../../../desk/beep";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";

/** Seconds before the end at which players are called back. */
const WARNING = 20;

/**
 * An interval, time-out or injury over both halves: no point can be given during it.
 * @param points of the set that is on
 */
export function Interval({
  state,
  names,
  points,
  onResume,
}: {
  state: UmpireState;
  names: readonly [string, string];
  points: number;
  onResume: () => void;
}) {
  const t = useT();
  const { pause, hasChangedEnds, current, left } = state;
  const [now, setNow] = useState(() => Date.now());
  const warned = useRef(false);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const lasted = pause ? Math.max(0, Math.floor((now - Date.parse(pause.since)) / 1_000)) : 0;
  const rest = pause && pause.seconds > 0 ? Math.max(0, pause.seconds - lasted) : lasted;
  const isWarning = pause !== null && pause.seconds > WARNING && rest <= WARNING;
  useEffect(() => {
    if (!isWarning || warned.current) return;
    warned.current = true;
    beep();
  }, [isWarning]);
  if (!pause) return null;
  const side = pause.side === null ? "" : (names[pause.side] ?? "");
  const title = {
    mid: t("umpire.interval.interval", { points: Math.ceil(points / 2) }),
    set: t("umpire.interval.betweenSets"),
    timeout: t("umpire.interval.timeOut", { side }),
    injury: t("umpire.interval.injury", { side }),
  }[pause.kind];
  const sides = left === 0 ? ([0, 1] as const) : ([1, 0] as const);
  return (
    <div className="umpire-cover umpire-interval">
      <div>
        <b>{names[sides[0]]}</b>
        <strong>{current[sides[0]]}</strong>
      </div>
      <div>
        <h2>
          {title}
          {hasChangedEnds && t("umpire.interval.changeEnds")}
        </h2>
        <output aria-live="off">
          {Math.floor(rest / 60)}:{String(rest % 60).padStart(2, "0")}
        </output>
        <p aria-live="assertive">{isWarning && rest > 0 ? t("umpire.interval.n20Seconds") : ""}</p>
        <Button kind="primary" size="xl" icon="play" onClick={onResume}>
          {rest > 0 && pause.seconds > 0 ? t("umpire.interval.resumeEarly") : t("umpire.interval.resume")}
        </Button>
      </div>
      <div>
        <b>{names[sides[1]]}</b>
        <strong>{current[sides[1]]}</strong>
      </div>
    </div>
  );
}

import type { Match } from "../../../contract/competitions/match";
import type { SetScore, Side } from "../../../engine/scoring";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Kbd } from "../../ui/Kbd";
import type { Rules } from "./Sets";
import { sideName } from "./names";

/** Baskets of more than one point. */
const BASKETS = [2, 3];

/** Both sides with what they have, large, and the buttons that give them points. */
export function Points({
  match,
  rules,
  current,
  isOver,
  spent,
  onPoint,
}: {
  match: Match;
  rules: Rules;
  current: SetScore;
  isOver: boolean;
  /** No more points are to be had. */
  spent: boolean;
  /** None: the match is not on, or the person may not score. */
  onPoint: ((side: Side, points?: number) => void) | undefined;
}) {
  const t = useT();
  const what = (name: string): string => {
    if (rules.timed) return t("competitions.points.score", { name });
    return isOver ? t("competitions.points.setsWon", { name }) : t("competitions.points.points", { name });
  };
  return (
    <div className="comp-two comp-points">
      {([match.home, match.away] as const).map((side, i) => (
        <div key={side.id ?? i} className="card" data-won={match.winner === i || undefined}>
          <h3>{sideName(side)}</h3>
          <p className="sec">
            {[side.club, side.seed === null ? "" : t("competitions.seed", { seed: side.seed })].filter(Boolean).join(t("list.and"))}
          </p>
          <output aria-label={what(sideName(side))}>{current[i as Side]}</output>
          {onPoint && (
            <Button
              kind="primary"
              size="xl"
              block
              icon="plus"
              spent={spent}
              aria-label={t("competitions.points.point", { name: sideName(side) })}
              onClick={() => onPoint(i as Side)}
            >
              {t("competitions.points.point2")} <Kbd>{i === 0 ? "←" : "→"}</Kbd>
            </Button>
          )}
          {onPoint && rules.timed && rules.unit === "point" && (
            <div className="comp-two">
              {BASKETS.map((points) => (
                <Button
                  key={points}
                  size="lg"
                  block
                  aria-label={t("competitions.points.points2", { name: sideName(side), points })}
                  onClick={() => onPoint(i as Side, points)}
                >
                  +{points}
                </Button>
              ))}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

import type { Match } from "../../../contract/competitions/match";
import { useT } from "../../i18n/use-t";
import { When } from "../../ui/When";
import { minutesOn } from "./minutes-on";
import { roundName, roundsOf } from "./names";

/**
 * Shows the facts of a match beside its score: referee, duration so far, the next matches of its sides, until when its result can be
 * corrected.
 */
export function MatchFacts({ match, all }: { match: Match; all: readonly Match[] }) {
  const t = useT();
  const follows = (kind: "winner" | "loser"): Match | undefined =>
    all.find(
      ({ eventId, home, away, state }) =>
        eventId === match.eventId && state !== "dropped" && [home, away].some(({ source }) => source === `${kind}:${match.key}`),
    );
  const named = (next: Match) => (
    <>
      {t(roundName(next, roundsOf(next, all)))} {next.court?.name} {next.startsAt !== null && <When at={next.startsAt} />}
    </>
  );
  const [winner, loser] = [follows("winner"), follows("loser")];
  const minutes = minutesOn(match);
  const facts = [
    { of: t({ zh: "裁判", en: "Referee" }), is: match.referee || undefined },
    {
      of: t({ zh: "用时", en: "Time" }),
      is: minutes === undefined ? undefined : t({ zh: "{minutes} 分钟", en: "{minutes} min" }, { minutes }),
    },
    { of: t({ zh: "胜者去", en: "Winner goes to" }), is: winner && named(winner) },
    { of: t({ zh: "负者去", en: "Loser goes to" }), is: loser && named(loser) },
    {
      of: t({ zh: "赛果更正", en: "Correction" }),
      is:
        winner &&
        t(
          { zh: "{round}开赛前可更正，要写原因", en: "until “{round}” begins, with a reason" },
          { round: t(roundName(winner, roundsOf(winner, all))) },
        ),
    },
  ].filter(({ is }) => is !== undefined);
  if (facts.length === 0) return null;
  return (
    <dl className="comp-facts">
      {facts.map(({ of, is }) => (
        <div key={of}>
          <dt>{of}</dt>
          <dd>{is}</dd>
        </div>
      ))}
    </dl>
  );
}

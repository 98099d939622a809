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
    { of: t("matches.matchFacts.referee"), is: match.referee || undefined },
    {
      of: t("matches.matchFacts.time"),
      is: minutes === undefined ? undefined : t("matches.matchFacts.min", { minutes }),
    },
    { of: t("matches.matchFacts.winnerGoes"), is: winner && named(winner) },
    { of: t("matches.matchFacts.loserGoes"), is: loser && named(loser) },
    {
      of: t("matches.matchFacts.correction"),
      is: winner && t("matches.matchFacts.untilBeginsReason", { round: t(roundName(winner, roundsOf(winner, all))) }),
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

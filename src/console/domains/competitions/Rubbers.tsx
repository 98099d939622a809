import { Link } from "react-router";
import type { Match } from "../../../contract/competitions/match";
import { RUBBERS } from "../../../contract/competitions/game-events";
import { useT } from "../../i18n/use-t";
import { StatusTag } from "../../ui/StatusTag";
import { battleLabel, scoreText } from "./names";

/** The rubbers of a tie: who plays each, how it is, and the tie's score. A press opens one for scoring. */
export function Rubbers({
  tieId,
  chosen,
  rubbers,
  won,
  onPick,
}: {
  tieId: string;
  /** Id of the tie or of the rubber that is scored. */
  chosen: string;
  rubbers: readonly Match[];
  won: readonly [home: number, away: number];
  onPick: (id: string) => void;
}) {
  const t = useT();
  const [first] = rubbers;
  return (
    <section className="card comp-pad comp-rubbers" aria-label={t("matches.rubbers.rubbers")}>
      <header className="comp-bar">
        <b>{first?.home.name}</b>
        <output aria-label={t("matches.rubbers.scoreTie")}>{won.join("–")}</output>
        <b>{first?.away.name}</b>
        <span className="grow" />
        {chosen !== tieId && (
          <button type="button" className="link" onClick={() => onPick(tieId)}>
            {t("matches.rubbers.resultTie")}
          </button>
        )}
        <Link className="link" to={`/addedServices/combat-team-member-list?match=${tieId}`}>
          {t("matches.rubbers.lineUp")}
        </Link>
      </header>
      <ol className="comp-plain">
        {rubbers.map((rubber) => {
          const { tone, ...label } = battleLabel(rubber.state);
          return (
            <li key={rubber.id}>
              <button
                type="button"
                className="comp-loose"
                aria-current={rubber.id === chosen || undefined}
                onClick={() => onPick(rubber.id)}
              >
                <b>{t(RUBBERS[rubber.rubber] ?? { zh: rubber.rubber, en: rubber.rubber })}</b>
                <span className="grow cut">
                  {rubber.home.players || "—"} – {rubber.away.players || "—"}
                </span>
                <span className="num">{scoreText(rubber)}</span>
                <StatusTag tone={tone}>{t(label)}</StatusTag>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

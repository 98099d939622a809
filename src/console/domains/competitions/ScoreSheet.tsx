import type { Match } from "../../../contract/competitions/match";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import { When } from "../../ui/When";
import type { Rules } from "./Sets";
import { roundName, setName } from "./names";

/** Boxes of a line: enough for a set that is played on beyond its points. @param set from 1 */
function boxesOf({ bestOf, deciding, ...others }: Rules, set: number): number {
  const { points, cap } = (set === bestOf ? deciding : null) ?? others;
  return Math.min(cap === 0 ? points + 9 : Math.max(points, cap), 30);
}

/** Boxes beside each side's sum, in the sport's own marks: time-outs and cards. */
const EXTRAS: Readonly<Record<Rules["sport"], readonly string[]>> = {
  badminton: ["W", "F"],
  tableTennis: ["T", "Y", "YR"],
  tennis: [],
  volleyball: ["T", "T"],
  basketball: [],
  football: [],
  other: [],
};

/** Rows of a side: a pair has one for each player where who serves is written down. */
const playersOf = (name: string, sport: Rules["sport"]): string[] => {
  const players = name.split("/");
  return sport === "badminton" && players.length === 2 ? players : [name];
};

/** The umpire's sheet of a match, on paper only: who plays, a box for each point, who signs. */
export function ScoreSheet({ game, match, rules, rounds }: { game: string; match: Match; rules: Rules; rounds: number }) {
  const t = useT();
  const { venueInfo } = useSession();
  const sets = Array.from({ length: rules.bestOf }, (_, i) => i + 1);
  const boxes = (set: number): number[] => Array.from({ length: boxesOf(rules, set) }, (_, i) => i + 1);
  return (
    <section className="score-sheet">
      <header>
        <h2>
          {game} {t("matches.scoreSheet2")}
        </h2>
        <span>{venueInfo?.name}</span>
      </header>
      <p>
        <b>
          {match.event} {t(roundName(match, rounds))}
        </b>{" "}
        {match.court?.name} {match.startsAt !== null && <When at={match.startsAt} />}
      </p>
      {rules.timed && <Periods match={match} rules={rules} />}
      {(rules.timed ? [] : sets).map((set) => (
        <table key={set} data-sport={rules.sport}>
          <caption>{t(setName(set - 1, 0))}</caption>
          <tbody>
            {[match.home, match.away].flatMap((side, i) =>
              playersOf(side.publicName, rules.sport).map((name, row, all) => (
                <tr key={`${i} ${row}`}>
                  <th scope="row">{name}</th>
                  {rules.sport === "badminton" && <td className="score-sheet-serve">S / R</td>}
                  {rules.sport === "volleyball" && <td className="score-sheet-serve">I II III IV V VI</td>}
                  {boxes(set).map((box) => (
                    <td key={box} />
                  ))}
                  {row === 0 && <td className="score-sheet-sum" rowSpan={all.length} />}
                  {row === 0 &&
                    EXTRAS[rules.sport].map((extra, column) => (
                      <td key={`${extra} ${column}`} className="score-sheet-extra" rowSpan={all.length}>
                        {extra}
                      </td>
                    ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      ))}
      <footer>
        {[
          t("matches.scoreSheet.winner"),
          t("matches.score2"),
          t("matches.scoreSheet.referee", { name: match.referee }),
          t("matches.scoreSheet.signedBoth"),
        ].map((of) => (
          <span key={of}>{of}</span>
        ))}
      </footer>
    </section>
  );
}

/** The sheet of a timed match: a box for each period, two for extra ones, and the sum. */
function Periods({ match, rules }: { match: Match; rules: Rules }) {
  const t = useT();
  const periods = Array.from({ length: rules.bestOf + 2 }, (_, at) => at);
  return (
    <table className="score-sheet-periods">
      <thead>
        <tr>
          <th />
          {periods.map((at) => (
            <th key={at}>{t(setName(at, rules.bestOf))}</th>
          ))}
          <th>{t("matches.scoreSheet.score")}</th>
        </tr>
      </thead>
      <tbody>
        {[match.home, match.away].map((side, i) => (
          <tr key={i}>
            <th scope="row">{side.publicName}</th>
            {periods.map((at) => (
              <td key={at} />
            ))}
            <td className="score-sheet-sum" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

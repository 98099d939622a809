import type { Match } from "../../../contract/matches";
import { useT } from "../../i18n/useT";
import { useSession } from "../../session/store";
import { When } from "../../ui/When";
import type { Rules } from "./Sets";
import { roundName } from "./names";

/** Boxes of a line: enough for a set that is played on beyond its points. */
const boxesOf = ({ points, cap }: Rules): number => Math.min(Math.max(points, cap), 30);

/** The umpire's sheet of a match, on paper only: who plays, a box for each point, who signs. */
export function ScoreSheet({ game, match, rules, rounds }: { game: string; match: Match; rules: Rules; rounds: number }) {
  const t = useT();
  const { venueInfo } = useSession();
  const sets = Array.from({ length: rules.bestOf }, (_, i) => i + 1);
  const boxes = Array.from({ length: boxesOf(rules) }, (_, i) => i + 1);
  return (
    <section className="score-sheet">
      <header>
        <h2>
          {game} {t({ zh: "记分表", en: "Score sheet" })}
        </h2>
        <span>{venueInfo?.name}</span>
      </header>
      <p>
        <b>
          {match.event} {t(roundName(match, rounds))}
        </b>{" "}
        {match.court?.name} {match.startsAt !== null && <When at={match.startsAt} />}
      </p>
      {sets.map((set) => (
        <table key={set}>
          <caption>{t({ zh: "第 {set} 局", en: "Set {set}" }, { set })}</caption>
          <tbody>
            {[match.home, match.away].map((side, i) => (
              <tr key={i}>
                <th scope="row">{side.publicName}</th>
                {boxes.map((box) => (
                  <td key={box} />
                ))}
                <td className="score-sheet-sum" />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <footer>
        {[
          t({ zh: "胜方", en: "Winner" }),
          t({ zh: "比分", en: "Score" }),
          t({ zh: "裁判 {name}", en: "Referee {name}" }, { name: match.referee }),
          t({ zh: "双方签名", en: "Signed by both" }),
        ].map((of) => (
          <span key={of}>{of}</span>
        ))}
      </footer>
    </section>
  );
}

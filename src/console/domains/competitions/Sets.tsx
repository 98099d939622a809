import type { Output } from "../../../contract/call";
import type { Match, matches } from "../../../contract/matches";
import { type ScoreRules, type SetScore, setWinner, type Side } from "../../../engine/scoring";
import { useT } from "../../i18n/useT";
import { sideName } from "./names";

/** How matches of an event are counted. */
export type Rules = Output<typeof matches.board>["rules"][number];
export const rulesOf = ({ bestOf, points, winBy, cap, stop }: Rules): ScoreRules => ({ bestOf, points, winBy, cap, stop });

/** Set by set, as a score sheet has it. */
export function Sets({ match, rules, sent, won }: { match: Match; rules: Rules; sent: readonly SetScore[]; won: SetScore }) {
  const t = useT();
  const by = rulesOf(rules);
  return (
    <div className="card comp-scroll" tabIndex={0} role="region" aria-label={t({ zh: "各局比分", en: "Sets" })}>
      <table className="comp-sets">
        <thead>
          <tr>
            <th>
              {t(
                {
                  zh: "{bestOf} 局，每局 {points} 分，净胜 {winBy} 分，上限 {cap}",
                  en: "Best of {bestOf}, {points} points, by {winBy}, cap {cap}",
                },
                { bestOf: rules.bestOf, points: rules.points, winBy: rules.winBy, cap: rules.cap },
              )}
            </th>
            {sent.map((_, number) => (
              <th key={number} className="num">
                {t({ zh: "第 {set} 局", en: "Set {set}" }, { set: number + 1 })}
              </th>
            ))}
            <th className="num">{t({ zh: "局分", en: "Sets" })}</th>
          </tr>
        </thead>
        <tbody>
          {[match.home, match.away].map((side, i) => (
            <tr key={side.id ?? i}>
              <th scope="row">
                {sideName(side)} {side.club !== "" && <span className="comp-club">{side.club}</span>}
              </th>
              {sent.map((set, number) => (
                <td
                  key={number}
                  className="num"
                  data-won={setWinner(by, set) === i || undefined}
                  data-now={(number === sent.length - 1 && match.state === "running") || undefined}
                >
                  {set[i as Side]}
                </td>
              ))}
              <td className="num">
                <b>{won[i as Side]}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

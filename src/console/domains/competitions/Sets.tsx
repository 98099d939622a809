import type { Output } from "../../../contract/core/call";
import type { Match } from "../../../contract/competitions/match";
import type { matches } from "../../../contract/competitions/matches";
import { type ScoreRules, type SetScore, setWinner, type Side } from "../../../engine/scoring";
import type { TKey } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { setName, sideName } from "./names";

/** Rules by which matches of an event are scored. */
export type Rules = Output<typeof matches.board>["rules"][number];
/** Only in a group a match may be a draw. */
export const rulesOf = ({ draws, ...rules }: Rules, { group }: Pick<Match, "group">): ScoreRules => ({
  ...rules,
  mayDraw: draws && group !== null,
});

/** Describes in words how matches are scored. */
function rulesText(rules: Rules, t: (label: TKey, values?: Readonly<Record<string, string | number>>) => string): string {
  const { bestOf, points, winBy, cap, deciding, timed, periodMinutes } = rules;
  if (timed)
    return periodMinutes === null
      ? t("competitions.sets.periodsPointsAddUp", { bestOf })
      : t("competitions.sets.periodsMinPointsAdd", { bestOf, minutes: periodMinutes });
  const capText = (of: number): string => (of === 0 ? t("competitions.sets.noCap") : t("competitions.sets.cap", { cap: of }));
  const sets = t("competitions.sets.bestPoints", { bestOf, points, winBy, cap: capText(cap) });
  if (!deciding) return sets;
  const last = t("competitions.sets.lastSetPoints", { points: deciding.points, cap: capText(deciding.cap) });
  return `${sets}${t("competitions.sets.text")}${last}`;
}

/** Set by set, as a score sheet has it. */
export function Sets({ match, rules, sent, won }: { match: Match; rules: Rules; sent: readonly SetScore[]; won: SetScore }) {
  const t = useT();
  const by = rulesOf(rules, match);
  return (
    <div className="card comp-scroll" tabIndex={0} role="region" aria-label={t("competitions.sets.sets")}>
      <table className="comp-sets">
        <thead>
          <tr>
            <th>{rulesText(rules, t)}</th>
            {sent.map((_, number) => (
              <th key={number} className="num">
                {t(setName(number, match.periods))}
              </th>
            ))}
            <th className="num">{rules.timed ? t("competitions.sets.score") : t("competitions.sets.sets2")}</th>
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
                  data-won={setWinner(by, set, number) === i || undefined}
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

import type { Match } from "../../../contract/competitions/match";
import { type Played, type Side, wonBy } from "../../../engine/scoring";
import { useT } from "../../i18n/use-t";
import { setName, sideName } from "./names";

/** Points that fit in the width of a desk's screen. */
const SHOWN = 24;

/** The last points of the set that is played, in their order: whose each was, and what it brought them to. */
export function PointRun({ match, played: { sets, runs } }: { match: Match; played: Played }) {
  const t = useT();
  const set = sets.at(-1);
  const run = Array.from(runs[sets.length - 1] ?? "", wonBy);
  if (!set || run.length === 0) return null;
  const brought = (at: number): number => set[run[at] ?? 0] - run.slice(at + 1).filter((side) => side === run[at]).length;
  const first = Math.max(0, run.length - SHOWN);
  const visible = run.slice(first).map((side, i) => ({ side, score: brought(first + i), at: first + i }));
  return (
    <section className="card comp-run" aria-label={t("competitions.pointRun.pointPoint")}>
      <h3>{t("competitions.pointRun.pointPoint2", { set: t(setName(sets.length - 1, match.periods)) })}</h3>
      <table>
        <tbody>
          {([match.home, match.away] as const).map((of, side) => (
            <tr key={of.id ?? side}>
              <th scope="row" className="cut">
                {sideName(of)}
              </th>
              {visible.map((point) => (
                <td key={point.at} data-side={point.side === (side as Side) ? side : undefined}>
                  {point.side === (side as Side) ? point.score : ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import type { ReactNode } from "react";
import type { Match } from "../../../contract/competitions/match";
import { useT } from "../../i18n/use-t";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { Who } from "./Who";
import { battleLabel, roundName, roundsOf, scoreText, sideName } from "./names";

/** Matches row by row: when, where, who, how it went. */
export function MatchTable({
  rows,
  all,
  label,
  aside,
}: {
  rows: readonly Match[];
  all: readonly Match[];
  label: string;
  aside?: (match: Match) => ReactNode;
}) {
  const t = useT();
  return (
    <div className="card comp-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th>{t("common.time")}</th>
            <th>{t("matches.court")}</th>
            <th>{t("matches.round")}</th>
            <th>{t("matches.matchTable.match")}</th>
            <th className="num">{t("matches.score2")}</th>
            <th>{t("common.state")}</th>
            {aside && <th>{t("common.actions")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((match) => {
            const { tone, ...label_ } = battleLabel(match.state);
            return (
              <tr key={match.id}>
                <td>{match.startsAt === null ? t("matches.matchTable.notSet") : <When at={match.startsAt} />}</td>
                <td>{match.court?.name ?? "—"}</td>
                <td>
                  {match.event} {t(roundName(match, roundsOf(match, all)))}
                </td>
                <td>
                  <span data-won={match.winner === 0 || undefined}>
                    <Who name={sideName(match.home)} publicName={match.home.publicName} />
                  </span>{" "}
                  –{" "}
                  <span data-won={match.winner === 1 || undefined}>
                    <Who name={sideName(match.away)} publicName={match.away.publicName} />
                  </span>
                </td>
                <td className="num">{scoreText(match)}</td>
                <td>
                  <StatusTag tone={tone}>{t(label_)}</StatusTag>
                </td>
                {aside && <td>{aside(match)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

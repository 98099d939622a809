import type { DrawView } from "../../../contract/competitions/matches";
import type { Match } from "../../../contract/competitions/match";
import { groupLetter } from "../../../contract/competitions/rounds";
import { useT } from "../../i18n/use-t";
import { Who } from "./Who";
import { resultText } from "./names";

type Stage = DrawView["stages"][number];

/** A result as one side reads it: its own score first. */
export const seenBy = (match: Match, id: string): Match =>
  match.home.id === id
    ? match
    : {
        ...match,
        home: match.away,
        away: match.home,
        sets: match.sets.map(([home = 0, away = 0]) => [away, home]),
        won: [match.won[1], match.won[0]],
        winner: match.winner === null ? null : 1 - match.winner,
      };

/** Everybody of a group against everybody, for the notice board: results in the rows of who played them, empty boxes for what is open. */
export function CrossTable({ group, matches }: { group: Stage["groups"][number]; matches: readonly Match[] }) {
  const t = useT();
  const own = matches.filter((match) => match.group === group.number);
  const between = (id: string | null, other: string | null): Match | undefined =>
    own.find(({ home, away }) => (home.id === id && away.id === other) || (home.id === other && away.id === id));
  return (
    <div
      className="comp-scroll"
      tabIndex={0}
      role="region"
      aria-label={t("competitions.crossTable.crossTableGroup", { letter: groupLetter(group.number) })}
    >
      <table className="comp-cross">
        <thead>
          <tr>
            <th />
            {group.teams.map((team, i) => (
              <th key={team.id}>{i + 1}</th>
            ))}
            <th>{t("competitions.crossTable.won")}</th>
          </tr>
        </thead>
        <tbody>
          {group.teams.map((team, row) => (
            <tr key={team.id}>
              <th scope="row">
                {row + 1} <Who name={team.name} publicName={team.publicName} />
              </th>
              {group.teams.map((other, column) => {
                const match = row === column ? undefined : between(team.id, other.id);
                const seen = match && seenBy(match, team.id ?? "");
                return (
                  <td key={other.id} data-self={row === column || undefined} data-won={seen?.winner === 0 || undefined}>
                    {seen ? resultText(seen, t) : ""}
                  </td>
                );
              })}
              <td className="num">
                {own.filter((match) => match.winner !== null && (match.winner === 0 ? match.home.id : match.away.id) === team.id).length}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { useSearchParams } from "react-router";
import { matches } from "../../../contract/competitions/matches";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { MatchTable } from "./MatchTable";
import { GamePicker, Picker, useGames } from "./use-events";
import "./competitions.css";

/** All matches of one entry. */
export function TeamSchedule() {
  const t = useT();
  const chosen = useGames(({ state }) => state !== "planned");
  const [search, setSearch] = useSearchParams();
  const { game } = chosen;
  const board = useRead(matches.board, { gameId: game?.id ?? "" }, { enabled: game !== undefined });
  const all = board.data?.matches ?? [];
  const teams = [
    ...new Map(
      all.flatMap(({ home, away, event }) =>
        [home, away].flatMap((side) => (side.id === null ? [] : [[side.id, { id: side.id, title: `${side.name} · ${event}` }] as const])),
      ),
    ).values(),
  ].sort((a, b) => a.title.localeCompare(b.title, "zh"));
  const asked = search.get("team");
  const team = asked ?? teams[0]?.id;
  const own = useRead(matches.ofTeam, { teamId: team ?? "" }, { enabled: team !== undefined });
  const failed = chosen.error ?? board.error ?? own.error;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t({ zh: "队伍赛程", en: "Team schedule" })}</h1>
        <GamePicker {...chosen} />
        {teams.length > 0 && (
          <Picker
            label={t({ zh: "队伍/选手", en: "Team or player" })}
            value={team ?? ""}
            of={teams}
            onPick={(id) => setSearch({ ...(game ? { game: game.id } : {}), team: id }, { replace: true })}
          />
        )}
      </header>
      {failed && <ErrorState what={failed.message} />}
      {(board.data ? teams.length === 0 : chosen.isLoaded && !game) && (
        <EmptyState
          icon="calendar"
          title={t({ zh: "还没有对阵", en: "No matches yet" })}
          hint={t({ zh: "抽签后，每支队伍的赛程显示在这里", en: "Once an event is drawn, each entry’s matches stand here" })}
        />
      )}
      {own.data && own.data.matches.length > 0 && (
        <MatchTable
          rows={own.data.matches}
          all={all}
          label={t({ zh: "{team} 的赛程", en: "Matches of {team}" }, { team: own.data.team })}
        />
      )}
    </div>
  );
}

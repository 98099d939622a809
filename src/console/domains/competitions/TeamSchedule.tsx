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
  const teamParam = search.get("team");
  const team = teamParam ?? teams[0]?.id;
  const own = useRead(matches.ofTeam, { teamId: team ?? "" }, { enabled: team !== undefined });
  const failed = chosen.error ?? board.error ?? own.error;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t("competitions.teamSchedule.teamSchedule")}</h1>
        <GamePicker {...chosen} />
        {teams.length > 0 && (
          <Picker
            label={t("competitions.teamSchedule.teamPlayer")}
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
          title={t("competitions.teamSchedule.noMatchesYet")}
          hint={t("competitions.teamSchedule.onceEventDrawnEach")}
        />
      )}
      {own.data && own.data.matches.length > 0 && (
        <MatchTable rows={own.data.matches} all={all} label={t("competitions.teamSchedule.matches", { team: own.data.team })} />
      )}
    </div>
  );
}

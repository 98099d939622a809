import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Lineup, matches } from "../../../contract/competitions/matches";
import { toError } from "../../api/to-error";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { battleLabel, sideName } from "./names";
import { TieLineUp } from "./TieLineUp";
import { GamePicker, Picker, useGames } from "./use-events";
import "./competitions.css";

/** Selects who of both entries plays in a match. */
export function LineUp() {
  const t = useT();
  const chosen = useGames(({ status }) => status === "running");
  const [search, setSearch] = useSearchParams();
  const { game } = chosen;
  const board = useRead(matches.board, { gameId: game?.id ?? "" }, { enabled: game !== undefined });
  const known = (board.data?.matches ?? []).filter(({ home, away, tieId }) => home.id !== null && away.id !== null && tieId === null);
  const id = search.get("match") ?? known[0]?.id;
  const lineup = useRead(matches.lineup, { id: id ?? "" }, { enabled: id !== undefined });
  const failed = chosen.error ?? board.error ?? lineup.error;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t("competitions.lineUp.lineUp")}</h1>
        <GamePicker {...chosen} />
        {known.length > 0 && (
          <Picker
            label={t("competitions.lineUp.match")}
            value={id ?? ""}
            of={known.map((match) => ({ id: match.id, title: `${match.event} ${sideName(match.home)} – ${sideName(match.away)}` }))}
            onPick={(match) => setSearch({ ...(game ? { game: game.id } : {}), match }, { replace: true })}
          />
        )}
      </header>
      {failed && <ErrorState what={failed.message} />}
      {(board.data ? known.length === 0 : chosen.isLoaded && !game) && (
        <EmptyState icon="members" title={t("competitions.lineUp.noMatchBothSides")} hint={t("competitions.lineUp.sayWhoPlaysHere")} />
      )}
      {lineup.data?.match.isTie && <TieLineUp key={lineup.data.match.id} lineup={lineup.data} again={lineup.refetch} />}
      {lineup.data && !lineup.data.match.isTie && <Sheet key={lineup.data.match.id} lineup={lineup.data} again={lineup.refetch} />}
    </div>
  );
}

function Sheet({ lineup: { match, home, away }, again }: { lineup: Lineup; again: () => Promise<unknown> }) {
  const t = useT();
  const may = useCan("score_modify");
  const save = useCall(matches.saveLineup);
  /** Ticks set or cleared here since the last save: the rest follows the match, which others may change meanwhile. */
  const [mine, setMine] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = ({ id, plays }: Lineup["home"][number]): boolean => mine.get(id) ?? plays;
  const [failure, setFailure] = useState<Error>();
  const open = may && (match.state === "ready" || match.state === "waiting");
  const { tone, ...label } = battleLabel(match.state);
  const act = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await save.run({ id: match.id, memberIds: [...home, ...away].filter(isChosen).map((player) => player.id) });
      notify.success(t("competitions.lineUp.lineUpSaved"));
      await again();
      setMine(new Map());
    } catch (error) {
      setFailure(toError(error));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <div className="comp-bar">
        <StatusTag tone={tone}>{t(label)}</StatusTag>
        <span className="mut">{match.event}</span>
        <span className="grow" />
        <CommandButton icon="print" kind="quiet" onClick={() => window.print()}>
          {t("list.print")}
        </CommandButton>
        {open && (
          <CommandButton kind="primary" type="submit" busy={save.pending}>
            {t("competitions.lineUp.saveLineUp")}
          </CommandButton>
        )}
      </div>
      {failure && <Failure>{failure.message}</Failure>}
      <div className="comp-two">
        {[
          { side: match.home, players: home },
          { side: match.away, players: away },
        ].map(({ side, players }, i) => (
          <fieldset key={side.id ?? i} className="card comp-lineup" disabled={!open}>
            <legend>{sideName(side)}</legend>
            {players.length === 0 && <p className="sec">{t("competitions.lineUp.noPlayersRegistered")}</p>}
            {players.map((player) => (
              <label key={player.id} className="row">
                <input
                  type="checkbox"
                  className="check"
                  checked={isChosen(player)}
                  onChange={(event) => setMine(new Map(mine).set(player.id, event.target.checked))}
                />
                <b>{player.name}</b>
                {player.shirt !== "" && <span className="num">{player.shirt}</span>}
                {player.captain && <span className="comp-club">{t("competitions.captain")}</span>}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </form>
  );
}

import { useCallback, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Match } from "../../../contract/competitions/match";
import { matches } from "../../../contract/competitions/matches";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { StatusTag } from "../../ui/StatusTag";
import { ScoreSheet } from "./ScoreSheet";
import { SheetBatch, Sheets } from "./SheetBatch";
import { Scoring } from "./Scoring";
import { battleLabel, roundName, roundsOf, scoreText, sideName } from "./names";
import { GamePicker, useGames } from "./use-events";
import { useMatchKeys } from "./use-score-keys";
import "./competitions.css";

const matchesWords = (match: Match, words: string): boolean => {
  const { home, away, event, court } = match;
  const searchText = [sideName(home), home.club, sideName(away), away.club, event, court?.name ?? ""].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchText.includes(word));
};

/** Scoring: the matches of a game on the left, the one that is scored on the right. All of it works by keys alone. */
export function ScoreBoard() {
  const t = useT();
  const chosen = useGames(({ status }) => status === "running");
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useState("");
  const [openMatch, setOpenMatch] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const [printed, setPrinted] = useState<readonly Match[]>();
  const endPrint = useCallback(() => setPrinted(undefined), []);
  const field = useRef<HTMLInputElement>(null);
  /** The match that was chosen by a key: its next step takes the focus once it is shown. */
  const [byKey, setByKey] = useState<string>();
  const step = useRef<HTMLDivElement>(null);
  const { game } = chosen;
  const board = useRead(matches.board, { gameId: game?.id ?? "" }, { enabled: game !== undefined });
  const all = board.data?.matches ?? [];
  const known = all.filter(({ home, away, state, tieId }) => home.id !== null && away.id !== null && state !== "dropped" && tieId === null);
  const found = known.filter((match) => matchesWords(match, words.trim()));
  const matchId = search.get("match") ?? openMatch;
  const match = all.find(({ id }) => id === matchId) ?? known[0];
  // It stays on the screen while others pass it in the list.
  if (match && match.id !== openMatch) setOpenMatch(match.id);
  const rules = board.data?.rules.find(({ eventId }) => eventId === match?.eventId);
  const failed = chosen.error ?? board.error;
  const pick = (id: string): void => setSearch({ ...(game ? { game: game.id } : {}), match: id }, { replace: true });
  const pickByKey = (id: string | undefined): void => {
    if (id === undefined) return;
    if (id === match?.id) return step.current?.querySelector("button")?.focus();
    setByKey(id);
    pick(id);
  };
  useMatchKeys({
    find: () => field.current?.focus(),
    move: (by) => {
      const at = found.findIndex(({ id }) => id === match?.id || id === match?.tieId);
      pickByKey(found[Math.max(0, at + by)]?.id);
    },
  });
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t("matches.scoreBoard.matchScoring")}</h1>
        <GamePicker {...chosen} />
        <span className="grow" />
        {match && rules && !match.isTie && (
          <CommandButton icon="print" kind="quiet" onClick={() => window.print()}>
            {t("matches.scoreSheet2")}
          </CommandButton>
        )}
        {board.data && known.length > 0 && (
          <CommandButton icon="print" kind="quiet" onClick={() => setChoosing(true)}>
            {t("matches.scoreBoard.scoreSheets")}
          </CommandButton>
        )}
        {game && (
          <Link className="link" to={`/addedServices/live-score?game=${game.id}`}>
            {t("matches.scoreBoard.hallScreen")}
          </Link>
        )}
      </header>
      {failed && <ErrorState what={failed.message} onRetry={() => void board.refetch()} />}
      {(board.data ? known.length === 0 : chosen.isLoaded && !game) && (
        <EmptyState icon="trophy" title={t("matches.scoreBoard.noMatchesYet")} hint={t("matches.scoreBoard.matchesScoredHereOnce")} />
      )}
      <div className="comp-split">
        {known.length > 0 && (
          <nav className="comp-side comp-matches" aria-label={t("matches.scoreBoard.matches")}>
            <form
              className="input"
              onSubmit={(event) => {
                event.preventDefault();
                setWords("");
                field.current?.blur();
                pickByKey(found[0]?.id);
              }}
            >
              <Icon name="search" />
              <input
                ref={field}
                value={words}
                aria-label={t("matches.scoreBoard.findMatch")}
                placeholder={t("matches.scoreBoard.nameClubCourt")}
                onChange={(event) => setWords(event.target.value)}
              />
              <Kbd>/</Kbd>
            </form>
            {found.map((each) => (
              <Entry
                key={each.id}
                match={each}
                rounds={roundsOf(each, all)}
                isChosen={each.id === match?.id || each.id === match?.tieId}
                onPick={pick}
              />
            ))}
            {found.length === 0 && <p className="sec">{t("matches.scoreBoard.noSuchMatch")}</p>}
          </nav>
        )}
        {match && rules && (
          <Scoring
            key={match.id}
            match={match}
            rules={rules}
            all={all}
            step={step}
            toStep={byKey === match.id}
            again={async () => (await board.refetch()).data?.matches.find(({ id }) => id === match.id)}
            onPick={pick}
            onNext={pickByKey}
          />
        )}
      </div>
      {isChoosing && (
        <SheetBatch
          all={all}
          onClose={() => setChoosing(false)}
          onPrint={(chosen) => {
            setChoosing(false);
            setPrinted(chosen);
          }}
        />
      )}
      {printed && (
        <Sheets
          game={board.data?.game ?? ""}
          chosen={printed}
          all={all}
          rulesOf={({ eventId }) => board.data?.rules.find((each) => each.eventId === eventId)}
          onPrinted={endPrint}
        />
      )}
      {!printed && match && rules && !match.isTie && (
        <ScoreSheet game={board.data?.game ?? ""} match={match} rules={rules} rounds={roundsOf(match, all)} />
      )}
    </div>
  );
}

function Entry({ match, rounds, isChosen, onPick }: { match: Match; rounds: number; isChosen: boolean; onPick: (id: string) => void }) {
  const t = useT();
  const { tone, ...label } = battleLabel(match.state);
  return (
    <button type="button" aria-current={isChosen || undefined} onClick={() => onPick(match.id)}>
      <span>
        <small>
          {match.event} {t(roundName(match, rounds))} {match.court?.name}
        </small>
        <StatusTag tone={tone}>{t(label)}</StatusTag>
      </span>
      <b className="cut">
        {sideName(match.home)} – {sideName(match.away)}
      </b>
      {scoreText(match) !== "" && <small className="num">{scoreText(match)}</small>}
    </button>
  );
}

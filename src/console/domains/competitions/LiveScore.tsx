import { useEffect, useRef, useState } from "react";
import type { Match } from "../../../contract/competitions/match";
import { matches } from "../../../contract/competitions/matches";
import { clock, wall } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { StatusTag } from "../../ui/StatusTag";
import { useZone } from "../../ui/zone";
import { battleLabel, roundName, roundsOf, setName, sideName } from "./names";
import { minutesOn } from "./minutes-on";
import { GamePicker, useGames } from "./use-events";
import "./competitions.css";

const CLOCK_MS = 10_000;
/** Cards that a hall screen has room for. */
const CARDS = 6;
const COMING = 6;

/** The hall screen: courts in play, large, page by page; today's calls. It follows the scores by live events. */
export function LiveScore() {
  const t = useT();
  const zone = useZone();
  const { venueInfo } = useSession();
  const chosen = useGames(({ status }) => status === "running");
  const { game } = chosen;
  const board = useRead(matches.hall, { gameId: game?.id ?? "" }, { enabled: game !== undefined, staleTime: 0 });
  const screen = useRef<HTMLDivElement>(null);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  const all = board.data?.matches ?? [];
  // A tie shows its rubbers once they run; until then the tie itself is called.
  const live = all.filter(({ state, isTie }) => !isTie && (state === "running" || state === "suspended"));
  const today = wall(now, zone).day;
  const isToday = ({ startsAt }: Match): boolean => startsAt !== null && wall(new Date(startsAt), zone).day === today;
  const called = all.filter((match) => match.state === "ready" && match.court !== null && match.tieId === null && isToday(match));
  const isQueue = board.data?.orderOfPlay === "queue";
  // From a queue the desk calls. By fixed times a court that plays calls nobody yet, and one that is free calls one match.
  const busy = new Set(live.map(({ court }) => court?.id));
  const callable = isQueue
    ? called.filter(({ call }) => call !== null)
    : called.filter(({ court }, i) => !busy.has(court?.id) && called.findIndex((each) => each.court?.id === court?.id) === i);
  // Every match that runs has its turn; the page turns with the clock.
  const playing = [...live, ...callable];
  const pages = Math.max(1, Math.ceil(playing.length / CARDS));
  const page = Math.floor(now.getTime() / CLOCK_MS) % pages;
  const cards = playing.slice(page * CARDS, (page + 1) * CARDS);
  const next = isQueue ? [] : called.filter((match) => !playing.includes(match)).slice(0, COMING);
  const failed = chosen.error ?? board.error;
  return (
    <div className="live-score" data-theme="dark" ref={screen}>
      <header>
        <h1>{board.data?.game ?? t("competitions.liveScore.liveScore")}</h1>
        <span className="mut">{venueInfo?.name}</span>
        {game && <StatusTag tone="live">{t("competitions.liveScore.live")}</StatusTag>}
        <span className="grow" />
        <span className="live-tools">
          <GamePicker {...chosen} />
          <CommandButton icon="screen" onClick={() => void screen.current?.requestFullscreen?.()}>
            {t("competitions.liveScore.fullScreen")}
          </CommandButton>
        </span>
        {pages > 1 && (
          <span className="mut">
            {page + 1} / {pages}
          </span>
        )}
        <time>{clock(wall(now, zone).minute)}</time>
      </header>
      {failed && <ErrorState what={failed.message} />}
      {chosen.isLoaded && !game && <p className="live-none">{t("competitions.liveScore.noGameRunning")}</p>}
      {board.data && cards.length === 0 && <p className="live-none">{t("competitions.liveScore.noMatch")}</p>}
      <div className="live-cards" aria-live="polite">
        {cards.map((match) => (
          <Card key={match.id} match={match} all={all} />
        ))}
      </div>
      {next.length > 0 && (
        <footer>
          <b>{t("competitions.liveScore.comingUp")}</b>
          {next.map((match) => (
            <span key={match.id}>
              <b>
                {match.court?.name} {match.startsAt === null ? "" : clock(wall(new Date(match.startsAt), zone).minute)}
              </b>{" "}
              {sideName(match.home)} – {sideName(match.away)}
            </span>
          ))}
        </footer>
      )}
    </div>
  );
}

function Card({ match, all }: { match: Match; all: readonly Match[] }) {
  const t = useT();
  const { tone, ...label } = battleLabel(match.state);
  const tie = all.find(({ id }) => id === match.tieId);
  const zone = useZone();
  const clockOf = (at: string): string => clock(wall(new Date(at), zone).minute);
  const minutes = minutesOn(match);
  const isTimed = match.periods > 0;
  // A timed match shows every period, and large what they add up to.
  const before = isTimed ? match.sets : match.sets.slice(0, -1);
  const now = isTimed ? match.won : match.sets.at(-1);
  return (
    <section className="live-card">
      <header>
        {match.court && <span className="live-court">{match.court.name}</span>}
        <b>{match.event}</b>
        <span className="mut">{t(roundName(match, roundsOf(match, all)))}</span>
        <span className="grow" />
        <StatusTag tone={tone}>{match.state === "ready" ? t("competitions.liveScore.pleaseCome") : t(label)}</StatusTag>
      </header>
      {[match.home, match.away].map((side, i) => (
        <div key={side.id ?? i} className="live-side">
          <span className="grow cut">
            <b className="cut">{side.players || sideName(side)}</b>
            <small>
              {[side.players === "" ? side.club : side.name, side.seed === null ? "" : t("competitions.seed", { seed: side.seed })]
                .filter(Boolean)
                .join(t("list.and"))}
            </small>
          </span>
          {before.map((set, number) => (
            <span key={number} className="live-set" data-won={(!isTimed && (set[i] ?? 0) > (set[1 - i] ?? 0)) || undefined}>
              {set[i]}
            </span>
          ))}
          <strong data-lead={(now?.[i] ?? 0) > (now?.[1 - i] ?? 0) || undefined}>{match.state === "ready" ? "" : (now?.[i] ?? 0)}</strong>
        </div>
      ))}
      <p>
        {tie && <b>{t("competitions.liveScore.tie", { score: tie.won.join("–") })} </b>}
        {match.state === "ready"
          ? t("competitions.liveScore.bothSidesCourtPlease", { court: match.court?.name ?? "" }) +
            (match.call && !match.call.isOnCourt ? t("competitions.liveScore.walkover", { time: clockOf(match.call.comeBy) }) : "")
          : t(setName(Math.max(0, match.sets.length - 1), match.periods))}{" "}
        {minutes !== undefined && match.state === "running" && t("competitions.liveScore.min", { minutes })}{" "}
        {match.referee !== "" && t("competitions.liveScore.referee", { name: match.referee })}
      </p>
    </section>
  );
}

/** Names of matches, sides and rounds. */
import type { Match, MatchSide } from "../../../contract/competitions/match";
import type { Label } from "../../../contract/core/resource/label";
import { RUBBERS } from "../../../contract/competitions/game-events";
import { roundLabel } from "../../../contract/competitions/rounds";
import { battle } from "../../../contract/core/states";

/** Returns the name of a side: for a rubber its players, with their team. */
export const sideName = ({ name, from, players }: MatchSide): string => (players === "" ? name || from : `${players} · ${name}`);
/** @param rounds of its knockout, to know the final from a first round */
export function roundName(match: Pick<Match, "group" | "round" | "third" | "key" | "rubber">, rounds: number): Label {
  const rubber = RUBBERS[match.rubber];
  const { zh, en } = roundLabel(match, rounds);
  return { zh: `${zh}${rubber ? ` ${rubber.zh}` : ""}`, en: `${en}${rubber ? ` ${rubber.en}` : ""}` };
}

/** Rounds of the knockout that a match belongs to. */
export const roundsOf = (match: Pick<Match, "eventId" | "stage">, all: readonly Match[]): number =>
  Math.max(
    1,
    ...all.filter((each) => each.eventId === match.eventId && each.stage === match.stage && !each.third).map(({ round }) => round),
  );

/** The event and round of each match among others. */
export const nameIn =
  (all: readonly Match[], t: (label: Label) => string) =>
  (match: Match): string =>
    `${match.event} ${t(roundName(match, roundsOf(match, all)))}`;

export const battleLabel = (state: Match["state"]) => battle.labels[state];
/** Returns the name of a set, or of a period or extra period of a timed match. @param at from 0 @param periods of a timed match, else 0 */
export function setName(at: number, periods: number): Label {
  if (periods === 0) return { zh: `第 ${at + 1} 局`, en: `Set ${at + 1}` };
  if (at < periods) return { zh: `第 ${at + 1} 节`, en: `Period ${at + 1}` };
  return { zh: `加时 ${at - periods + 1}`, en: `Extra ${at - periods + 1}` };
}

/** States whose word is the result, or belongs to it: there may be no points. */
const WITHOUT_PLAY: ReadonlySet<string> = new Set(["walkover", "retired", "dropped"]);

/** The score, with how it came about where the match was not played out: "11–5 Retired", "Walkover". */
export const resultText = (match: Parameters<typeof scoreText>[0], t: (label: Label) => string): string =>
  [scoreText(match), WITHOUT_PLAY.has(match.state) ? t(battleLabel(match.state)) : ""].filter(Boolean).join(" ");

/** Sets of a match, rubbers of a tie, all points of a timed match. */
export const scoreText = ({ sets, isTie, won, state, periods }: Pick<Match, "sets" | "isTie" | "won" | "state" | "periods">): string =>
  isTie || (periods > 0 && sets.length > 0)
    ? isTie && (state === "waiting" || state === "ready")
      ? ""
      : won.join("–")
    : sets.map(([home, away]) => `${home ?? 0}–${away ?? 0}`).join(" ");

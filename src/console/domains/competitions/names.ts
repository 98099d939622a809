/** What matches, sides and rounds are called. */
import type { Match, MatchSide } from "../../../contract/matches";
import type { Label } from "../../../contract/resource/label";
import { RUBBERS } from "../../../contract/gameEvents";
import { roundLabel } from "../../../contract/rounds";
import { battle } from "../../../contract/states";

/** Who plays: of a rubber its players, with their team. */
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
/** Sets of a match, or rubbers of a tie. */
export const scoreText = ({ sets, isTie, won, state }: Pick<Match, "sets" | "isTie" | "won" | "state">): string =>
  isTie
    ? state === "waiting" || state === "ready"
      ? ""
      : won.join("–")
    : sets.map(([home, away]) => `${home ?? 0}–${away ?? 0}`).join(" ");

/** What matches, sides and rounds are called. */
import type { Match, MatchSide } from "../../../contract/matches";
import type { Label } from "../../../contract/resource/label";
import { battle } from "../../../contract/states";

export const sideName = ({ name, from }: MatchSide): string => name || from;
export const groupLetter = (group: number): string => (group <= 26 ? String.fromCodePoint(64 + group) : String(group));

/** @param rounds of its knockout, to know the final from a first round */
export function roundName({ group, round, third }: Pick<Match, "group" | "round" | "third">, rounds: number): Label {
  if (group !== null) return { zh: `${groupLetter(group)} 组第 ${round} 轮`, en: `Group ${groupLetter(group)}, round ${round}` };
  if (third) return { zh: "三四名", en: "Third place" };
  const left = rounds - round;
  if (left === 0) return { zh: "决赛", en: "Final" };
  if (left === 1) return { zh: "半决赛", en: "Semi-final" };
  if (left === 2) return { zh: "1/4 决赛", en: "Quarter-final" };
  return { zh: `第 ${round} 轮`, en: `Round ${round}` };
}

/** Rounds of the knockout that a match belongs to. */
export const roundsOf = (match: Pick<Match, "eventId" | "stage">, all: readonly Match[]): number =>
  Math.max(
    1,
    ...all.filter((each) => each.eventId === match.eventId && each.stage === match.stage && !each.third).map(({ round }) => round),
  );

export const battleLabel = (state: Match["state"]) => battle.labels[state];
export const scoreText = ({ sets }: Pick<Match, "sets">): string => sets.map(([home, away]) => `${home ?? 0}–${away ?? 0}`).join(" ");

/** What matches, sides and rounds are called. */
import type { Match, MatchSide } from "../../../contract/matches";
import type { Label } from "../../../contract/resource/label";
import { RUBBERS } from "../../../contract/gameEvents";
import { battle } from "../../../contract/states";

/** Who plays: of a rubber its players, with their team. */
export const sideName = ({ name, from, players }: MatchSide): string => (players === "" ? name || from : `${players} · ${name}`);
export const groupLetter = (group: number): string => (group <= 26 ? String.fromCodePoint(64 + group) : String(group));

/** Brackets of double elimination, by the first letter of a match's key. */
const BRACKETS: Readonly<Record<string, Label>> = {
  W: { zh: "胜者组", en: "Winners: " },
  L: { zh: "败者组", en: "Losers: " },
};

/** @param rounds of its knockout, to know the final from a first round */
export function roundName(match: Pick<Match, "group" | "round" | "third" | "key" | "rubber">, rounds: number): Label {
  const rubber = RUBBERS[match.rubber];
  const bracket = BRACKETS[match.key.slice(0, 1)] ?? { zh: "", en: "" };
  const { zh, en } = plainRound(match, rounds);
  return { zh: `${bracket.zh}${zh}${rubber ? ` ${rubber.zh}` : ""}`, en: `${bracket.en}${en}${rubber ? ` ${rubber.en}` : ""}` };
}

function plainRound({ group, round, third, key }: Pick<Match, "group" | "round" | "third" | "key">, rounds: number): Label {
  if (key.startsWith("F")) return round === 1 ? { zh: "总决赛", en: "Grand final" } : { zh: "总决赛加赛", en: "Grand final again" };
  if (key.startsWith("L") && round < rounds) return { zh: `第 ${round} 轮`, en: `Round ${round}` };
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
/** Sets of a match, or rubbers of a tie. */
export const scoreText = ({ sets, isTie, won, state }: Pick<Match, "sets" | "isTie" | "won" | "state">): string =>
  isTie
    ? state === "waiting" || state === "ready"
      ? ""
      : won.join("–")
    : sets.map(([home, away]) => `${home ?? 0}–${away ?? 0}`).join(" ");

/** Names of rounds and groups of a draw. */
import type { Label } from "../core/resource/label";

/** 1 → A; beyond Z the number. */
export const groupLetter = (group: number): string => (group <= 26 ? String.fromCodePoint(64 + group) : String(group));

/** Brackets of double elimination, by the first letter of a match's key. */
const BRACKETS: Readonly<Record<string, Label>> = {
  W: { zh: "胜者组 ", en: "Winners: " },
  L: { zh: "败者组 ", en: "Losers: " },
  C: { zh: "安慰赛 ", en: "Consolation: " },
};

interface Round {
  readonly group: number | null;
  readonly round: number;
  readonly third: boolean;
  readonly key: string;
}

/** @param rounds of its knockout, to know the final from a first round */
export function roundLabel(match: Round, rounds: number): Label {
  const bracket = BRACKETS[match.key.slice(0, 1)] ?? { zh: "", en: "" };
  const special = placesLabel(match) ?? qualifyingLabel(match);
  if (special) return special;
  const { zh, en } = plain(match, rounds);
  return { zh: bracket.zh + zh, en: bracket.en + en };
}

/** Places that a match of a place bracket is played for, from its key "P5_8-1-2". */
function placesLabel({ key, round }: Round): Label | undefined {
  const found = /^P(\d+)_(\d+)-/.exec(key);
  if (!found) return undefined;
  const [from, to] = [Number(found[1]), Number(found[2])];
  const isFinal = 2 ** round === to - from + 1;
  const last = isFinal ? from + 1 : to;
  return isFinal
    ? { zh: `${from}–${last} 名`, en: `Places ${from}–${last}` }
    : { zh: `${from}–${last} 名第 ${round} 轮`, en: `Places ${from}–${last}, round ${round}` };
}

/** Round of a qualifying bracket, from a key "Q2-1-3". */
function qualifyingLabel({ key, round }: Round): Label | undefined {
  const number = /^Q(\d+)-/.exec(key)?.[1];
  return number === undefined ? undefined : { zh: `资格赛 ${number} 区第 ${round} 轮`, en: `Qualifying ${number}, round ${round}` };
}

function plain({ group, round, third, key }: Round, rounds: number): Label {
  if (key.startsWith("F")) return round === 1 ? { zh: "总决赛", en: "Grand final" } : { zh: "总决赛加赛", en: "Grand final again" };
  if (key.startsWith("S") || (key.startsWith("L") && round < rounds)) return { zh: `第 ${round} 轮`, en: `Round ${round}` };
  if (group !== null) return { zh: `${groupLetter(group)} 组第 ${round} 轮`, en: `Group ${groupLetter(group)}, round ${round}` };
  if (third) return { zh: "三四名", en: "Third place" };
  const left = rounds - round;
  if (left === 0) return { zh: "决赛", en: "Final" };
  if (left === 1) return { zh: "半决赛", en: "Semi-final" };
  if (left === 2) return { zh: "1/4 决赛", en: "Quarter-final" };
  return { zh: `第 ${round} 轮`, en: `Round ${round}` };
}

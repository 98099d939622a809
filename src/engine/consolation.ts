/**
 * Brackets of those who lost in a knockout: place matches, in which every place is played for; the plate of those who lost the first match
 * that they played; feed-in consolation, into which losers of later rounds come, too. Pure.
 */
import { matchesOf, roundsOf } from "./bracket";
import { feedBracket } from "./double-elimination";
import type { DrawnMatch, DrawnStage, Slot } from "./drawn";
import type { Side } from "./scoring";

type Rounds = ReturnType<typeof roundsOf>;

/** @property placesTo last place that is played for; third place is part of the knockout itself */
export interface LowerBrackets {
  readonly placesTo?: number;
  readonly consolation?: "plate" | "feedIn";
}

/** Returns the stages below a knockout. @param stage number of the first of them */
export function lowerStages(lines: readonly Slot[], stage: number, { placesTo = 0, consolation }: LowerBrackets): DrawnStage[] {
  const rounds = roundsOf(lines, stage - 1, String(stage - 1));
  const of = (kind: DrawnStage["kind"], matches: readonly DrawnMatch[]): DrawnStage => ({ kind, groups: [], lines: [], matches });
  const plate =
    consolation === "plate" ? matchesOf(roundsOf(plateLines(rounds), stage, "C")) : consolation === "feedIn" ? feedIn(rounds, stage) : [];
  return [of("places", placeMatches(rounds, 1, placesTo, stage)), of("plate", plate)].filter(({ matches }) => matches.length > 0);
}

/** Matches for the places that a bracket leaves open. Keys begin with the places of their bracket, "P5_8". @param first its best place */
function placeMatches(rounds: Rounds, first: number, to: number, stage: number): DrawnMatch[] {
  return rounds.slice(0, -1).flatMap((round, i) => {
    const width = 2 ** (rounds.length - 1 - i);
    const from = first + width;
    if (from > to || from === 3) return [];
    const lower = roundsOf(
      round.map(({ loser }) => loser),
      stage,
      `P${from}_${from + width - 1}`,
    );
    return [...matchesOf(lower), ...placeMatches(lower, from, to, stage)];
  });
}

/** Returns the places of a match's bracket, by its key "P5_8-1-2". */
export function placeBracket(key: string): { readonly from: number; readonly to: number } | undefined {
  const found = /^P(\d+)_(\d+)-/.exec(key);
  return found ? { from: Number(found[1]), to: Number(found[2]) } : undefined;
}

/** Lines of the plate: one for each pair of lines of the first round. */
function plateLines([first = [], second = []]: Rounds): Slot[] {
  return first.map(({ match }, i): Slot => {
    if (match) return { kind: "first", of: match.key };
    // Whoever had a bye plays its first match in the second round; where both had one, it has just one loser.
    const next = second[Math.floor(i / 2)]?.match;
    const other = first[i ^ 1]?.match;
    if (!next) return { kind: "bye" };
    if (other) return { kind: "first", of: next.key, side: i % 2 === 0 ? 0 : 1 };
    return i % 2 === 0 ? { kind: "first", of: next.key } : { kind: "bye" };
  });
}

/** Feeds losers into the consolation up to the quarter-finals. */
function feedIn(rounds: Rounds, stage: number): DrawnMatch[] {
  return rounds.length < 2 ? [] : matchesOf(feedBracket(rounds, Math.max(1, rounds.length - 2), "C", stage));
}

/** A match of the knockout as it stands. */
export interface StoodMatch {
  readonly key: string;
  readonly state: string;
  readonly home: string | null;
  readonly away: string | null;
  readonly homeFrom: string;
  readonly awayFrom: string;
  readonly winner?: number | null;
}
const OVER = ["finished", "walkover", "retired", "dropped"];

/** Parses "first:<key>" and "first:<key>/<side>". */
export function readFirst(text: string): Extract<Slot, { kind: "first" }> | undefined {
  const found = /^first:([^/]+)(?:\/([01]))?$/.exec(text);
  if (!found) return undefined;
  const [, of = "", side] = found;
  return side === undefined ? { kind: "first", of } : { kind: "first", of, side: side === "0" ? 0 : 1 };
}

/**
 * Finds the entry for a line of the plate: the loser of its first played match. After a walkover, the search follows its winner into the
 * next match; the side that did not come has no place in the plate.
 * @returns null where nobody takes the line, undefined while that is open
 */
export function firstLoser(slot: Extract<Slot, { kind: "first" }>, all: readonly StoodMatch[]): string | null | undefined {
  const match = all.find(({ key }) => key === slot.of);
  if (!match || !OVER.includes(match.state)) return undefined;
  if (match.winner !== 0 && match.winner !== 1) return null;
  const sides: readonly Side[] = slot.side === undefined ? [0, 1] : [slot.side];
  const loser = match.winner === 0 ? 1 : 0;
  if (match.state !== "walkover") return sides.includes(loser) ? (loser === 0 ? match.home : match.away) : null;
  if (!sides.includes(match.winner)) return null;
  const from = `winner:${match.key}`;
  const next = all.find(({ homeFrom, awayFrom }) => homeFrom === from || awayFrom === from);
  return next ? firstLoser({ kind: "first", of: next.key, side: next.homeFrom === from ? 0 : 1 }, all) : null;
}

/** Finds the lines of the plate that a match has decided, with their entries. */
export function decidedBy(key: string, all: readonly StoodMatch[]): Map<string, string | null> {
  const opened = all.map((match) => (match.key === key ? { ...match, state: "running" } : match));
  const texts = new Set(all.flatMap(({ homeFrom, awayFrom }) => [homeFrom, awayFrom]));
  const decided = new Map<string, string | null>();
  for (const text of texts) {
    const slot = readFirst(text);
    const loser = slot && firstLoser(slot, all);
    if (slot && loser !== undefined && firstLoser(slot, opened) === undefined) decided.set(text, loser);
  }
  return decided;
}

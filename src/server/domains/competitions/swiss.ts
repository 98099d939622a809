/** Swiss rounds: a round is paired once all before it are over, by the table as it then stands. */
import { isOver, isUnderWay, type Match } from "../../../contract/competitions/match";
import { swissRound } from "../../../engine/slots";
import type { TableRow, TieRule } from "../../../engine/standings";
import { pairSwiss, type SwissGame, swissTables } from "../../../engine/swiss";

/** True once a match was played or begun: matches decided without play may still be paired again. */
const hasBegun = (match: Match): boolean =>
  match.begunAt !== null || isUnderWay(match) || match.state === "finished" || match.state === "retired";

/** Matches by round, without the rubbers of ties. */
function byRound(all: readonly Match[]): Map<number, Match[]> {
  const rounds = new Map<number, Match[]>();
  for (const match of all) {
    const round = match.tieId === null ? swissRound(match.key) : undefined;
    if (round !== undefined) rounds.set(round, [...(rounds.get(round) ?? []), match]);
  }
  return rounds;
}

/** Counts the rounds in which an entry had the bye: those that are paired without it, as long as it was in the event. */
export function swissByes(ids: readonly string[], all: readonly Match[], left: ReadonlySet<string>): Map<string, number> {
  const rounds = [...byRound(all)].map(([round, matches]) => ({
    round,
    sides: new Set(matches.flatMap(({ home, away }) => [home.id, away.id])),
  }));
  const paired = rounds.filter(({ sides }) => [...sides].some((id) => id !== null));
  return new Map(
    ids.map((id) => {
      const last = left.has(id) ? Math.max(0, ...paired.filter(({ sides }) => sides.has(id)).map(({ round }) => round)) : Infinity;
      return [id, paired.filter(({ round, sides }) => round <= last && !sides.has(id)).length];
    }),
  );
}

const gameOf = ({ home, away, winner, state }: Match): SwissGame[] =>
  home.id === null || away.id === null || state === "dropped"
    ? []
    : [{ home: home.id, away: away.id, winner: winner === null ? null : winner === 0 ? 0 : 1, isPlayed: state !== "walkover" }];

/** Pairs the first round that nobody has begun, once all before it are over; empty while there is none. @param after only later rounds */
export function nextSwissRound(
  all: readonly Match[],
  rows: readonly Pick<TableRow, "id" | "points" | "won" | "drawn" | "hasLeft">[],
  rules: readonly TieRule[],
  after = 1,
): Map<string, string | null> {
  const rounds = byRound(all);
  const isSettled = (matches: readonly Match[]): boolean => matches.some(hasBegun) || matches.every(isOver);
  const next = [...rounds.keys()].sort((a, b) => a - b).find((round) => round > after && !isSettled(rounds.get(round) ?? []));
  if (next === undefined) return new Map();
  const earlier = [...rounds].filter(([round]) => round < next).sort(([a], [b]) => a - b);
  if (!earlier.every(([, matches]) => matches.every(isOver))) return new Map();
  const order = rows
    .filter(({ hasLeft }) => !hasLeft)
    .map(({ id, points, won, drawn }) => ({ id, club: "", score: rules[0] === "points" ? points : won + drawn / 2 }));
  const pairing = pairSwiss(
    order,
    earlier.map(([, matches]) => matches.flatMap(gameOf)),
  );
  return swissTables(pairing, next, rounds.get(next)?.length ?? 0);
}

/** Returns the tables that are paired by a match: those of the next round, unless it has begun and stays as it is. */
export function pairedAfter(all: readonly Match[], key: string): string[] {
  const next = (swissRound(key) ?? 0) + 1;
  const matches = byRound(all).get(next) ?? [];
  if (matches.some(hasBegun)) return [];
  return matches.flatMap((_, i) => [`pair:${next}/${i * 2 + 1}`, `pair:${next}/${i * 2 + 2}`]);
}

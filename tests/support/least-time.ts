/** The shortest day in which given matches can be played at all, to measure orders of play by. */
import { plan } from "../../src/engine/schedule";

/** A match with the minutes that it takes; 0 where nothing is played. */
export interface TimedMatch {
  readonly id: string;
  readonly players: readonly string[];
  readonly after: readonly string[];
  readonly minutes: number;
  readonly rest: number;
}

/** Adds up the smallest of some numbers. */
const sumOfSmallest = (values: readonly number[], count: number): number =>
  values
    .toSorted((a, b) => a - b)
    .slice(0, count)
    .reduce((sum, value) => sum + value, 0);

/** Returns the minutes that must pass on the longest way to each match; a match without play needs no rest after it. */
function longestWays(matches: readonly TimedMatch[], nextOf: (match: TimedMatch) => readonly string[]): ReadonlyMap<string, number> {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const known = new Map<string, number>();
  const wayTo = (match: TimedMatch): number => {
    const have = known.get(match.id);
    if (have !== undefined) return have;
    const ways = nextOf(match).map((id) => {
      const other = byId.get(id);
      if (!other) return 0;
      return wayTo(other) + other.minutes + (other.minutes > 0 && match.minutes > 0 ? Math.max(other.rest, match.rest) : 0);
    });
    const longest = Math.max(0, ...ways);
    known.set(match.id, longest);
    return longest;
  };
  for (const match of matches) wayTo(match);
  return known;
}

/**
 * Returns minutes in which no order of play can be done sooner. The largest of: the longest chain of rounds with rest; what one player plays,
 * with rest; and, for every choice of matches that have rounds before or after them, their play spread over all courts between the earliest
 * that the courts can begin with them and the least that follows (Carlier 1982, the bound of parallel machines with release and delivery times).
 */
export function leastTime(matches: readonly TimedMatch[], courts: number): number {
  const played = matches.filter(({ minutes }) => minutes > 0);
  const followers = new Map<string, string[]>();
  for (const { id, after } of matches) for (const feeder of after) followers.set(feeder, [...(followers.get(feeder) ?? []), id]);
  const before = longestWays(matches, ({ after }) => after);
  const afterwards = longestWays(matches, ({ id }) => followers.get(id) ?? []);
  const leastBefore = ({ id }: TimedMatch): number => before.get(id) ?? 0;
  const leastAfter = ({ id }: TimedMatch): number => afterwards.get(id) ?? 0;
  const chain = Math.max(0, ...played.map((match) => leastBefore(match) + match.minutes + leastAfter(match)));
  const byPlayer = new Map<string, TimedMatch[]>();
  for (const match of played) for (const player of match.players) byPlayer.set(player, [...(byPlayer.get(player) ?? []), match]);
  const loads = [...byPlayer.values()].map(
    (own) =>
      own.reduce((sum, { minutes, rest }) => sum + minutes + rest, 0) -
      Math.max(...own.map(({ rest }) => rest)) +
      Math.min(...own.map(leastBefore)) +
      Math.min(...own.map(leastAfter)),
  );
  const areas = [...new Set(played.map(leastBefore))].flatMap((minBefore) =>
    [...new Set(played.map(leastAfter))].map((minAfter) => {
      const chosen = played.filter((match) => leastBefore(match) >= minBefore && leastAfter(match) >= minAfter);
      if (chosen.length < courts) return 0;
      const play = chosen.reduce((sum, { minutes }) => sum + minutes, 0);
      return (sumOfSmallest(chosen.map(leastBefore), courts) + play + sumOfSmallest(chosen.map(leastAfter), courts)) / courts;
    }),
  );
  return Math.max(chain, 0, ...loads, ...areas);
}

/**
 * Returns the minutes of a plan that is made once all results and lengths of matches are known. A desk that calls from the queue knows neither,
 * so its day is compared with this, and this with the least time.
 */
export function timeInHindsight(matches: readonly TimedMatch[], courts: number): number {
  const day = Array.from({ length: courts }, (_, i) => ({ court: `${i}`, start: 0, end: 100_000 }));
  const known = matches.map((match) => ({ ...match, rest: match.minutes > 0 ? match.rest : 0 }));
  const minutes = new Map(matches.map((match) => [match.id, match.minutes]));
  return Math.max(0, ...plan(known, day).placed.map(({ id, start }) => start + (minutes.get(id) ?? 0)));
}

/** The shortest day in which given matches can be played at all, to measure orders of play by. */
import { plan } from "../../src/engine/schedule";

/** A match with the minutes that it takes; 0 where nothing is played. */
export interface TimedMatch {
  readonly id: string;
  readonly players: readonly string[];
  readonly after: readonly string[];
  readonly minutes: number;
  readonly rest: number;
  readonly event?: string;
  /** People who are kept free for it, as they may play in it. */
  readonly possible?: readonly string[];
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

/** Returns a test for two matches that can't be on at once: one waits for the other, or somebody of one is kept free for the other. */
function conflictsOf(matches: readonly TimedMatch[]): (a: TimedMatch, b: TimedMatch) => boolean {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const earlier = new Map<string, ReadonlySet<string>>();
  const allBefore = (match: TimedMatch): ReadonlySet<string> => {
    const known = earlier.get(match.id);
    if (known) return known;
    const found = new Set(match.after.flatMap((id) => [id, ...allBefore(byId.get(id) ?? { ...match, id, after: [] })]));
    earlier.set(match.id, found);
    return found;
  };
  return (a, b) => {
    if (allBefore(a).has(b.id) || allBefore(b).has(a.id)) return true;
    if (a.players.some((player) => b.players.includes(player))) return true;
    const isPossible = (one: TimedMatch, other: TimedMatch): boolean =>
      [...one.players, ...(one.possible ?? [])].some((person) => other.possible?.includes(person) ?? false);
    return a.event !== b.event && (isPossible(a, b) || isPossible(b, a));
  };
}

/** Limits on either side that cliques are searched for; each gives a bound. */
const MOST_LIMITS = 8;
/** Picks some of many values, evenly by rank, the smallest among them. */
const spread = (values: ReadonlySet<number>, most: number): number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(sorted.length / most));
  return sorted.filter((_, i) => i % step === 0);
};

/** Steps of one search for a clique; what it has found by then is a bound as well. */
const MOST_STEPS = 60;

/**
 * Returns the largest sum of play and rest among matches no two of which can be on at once, by branch and bound, or a smaller one.
 * @param atLeast sums up to this are of no interest
 */
function heaviestClique(matches: readonly TimedMatch[], isConflict: (a: TimedMatch, b: TimedMatch) => boolean, atLeast: number): number {
  const weightOf = ({ minutes, rest }: TimedMatch): number => minutes + rest;
  let heaviest = Math.max(0, atLeast);
  let steps = 0;
  /** Splits matches into classes of which a clique has one match each, and adds up the heaviest of each. */
  const limitOf = (open: readonly TimedMatch[]): number => {
    const classes: TimedMatch[][] = [];
    for (const match of open) {
      const free = classes.find((each) => !each.some((other) => isConflict(match, other)));
      if (free) free.push(match);
      else classes.push([match]);
    }
    return classes.reduce((sum, each) => sum + Math.max(...each.map(weightOf)), 0);
  };
  const extend = (weight: number, open: readonly TimedMatch[]): void => {
    heaviest = Math.max(heaviest, weight);
    for (const [i, match] of open.entries()) {
      if (++steps > MOST_STEPS) return;
      if (weight + limitOf(open.slice(i)) <= heaviest) return;
      extend(
        weight + weightOf(match),
        open.slice(i + 1).filter((other) => isConflict(match, other)),
      );
    }
  };
  extend(0, matches);
  return heaviest;
}

/**
 * Returns minutes in which no order of play can be done sooner. The largest of: the longest chain of rounds with rest; and, for every choice of
 * matches by what must come before and after them: those of them no two of which can be on at once, one after the other with rest; and all
 * their play spread over the courts between the earliest that these can begin with them and the least that follows (Carlier 1982, the bounds of
 * one machine and of parallel machines with release and delivery times).
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
  /** Choices of matches by the least that comes before and after them: all, or at most so many limits on either side. */
  const choices = (most = Number.POSITIVE_INFINITY): TimedMatch[][] =>
    spread(new Set(played.map(leastBefore)), most).flatMap((minBefore) =>
      spread(new Set(played.map(leastAfter)), most).map((minAfter) =>
        played.filter((match) => leastBefore(match) >= minBefore && leastAfter(match) >= minAfter),
      ),
    );
  const play = (chosen: readonly TimedMatch[]): number => chosen.reduce((sum, { minutes }) => sum + minutes, 0);
  const conflicts = conflictsOf(matches);
  const known = new Map<string, boolean>();
  const isConflict = (a: TimedMatch, b: TimedMatch): boolean => {
    const key = a.id < b.id ? `${a.id} ${b.id}` : `${b.id} ${a.id}`;
    const found = known.get(key) ?? conflicts(a, b);
    known.set(key, found);
    return found;
  };
  const longestRest = Math.max(0, ...played.map(({ rest }) => rest));
  let load = 0;
  for (const chosen of choices(MOST_LIMITS)) {
    if (chosen.length === 0) continue;
    const ends = Math.min(...chosen.map(leastBefore)) + Math.min(...chosen.map(leastAfter)) - longestRest;
    load = Math.max(load, heaviestClique(chosen, isConflict, load - ends) + ends);
  }
  const areas = choices().map((chosen) =>
    chosen.length < courts
      ? 0
      : (sumOfSmallest(chosen.map(leastBefore), courts) + play(chosen) + sumOfSmallest(chosen.map(leastAfter), courts)) / courts,
  );
  return Math.max(chain, load, ...areas);
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

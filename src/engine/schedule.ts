/**
 * Schedules: places matches on courts. Nobody plays twice at once, rests between two matches, no match begins before those it follows from
 * are over, no court has two, none is used outside its hours. Times are minutes from any common start. Pure.
 */

/** A match to be placed. */
export interface Playable {
  readonly id: string;
  /** Everybody who may play in it: people, not entries, where one person enters several events. */
  readonly players: readonly string[];
  /** Matches that must be over, with rest, before it. */
  readonly after: readonly string[];
  readonly minutes: number;
  readonly rest: number;
  /** Its referees: on one match at a time, without rest. */
  readonly officials?: readonly string[];
  /** Which event it is of: within one, the draw itself keeps those apart who may only play. */
  readonly event?: string;
  /** People who play in it if they win or lose before: kept free for it where another event has them. */
  readonly possible?: readonly string[];
}

/** People of a match, each with true if they play in it for certain. */
export const peopleOf = ({ players, possible = [] }: Pick<Playable, "players" | "possible">): [who: string, isCertain: boolean][] => [
  ...players.map((who): [string, boolean] => [who, true]),
  ...possible.filter((who) => !players.includes(who)).map((who): [string, boolean] => [who, false]),
];

/**
 * Adds to every match those who may play in it: people of the matches that it waits for, and of those that these wait for.
 * @param isOver matches whose winner is known
 * @param rounds how far to look back
 */
export function withPossible(matches: readonly Playable[], isOver: ReadonlySet<string> = new Set(), rounds = 2): Playable[] {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const from = (match: Playable, left: number): string[] =>
    left === 0
      ? []
      : match.after.flatMap((id) => {
          const feeder = byId.get(id);
          return feeder && !isOver.has(id) ? [...feeder.players, ...from(feeder, left - 1)] : [];
        });
  return matches.map((match) => ({ ...match, possible: [...new Set(from(match, rounds))] }));
}
/** Somebody is needed elsewhere. */
export interface Engaged {
  readonly who: string;
  readonly start: number;
  readonly end: number;
}
/** Hours in which a court can be used. */
export interface CourtHours {
  readonly court: string;
  readonly start: number;
  readonly end: number;
}
export interface Placed {
  readonly id: string;
  readonly court: string;
  readonly start: number;
}
export interface Plan {
  readonly placed: readonly Placed[];
  /** For which there was no court time left, or which follow from one. */
  readonly left: readonly string[];
}

/** Minutes that must pass from a match to the last that follows from it, its own included. */
function chains(matches: readonly Playable[]): ReadonlyMap<string, number> {
  const followers = new Map<string, Playable[]>();
  for (const match of matches) for (const id of match.after) followers.set(id, [...(followers.get(id) ?? []), match]);
  const known = new Map<string, number>();
  const lengthOf = (match: Playable): number => {
    const have = known.get(match.id);
    if (have !== undefined) return have;
    known.set(match.id, match.minutes);
    const longest = Math.max(0, ...(followers.get(match.id) ?? []).map((next) => match.rest + lengthOf(next)));
    known.set(match.id, match.minutes + longest);
    return match.minutes + longest;
  };
  for (const match of matches) lengthOf(match);
  return known;
}

/**
 * Places matches one after the other, always the one that can begin first; of those that can begin at once the one with the longest way
 * to the end, by what follows from it or by what its players have left to play.
 * @param fixed matches that stay where they are: begun, or pinned by hand
 * @param from nothing else begins earlier
 * @param engaged when referees are needed outside of this plan
 * @param onPlaced hears how many of the others are placed
 * @param firstEvent its matches go before all others that can begin at the same time
 */
export function plan(
  matches: readonly Playable[],
  hours: readonly CourtHours[],
  fixed: readonly Placed[] = [],
  from = 0,
  engaged: readonly Engaged[] = [],
  onPlaced?: (count: number) => void,
  firstEvent?: string,
): Plan {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const chain = chains(matches);
  const placed: Placed[] = fixed.filter(({ id }) => byId.has(id));
  const ends = new Map<string, number>();
  /** When each player's matches are. */
  const busy = new Map<string, { start: number; end: number; rest: number; event: string | undefined; isCertain: boolean }[]>();
  const busyCourts = new Map<string, { start: number; end: number }[]>();
  /** When each referee is needed. */
  const duties = new Map<string, { start: number; end: number }[]>();
  for (const { who, ...span } of engaged) duties.set(who, [...(duties.get(who) ?? []), span]);
  const put = ({ id, court, start }: Placed): void => {
    const match = byId.get(id);
    if (!match) return;
    ends.set(id, start + match.minutes);
    for (const [who, isCertain] of peopleOf(match))
      busy.set(who, [...(busy.get(who) ?? []), { start, end: start + match.minutes, rest: match.rest, event: match.event, isCertain }]);
    const span = { start, end: start + match.minutes };
    busyCourts.set(court, [...(busyCourts.get(court) ?? []), span]);
    for (const who of match.officials ?? []) duties.set(who, [...(duties.get(who) ?? []), span]);
  };
  for (const one of placed) put(one);
  /** Remaining play time of each player, with rest, and the longest path that follows. */
  const load = new Map<string, number>();
  const tail = new Map<string, number>();
  for (const { id, players, minutes, rest } of matches)
    for (const player of players) {
      if (!ends.has(id)) load.set(player, (load.get(player) ?? 0) + minutes + rest);
      tail.set(player, Math.max(tail.get(player) ?? 0, (chain.get(id) ?? 0) - minutes));
    }
  const open = new Map([...hours].sort((a, b) => a.start - b.start).map((each, i) => [`${i}`, each]));
  const waiting = new Set(matches.filter(({ id }) => !ends.has(id)).map(({ id }) => id));

  /** The first time from `start` on at which `minutes` are free of all the spans. */
  const firstFree = (start: number, minutes: number, spans: readonly { start: number; end: number }[]): number => {
    let at = start;
    for (const span of [...spans].sort((a, b) => a.start - b.start)) if (at < span.end && at + minutes > span.start) at = span.end;
    return at;
  };
  /** Returns the earliest place and time at which a match can begin. */
  const earliest = (match: Playable): Placed | undefined => {
    const ready = Math.max(from, ...match.after.map((id) => (ends.get(id) ?? 0) + (byId.has(id) ? match.rest : 0)));
    const players = peopleOf(match)
      .flatMap(([who, isCertain]) => (busy.get(who) ?? []).filter((one) => (one.isCertain && isCertain) || one.event !== match.event))
      .map(({ start, end, rest }) => ({ start: start - Math.max(rest, match.rest), end: end + Math.max(rest, match.rest) }));
    const officials = (match.officials ?? []).flatMap((who) => duties.get(who) ?? []);
    let best: Placed | undefined;
    for (const { court, start, end } of open.values()) {
      const spans = [...players, ...officials, ...(busyCourts.get(court) ?? [])];
      const at = firstFree(Math.max(ready, start), match.minutes, spans);
      if (at + match.minutes <= end && (!best || at < best.start)) best = { id: match.id, court, start: at };
    }
    return best;
  };
  /** Minutes until all that depends on a match can be over: the longer, the sooner it is played. */
  const urgency = (match: Playable): number =>
    (firstEvent !== undefined && match.event === firstEvent ? FIRST : 0) +
    Math.max(chain.get(match.id) ?? 0, ...match.players.map((player) => (load.get(player) ?? 0) + (tail.get(player) ?? 0)));
  while (waiting.size > 0) {
    let best: { readonly at: Placed; readonly match: Playable } | undefined;
    for (const id of waiting) {
      const match = byId.get(id);
      if (!match || match.after.some((each) => byId.has(each) && !ends.has(each))) continue;
      const at = earliest(match);
      if (!at) continue;
      const better = !best || at.start < best.at.start || (at.start === best.at.start && urgency(match) > urgency(best.match));
      if (better) best = { at, match };
    }
    if (!best) break;
    placed.push(best.at);
    put(best.at);
    waiting.delete(best.match.id);
    onPlaced?.(placed.length - fixed.length);
    const { players, minutes, rest } = best.match;
    for (const player of players) load.set(player, (load.get(player) ?? 0) - minutes - rest);
  }
  return { placed, left: [...waiting] };
}

/** Minutes by which an event that goes first is ahead of the others: more than any day has. */
const FIRST = 1_000_000;
/** Maximum number of event orders that are tried. */
const MOST_ORDERS = 4;

/**
 * Plans with everybody kept free for what they may still play; where courts are too short for that, only for what is certain. Events of the same
 * people hold each other up by what their players may still play, so each of the largest events is tried first; the plan that ends soonest is
 * taken.
 */
export function planSpread(...[matches, hours, fixed = [], from, engaged, onPlaced]: Parameters<typeof plan>): Plan {
  const orders = [undefined, ...eventsBySize(matches)].slice(0, MOST_ORDERS);
  const isShared = orders.length > 2 && matches.some(({ possible = [] }) => possible.length > 0);
  const tried = (isShared ? orders : [undefined]).map((firstEvent, i, { length }) =>
    plan(
      matches,
      hours,
      fixed,
      from,
      engaged,
      (count) => onPlaced?.(Math.floor((i * (matches.length - fixed.length) + count) / length)),
      firstEvent,
    ),
  );
  const spread = tried.reduce((best, other) => (compareEnds(other, best, matches) < 0 ? other : best));
  if (spread.left.length === 0) return spread;
  const certain = matches.map((match) => ({ ...match, possible: [] }));
  const close = plan(certain, hours, fixed, from, engaged, onPlaced);
  return close.left.length < spread.left.length ? close : spread;
}

/** Events of matches, the largest first. */
function eventsBySize(matches: readonly Playable[]): string[] {
  const sizes = new Map<string, number>();
  for (const { event } of matches) if (event !== undefined) sizes.set(event, (sizes.get(event) ?? 0) + 1);
  return [...sizes].sort(([, a], [, b]) => b - a).map(([event]) => event);
}

/** Compares plans: fewer left out first, then the sooner end. */
function compareEnds(a: Plan, b: Plan, matches: readonly Playable[]): number {
  const minutes = new Map(matches.map((match) => [match.id, match.minutes]));
  const endOf = ({ placed }: Plan): number => Math.max(0, ...placed.map(({ id, start }) => start + (minutes.get(id) ?? 0)));
  return a.left.length - b.left.length || endOf(a) - endOf(b);
}

/** A broken rule: of this match, with the other one. */
export interface Clash {
  readonly id: string;
  readonly with: string | null;
  readonly why: "court" | "player" | "rest" | "order" | "hours";
  /** For faults of players and rest: the player. */
  readonly player?: string;
}

/** Every rule that a schedule breaks. Two matches are named once, the later first. */
export function clashes(matches: readonly Playable[], hours: readonly CourtHours[], placed: readonly Placed[]): Clash[] {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const at = new Map(placed.map((one) => [one.id, one]));
  const found: Clash[] = [];
  const sorted = placed.filter(({ id }) => byId.has(id)).sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  for (const [i, later] of sorted.entries()) {
    const match = byId.get(later.id);
    if (!match) continue;
    if (!hours.some(({ court, start, end }) => court === later.court && start <= later.start && later.start + match.minutes <= end))
      found.push({ id: later.id, with: null, why: "hours" });
    for (const id of match.after) {
      const before = at.get(id);
      const feeder = byId.get(id);
      if (feeder && (!before || before.start + feeder.minutes + match.rest > later.start))
        found.push({ id: later.id, with: id, why: "order" });
    }
    for (const earlier of sorted.slice(0, i)) {
      const other = byId.get(earlier.id);
      if (!other) continue;
      const end = earlier.start + other.minutes;
      if (earlier.court === later.court && end > later.start) found.push({ id: later.id, with: earlier.id, why: "court" });
      const rest = Math.max(match.rest, other.rest);
      if (end + rest <= later.start) continue;
      const player = match.players.find((each) => other.players.includes(each));
      if (player !== undefined) found.push({ id: later.id, with: earlier.id, why: end > later.start ? "player" : "rest", player });
    }
  }
  return found;
}

/**
 * The shortest time that somebody has between two matches, or a match has after one that it follows from, and what it should be; null where
 * nobody plays twice. Minutes; below 0 where the two overlap.
 */
export function shortestRest(
  matches: readonly Playable[],
  placed: readonly Placed[],
): { readonly minutes: number; readonly least: number } | null {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const sorted = placed.flatMap(({ id, start }) => {
    const match = byId.get(id);
    return match ? [{ match, start, end: start + match.minutes }] : [];
  });
  sorted.sort((a, b) => a.start - b.start);
  let shortest: { minutes: number; least: number } | null = null;
  for (const [i, later] of sorted.entries())
    for (const earlier of sorted.slice(0, i)) {
      const follows = later.match.after.includes(earlier.match.id);
      if (!follows && !later.match.players.some((player) => earlier.match.players.includes(player))) continue;
      const minutes = later.start - earlier.end;
      if (shortest === null || minutes < shortest.minutes) shortest = { minutes, least: Math.max(later.match.rest, earlier.match.rest) };
    }
  return shortest;
}

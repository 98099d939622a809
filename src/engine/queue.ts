/**
 * Order of play without fixed times: matches stand in a queue, and the first that can be played goes to the first court that is free. Times are
 * minutes from any common start. Pure.
 */

/** A match of the queue, or one that keeps its people from playing. */
export interface QueuedMatch {
  readonly id: string;
  readonly players: readonly string[];
  readonly officials: readonly string[];
  readonly rest: number;
  /** Both sides are known and it has not begun; it is called or on; or it has been played. */
  readonly state: "waiting" | "ready" | "busy" | "over";
  /** The court whose list it is on, or on which it is; null: any court. */
  readonly court: string | null;
  /** When it ended, of a match that was played. */
  readonly endedAt: number | null;
}

/** A match of the queue with the matches it waits for and its expected minutes. */
export interface PlannedMatch extends QueuedMatch {
  readonly event: string;
  readonly after: readonly string[];
  readonly minutes: number;
}

/** Reason for which a match can't be called yet. */
export type Obstacle =
  | { readonly why: "sides" }
  | { readonly why: "player" | "referee"; readonly match: string }
  | { readonly why: "rest"; readonly match: string; readonly until: number };

interface CallOrder {
  /** Reason why each waiting match can't be called; matches that can be called are missing. */
  readonly obstacles: ReadonlyMap<string, Obstacle>;
  /** The match to call next on each free court. */
  readonly nextByCourt: ReadonlyMap<string, string>;
}

const shares = (a: readonly string[], b: readonly string[]): boolean => a.some((who) => b.includes(who));

/** Finds what keeps a match from being called now; the longest rest is named. */
export function obstacleOf(match: QueuedMatch, all: readonly QueuedMatch[], now: number): Obstacle | undefined {
  if (match.state === "waiting") return { why: "sides" };
  const others = all.filter(({ id }) => id !== match.id);
  const busy = others.filter(({ state }) => state === "busy");
  const playing = busy.find(({ players }) => shares(players, match.players));
  if (playing) return { why: "player", match: playing.id };
  const refereed = busy.find(({ officials }) => shares(officials, match.officials));
  if (refereed) return { why: "referee", match: refereed.id };
  const rests = others.flatMap(({ id, state, endedAt, rest, players }) => {
    if (state !== "over" || endedAt === null || !shares(players, match.players)) return [];
    const until = endedAt + Math.max(rest, match.rest);
    return until > now ? [{ why: "rest" as const, match: id, until }] : [];
  });
  return rests.toSorted((a, b) => b.until - a.until)[0];
}

/**
 * Finds the next match of every free court.
 * @param all in the order of the queue
 * @param courts that are open now, in order
 */
export function callOrder(all: readonly QueuedMatch[], courts: readonly string[], now: number): CallOrder {
  const open = all.filter(({ state }) => state === "waiting" || state === "ready");
  const obstacles = new Map<string, Obstacle>();
  for (const match of open) {
    const obstacle = obstacleOf(match, all, now);
    if (obstacle) obstacles.set(match.id, obstacle);
  }
  const nextByCourt = new Map<string, string>();
  const chosen: QueuedMatch[] = [];
  for (const court of courts) {
    if (all.some((match) => match.state === "busy" && match.court === court)) continue;
    const next = open.find(
      (match) =>
        !obstacles.has(match.id) &&
        (match.court === null || match.court === court) &&
        !chosen.some((other) => other.id === match.id || shares(other.players, match.players) || shares(other.officials, match.officials)),
    );
    if (!next) continue;
    chosen.push(next);
    nextByCourt.set(court, next.id);
  }
  return { obstacles, nextByCourt };
}

/**
 * Orders matches by urgency, the most urgent first: the longest way to the end of their event, what their players may have left to play in all
 * events, on the average of them, and whether the next match only waits for this one. Equal ones stay in the order given.
 */
export function byUrgency(matches: readonly PlannedMatch[]): string[] {
  const open = matches.filter(({ state }) => state !== "over");
  const byId = new Map(open.map((match) => [match.id, match]));
  const followers = new Map<string, PlannedMatch[]>();
  for (const match of open) for (const id of match.after) followers.set(id, [...(followers.get(id) ?? []), match]);
  const ways = new Map<string, number>();
  /** Minutes that must pass from the end of a match to the end of its event. */
  const wayFrom = (id: string): number => {
    const known = ways.get(id);
    if (known !== undefined) return known;
    const way = Math.max(0, ...(followers.get(id) ?? []).map((next) => next.minutes + next.rest + wayFrom(next.id)));
    ways.set(id, way);
    return way;
  };
  /** Minutes left to play, by player and event: of known matches, and on the longest way on from one of them. */
  const left = new Map<string, Map<string, { known: number; way: number }>>();
  for (const { id, event, players, minutes, rest, state } of open) {
    if (state === "busy") continue;
    for (const player of players) {
      const events = left.get(player) ?? new Map<string, { known: number; way: number }>();
      const before = events.get(event) ?? { known: 0, way: 0 };
      left.set(player, events.set(event, { known: before.known + minutes + rest, way: Math.max(before.way, wayFrom(id)) }));
    }
  }
  const loadOf = (player: string): number => [...(left.get(player)?.values() ?? [])].reduce((sum, { known, way }) => sum + known + way, 0);
  const urgencyOf = ({ id, players, minutes, rest }: PlannedMatch): number => {
    const load = players.reduce((sum, player) => sum + loadOf(player), 0) / Math.max(1, players.length);
    const isAwaited = (followers.get(id) ?? []).some(({ after }) =>
      after.every((other) => other === id || (byId.get(other)?.state ?? "over") === "over" || byId.get(other)?.state === "busy"),
    );
    return wayFrom(id) + load + (isAwaited ? minutes + rest : 0);
  };
  const urgency = new Map(open.map((match) => [match.id, urgencyOf(match)]));
  return open.toSorted((a, b) => (urgency.get(b.id) ?? 0) - (urgency.get(a.id) ?? 0)).map(({ id }) => id);
}

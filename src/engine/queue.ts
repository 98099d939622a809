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

/**
 * Plans anew after a delay, moving few matches: only what the delay breaks is moved; it takes a free place in time for what follows from it,
 * or the place of a match that can wait, which takes another's in turn. Pure.
 */
import type { CourtHours, Engaged, Placed, Playable } from "./schedule";

interface At {
  readonly court: string;
  readonly start: number;
}
/** Moves of a chain of matches, ahead of what is placed; null: has no place. */
type Moves = ReadonlyMap<string, At | null>;

/** Chains longer than this, and searches wider, are not tried: the match then moves with all that follows from it. */
const LONGEST = 4;
const MOST_NODES = 300;

export interface Replanned {
  readonly placed: readonly Placed[];
  /** For which there is no court time any more, or which follow from one. */
  readonly left: readonly string[];
  /** That have another place than before. */
  readonly moved: readonly string[];
}

/**
 * @param matches with the minutes that they now take
 * @param fixed ids of matches that stay: begun, or pinned by hand
 * @param from nothing is moved to an earlier time
 * @param engaged when referees are needed outside of this plan
 */
export function replan(
  matches: readonly Playable[],
  hours: readonly CourtHours[],
  placed: readonly Placed[],
  fixed: ReadonlySet<string>,
  from: number,
  engaged: readonly Engaged[] = [],
): Replanned {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const followers = new Map<string, string[]>();
  for (const { id, after } of matches) for (const before of after) followers.set(before, [...(followers.get(before) ?? []), id]);
  const sharing = new Map<string, Set<string>>();
  for (const { id, players } of matches) for (const player of players) sharing.set(player, (sharing.get(player) ?? new Set()).add(id));
  const rivals = new Map(
    matches.map(({ id, players }) => [id, [...new Set(players.flatMap((player) => [...(sharing.get(player) ?? [])]))]]),
  );

  const before = new Map(placed.filter(({ id }) => byId.has(id)).map(({ id, court, start }) => [id, { court, start }]));
  const now = new Map<string, At>();
  const at = (id: string, moves: Moves): At | undefined => (moves.has(id) ? (moves.get(id) ?? undefined) : now.get(id));

  /** When a match may begin, by what it follows from. */
  const ready = (match: Playable, moves: Moves): number =>
    Math.max(
      from,
      ...match.after.map((id) => {
        const feeder = byId.get(id);
        const where = at(id, moves) ?? before.get(id);
        return feeder && where ? where.start + feeder.minutes + match.rest : from;
      }),
    );
  /** Until when it must begin, for what follows from it to stay. */
  const deadline = (match: Playable, moves: Moves): number =>
    Math.min(
      ...(followers.get(match.id) ?? []).map((id) => {
        const where = at(id, moves);
        return where ? where.start - (byId.get(id)?.rest ?? 0) - match.minutes : Number.POSITIVE_INFINITY;
      }),
      Number.POSITIVE_INFINITY,
    );
  /** Spans that a match can't use on a court: of other matches there, and of its players with their rest. */
  const spans = (match: Playable, court: string, moves: Moves): { start: number; end: number }[] => {
    const found: { start: number; end: number }[] = [];
    for (const other of matches) {
      if (other.id === match.id) continue;
      const where = at(other.id, moves);
      if (where?.court === court) found.push({ start: where.start, end: where.start + other.minutes });
    }
    for (const id of rivals.get(match.id) ?? []) {
      const other = byId.get(id);
      const where = id === match.id ? undefined : at(id, moves);
      if (!other || !where) continue;
      const rest = Math.max(match.rest, other.rest);
      found.push({ start: where.start - rest, end: where.start + other.minutes + rest });
    }
    for (const who of match.officials ?? []) {
      found.push(...engaged.filter((one) => one.who === who));
      for (const other of matches) {
        const where = other.id === match.id || !other.officials?.includes(who) ? undefined : at(other.id, moves);
        if (where) found.push({ start: where.start, end: where.start + other.minutes });
      }
    }
    return found.sort((a, b) => a.start - b.start);
  };
  const isFree = (match: Playable, { court, start }: At, moves: Moves): boolean =>
    hours.some((open) => open.court === court && open.start <= start && start + match.minutes <= open.end) &&
    spans(match, court, moves).every((span) => span.end <= start || span.start >= start + match.minutes);
  const firstFree = (match: Playable, moves: Moves): At | undefined => {
    const soonest = ready(match, moves);
    let best: At | undefined;
    for (const { court, start: opens, end } of hours) {
      let start = Math.max(soonest, opens);
      for (const span of spans(match, court, moves)) if (start < span.end && start + match.minutes > span.start) start = span.end;
      if (start + match.minutes <= end && (!best || start < best.start)) best = { court, start };
    }
    return best;
  };

  /** The shortest chain of moves that gives a match a place in time. */
  function chain(first: Playable): Moves | undefined {
    const seen = new Set([first.id]);
    const queue: { readonly match: Playable; readonly moves: Moves; readonly depth: number }[] = [
      { match: first, moves: new Map([[first.id, null]]), depth: 1 },
    ];
    for (const { match, moves, depth } of queue) {
      if (queue.length > MOST_NODES) return undefined;
      const free = firstFree(match, moves);
      const last = deadline(match, moves);
      if (free && free.start <= last) return new Map([...moves, [match.id, free]]);
      if (depth === LONGEST) continue;
      const soonest = ready(match, moves);
      const later = [...now].filter(
        ([id, where]) => !seen.has(id) && !fixed.has(id) && !moves.has(id) && where.start >= soonest && where.start <= last,
      );
      for (const [id, where] of later.sort(([, a], [, b]) => b.start - a.start)) {
        const other = byId.get(id);
        const next = new Map<string, At | null>([...moves, [id, null]]);
        if (!other || !isFree(match, where, next)) continue;
        seen.add(id);
        queue.push({ match: other, moves: next.set(match.id, where), depth: depth + 1 });
      }
    }
    return undefined;
  }

  const inOrder = [...before].sort(([, a], [, b]) => a.start - b.start);
  for (const [id, where] of inOrder) if (fixed.has(id)) now.set(id, where);
  const displaced: string[] = [];
  for (const [id, where] of inOrder) {
    const match = byId.get(id);
    if (!match || fixed.has(id)) continue;
    if (where.start >= ready(match, now) && isFree(match, where, now)) now.set(id, where);
    else displaced.push(id);
  }
  const left: string[] = matches.filter(({ id }) => !before.has(id)).map(({ id }) => id);
  for (const id of displaced) {
    const match = byId.get(id);
    if (!match) continue;
    const moves = chain(match);
    if (moves) {
      for (const [each, where] of moves) if (where) now.set(each, where);
      continue;
    }
    const free = firstFree(match, now);
    if (free) now.set(id, free);
    else left.push(id);
    // What follows from it waits with it.
    for (const next of followers.get(id) ?? []) {
      const where = now.get(next);
      if (!where || fixed.has(next) || (free && where.start >= free.start + match.minutes + (byId.get(next)?.rest ?? 0))) continue;
      now.delete(next);
      displaced.push(next);
    }
  }
  const result = [...now].map(([id, { court, start }]): Placed => ({ id, court, start }));
  const moved = result.filter(({ id, court, start }) => before.get(id)?.court !== court || before.get(id)?.start !== start);
  return { placed: result, left, moved: moved.map(({ id }) => id) };
}

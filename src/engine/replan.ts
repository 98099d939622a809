/**
 * Plans anew after a delay. Several ways are tried, from a plain shift of the courts to moving only what the delay breaks. The best one keeps
 * rounds in order, then drops the fewest matches, then ends the day first, then makes matches late by the least in all, then moves the fewest;
 * none that ends later or is later in all than the shift is taken. Pure.
 */
import { type CourtHours, type Engaged, peopleOf, type Placed, type Playable } from "./schedule";

interface At {
  readonly court: string;
  readonly start: number;
}
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Replanned {
  readonly placed: readonly Placed[];
  /** For which there is no court time any more, or which follow from one. */
  readonly left: readonly string[];
  /** That have another place than before. */
  readonly moved: readonly string[];
}

/**
 * Minutes that a match waits for a gap that hurts nobody; once no gap is as near, it takes the next place and others move for it. The shift
 * keeps every match on its court.
 */
const WAYS = ["shift", 0, 60, Number.POSITIVE_INFINITY] as const;

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
  const before = new Map(placed.filter(({ id }) => byId.has(id)).map(({ id, court, start }) => [id, { court, start }]));
  const rivals = sharing(matches, peopleOf);
  const colleagues = sharing(matches, ({ officials = [] }) => officials.map((who) => [who, true]));
  const inOrder = orderOf(matches, before);

  /** Plans in one way. @param patience minutes to a gap that hurts nobody; "shift": on its own court, whoever moves for it */
  function planBy(patience: (typeof WAYS)[number]): ReadonlyMap<string, At> {
    const now = new Board(byId);
    /** Places that those to come have had. */
    const later = new Board(byId);
    for (const [id, where] of before) (fixed.has(id) ? now : later).set(id, where);
    /** Spans that the people of a match can't play in: their other matches, with rest, and its referees' duties. */
    const ofPeople = (match: Playable, at: Board): Span[] => [
      ...rivals(match).flatMap((id) => {
        const span = at.spanOf(id);
        const rest = Math.max(match.rest, byId.get(id)?.rest ?? 0);
        return span ? [{ start: span.start - rest, end: span.end + rest }] : [];
      }),
      ...colleagues(match).flatMap((id) => at.spanOf(id) ?? []),
      ...engaged.filter(({ who }) => match.officials?.includes(who)),
    ];
    const firstFree = (match: Playable, soonest: number, at: readonly Board[], only?: string): At | undefined => {
      const people = at.flatMap((each) => ofPeople(match, each));
      let best: At | undefined;
      for (const { court, start: opens, end } of hours) {
        let start = Math.max(soonest, opens);
        if ((only !== undefined && court !== only) || start + match.minutes > end || (best && best.start <= start)) continue;
        const spans = [...people, ...at.flatMap((each) => [...each.onCourt(court)])].sort((x, y) => x.start - y.start);
        for (const span of spans) if (start < span.end && start + match.minutes > span.start) start = span.end;
        if (start + match.minutes <= end && (!best || start < best.start)) best = { court, start };
      }
      return best;
    };
    for (const match of inOrder) {
      const old = before.get(match.id);
      if (!old || fixed.has(match.id)) continue;
      later.delete(match.id);
      if (match.after.some((id) => byId.has(id) && !now.at.has(id))) continue;
      const ready = match.after.map(
        (id) => (now.at.get(id)?.start ?? from) + (byId.get(id)?.minutes ?? 0) + (byId.has(id) ? match.rest : 0),
      );
      const soonest = Math.max(from, old.start, ...ready);
      const stays = firstFree(match, soonest, [now], old.court);
      if (stays?.start === old.start) {
        now.set(match.id, old);
        continue;
      }
      if (patience === "shift") {
        const shifted = firstFree(match, soonest, [now], old.court);
        if (shifted) now.set(match.id, shifted);
        continue;
      }
      const pushed = firstFree(match, soonest, [now]);
      const gap = patience === 0 ? undefined : firstFree(match, soonest, [now, later]);
      const place = gap && pushed && gap.start - pushed.start <= patience ? gap : pushed;
      if (place) now.set(match.id, place);
    }
    return now.at;
  }

  /** Returns what plans are compared by, in this order, less is better: order of rounds, dropped matches, end, lateness in all, moves. */
  function costOf(plan: ReadonlyMap<string, At>): number[] {
    let [disorder, end, lateness, moves] = [0, 0, 0, 0];
    for (const [id, { court, start }] of plan) {
      const match = byId.get(id);
      const old = before.get(id);
      if (!match || !old) continue;
      end = Math.max(end, start + match.minutes);
      lateness += Math.max(0, start - old.start);
      if (court !== old.court || start !== old.start) moves++;
      disorder += match.after.filter((each) => {
        const feeder = plan.get(each);
        return byId.has(each) && before.has(each) && (!feeder || feeder.start + (byId.get(each)?.minutes ?? 0) > start);
      }).length;
    }
    return [disorder, before.size - plan.size, end, lateness, moves];
  }

  const [shift = { plan: new Map<string, At>(), cost: [] as number[] }, ...others] = WAYS.map(planBy).map((plan) => ({
    plan,
    cost: costOf(plan),
  }));
  /** True if a plan keeps more matches or their order where the shift can't, or is worse than the shift in nothing that players notice. */
  const isAllowed = ({ cost }: typeof shift): boolean => {
    const comparison = compareCosts(cost.slice(0, 2), shift.cost.slice(0, 2));
    return comparison < 0 || (comparison === 0 && (cost[2] ?? 0) <= (shift.cost[2] ?? 0) && (cost[3] ?? 0) <= (shift.cost[3] ?? 0));
  };
  const best = [shift, ...others.filter(isAllowed)].sort((a, b) => compareCosts(a.cost, b.cost))[0];
  const plan = best?.plan ?? new Map<string, At>();
  const result = [...plan].map(([id, { court, start }]): Placed => ({ id, court, start }));
  const changed = result.filter(({ id, court, start }) => before.get(id)?.court !== court || before.get(id)?.start !== start);
  return {
    placed: result,
    left: matches.filter(({ id }) => !plan.has(id)).map(({ id }) => id),
    moved: changed.map(({ id }) => id),
  };
}

/** Compares by the first figure that differs. */
const compareCosts = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, i) => value - (b[i] ?? 0)).find((by) => by !== 0) ?? 0;

/** Matches that have a place, by court. */
class Board {
  readonly at = new Map<string, At>();
  private readonly courts = new Map<string, Map<string, Span>>();
  private readonly byId: ReadonlyMap<string, Playable>;
  constructor(byId: ReadonlyMap<string, Playable>) {
    this.byId = byId;
  }
  set(id: string, { court, start }: At): void {
    this.at.set(id, { court, start });
    const spans = this.courts.get(court) ?? new Map<string, Span>();
    this.courts.set(court, spans.set(id, { start, end: start + (this.byId.get(id)?.minutes ?? 0) }));
  }
  delete(id: string): void {
    const where = this.at.get(id);
    if (where) this.courts.get(where.court)?.delete(id);
    this.at.delete(id);
  }
  spanOf(id: string): Span | undefined {
    return this.courts.get(this.at.get(id)?.court ?? "")?.get(id);
  }
  onCourt(court: string): Iterable<Span> {
    return this.courts.get(court)?.values() ?? [];
  }
}

/** Other matches that somebody of a match is in, or may be in for another event. */
function sharing(
  matches: readonly Playable[],
  people: (match: Playable) => readonly [who: string, isCertain: boolean][],
): (match: Playable) => readonly string[] {
  const byPerson = new Map<string, { readonly match: Playable; readonly isCertain: boolean }[]>();
  for (const match of matches)
    for (const [who, isCertain] of people(match)) byPerson.set(who, [...(byPerson.get(who) ?? []), { match, isCertain }]);
  const known = new Map(
    matches.map((match) => {
      const others = people(match).flatMap(([who, isCertain]) =>
        (byPerson.get(who) ?? []).flatMap((one) =>
          one.match.id !== match.id && ((one.isCertain && isCertain) || one.match.event !== match.event) ? [one.match.id] : [],
        ),
      );
      return [match.id, [...new Set(others)]];
    }),
  );
  return ({ id }) => known.get(id) ?? [];
}

/** Matches by the time that they had, each after those that it follows from. */
function orderOf(matches: readonly Playable[], before: ReadonlyMap<string, At>): Playable[] {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const sorted = matches.toSorted((a, b) => (before.get(a.id)?.start ?? 0) - (before.get(b.id)?.start ?? 0));
  const order = new Set<Playable>();
  const add = (match: Playable, path: ReadonlySet<string>): void => {
    if (order.has(match) || path.has(match.id)) return;
    for (const id of match.after) {
      const feeder = byId.get(id);
      if (feeder) add(feeder, new Set([...path, match.id]));
    }
    order.add(match);
  };
  for (const match of sorted) add(match, new Set());
  return [...order];
}

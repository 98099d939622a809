/**
 * Swiss system: in every round entrants meet others of the same score, and nobody meets twice while that can be avoided. After FIDE Handbook
 * C.04.1, Basic rules for Swiss Systems: (b) no second meeting, (c) an odd one has a bye that counts as a win, (d) a bye is for those without
 * one, (e) same scores meet; and C.04.3, Dutch System: the upper half of a score group meets its lower half, who is left over floats down,
 * and not the same one again and again. Pure.
 */
import type { DrawnMatch, DrawnStage, DrawOptions, Entrant, Slot } from "./drawn";
import { PerfectMatching } from "./matching";
import type { Lots } from "./random";
import type { Side } from "./scoring";

/** An entrant that plays on, in the order of the table. */
export interface SwissEntrant {
  readonly id: string;
  readonly score: number;
  readonly club: string;
}
/** A match of an earlier round. */
export interface SwissGame {
  readonly home: string;
  readonly away: string;
  readonly winner: Side | null;
  /** False for a walkover: its sides may meet again, and for its winner it is similar to a bye. */
  readonly isPlayed: boolean;
}
export interface SwissPairing {
  readonly pairs: readonly (readonly [home: string, away: string])[];
  readonly bye: string | null;
}

/** History of the entrants from earlier rounds. */
interface Past {
  readonly meetings: (a: string, b: string) => number;
  readonly byes: (id: string) => number;
  /** Rounds in which it met a lower score or had the bye, the latest counted more. */
  readonly down: (id: string) => number;
  readonly up: (id: string) => number;
}

const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
/** A float counts twice as much as all before it together. */
const LATER = 3;

function pastOf(order: readonly SwissEntrant[], rounds: readonly (readonly SwissGame[])[]): Past {
  const meetings = new Map<string, number>();
  const [byes, down, up, score] = Array.from({ length: 4 }, () => new Map<string, number>()) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  const add = (to: Map<string, number>, key: string, by: number): void => void to.set(key, (to.get(key) ?? 0) + by);
  for (const [i, games] of rounds.entries()) {
    const weight = LATER ** i;
    const before = new Map(score);
    const isIn = new Set<string>();
    for (const { home, away, winner, isPlayed } of games) {
      isIn.add(home).add(away);
      if (isPlayed) add(meetings, pairKey(home, away), 1);
      const ahead = (before.get(home) ?? 0) - (before.get(away) ?? 0);
      if (ahead !== 0) {
        add(down, ahead > 0 ? home : away, weight);
        add(up, ahead > 0 ? away : home, weight);
      }
      if (winner !== null) {
        add(score, winner === 0 ? home : away, 1);
        if (!isPlayed) add(byes, winner === 0 ? home : away, 1);
      } else if (isPlayed) for (const id of [home, away]) add(score, id, 0.5);
    }
    for (const { id } of order) {
      if (isIn.has(id)) continue;
      add(byes, id, 1);
      add(down, id, weight);
      add(score, id, 1);
    }
  }
  return {
    meetings: (a, b) => meetings.get(pairKey(a, b)) ?? 0,
    byes: (id) => byes.get(id) ?? 0,
    down: (id) => down.get(id) ?? 0,
    up: (id) => up.get(id) ?? 0,
  };
}

/** Maximum number of candidates of a score group whose pairs are tried. */
const TRIED = 16;

/**
 * Pairs the next round.
 * @param order everybody who plays on, the best first
 * @param rounds matches of the rounds before; whoever is in none of a round had the bye
 * @param separate clubs are kept apart where that can be, usual for the first round
 */
export function pairSwiss(order: readonly SwissEntrant[], rounds: readonly (readonly SwissGame[])[], separate = false): SwissPairing {
  const past = pastOf(order, rounds);
  const at = (i: number): SwissEntrant => order[i] ?? { id: "", score: 0, club: "" };
  const meetings = order.map((a) => order.map((b) => past.meetings(a.id, b.id)));
  const everybody = order.map((_, i) => i);
  const isClub = (a: number, b: number): boolean => separate && at(a).club !== "" && at(a).club === at(b).club;
  const most = Math.max(0, ...meetings.flat());
  for (const clubs of separate ? [true, false] : [false])
    for (let limit = 0; limit <= most; limit++) {
      const mayMeet = (a: number, b: number): boolean => (meetings[a]?.[b] ?? 0) <= limit && !(clubs && isClub(a, b));
      const bye = byeOf(order, past, mayMeet);
      if (bye === undefined) continue;
      const playing = everybody.filter((i) => i !== bye);
      const gap = smallestGap(playing, (i) => at(i).score, mayMeet);
      if (gap === undefined) continue;
      const isAllowed = (a: number, b: number): boolean => mayMeet(a, b) && Math.abs(at(a).score - at(b).score) <= gap;
      const pairs = pairGroups(playing, order, past, isAllowed);
      return { pairs: pairs.map(([a, b]) => [at(Math.min(a, b)).id, at(Math.max(a, b)).id]), bye: bye === null ? null : at(bye).id };
    }
  return { pairs: [], bye: order[0]?.id ?? null };
}

/** Returns the entrant for the bye: the last with the fewest byes without whom all others can be paired; null for an even number. */
function byeOf(order: readonly SwissEntrant[], past: Past, mayMeet: (a: number, b: number) => boolean): number | null | undefined {
  const everybody = order.map((_, i) => i);
  if (order.length % 2 === 0) return PerfectMatching.of(order.length, everybody, mayMeet) ? null : undefined;
  const fewest = Math.min(...order.map(({ id }) => past.byes(id)));
  const candidates = everybody.filter((i) => past.byes(order[i]?.id ?? "") === fewest).toReversed();
  return candidates.find((bye) =>
    PerfectMatching.of(
      order.length,
      everybody.filter((i) => i !== bye),
      mayMeet,
    ),
  );
}

/** Returns the smallest difference of scores with which all can be paired. */
function smallestGap(
  playing: readonly number[],
  scoreOf: (i: number) => number,
  mayMeet: (a: number, b: number) => boolean,
): number | undefined {
  const scores = [...new Set(playing.map(scoreOf))];
  const gaps = [...new Set(scores.flatMap((a) => scores.map((b) => Math.abs(a - b))))].sort((a, b) => a - b);
  const count = Math.max(0, ...playing) + 1;
  return gaps.find((gap) => PerfectMatching.of(count, playing, (a, b) => mayMeet(a, b) && Math.abs(scoreOf(a) - scoreOf(b)) <= gap));
}

/** Pairs score group by score group, from the top; entrants left over move into the next. */
function pairGroups(
  playing: readonly number[],
  order: readonly SwissEntrant[],
  past: Past,
  isAllowed: (a: number, b: number) => boolean,
): (readonly [number, number])[] {
  const scoreOf = (i: number): number => order[i]?.score ?? 0;
  const idOf = (i: number): string => order[i]?.id ?? "";
  const pairs: (readonly [number, number])[] = [];
  let floaters: number[] = [];
  for (let left = [...playing]; left.length > 0 || floaters.length > 0;) {
    const group = left.filter((i) => scoreOf(i) === scoreOf(left[0] ?? 0));
    left = left.slice(group.length);
    const members = [...floaters, ...group];
    const down = floatersOf(members, left);
    const isDown = new Set(down);
    const inside = members.filter((i) => !isDown.has(i));
    const matching = PerfectMatching.of(order.length, inside, isAllowed);
    for (let open = inside; open.length > 0;) {
      const [first = 0, ...others] = open;
      const residents = others.filter((i) => !floaters.includes(i));
      const half = Math.floor(others.length / 2);
      const candidates = floaters.includes(first)
        ? [...residents.toSorted((a, b) => past.up(idOf(a)) - past.up(idOf(b)) || a - b), ...others.filter((i) => floaters.includes(i))]
        : [...others.slice(half), ...others.slice(0, half).toReversed()];
      const partner = candidates.find((i) => matching?.settle(first, i)) ?? matching?.partnerOf(first) ?? first;
      pairs.push([first, partner]);
      open = others.filter((i) => i !== partner);
    }
    floaters = down;
  }
  return pairs;

  /** Floats as few entrants down as possible: those that have floated least, then the last. The others of the group meet each other. */
  function floatersOf(members: readonly number[], below: readonly number[]): number[] {
    const isOf = new Set(members);
    const isFeasible = (down: readonly number[]): boolean => {
      const isDown = new Set(down);
      const isStaying = (i: number): boolean => isOf.has(i) && !isDown.has(i);
      return (
        PerfectMatching.of(
          order.length,
          [...members, ...below],
          (a, b) => isStaying(a) === isStaying(b) && !(isDown.has(a) && isDown.has(b)) && isAllowed(a, b),
        ) !== undefined
      );
    };
    const candidates = members.toSorted((a, b) => past.down(idOf(a)) - past.down(idOf(b)) || scoreOf(a) - scoreOf(b) || b - a);
    if (members.length % 2 === 1) {
      const found = candidates.find((i) => isFeasible([i]));
      if (found !== undefined) return [found];
    } else if (isFeasible([])) return [];
    else {
      const tried = candidates.slice(0, TRIED);
      for (const [i, a] of tried.entries()) for (const b of tried.slice(i + 1)) if (isFeasible([a, b])) return [b, a];
    }
    const all = PerfectMatching.of(order.length, [...members, ...below], isAllowed);
    return members.filter((i) => all !== undefined && !isOf.has(all.partnerOf(i)));
  }
}

/** Usual number of rounds: that of a knockout with as many entrants. */
export const usualRounds = (count: number): number => Math.max(1, Math.ceil(Math.log2(count)));
/** Largest number of rounds without a second meeting or a second bye. */
export const mostRounds = (count: number): number => (count % 2 === 0 ? count - 1 : count);

/** The stage of a Swiss system: the first round is drawn, the tables of the others wait for the pairing. */
export function swissStage(sorted: readonly Entrant[], rounds: number, { separate }: DrawOptions, draw: Lots): DrawnStage {
  const seeded = sorted.filter(({ seed }) => seed !== null).sort((a, b) => (a.seed ?? 0) - (b.seed ?? 0));
  const order = [...seeded, ...draw.shuffled(sorted.filter(({ seed }) => seed === null))];
  const first = pairSwiss(
    order.map(({ id, club }) => ({ id, club, score: 0 })),
    [],
    separate,
  );
  const waiting = (round: number, number: number): Slot => ({ kind: "pair", round, number });
  const matches = Array.from({ length: rounds }, (_, r) =>
    first.pairs.map(([home, away], i): DrawnMatch => ({
      key: `S-${r + 1}-${i + 1}`,
      stage: 1,
      group: 1,
      round: r + 1,
      home: r === 0 ? { kind: "entry", id: home } : waiting(r + 1, i * 2 + 1),
      away: r === 0 ? { kind: "entry", id: away } : waiting(r + 1, i * 2 + 2),
    })),
  );
  return { kind: "swiss", groups: [order.map(({ id }) => id)], lines: [], matches: matches.flat() };
}

/** Fills the tables of a round, by their slots as text; null where nobody sits. @param tables of the round */
export function swissTables({ pairs }: SwissPairing, round: number, tables: number): Map<string, string | null> {
  const slots = Array.from({ length: tables }, (_, i) => pairs[i] ?? ([null, null] as const));
  return new Map(
    slots.flatMap(([home, away], i) => [[`pair:${round}/${i * 2 + 1}`, home] as const, [`pair:${round}/${i * 2 + 2}`, away] as const]),
  );
}

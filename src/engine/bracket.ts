/** Brackets of an elimination: which line an entrant has, and the matches that follow from the lines. Pure. */
import { type Cell, separateClubs } from "./apart";
import type { DrawnMatch, DrawOptions, Entrant, Slot } from "./drawn";
import type { Lots } from "./random";

/** Lines of the smallest bracket that holds so many. */
export const sizeFor = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, count)));

/** Sections in an order of which every beginning is spread over halves, quarters and so on as evenly as can be; else by lot. */
function evenly(sections: readonly number[], count: number, draw: Lots): number[] {
  if (sections.length < 2) return [...sections];
  const half = count / 2;
  const lower = evenly(
    sections.filter((section) => section < half),
    half,
    draw,
  );
  const upper = evenly(
    sections.filter((section) => section >= half).map((section) => section - half),
    half,
    draw,
  ).map((section) => section + half);
  const order: number[] = [];
  while (lower.length + upper.length > 0) for (const each of draw.shuffled([lower, upper])) order.push(...each.splice(0, 1));
  return order;
}

/**
 * Lines of seeds: 1 on top, 2 at the bottom, 3–4 by lot into the quarters that are left, 5–8 into the eighths, and so on.
 * @param byes where they go to some of a tier only, these are spread
 */
function seedLines(size: number, seeds: number, byes: number, draw: Lots): number[] {
  const lines: number[] = [];
  const edge = (section: number, width: number): number => (section * width < size / 2 ? section * width : section * width + width - 1);
  for (let sections = 1; lines.length < seeds; sections *= 2) {
    const width = size / sections;
    if (width < 1) break;
    const free = Array.from({ length: sections }, (_, section) => section).filter(
      (section) => !lines.some((line) => Math.floor(line / width) === section),
    );
    const isSplit = byes > lines.length && byes < sections;
    const drawn = sections <= 2 ? free : isSplit ? evenly(free, sections, draw) : draw.shuffled(free);
    for (const section of drawn) if (lines.length < seeds) lines.push(sections === 1 ? 0 : edge(section, width));
  }
  return lines;
}

/** Adds byes, so that halves, quarters and so on have as many each as can be; by lot which has one more. */
function addByes(lines: (Entrant | null | undefined)[], count: number, draw: Lots, from = 0, width = lines.length): void {
  if (count === 0) return;
  if (width === 2) {
    // The opponent of a seed has the bye, else the second of two lines.
    lines[lines[from + 1] === undefined ? from + 1 : from] = null;
    return;
  }
  const half = width / 2;
  const byes = (at: number): number => lines.slice(at, at + half).filter((line) => line === null).length;
  const [left, right] = [byes(from), byes(from + half)];
  const total = left + right + count;
  const share = Math.floor(total / 2) + (total % 2 === 1 && draw.below(2) === 0 ? 1 : 0);
  const added = Math.min(count, Math.max(0, share - left));
  addByes(lines, added, draw, from, half);
  addByes(lines, count - added, draw, from + half, half);
}

/** Lines of seeds and byes; undefined is open. */
export function framework(
  seeds: readonly Entrant[],
  count: number,
  draw: Lots,
): { lines: (Entrant | null | undefined)[]; places: number[] } {
  const size = sizeFor(count);
  const lines: (Entrant | null | undefined)[] = Array.from({ length: size }, () => undefined);
  const byes = size - count;
  const places = seedLines(size, seeds.length, byes, draw);
  for (const [i, entrant] of seeds.entries()) lines[places[i] ?? 0] = entrant;
  for (const line of places.slice(0, byes)) lines[line ^ 1] = null;
  addByes(lines, Math.max(0, byes - places.length), draw);
  return { lines, places };
}

/**
 * Lines of a single elimination. Byes go to the top seeds first, then spread over the sections. No first match is between two of a club
 * where that can be avoided; clubs are spread over halves, quarters and so on.
 */
export function bracketLines(entrants: readonly Entrant[], options: DrawOptions, draw: Lots): (Entrant | null)[] {
  const seeded = entrants.filter(({ seed }) => seed !== null).sort((a, b) => (a.seed ?? 0) - (b.seed ?? 0));
  // Beyond half of the lines two seeds would meet at once: there they are no seeds.
  const seeds = seeded.slice(0, sizeFor(entrants.length) / 2);
  const { lines, places } = framework(seeds, entrants.length, draw);
  const rest = draw.shuffled(entrants.filter((entrant) => !seeds.includes(entrant)));
  const placed = lines.map((at) => (at === undefined ? (rest.pop() ?? null) : at));
  return options.separate ? spread(placed, new Set(places), draw) : placed;
}

/** Clubs over halves, quarters and so on as evenly as can be; at last no first match between two of a club, whatever moves for it. */
function spread(lines: readonly (Entrant | null)[], fixed: ReadonlySet<number>, draw: Lots): (Entrant | null)[] {
  const at = [...lines];
  const mend = (from: number, to: number, width: number): void => {
    const cells = at.slice(from, to).map((entrant, i): Cell => ({
      bin: Math.floor((from + i) / width),
      fixed: entrant === null || fixed.has(from + i),
      entrant,
    }));
    const sizes = new Map<string, number>();
    for (const { entrant } of cells) if (entrant) sizes.set(entrant.club, (sizes.get(entrant.club) ?? 0) + 1);
    separateClubs(cells, (club) => Math.ceil(((sizes.get(club) ?? 0) * width) / (to - from)), draw);
    for (const [i, { entrant }] of cells.entries()) at[from + i] = entrant;
  };
  for (let width = at.length / 2; width >= 2; width /= 2)
    for (let from = 0; from < at.length; from += width * 2) mend(from, from + width * 2, width);
  mend(0, at.length, 2);
  return at.length <= SEARCHED ? improved(at, fixed) : at;
}

/** Larger brackets are not searched further. */
const SEARCHED = 64;

/** Counts the clubmates placed together beyond the unavoidable: in first matches, then in halves, quarters and so on. Less is better. */
export function crowding(lines: readonly (Entrant | null)[]): number[] {
  const sizes = new Map<string, number>();
  for (const entrant of lines) if (entrant && entrant.club !== "") sizes.set(entrant.club, (sizes.get(entrant.club) ?? 0) + 1);
  const excess = (width: number): number => {
    let sum = 0;
    for (let from = 0; from < lines.length; from += width) {
      const held = new Map<string, number>();
      for (let at = from; at < from + width; at++) {
        const club = lines[at]?.club ?? "";
        if (club !== "") held.set(club, (held.get(club) ?? 0) + 1);
      }
      for (const [club, count] of held) sum += Math.max(0, count - Math.ceil(((sizes.get(club) ?? 0) * width) / lines.length));
    }
    return sum;
  };
  const widths: number[] = [];
  for (let width = lines.length / 2; width > 2; width /= 2) widths.push(width);
  return [2, ...widths].map(excess);
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};

/** Swaps entrants two by two until no swap keeps clubs further apart. */
function improved(lines: readonly (Entrant | null)[], fixed: ReadonlySet<number>): (Entrant | null)[] {
  const at = [...lines];
  let best = crowding(at);
  const open = at.flatMap((entrant, i) => (entrant === null || fixed.has(i) ? [] : [i]));
  for (let isBetter = best.some((value) => value > 0); isBetter;) {
    isBetter = false;
    for (const [n, i] of open.entries())
      for (const j of open.slice(n + 1)) {
        if (at[i]?.club === at[j]?.club) continue;
        [at[i], at[j]] = [at[j] ?? null, at[i] ?? null];
        const next = crowding(at);
        if (compare(next, best) < 0) {
          best = next;
          isBetter = best.some((value) => value > 0);
        } else [at[i], at[j]] = [at[j] ?? null, at[i] ?? null];
      }
  }
  return at;
}

/** A pair of slots played, or passed over where one is a bye. */
interface Played {
  readonly winner: Slot;
  readonly loser: Slot;
  readonly match?: DrawnMatch;
}

/** Meets two slots: whoever has a bye is in the next round at once, and nobody has lost. */
export function meet(home: Slot, away: Slot, match: Omit<DrawnMatch, "home" | "away" | "group">): Played {
  if (home.kind === "bye") return { winner: away, loser: home };
  if (away.kind === "bye") return { winner: home, loser: away };
  return {
    winner: { kind: "winner", of: match.key },
    loser: { kind: "loser", of: match.key },
    match: { ...match, group: null, home, away },
  };
}

/** The rounds of a bracket. @param prefix of its keys: "<prefix>-<round>-<number>" */
export function roundsOf(lines: readonly Slot[], stage: number, prefix: string): Played[][] {
  const rounds: Played[][] = [];
  for (let at = lines; at.length > 1; at = rounds.at(-1)?.map(({ winner }) => winner) ?? []) {
    const round = rounds.length + 1;
    rounds.push(
      Array.from({ length: at.length / 2 }, (_, i) =>
        meet(at[i * 2] ?? { kind: "bye" }, at[i * 2 + 1] ?? { kind: "bye" }, { key: `${prefix}-${round}-${i + 1}`, stage, round }),
      ),
    );
  }
  return rounds;
}

export const matchesOf = (rounds: readonly (readonly Played[])[]): DrawnMatch[] => rounds.flat().flatMap(({ match }) => match ?? []);

/** Matches of a single elimination. */
export function bracketMatches(lines: readonly Slot[], stage: number, third: boolean): DrawnMatch[] {
  const rounds = roundsOf(lines, stage, String(stage));
  const [home, away] = rounds.at(-2)?.map(({ loser }) => loser) ?? [];
  const semis = home && away ? meet(home, away, { key: `${stage}-third`, stage, round: rounds.length, third: true }).match : undefined;
  return [...matchesOf(rounds), ...(third && semis ? [semis] : [])];
}

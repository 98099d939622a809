/** Brackets of an elimination: which line an entrant has, and the matches that follow from the lines. Pure. */
import { type Cell, keepApart } from "./apart";
import type { DrawnMatch, DrawOptions, Entrant, Slot } from "./drawn";
import type { Lots } from "./random";

const sizeFor = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(2, count)));

/** Lines of a bracket in the order of strength that they are worth: seed k of a full ladder belongs on `ladder(size)[k − 1]`. */
function ladder(size: number): number[] {
  let seeds = [1];
  while (seeds.length < size) seeds = seeds.flatMap((seed) => [seed, seeds.length * 2 + 1 - seed]);
  const lines = Array.from({ length: size }, () => 0);
  for (const [line, seed] of seeds.entries()) lines[seed - 1] = line;
  return lines;
}

/** Lines of seeds: 1 on top, 2 at the bottom, 3–4 by lot into the quarters that are left, 5–8 into the eighths, and so on. */
function seedLines(size: number, seeds: number, draw: Lots): number[] {
  const lines: number[] = [];
  const edge = (section: number, width: number): number => (section * width < size / 2 ? section * width : section * width + width - 1);
  for (let sections = 1; lines.length < seeds; sections *= 2) {
    const width = size / sections;
    if (width < 1) break;
    const free = Array.from({ length: sections }, (_, section) => section).filter(
      (section) => !lines.some((line) => Math.floor(line / width) === section),
    );
    const drawn = sections <= 2 ? free : draw.shuffled(free);
    for (const section of drawn) if (lines.length < seeds) lines.push(sections === 1 ? 0 : edge(section, width));
  }
  return lines;
}

/**
 * Lines of a single elimination. Byes go to the top seeds first, then spread over the sections. No first match is between two of a club
 * where that can be avoided; clubs are spread over halves, quarters and so on.
 */
export function bracketLines(entrants: readonly Entrant[], options: DrawOptions, draw: Lots): (Entrant | null)[] {
  const size = sizeFor(entrants.length);
  const lines: (Entrant | null | undefined)[] = Array.from({ length: size }, () => undefined);
  const seeded = entrants.filter(({ seed }) => seed !== null).sort((a, b) => (a.seed ?? 0) - (b.seed ?? 0));
  // Beyond half of the lines two seeds would meet at once: there they are no seeds.
  const seeds = seeded.slice(0, size / 2);
  const places = seedLines(size, seeds.length, draw);
  for (const [i, entrant] of seeds.entries()) lines[places[i] ?? 0] = entrant;
  const order = [...places, ...ladder(size).filter((line) => !places.includes(line))];
  let byes = size - entrants.length;
  for (const line of order) {
    if (byes === 0) break;
    if (lines[line] === null || lines[line ^ 1] !== undefined) continue;
    lines[line ^ 1] = null;
    byes--;
  }
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
    keepApart(cells, (club) => Math.ceil(((sizes.get(club) ?? 0) * width) / (to - from)), draw);
    for (const [i, { entrant }] of cells.entries()) at[from + i] = entrant;
  };
  for (let width = at.length / 2; width >= 2; width /= 2)
    for (let from = 0; from < at.length; from += width * 2) mend(from, from + width * 2, width);
  mend(0, at.length, 2);
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

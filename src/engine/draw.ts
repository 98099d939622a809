/**
 * Draws: round robin by Berger tables, single and double elimination with seeds, byes and clubs kept apart, groups followed by a knockout
 * whose slots ("first of group A") are drawn before the groups end. Pure and repeatable: the same entrants and the same random seed give
 * the same draw.
 */
import { type Cell, separateClubs } from "./apart";
import { bracketLines, bracketMatches, matchesOf, roundsOf } from "./bracket";
import { type LowerBrackets, lowerStages } from "./consolation";
import { doubleElimination } from "./double-elimination";
import type { Drawn, DrawnMatch, DrawnStage, DrawOptions, Entrant, Format, Slot } from "./drawn";
import { crossingLines, isCrossingOf, linesWithBest, MOST_WITH_BEST, parseCrossing, qualifierLines } from "./qualifiers";
import { type Lots, lots } from "./random";
import { swissStage, usualRounds } from "./swiss";

/**
 * The rounds of a round robin by the Berger table: pairs of places 0 … n−1, first named plays at home. An odd number has one place free each
 * round, which is left out.
 */
export function berger(count: number): (readonly [home: number, away: number])[][] {
  if (count < 2) return [];
  const n = count % 2 === 0 ? count : count + 1;
  const turn = n - 1;
  return Array.from({ length: turn }, (_, round) => {
    const first = (round * (n / 2)) % turn;
    const pairs: (readonly [number, number])[] = [round % 2 === 0 ? [first, n - 1] : [n - 1, first]];
    for (let k = 1; k < n / 2; k++) pairs.push([(first + k) % turn, (first - k + turn) % turn]);
    return pairs.filter(([home, away]) => home < count && away < count);
  });
}

/** Gives seeds the numbers of the Berger table with which they meet as late as can be, the strongest last of all; others stay as drawn. */
function inBergerOrder(group: readonly Entrant[]): Entrant[] {
  const seeds = group.filter(({ seed }) => seed !== null).sort((a, b) => (a.seed ?? 0) - (b.seed ?? 0));
  if (seeds.length < 2) return [...seeds, ...group.filter(({ seed }) => seed === null)];
  const rounds = new Map(
    berger(group.length).flatMap((pairs, round) => pairs.map((pair) => [pair.toSorted((a, b) => a - b).join("-"), round] as const)),
  );
  const roundOf = (a: number, b: number): number => rounds.get([a, b].sort((x, y) => x - y).join("-")) ?? 0;
  const numbers: number[] = [];
  const free = new Set(group.map((_, number) => number));
  while (numbers.length < seeds.length) {
    // Each next seed meets the first as late as can be, then the second, and so on.
    const later = (a: number, b: number): number => numbers.map((one) => roundOf(one, b) - roundOf(one, a)).find((by) => by !== 0) ?? a - b;
    const [number = 0] = [...free].sort(later);
    numbers.push(number);
    free.delete(number);
  }
  const rest = group.filter(({ seed }) => seed === null);
  return group.map((entrant, number) => seeds[numbers.indexOf(number)] ?? rest.shift() ?? entrant);
}

const slotOf = (entrant: Entrant | null): Slot => (entrant ? { kind: "entry", id: entrant.id } : { kind: "bye" });

/** Groups of sizes that differ by one at most: seeds in a snake, the rest by lot, clubs spread. */
function drawGroups(entrants: readonly Entrant[], count: number, options: DrawOptions, draw: Lots): Entrant[][] {
  const groups = Array.from({ length: count }, (): Entrant[] => []);
  const base = Math.floor(entrants.length / count);
  const seeded = entrants.filter(({ seed }) => seed !== null).sort((a, b) => (a.seed ?? 0) - (b.seed ?? 0));
  for (const [i, entrant] of seeded.entries()) {
    const row = Math.floor(i / count);
    const column = i % count;
    groups[row % 2 === 0 ? column : count - 1 - column]?.push(entrant);
  }
  const rest = draw.shuffled(entrants.filter(({ seed }) => seed === null));
  for (const entrant of rest) {
    const larger = groups.filter((group) => group.length > base).length;
    const open = groups.filter((group) => group.length < base || (group.length === base && larger < entrants.length % count));
    const smallest = Math.min(...open.map((group) => group.length));
    draw.pick(open.filter((group) => group.length === smallest)).push(entrant);
  }
  return options.separate ? apart(groups, draw) : groups;
}

/** As few of a club in a group as can be; seeds stay. */
function apart(groups: readonly (readonly Entrant[])[], draw: Lots): Entrant[][] {
  const cells = groups.flatMap((group, bin) => group.map((entrant): Cell => ({ bin, fixed: entrant.seed !== null, entrant })));
  const sizes = new Map<string, number>();
  for (const { club } of groups.flat()) sizes.set(club, (sizes.get(club) ?? 0) + 1);
  separateClubs(cells, (club) => Math.ceil((sizes.get(club) ?? 0) / groups.length), draw);
  return groups.map((_, g) => cells.flatMap(({ bin, entrant }) => (bin === g && entrant ? [entrant] : [])));
}

function groupStage(groups: readonly (readonly Entrant[])[], stage: number): DrawnStage {
  const matches = groups.flatMap((group, g) =>
    berger(group.length).flatMap((pairs, round) =>
      pairs.map(([home, away], i): DrawnMatch => ({
        key: `${stage}-g${g + 1}-${round + 1}-${i + 1}`,
        stage,
        group: g + 1,
        round: round + 1,
        home: slotOf(group[home] ?? null),
        away: slotOf(group[away] ?? null),
      })),
    ),
  );
  return { kind: "groups", groups: groups.map((group) => group.map(({ id }) => id)), lines: [], matches };
}

/** A knockout, and the place matches or consolation of its losers. */
function knockoutStages(
  lines: readonly Slot[],
  stage: number,
  { third, ...lower }: LowerBrackets & { readonly third: boolean },
): DrawnStage[] {
  return [{ kind: "knockout", groups: [], lines, matches: bracketMatches(lines, stage, third) }, ...lowerStages(lines, stage + 1, lower)];
}

/** Number of the present way of drawing, recorded with each draw: another one gives other draws for the same seed. */
export const DRAW_METHOD = 2;

type Kind = Format["kind"];
type FormatOf<K extends Kind> = Extract<Format, { readonly kind: K }>;
/** A draw format: its minimum number of entrants, and the stages that it makes of entrants sorted by id. */
interface Strategy<K extends Kind> {
  readonly least: (format: FormatOf<K>) => number;
  readonly draw: (sorted: readonly Entrant[], format: FormatOf<K>, options: DrawOptions, draw: Lots) => DrawnStage[];
}

const STRATEGIES: { readonly [K in Kind]: Strategy<K> } = {
  knockout: {
    least: () => 2,
    draw: (sorted, format, options, draw) => knockoutStages(bracketLines(sorted, options, draw).map(slotOf), 1, format),
  },
  doubleElimination: {
    least: () => 2,
    draw: (sorted, { reset }, options, draw) => doubleElimination(bracketLines(sorted, options, draw).map(slotOf), reset),
  },
  roundRobin: {
    least: () => 2,
    draw: (sorted, _format, options, draw) => [groupStage(groupsOf(sorted, 1, options, draw), 1)],
  },
  swiss: {
    // With more rounds, some would meet twice.
    least: ({ rounds }) => Math.max(2, rounds % 2 === 1 ? rounds : rounds + 1),
    draw: (sorted, { rounds }, options, draw) => [swissStage(sorted, rounds === 0 ? usualRounds(sorted.length) : rounds, options, draw)],
  },
  qualifying: { least: ({ qualifiers }) => qualifiers + 2, draw: qualifyingThenKnockout },
  groupsKnockout: { least: ({ groups }) => groups * 2, draw: groupsThenKnockout },
};

const groupsOf = (sorted: readonly Entrant[], count: number, options: DrawOptions, draw: Lots): Entrant[][] =>
  drawGroups(sorted, count, options, draw).map((group) => inBergerOrder(draw.shuffled(group)));

function groupsThenKnockout(
  sorted: readonly Entrant[],
  format: FormatOf<"groupsKnockout">,
  options: DrawOptions,
  draw: Lots,
): DrawnStage[] {
  const { groups: count } = format;
  const groups = groupsOf(sorted, count, options, draw);
  const smallest = Math.min(...groups.map((group) => group.length));
  const through = Math.min(format.through, smallest);
  if (count * through + (format.best ?? 0) < 2) throw new RangeError("fewer than two go through");
  const crossing = format.crossing === undefined ? undefined : parseCrossing(format.crossing);
  const best = Math.min(format.best ?? 0, groups.filter((group) => group.length > through).length);
  const lines =
    best > 0 && through <= MOST_WITH_BEST
      ? linesWithBest(count, through, best, draw)
      : crossing && isCrossingOf(crossing, count, through)
        ? crossingLines(crossing)
        : qualifierLines(count, through, draw);
  return [groupStage(groups, 1), ...knockoutStages(lines, 2, format)];
}

/**
 * Brackets of the qualifying, whose winners take lines of the main draw that are drawn for them beforehand. All have as many lines, so that
 * their rounds are alike.
 */
function qualifyingThenKnockout(
  sorted: readonly Entrant[],
  { qualifiers, ...format }: FormatOf<"qualifying">,
  options: DrawOptions,
  draw: Lots,
): DrawnStage[] {
  const direct = sorted.filter(({ qualifying }) => qualifying !== true);
  const others = sorted.filter(({ qualifying }) => qualifying === true);
  if (others.length <= qualifiers || direct.length + qualifiers < 2) throw new RangeError("fewer in the qualifying than come out of it");
  const sections = drawGroups(others, qualifiers, options, draw).map((section) => bracketLines(section, options, draw).map(slotOf));
  const size = Math.max(...sections.map((lines) => lines.length));
  const brackets = sections.map((section, i) => {
    const spare = size / section.length;
    const lines = section.flatMap((slot): Slot[] => [slot, ...Array.from({ length: spare - 1 }, (): Slot => ({ kind: "bye" }))]);
    return { lines, rounds: roundsOf(lines, 1, `Q${i + 1}`) };
  });
  const winners = new Map(brackets.map(({ rounds }, i) => [`Q${i + 1}`, rounds.at(-1)?.[0]?.winner ?? { kind: "bye" as const }]));
  const main = [...direct, ...[...winners.keys()].map((id): Entrant => ({ id, club: "", seed: null }))];
  const lines = bracketLines(main, options, draw).map((entrant) => (entrant && winners.get(entrant.id)) ?? slotOf(entrant));
  return [
    {
      kind: "qualifying",
      groups: [],
      lines: brackets.flatMap((bracket) => bracket.lines),
      matches: brackets.flatMap(({ rounds }) => matchesOf(rounds)),
    },
    ...knockoutStages(lines, 2, format),
  ];
}

const strategyOf = <K extends Kind>({ kind }: { readonly kind: K }): Strategy<K> => STRATEGIES[kind];
const leastOf = <K extends Kind>(format: FormatOf<K> & { readonly kind: K }): number => strategyOf<K>(format).least(format);
const stagesOf = <K extends Kind>(
  format: FormatOf<K> & { readonly kind: K },
  sorted: readonly Entrant[],
  options: DrawOptions,
  draw: Lots,
): DrawnStage[] => strategyOf<K>(format).draw(sorted, format, options, draw);

/** Returns the fewest entrants that a format can be drawn with. */
export const leastEntrants = (format: Format): number => leastOf(format);

/**
 * Draws an event.
 * @param seed any text; recorded and published, it lets anybody repeat the draw
 * @throws RangeError with fewer than two entrants, or fewer than the format needs
 */
export function drawEvent(entrants: readonly Entrant[], format: Format, options: DrawOptions, seed: string): Drawn {
  if (entrants.length < leastOf(format)) throw new RangeError("fewer entrants than the format needs");
  // Their order before the draw must not matter.
  const sorted = [...entrants].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { stages: stagesOf(format, sorted, options, lots(seed)) };
}

/**
 * Returns the number of matches of a format with a number of entrants; undefined if they are too few.
 * @param qualifying number of them that play the qualifying
 */
export function countMatches(format: Format, count: number, qualifying = 0): number | undefined {
  if (count < leastOf(format) || (format.kind === "qualifying" && qualifying <= format.qualifiers)) return undefined;
  const entrants = Array.from({ length: count }, (_, i): Entrant => ({ id: String(i), club: "", seed: null, qualifying: i < qualifying }));
  return drawEvent(entrants, format, { separate: false }, "").stages.reduce((sum, { matches }) => sum + matches.length, 0);
}

/**
 * Draws: round robin by Berger tables, single and double elimination with seeds, byes and clubs kept apart, groups followed by a knockout
 * whose slots ("first of group A") are drawn before the groups end. Pure and repeatable: the same entrants and the same random seed give
 * the same draw.
 */
import { type Cell, keepApart } from "./apart";
import { bracketLines, bracketMatches } from "./bracket";
import { doubleElimination } from "./doubleElimination";
import type { Drawn, DrawnMatch, DrawnStage, DrawOptions, Entrant, Format, Slot } from "./drawn";
import { type Lots, lots } from "./random";

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

const slotOf = (entrant: Entrant | null): Slot => (entrant ? { kind: "entry", id: entrant.id } : { kind: "bye" });

/** Groups of sizes that differ by one at most: seeds in a snake, the rest by lot, clubs spread. */
export function drawGroups(entrants: readonly Entrant[], count: number, options: DrawOptions, draw: Lots): Entrant[][] {
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
  keepApart(cells, (club) => Math.ceil((sizes.get(club) ?? 0) / groups.length), draw);
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

function knockoutStage(lines: readonly Slot[], stage: number, third: boolean): DrawnStage {
  return { kind: "knockout", groups: [], lines, matches: bracketMatches(lines, stage, third) };
}

/**
 * Draws an event.
 * @param seed any text; recorded and published, it lets anybody repeat the draw
 * @throws RangeError with fewer than two entrants, or fewer than two to a group
 */
export function drawEvent(entrants: readonly Entrant[], format: Format, options: DrawOptions, seed: string): Drawn {
  if (entrants.length < 2) throw new RangeError("fewer than two entrants");
  const draw = lots(seed);
  // Their order before the draw must not matter.
  const sorted = [...entrants].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (format.kind === "knockout" || format.kind === "doubleElimination") {
    const lines = bracketLines(sorted, options, draw).map(slotOf);
    return { stages: format.kind === "knockout" ? [knockoutStage(lines, 1, format.third)] : doubleElimination(lines, format.reset) };
  }
  const count = format.kind === "roundRobin" ? 1 : format.groups;
  if (sorted.length < count * 2) throw new RangeError("fewer than two entrants to a group");
  const groups = drawGroups(sorted, count, options, draw).map((group) => draw.shuffled(group));
  const first = groupStage(groups, 1);
  if (format.kind === "roundRobin") return { stages: [first] };
  // Winners of groups are seeds; those of one group are kept apart as a club would be.
  const smallest = Math.min(...groups.map((group) => group.length));
  const through = Math.min(format.through, smallest);
  const slots = groups.flatMap((_, g) =>
    Array.from({ length: through }, (__, p): Entrant => ({
      id: `${g + 1}/${p + 1}`,
      club: `group ${g + 1}`,
      seed: p === 0 ? g + 1 : null,
    })),
  );
  if (slots.length < 2) throw new RangeError("fewer than two go through");
  const lines = bracketLines(slots, { separate: true }, draw).map((entrant): Slot => {
    if (!entrant) return { kind: "bye" };
    const [group, place] = entrant.id.split("/");
    return { kind: "place", group: Number(group), place: Number(place) };
  });
  return { stages: [first, knockoutStage(lines, 2, format.third)] };
}

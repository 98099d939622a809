/**
 * Draws: round robin by Berger tables, single elimination with seeds, byes and clubs kept apart, groups followed by a knockout whose slots
 * ("first of group A") are drawn before the groups end. Pure and repeatable: the same entrants and the same random seed give the same draw.
 */
import { type Lots, lots } from "./random";

/** Who is drawn. `seed` 1 is the strongest; entrants of one `club` are kept apart; "" is no club. */
export interface Entrant {
  readonly id: string;
  readonly club: string;
  readonly seed: number | null;
}

/** Who fills a place of a match: an entrant, nobody, or whoever comes out of a match or group. Groups and places count from 1. */
export type Slot =
  | { readonly kind: "entry"; readonly id: string }
  | { readonly kind: "bye" }
  | { readonly kind: "winner" | "loser"; readonly of: string }
  | { readonly kind: "place"; readonly group: number; readonly place: number };

/** A match of a draw. `key` names it within the draw; rounds count from 1. */
export interface DrawnMatch {
  readonly key: string;
  readonly stage: number;
  /** Of a group stage, from 1; null in a knockout. */
  readonly group: number | null;
  readonly round: number;
  readonly home: Slot;
  readonly away: Slot;
  /** Plays for third place. */
  readonly third?: boolean;
}

export interface DrawnStage {
  readonly kind: "groups" | "knockout";
  /** Ids of the entrants of each group, in their order in the Berger table. */
  readonly groups: readonly (readonly string[])[];
  /** Lines of the bracket from top to bottom, byes included. */
  readonly lines: readonly Slot[];
  readonly matches: readonly DrawnMatch[];
}
export interface Drawn {
  readonly stages: readonly DrawnStage[];
}

export type Format =
  | { readonly kind: "roundRobin" }
  | { readonly kind: "knockout"; readonly third: boolean }
  | { readonly kind: "groupsKnockout"; readonly groups: number; readonly through: number; readonly third: boolean };

/** Whether clubs are kept apart. */
export interface DrawOptions {
  readonly separate: boolean;
}

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
    if (lines[line] === null || lines[line ^ 1] === null) continue;
    if (lines[line ^ 1] !== undefined) continue;
    lines[line ^ 1] = null;
    byes--;
  }
  const rest = draw.shuffled(entrants.filter((entrant) => !seeds.includes(entrant)));
  for (const entrant of options.separate ? byClub(rest) : rest) {
    const open = lines.flatMap((at, line) => (at === undefined ? [line] : []));
    lines[options.separate ? farFromClub(lines, open, entrant, size, draw) : draw.pick(open)] = entrant;
  }
  const placed = lines.map((at) => at ?? null);
  if (options.separate) keepApart(placed, new Set(places), draw);
  return placed;
}

/** Entrants of the largest clubs first: they are the hardest to spread. */
function byClub(entrants: readonly Entrant[]): Entrant[] {
  const sizes = new Map<string, number>();
  for (const { club } of entrants) if (club !== "") sizes.set(club, (sizes.get(club) ?? 0) + 1);
  const names = [...sizes.keys()];
  const rank = (club: string): number => (club === "" ? names.length : names.indexOf(club));
  return [...entrants].sort((a, b) => (sizes.get(b.club) ?? 0) - (sizes.get(a.club) ?? 0) || rank(a.club) - rank(b.club));
}

/** The open line whose half, quarter … holds the fewest of the entrant's club; of equal ones by lot. */
function farFromClub(
  lines: readonly (Entrant | null | undefined)[],
  open: readonly number[],
  { club }: Entrant,
  size: number,
  draw: Lots,
): number {
  let left = open;
  for (let width = size / 2; width >= 2 && left.length > 1; width /= 2) {
    const sections = [...new Set(left.map((line) => Math.floor(line / width)))];
    const load = (section: number) => {
      let same = 0;
      let free = 0;
      for (let line = section * width; line < (section + 1) * width; line++) {
        const at = lines[line];
        if (at === undefined) free++;
        else if (club !== "" && at?.club === club) same++;
      }
      return { section, same, free };
    };
    const loads = sections.map(load);
    const fewest = Math.min(...loads.map(({ same }) => same));
    const even = loads.filter(({ same }) => same === fewest);
    const most = Math.max(...even.map(({ free }) => free));
    const chosen = draw.pick(even.filter(({ free }) => free === most)).section;
    left = left.filter((line) => Math.floor(line / width) === chosen);
  }
  return draw.pick(left);
}

/** Swaps unseeded lines until no first match is between two of a club, where that is possible at all. */
function keepApart(lines: (Entrant | null)[], fixed: ReadonlySet<number>, draw: Lots): void {
  const meets = (line: number): boolean => {
    const club = lines[line]?.club ?? "";
    return club !== "" && lines[line ^ 1]?.club === club;
  };
  for (let line = 0; line < lines.length; line++) {
    if (!meets(line)) continue;
    const mine = fixed.has(line) ? line ^ 1 : line;
    if (fixed.has(mine)) continue;
    for (const other of draw.shuffled(lines.map((_, at) => at))) {
      if (fixed.has(other) || other === mine || other === (mine ^ 1) || !lines[other]) continue;
      [lines[mine], lines[other]] = [lines[other] ?? null, lines[mine] ?? null];
      if (!meets(mine) && !meets(other)) break;
      [lines[mine], lines[other]] = [lines[other] ?? null, lines[mine] ?? null];
    }
  }
}

/** Matches of a bracket; whoever has a bye is in the second round at once. */
function bracketMatches(lines: readonly Slot[], stage: number, third: boolean): DrawnMatch[] {
  const matches: DrawnMatch[] = [];
  let at: Slot[] = [...lines];
  for (let round = 1; at.length > 1; round++) {
    const next: Slot[] = [];
    for (let i = 0; i < at.length; i += 2) {
      const home = at[i] ?? { kind: "bye" };
      const away = at[i + 1] ?? { kind: "bye" };
      if (home.kind === "bye" || away.kind === "bye") {
        next.push(home.kind === "bye" ? away : home);
        continue;
      }
      const key = `${stage}-${round}-${i / 2 + 1}`;
      matches.push({ key, stage, group: null, round, home, away });
      next.push({ kind: "winner", of: key });
    }
    const semis = at.length === 4 ? next.flatMap((slot) => (slot.kind === "winner" ? [slot.of] : [])) : [];
    if (third && semis.length === 2)
      matches.push({
        key: `${stage}-third`,
        stage,
        group: null,
        round: round + 1,
        third: true,
        home: { kind: "loser", of: semis[0] ?? "" },
        away: { kind: "loser", of: semis[1] ?? "" },
      });
    at = next;
  }
  return matches;
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
  for (const entrant of options.separate ? byClub(rest) : rest) {
    const larger = groups.filter((group) => group.length > base).length;
    const open = groups.filter((group) => group.length < base || (group.length === base && larger < entrants.length % count));
    const clubs = (group: readonly Entrant[]): number =>
      options.separate && entrant.club !== "" ? group.filter(({ club }) => club === entrant.club).length : 0;
    const fewest = Math.min(...open.map(clubs));
    const even = open.filter((group) => clubs(group) === fewest);
    const smallest = Math.min(...even.map((group) => group.length));
    draw.pick(even.filter((group) => group.length === smallest)).push(entrant);
  }
  return groups;
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
  if (format.kind === "knockout") {
    const lines = bracketLines(sorted, options, draw).map(slotOf);
    return { stages: [knockoutStage(lines, 1, format.third)] };
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

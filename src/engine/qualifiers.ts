/**
 * Lines of a knockout after groups: winners of groups are its seeds, the second of a group is in the other half, and with three or four to go
 * through all of a group are in different quarters. Pure.
 */
import { bracketLines, framework, sizeFor } from "./bracket";
import type { Entrant, Slot } from "./drawn";
import type { Lots } from "./random";

type Place = Extract<Slot, { kind: "place" }>;
const placeOf = (group: number, place: number): Place => ({ kind: "place", group, place });

/**
 * Chooses for each group the quarter that it leaves out, so that every quarter is filled.
 * @param winners quarter of each group's winner, which it does not leave out
 * @param spare how many groups leave a quarter out
 */
function quartersLeftOut(winners: readonly number[], spare: readonly number[], draw: Lots): number[] | undefined {
  const chosen = winners.map(() => -1);
  const order = draw.shuffled([0, 1, 2, 3]);
  const held = (quarter: number): number[] => chosen.flatMap((each, group) => (each === quarter ? [group] : []));
  const choose = (group: number, seen: Set<number>): boolean => {
    for (const quarter of order) {
      if (quarter === winners[group] || seen.has(quarter)) continue;
      seen.add(quarter);
      const others = held(quarter);
      if (others.length < (spare[quarter] ?? 0) || others.some((other) => choose(other, seen))) {
        chosen[group] = quarter;
        return true;
      }
    }
    return false;
  };
  const groups = draw.shuffled(winners.map((_, group) => group));
  return groups.every((group) => choose(group, new Set())) ? chosen : undefined;
}

/** Returns lines of those who go through, the winner of group 1 on top. @param through from each group; up to four are kept apart */
export function qualifierLines(groups: number, through: number, draw: Lots): Slot[] {
  const winners = Array.from({ length: groups }, (_, g): Entrant => ({ id: `${g + 1}/1`, club: `${g + 1}`, seed: g + 1 }));
  const slotOf = (entrant: Entrant | null): Slot => {
    if (!entrant) return { kind: "bye" };
    const [group, place] = entrant.id.split("/").map(Number);
    return placeOf(group ?? 1, place ?? 1);
  };
  if (through === 1 || through > 4) {
    const others = winners.flatMap(({ club }) =>
      Array.from({ length: through - 1 }, (_, i): Entrant => ({ id: `${club}/${i + 2}`, club, seed: null })),
    );
    return bracketLines([...winners, ...others], { separate: true }, draw).map(slotOf);
  }
  const size = sizeFor(groups * through);
  const { lines, places } = framework(winners, groups * through, draw);
  const sections = through === 2 ? 2 : 4;
  const sectionOf = (line: number): number => Math.floor((line * sections) / size);
  const homes = winners.map((_, g) => sectionOf(places[g] ?? 0));
  const room = Array.from(
    { length: sections },
    (_, section) => lines.filter((line, at) => line !== null && sectionOf(at) === section).length,
  );
  const leftOut =
    through === 3
      ? quartersLeftOut(
          homes,
          room.map((count) => groups - count),
          draw,
        )
      : undefined;
  const placesBySection = Array.from({ length: sections }, (): Place[] => []);
  for (const [g, home] of homes.entries()) {
    const out = leftOut?.[g] ?? -1;
    const half = Math.floor((home * 2) / sections);
    const free = Array.from({ length: sections }, (_, section) => section).filter((section) => section !== home && section !== out);
    const across = draw.shuffled(free.filter((section) => Math.floor((section * 2) / sections) !== half));
    const near = free.filter((section) => Math.floor((section * 2) / sections) === half);
    // The second across, then near its winner, last across again.
    const order = [...across.slice(0, 1), ...near, ...across.slice(1)];
    for (const [i, section] of order.slice(0, through - 1).entries()) placesBySection[section]?.push(placeOf(g + 1, i + 2));
  }
  const open = placesBySection.map((slots) => draw.shuffled(slots));
  return lines.map((line, at): Slot => (line === undefined ? (open[sectionOf(at)]?.pop() ?? { kind: "bye" }) : slotOf(line)));
}

/** Highest number of each group that goes through beside the best of the next place: with more, quarters can't separate a group. */
export const MOST_WITH_BEST = 2;

/**
 * Returns lines where the best of the next place go through besides: winners of groups are seeds, seconds in the other half, and the others
 * stand opposite winners first. Which of them stands where is decided once the groups are over.
 */
export function linesWithBest(groups: number, through: number, best: number, draw: Lots): Slot[] {
  const count = groups * through + best;
  const winners = Array.from({ length: groups }, (_, g): Entrant => ({ id: `${g + 1}`, club: "", seed: g + 1 }));
  // Beyond half of the lines two winners meet at once: there they are no seeds.
  const seeds = winners.slice(0, sizeFor(count) / 2);
  const { lines, places } = framework(seeds, count, draw);
  const halfOf = (line: number): number => Math.floor((line * 2) / lines.length);
  const isAcross = (group: number, half: number): boolean => halfOf(places[group - 1] ?? 0) !== half;
  const others = winners.slice(seeds.length).map((_, i) => placeOf(seeds.length + i + 1, 1));
  const seconds = Array.from({ length: through === 1 ? 0 : groups }, (_, g) => placeOf(g + 1, 2));
  const waiting = [0, 1].map((half) => draw.shuffled(seconds.filter(({ group }) => isAcross(group, half))));
  // Lines opposite winners come last, so that they are left to the best of the next place.
  const facesWinner = (line: number): boolean => Boolean(lines[line ^ 1]);
  const open = draw.shuffled(lines.flatMap((line, at) => (line === undefined ? [at] : [])));
  const slots = new Map<number, Slot>();
  for (const line of open.toSorted((a, b) => Number(facesWinner(a)) - Number(facesWinner(b)))) {
    const slot = waiting[halfOf(line)]?.pop() ?? others.pop();
    if (slot) slots.set(line, slot);
  }
  let number = 0;
  return lines.map((line, at): Slot => {
    if (line) return placeOf(Number(line.id), 1);
    if (line === null) return { kind: "bye" };
    return slots.get(at) ?? { kind: "best", place: through + 1, number: ++number };
  });
}

/** Letters and places of an organiser's table, "A1-B2 C1-D2 B1- …", in the order of the lines; "" is a bye. */
type Crossing = readonly (readonly [string, string])[];

/** Reads a table of crossings. @returns undefined where it is no such table */
export function parseCrossing(text: string): Crossing | undefined {
  const pairs = text
    .trim()
    .toUpperCase()
    .split(/[\s,，;；]+/)
    .filter(Boolean);
  const read = pairs
    .map((pair) => /^([A-Z]\d|)[-–—:]([A-Z]\d|)$/.exec(pair))
    .map((found) => (found ? ([found[1] ?? "", found[2] ?? ""] as const) : undefined));
  return read.every((pair) => pair !== undefined) && read.length > 0 ? read : undefined;
}

/** True if a table names everybody who goes through once, and makes a bracket without two byes in a match. */
export function isCrossingOf(crossing: Crossing, groups: number, through: number): boolean {
  const named = crossing.flat().filter((each) => each !== "");
  const crossedPlaces = Array.from({ length: groups }, (_, g) =>
    Array.from({ length: through }, (__, p) => `${String.fromCodePoint(65 + g)}${p + 1}`),
  ).flat();
  return (
    crossing.length * 2 === sizeFor(crossedPlaces.length) &&
    named.length === crossedPlaces.length &&
    new Set(named).size === named.length &&
    named.every((each) => crossedPlaces.includes(each)) &&
    crossing.every(([home, away]) => home !== "" || away !== "")
  );
}

/** Returns the lines of an organiser's table. */
export const crossingLines = (crossing: Crossing): Slot[] =>
  crossing.flat().map((each): Slot => (each === "" ? { kind: "bye" } : placeOf((each.codePointAt(0) ?? 65) - 64, Number(each.slice(1)))));

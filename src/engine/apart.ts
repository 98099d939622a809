/** Keeps entrants of a club apart, exactly: where an arrangement without a meeting exists, it is found. Pure. */
import type { Entrant } from "./drawn";
import type { Lots } from "./random";

/** A place that one entrant has: null is a bye. What is `fixed` stays. */
export interface Cell {
  readonly bin: number;
  readonly fixed: boolean;
  entrant: Entrant | null;
}

/**
 * Moves entrants between bins until no bin holds more of a club than the limit, as far as that is possible at all. Each move is a shortest
 * augmenting path of the flow from clubs to bins: an entrant too many takes the place of another, which takes the place of a third, and
 * the last takes the place that was left. What cannot be mended stays.
 * @param limit how many of a club a bin may hold
 */
export function separateClubs(cells: readonly Cell[], limit: (club: string) => number, draw: Lots): void {
  const byBin = new Map<number, Cell[]>();
  for (const cell of cells) byBin.set(cell.bin, [...(byBin.get(cell.bin) ?? []), cell]);
  const bins = draw.shuffled([...byBin.keys()]);
  const held = new Map<string, number>();
  const count = ({ bin, entrant }: Cell, by: number): void => {
    const key = `${bin} ${entrant?.club ?? ""}`;
    held.set(key, (held.get(key) ?? 0) + by);
  };
  for (const cell of cells) count(cell, 1);
  const has = (bin: number, club: string): number => (club === "" ? 0 : (held.get(`${bin} ${club}`) ?? 0));
  const clubOf = ({ entrant }: Cell): string => entrant?.club ?? "";
  const isExcess = (cell: Cell): boolean => clubOf(cell) !== "" && has(cell.bin, clubOf(cell)) > limit(clubOf(cell));

  /** Cells to be moved through, from the one that is too many; undefined where nothing mends it. */
  function path(from: Cell): Cell[] | undefined {
    const seen = new Set([from.bin]);
    const reached = new Map<string, { readonly cell: Cell; readonly before: string }>();
    const start = clubOf(from);
    const walk = (last: Cell, before: string): Cell[] => {
      const through = [last];
      for (let club = before; club !== start;) {
        const step = reached.get(club);
        if (!step) break;
        through.unshift(step.cell);
        club = step.before;
      }
      return [from, ...through];
    };
    const queue = [start];
    for (const club of queue) {
      for (const bin of bins) {
        if (seen.has(bin) || (club !== "" && has(bin, club) >= limit(club))) continue;
        seen.add(bin);
        for (const cell of byBin.get(bin) ?? []) {
          const next = clubOf(cell);
          if (cell.fixed || cell.entrant === null) continue;
          if (isExcess(cell)) return walk(cell, club);
          if (next === start || reached.has(next)) continue;
          if (next === "" || has(from.bin, next) < limit(next)) return walk(cell, club);
          reached.set(next, { cell, before: club });
          queue.push(next);
        }
      }
    }
    return undefined;
  }

  const stuck = new Set<Cell>();
  for (;;) {
    const from = cells.find((cell) => !cell.fixed && !stuck.has(cell) && isExcess(cell));
    if (!from) return;
    const alternative = path(from);
    if (!alternative) {
      stuck.add(from);
      continue;
    }
    const entrants = alternative.map(({ entrant }) => entrant);
    for (const [i, cell] of alternative.entries()) {
      count(cell, -1);
      cell.entrant = entrants[(i + alternative.length - 1) % alternative.length] ?? null;
      count(cell, 1);
    }
  }
}

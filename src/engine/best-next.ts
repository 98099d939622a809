/**
 * The best of those who just missed going through, such as the best thirds: ranked across groups, and given the lines that wait for them.
 * Groups may have different sizes: results against entrants placed below the size of the smallest group are left out, as in the Regulations of
 * the UEFA European Under-19 Championship 2026, Article 15 (results against fourth-placed teams where groups have different sizes). Pure.
 */
import { lots } from "./random";
import { type CountedMatch, OVERALL_RULES, standings, type TablePoints, type TableRow, type TieRule } from "./standings";

/** A group with its table. */
export interface RankedGroup {
  readonly number: number;
  readonly rows: readonly TableRow[];
  readonly played: readonly CountedMatch[];
  /** Entrants whose results count for nobody. */
  readonly annulled: ReadonlySet<string>;
}
interface BestNext {
  /** Entrants that have the place in their groups, the best first; those that have left are none of them. */
  readonly rows: readonly (TableRow & { readonly group: number })[];
  /** Places of a group against which results count; null where all groups are alike. */
  readonly compared: number | null;
}

/** Ranks the entrants of one place across the groups. Rules that compare matches among the tied say nothing here; the lot decides at the end. */
export function rankBestNext(
  groups: readonly RankedGroup[],
  place: number,
  rules: readonly TieRule[],
  by: TablePoints,
  seed: string,
): BestNext {
  const sizeOf = ({ rows, annulled }: RankedGroup): number => rows.filter(({ id }) => !annulled.has(id)).length;
  const least = Math.min(...groups.map(sizeOf));
  const candidates = groups.flatMap(({ number, rows, played, annulled }) => {
    const row = rows.find((each) => each.place === place);
    if (!row || row.hasLeft || annulled.has(row.id)) return [];
    const counted = new Set(rows.filter(({ id }) => !annulled.has(id)).flatMap(({ id }, i) => (i < least ? [id] : [])));
    // The entrant's own place may be below that size: only the opponent's counts.
    const counts = ({ home, away }: CountedMatch): boolean =>
      (home === row.id && counted.has(away)) || (away === row.id && counted.has(home));
    return [{ id: row.id, group: number, played: played.filter(counts) }];
  });
  const groupById = new Map(candidates.map(({ id, group }) => [id, group]));
  const rows = standings(
    candidates.map(({ id }) => id),
    candidates.flatMap(({ played }) => played),
    rules.filter((rule) => OVERALL_RULES.has(rule)),
    by,
    `${seed} best ${place}`,
  );
  return {
    rows: rows.map((row) => ({ ...row, group: groupById.get(row.id) ?? 0 })),
    compared: groups.some((group) => sizeOf(group) > least) ? least : null,
  };
}

/** A line that waits for one of them: groups of the first opponent, and of all in its quarter. */
export interface BestLine {
  readonly opponent: readonly number[];
  readonly quarter: readonly number[];
}

/**
 * Gives each line an entrant: none meets its own group in the first match, nor within its quarter, as far as that can be; by lot among what is
 * left.
 * @returns index of the entrant of each line; undefined where there are too few
 */
export function placeBestNext(groups: readonly number[], lines: readonly BestLine[], seed: string): (number | undefined)[] {
  const order = lots(seed).shuffled(groups.map((_, i) => i));
  const isApart = [
    (line: BestLine, group: number): boolean => !line.quarter.includes(group),
    (line: BestLine, group: number): boolean => !line.opponent.includes(group),
    (): boolean => true,
  ];
  let best: (number | undefined)[] = lines.map(() => undefined);
  for (const mayStand of isApart) {
    // Those that stand stay in; an augmenting path may move them.
    const lineOf = new Map<number, number>();
    const seat = (entrant: number, seen: Set<number>): boolean => {
      for (const [at, line] of lines.entries()) {
        if (seen.has(at) || !mayStand(line, groups[entrant] ?? 0)) continue;
        seen.add(at);
        const other = [...lineOf].find(([, each]) => each === at)?.[0];
        if (other !== undefined && !seat(other, seen)) continue;
        lineOf.set(entrant, at);
        return true;
      }
      return false;
    };
    const seated = order.filter((entrant) => seat(entrant, new Set())).length;
    best = lines.map((_, at) => [...lineOf].find(([, each]) => each === at)?.[0]);
    if (seated === Math.min(groups.length, lines.length)) return best;
  }
  return best;
}

/** Orders entries by a ranking list or by past results, for their seeds. Pure. */

/** A row of a ranking list: a rank, points, or both. */
export interface Ranked {
  readonly name: string;
  readonly rank: number | null;
  readonly points: number | null;
}
export interface RankedEntry {
  readonly id: string;
  readonly name: string;
  readonly players: readonly string[];
}

/** Normalizes a name for comparison: width, spaces, case and the order of a pair do not matter. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/[\s·•.]/g, "")
    .toLowerCase();
const pairName = (names: readonly string[]): string => names.map(plainName).toSorted().join("/");

/**
 * Finds the entries of a ranking list: an entry by its own name or its players' together, a pair also by both players, whose points add up. A
 * name that two entries or two rows share is ambiguous and finds nothing.
 * @returns rank and points by entry, and the rows that were found, by their place in the list
 */
export function matchRanking(
  rows: readonly Ranked[],
  entries: readonly RankedEntry[],
): { readonly byEntry: ReadonlyMap<string, Pick<Ranked, "rank" | "points">>; readonly found: ReadonlySet<number> } {
  const keyOf = (name: string): string => pairName(name.split(/[/／&、,，+]/));
  const rowsByKey = groupBy(
    rows.map((row, at) => ({ row, at })),
    ({ row }) => keyOf(row.name),
  );
  const entriesByKey = groupBy(entries, ({ name }) => keyOf(name));
  const holders = groupBy(
    entries.flatMap((entry) => entry.players.map((player) => ({ entry, player }))),
    ({ player }) => plainName(player),
  );
  const byEntry = new Map<string, Pick<Ranked, "rank" | "points">>();
  const found = new Set<number>();
  const only = <T>(list: readonly T[] | undefined): T | undefined => (list?.length === 1 ? list[0] : undefined);
  for (const entry of entries) {
    const keys = [...new Set([keyOf(entry.name), pairName(entry.players)])];
    const own = keys.flatMap((key) =>
      (entriesByKey.get(key) ?? []).some(({ id }) => id !== entry.id) ? [] : (only(rowsByKey.get(key)) ?? []),
    )[0];
    if (own) {
      byEntry.set(entry.id, { rank: own.row.rank, points: own.row.points });
      found.add(own.at);
      continue;
    }
    const players = entry.players.flatMap((player) =>
      only(holders.get(plainName(player))) === undefined ? [] : (only(rowsByKey.get(plainName(player))) ?? []),
    );
    if (players.length === 0 || players.length < entry.players.length) continue;
    const sum = (values: readonly (number | null)[]): number | null =>
      values.some((value) => value === null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0);
    byEntry.set(entry.id, { rank: sum(players.map(({ row }) => row.rank)), points: sum(players.map(({ row }) => row.points)) });
    for (const { at } of players) found.add(at);
  }
  return { byEntry, found };
}

function groupBy<T>(list: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Orders by points, the most first, then by rank; entries with neither are left out. */
export const byRanking = <T extends Pick<Ranked, "rank" | "points">>(entries: readonly T[]): T[] =>
  entries
    .filter(({ rank, points }) => rank !== null || points !== null)
    .toSorted((a, b) => (b.points ?? -1) - (a.points ?? -1) || (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0);

/** Orders by points of past results, the most first; entries without points are left out. */
export const byPast = <T extends { readonly past: number | null }>(entries: readonly T[]): T[] =>
  entries.filter(({ past }) => (past ?? 0) > 0).toSorted((a, b) => (b.past ?? 0) - (a.past ?? 0));

/** Points of a place: the first has 100, and every doubling of the place gives 70 % of it. @param weight of the game's level in percent */
export function pastPoints(place: number, weight: number): number {
  if (place < 1) return 0;
  return Math.round(0.7 ** Math.ceil(Math.log2(place)) * weight);
}

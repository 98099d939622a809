/**
 * Which units the places of a hall cover. A place either has one unit of its own, or is made of other places and covers all of
 * theirs: so units are shared where somebody said so, and nowhere else. Pure.
 */
import { leafKeys } from "../../../contract/places/places";

/** A place as it is. */
interface StandingPlace {
  readonly id: string;
  readonly unitIds: readonly string[];
}
/** A place as it is to be; `key` is its id, or a name of its own for a new one. */
interface WantedPlace {
  readonly key: string;
  readonly parts: readonly string[];
}

/**
 * The places that a place is made of: of those that cover less than it and nothing else, the largest.
 * @param all places of the hall
 */
export function partsOf(place: StandingPlace, all: readonly StandingPlace[]): string[] {
  const units = new Set(place.unitIds);
  const smaller = all.filter(
    (one) => one.id !== place.id && one.unitIds.length < units.size && one.unitIds.every((unit) => units.has(unit)),
  );
  return smaller
    .filter(
      (one) =>
        !smaller.some((other) => other.unitIds.length > one.unitIds.length && one.unitIds.every((unit) => other.unitIds.includes(unit))),
    )
    .map((one) => one.id);
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/**
 * The units of each wanted place, by key. A place keeps its units as long as what it is made of stays the same; one that is no longer
 * made of others gets a unit of its own.
 * @param newUnit makes the id of a unit for a place
 */
export function unitsFor(
  standing: readonly StandingPlace[],
  wanted: readonly WantedPlace[],
  newUnit: (key: string) => string,
): Map<string, string[]> {
  const before = new Map(standing.map((place) => [place.id, { units: place.unitIds, parts: partsOf(place, standing) }]));
  const byKey = new Map(wanted.map((place) => [place.key, place]));
  const own = new Map<string, string[]>();
  for (const { key, parts } of wanted) {
    if (parts.length > 0) continue;
    const known = before.get(key);
    own.set(key, known && known.parts.length === 0 ? [...known.units] : [newUnit(key)]);
  }
  return new Map(
    wanted.map(({ key, parts }) => {
      const known = before.get(key);
      const ground = [...new Set((leafKeys(byKey, key) ?? []).flatMap((leaf) => own.get(leaf) ?? []))];
      const isUnchanged = known && (same(known.units, ground) || (parts.length > 0 && same(known.parts, parts)));
      return [key, isUnchanged ? [...known.units] : ground];
    }),
  );
}

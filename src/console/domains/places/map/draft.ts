/** A hall's map as it is being drawn. Every change gives a new one. Pure. */
import type { PlaceIcon } from "../../../../contract/places/places";

/** A place on the map, in the order of the booking grid. */
export interface DraftPlace {
  /** Its id, or a name of its own while it is new. */
  readonly key: string;
  readonly name: string;
  /** From 1. A place made of others uses their spots. */
  readonly row: number;
  readonly column: number;
  readonly icon: PlaceIcon | null;
  readonly on: boolean;
  /** Keys of the places that it is made of. */
  readonly parts: readonly string[];
  /** Was booked before: it can be switched off, not deleted. */
  readonly used: boolean;
}
export type DraftMap = readonly DraftPlace[];
export interface Size {
  readonly rows: number;
  readonly columns: number;
}
export interface Spot {
  readonly row: number;
  readonly column: number;
}

export const placeOf = (map: DraftMap, key: string | undefined): DraftPlace | undefined => map.find((place) => place.key === key);
/** The place with a unit of its own on a spot; of two, the one that is on. */
export function placeAt(map: DraftMap, { row, column }: Spot): DraftPlace | undefined {
  const here = map.filter((place) => place.parts.length === 0 && place.row === row && place.column === column);
  return here.find((place) => place.on) ?? here[0];
}
export const namesOf = (map: DraftMap, keys: readonly string[]): string[] => keys.flatMap((key) => placeOf(map, key)?.name ?? []);
/** Places made of this one. */
export const combinedPlacesOf = (map: DraftMap, key: string): DraftPlace[] => map.filter((place) => place.parts.includes(key));

/** Keys of the places with units of their own that a place covers. */
export function groundOf(map: DraftMap, key: string): string[] {
  const place = placeOf(map, key);
  if (!place) return [];
  return place.parts.length === 0 ? [key] : [...new Set(place.parts.flatMap((part) => groundOf(map, part)))];
}
/** Keys of the other places that overlap a place. */
export function sharedWith(map: DraftMap, key: string): string[] {
  const ground = groundOf(map, key);
  return map.filter((place) => place.key !== key && groundOf(map, place.key).some((one) => ground.includes(one))).map((place) => place.key);
}

/** The first number from `start` that no place has for a name. */
export function nextName(map: DraftMap, start: number): string {
  const names = new Set(map.map((place) => place.name));
  let number = start;
  while (names.has(String(number))) number++;
  return String(number);
}
function newKey(map: DraftMap): string {
  const keys = new Set(map.map((place) => place.key));
  let n = map.length + 1;
  while (keys.has(`new-${n}`)) n++;
  return `new-${n}`;
}
const createDraftPlace = (map: DraftMap, name: string, spot: Spot, parts: readonly string[] = []): DraftPlace => ({
  key: newKey(map),
  name,
  row: spot.row,
  column: spot.column,
  icon: null,
  on: true,
  parts,
  used: false,
});

/** Adds a place with a unit of its own on a spot. */
export const addPlace = (map: DraftMap, spot: Spot, start: number): DraftMap => [...map, createDraftPlace(map, nextName(map, start), spot)];

export const changePlace = (map: DraftMap, key: string, change: Partial<DraftPlace>): DraftMap =>
  map.map((place) => (place.key === key ? { ...place, ...change } : place));

/** Moves a place to a spot; the place there takes its spot. */
export function movePlace(map: DraftMap, key: string, to: Spot): DraftMap {
  const place = placeOf(map, key);
  if (!place || place.parts.length > 0) return map;
  const other = placeAt(map, to);
  return map.map((one) => {
    if (one.key === key) return { ...one, row: to.row, column: to.column };
    return one.key === other?.key ? { ...one, row: place.row, column: place.column } : one;
  });
}

/** Moves a place earlier or later in the order of the grid. */
export function shiftPlace(map: DraftMap, key: string, by: -1 | 1): DraftMap {
  const at = map.findIndex((place) => place.key === key);
  const place = map[at];
  const other = map[at + by];
  if (!place || !other) return map;
  return map.map((one, i) => (i === at ? other : i === at + by ? place : one));
}

/** The free spot that is nearest, to the right first; undefined when the map is full. */
function freeSpot(map: DraftMap, size: Size, near: Spot): Spot | undefined {
  const spots = Array.from({ length: size.rows * size.columns }, (_, i) => ({
    row: Math.floor(i / size.columns) + 1,
    column: (i % size.columns) + 1,
  })).filter((spot) => placeAt(map, spot) === undefined);
  const away = (spot: Spot): number =>
    Math.abs(spot.row - near.row) * 2 + Math.abs(spot.column - near.column) + (spot.column < near.column ? 0.5 : 0);
  return spots.sort((a, b) => away(a) - away(b))[0];
}

/** Makes a place of two new halves: the place stays, and covers both. @returns undefined where the map has no room for the second half */
export function splitPlace(map: DraftMap, key: string, size: Size): DraftMap | undefined {
  const place = placeOf(map, key);
  if (!place || place.parts.length > 0) return undefined;
  const second = freeSpot(map, size, place);
  if (!second) return undefined;
  const a = { ...createDraftPlace(map, `${place.name}A`, place), icon: "half" as const };
  const b = { ...createDraftPlace([...map, a], `${place.name}B`, second), icon: "half" as const };
  return map.flatMap((one) => (one.key === key ? [{ ...one, parts: [a.key, b.key] }, a, b] : [one]));
}

/** Adds a place made of these, before the first of them. */
export function joinPlaces(map: DraftMap, keys: readonly string[]): DraftMap {
  const parts = map.filter((place) => keys.includes(place.key));
  const [first] = parts;
  if (!first || parts.length < 2) return map;
  const whole = createDraftPlace(
    map,
    parts
      .map((place) => place.name)
      .join("+")
      .slice(0, 20),
    first,
    parts.map((place) => place.key),
  );
  return map.flatMap((place) => (place.key === first.key ? [whole, place] : [place]));
}

/** Takes a place off the map: deleted where it was never booked, else switched off. */
export const removePlace = (map: DraftMap, key: string): DraftMap =>
  placeOf(map, key)?.used ? changePlace(map, key, { on: false }) : map.filter((place) => place.key !== key);

/** Numbers the places with units of their own as the map is read, and orders the grid so; places made of others keep their name. */
export function numberByMap(map: DraftMap, start: number): DraftMap {
  const leaves = map.filter((place) => place.parts.length === 0).toSorted((a, b) => a.row - b.row || a.column - b.column);
  const named = leaves.map((place, i) => ({ ...place, name: String(start + i) }));
  const order = new Map(named.map((place, i) => [place.key, i]));
  const at = (place: DraftPlace): number =>
    place.parts.length === 0 ? (order.get(place.key) ?? 0) : Math.min(...groundOf(map, place.key).map((key) => order.get(key) ?? 0)) - 0.5;
  return [...named, ...map.filter((place) => place.parts.length > 0)].toSorted((a, b) => at(a) - at(b));
}

/** The frame around the parts of a place, where it holds nothing else; rows and columns from 1, the ends included. */
export function frameOf(map: DraftMap, key: string): { rows: [number, number]; columns: [number, number] } | undefined {
  const ground = groundOf(map, key).flatMap((one) => placeOf(map, one) ?? []);
  if (ground.length < 2) return undefined;
  const [rows, columns] = [ground.map((place) => place.row), ground.map((place) => place.column)];
  const frame = { rows: span(rows), columns: span(columns) };
  const inside = map.filter((place) => place.parts.length === 0 && within(place.row, frame.rows) && within(place.column, frame.columns));
  return inside.length === ground.length ? frame : undefined;
}
const span = (numbers: readonly number[]): [number, number] => [Math.min(...numbers), Math.max(...numbers)];
const within = (number: number, [from, to]: readonly [number, number]): boolean => number >= from && number <= to;

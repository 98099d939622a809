/** The fixed part of the grid: which courts stand side by side, which half-hours below each other, what a free cell costs. Pure. */
import type { z } from "zod";
import type { Grid, GridPlace, Hall } from "../../../../contract/booking";
import { GRANULE } from "../../../../contract/time";

type Place = z.infer<typeof GridPlace>;
type HallOf = z.infer<typeof Hall>;

/** A bookable cell: one slot of one court. A hall with hourly slots has cells of two rows. */
export interface Slot {
  readonly key: string;
  readonly column: number;
  /** First row and how many; a row is half an hour. */
  readonly row: number;
  readonly rows: number;
  /** Minutes from midnight. */
  readonly start: number;
  readonly end: number;
  /** List price in yuan text; null where none is set. */
  readonly price: string | null;
  readonly peak: boolean;
  /** False outside the hall's opening hours. */
  readonly open: boolean;
}

/** A court. */
export interface Column {
  readonly index: number;
  readonly placeId: string;
  readonly name: string;
  readonly hallId: string;
  readonly linkedIds: readonly string[];
  /** The last court of its hall. */
  readonly last: boolean;
  readonly slots: readonly Slot[];
  /** Slot at each row. */
  readonly at: readonly Slot[];
}

/** The heading over the courts of a hall. */
export interface HallHead {
  readonly id: string;
  readonly name: string;
  readonly columns: number;
  /** Some of its courts exclude each other. */
  readonly linked: boolean;
  readonly slotMinutes: number;
  /** First and last where all courts are numbered in a row. */
  readonly numbers: { readonly first: number; readonly last: number } | undefined;
  /** The court that is made of all the others. */
  readonly whole: { readonly name: string; readonly parts: readonly string[] } | undefined;
}

/** A program (sport) as the filter shows it. */
export interface Program {
  readonly id: string;
  readonly name: string;
  readonly places: number;
}

export interface Layout {
  readonly day: string;
  readonly holiday: string | null;
  /** Minute at which the first row starts. */
  readonly from: number;
  readonly rows: number;
  readonly halls: readonly HallHead[];
  readonly columns: readonly Column[];
  readonly byKey: ReadonlyMap<string, Slot>;
  readonly columnOf: ReadonlyMap<string, Column>;
}

/** Names a cell: `place@minute`. */
export const cellKey = (placeId: string, start: number): string => `${placeId}@${start}`;

/** The row at a minute, which need not be whole: the now-line stands between. */
export const rowAt = (layout: Layout, minute: number): number => (minute - layout.from) / GRANULE;

/** The programs of a venue in the order of its halls, with their number of courts. */
export function programsOf(grid: Grid): Program[] {
  const found = new Map<string, { id: string; name: string; places: number }>();
  for (const hall of grid.halls) {
    const program = found.get(hall.programId) ?? { id: hall.programId, name: hall.programName, places: 0 };
    program.places += grid.places.filter((place) => place.hallId === hall.id).length;
    found.set(hall.programId, program);
  }
  return [...found.values()].filter((program) => program.places > 0);
}

/**
 * Lays out one day of the answer.
 * @param programId shows the courts of this program alone
 * @returns undefined when the answer does not hold the day
 */
export function layoutOf(grid: Grid, day: string, programId?: string): Layout | undefined {
  const shown = grid.days.find((candidate) => candidate.day === day);
  if (!shown) return undefined;
  const halls = grid.halls.filter((hall) => (programId === undefined || hall.programId === programId) && placesOf(grid, hall).length > 0);
  const hours = new Map(shown.hours.map((entry) => [entry.hallId, entry]));
  const open = halls.flatMap((hall) => hours.get(hall.id) ?? []);
  const from = open.length > 0 ? Math.floor(Math.min(...open.map((entry) => entry.open)) / GRANULE) * GRANULE : 0;
  const to = open.length > 0 ? Math.max(...open.map((entry) => entry.close)) : 0;
  const rows = Math.ceil((to - from) / GRANULE);
  const columns: Column[] = [];
  for (const hall of halls) {
    const places = placesOf(grid, hall);
    for (const [i, place] of places.entries()) {
      const tariff = grid.tariffs[shown.tariff[grid.places.indexOf(place)] ?? -1];
      const index = columns.length;
      const slots = slotsOf(place, index, hall, hours.get(hall.id), tariff, from, rows);
      columns.push({
        index,
        placeId: place.id,
        name: place.name,
        hallId: hall.id,
        linkedIds: place.linkedIds,
        last: i === places.length - 1,
        slots,
        at: slots.flatMap((slot) => Array.from({ length: slot.rows }, () => slot)),
      });
    }
  }
  return {
    day,
    holiday: shown.holiday,
    from,
    rows,
    halls: halls.map((hall) => {
      const places = placesOf(grid, hall);
      return {
        id: hall.id,
        name: hall.name,
        columns: places.length,
        linked: places.some((place) => place.linkedIds.length > 0),
        slotMinutes: hall.slotMinutes,
        numbers: numbersOf(places),
        whole: wholeOf(places),
      };
    }),
    columns,
    byKey: new Map(columns.flatMap((column) => column.slots.map((slot) => [slot.key, slot] as const))),
    columnOf: new Map(columns.map((column) => [column.placeId, column])),
  };
}

const placesOf = (grid: Grid, hall: HallOf): Place[] => grid.places.filter((place) => place.hallId === hall.id);

function numbersOf(places: readonly Place[]): HallHead["numbers"] {
  const numbers = places.map((place) => Number(/^\d+/.exec(place.name)?.[0]));
  const [first = 0] = numbers;
  return places.length > 2 && numbers.every((number, i) => number === first + i) ? { first, last: first + places.length - 1 } : undefined;
}

function wholeOf(places: readonly Place[]): HallHead["whole"] {
  const whole = places.find((place) => place.unitIds.length > 1 && place.linkedIds.length === places.length - 1);
  const parts = places.filter((place) => place !== whole);
  const made = new Set(parts.flatMap((place) => place.unitIds));
  return whole && parts.length > 1 && whole.unitIds.every((unit) => made.has(unit))
    ? { name: whole.name, parts: parts.map((place) => place.name) }
    : undefined;
}

function slotsOf(
  place: Place,
  column: number,
  hall: HallOf,
  hours: { open: number; close: number } | undefined,
  tariff: Grid["tariffs"][number] | undefined,
  from: number,
  rows: number,
): Slot[] {
  const slots: Slot[] = [];
  const long = Math.max(1, Math.round(hall.slotMinutes / GRANULE));
  let row = 0;
  while (row < rows) {
    const start = from + row * GRANULE;
    const open = hours !== undefined && start >= hours.open && start + long * GRANULE <= hours.close;
    const size = open ? long : 1;
    const at = hours === undefined ? -1 : (start - hours.open) / hall.slotMinutes;
    slots.push({
      key: cellKey(place.id, start),
      column,
      row,
      rows: size,
      start,
      end: start + size * GRANULE,
      price: open ? (tariff?.prices[at] ?? null) : null,
      peak: open && (tariff?.peak[at] ?? false),
      open,
    });
    row += size;
  }
  return slots;
}

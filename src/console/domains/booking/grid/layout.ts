/** The fixed part of the grid: which courts or days are side by side, which half-hours follow, what a free cell costs. Pure. */
import type { z } from "zod";
import type { Grid, GridPlace, Hall } from "../../../../contract/booking/booking";
import type { DayKind } from "../../../../contract/core/enums";
import { DAY_MINUTES, daysBetween, GRANULE } from "../../../../contract/core/time";
import { type Extent, extentOfVisible, type Part, visiblePart } from "./extent";

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
  /** Minutes from the midnight of the layout's first day to that of the slot's own day. */
  readonly shift: number;
  /** List price in yuan text; null where none is set. */
  readonly price: string | null;
  readonly peak: boolean;
  /** False outside the hall's opening hours, and while it is closed within them. */
  readonly open: boolean;
}

/** A court on a day: the courts of one day are side by side, or the days of one court. */
export interface Column {
  readonly index: number;
  readonly placeId: string;
  readonly day: string;
  /** Kind of the day if it differs from what its weekday implies. */
  readonly kind: DayKind | null;
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

/** Halls and courts of a venue. */
export type Ground = Pick<Grid, "halls" | "places">;

/** A program (sport) as the filter shows it. */
interface Program {
  readonly id: string;
  readonly name: string;
  readonly places: number;
}

export interface Layout extends Extent {
  /** The shown day; the first of a week. */
  readonly day: string;
  /** The columns are days of one court. */
  readonly week: boolean;
  readonly halls: readonly HallHead[];
  readonly columns: readonly Column[];
  /** All slots by key; made when it is first asked for, which the first draw does not. */
  readonly byKey: ReadonlyMap<string, Slot>;
  /** Names of all courts of the answer, also of those that are not shown. */
  readonly names: ReadonlyMap<string, string>;
}

/** Names a cell: `place@minute`, the minute counted from the midnight of the layout's first day. */
export const cellKey = (placeId: string, start: number, shift = 0): string => `${placeId}@${start + shift}`;

/** The column of a court on a day, if it is shown. */
export const columnAt = (layout: Layout, placeId: string, day: string): Column | undefined =>
  layout.columns.find((column) => column.placeId === placeId && column.day === day);

/** All slots, court after court. */
export const slotsOf = (layout: Layout): Slot[] => layout.columns.flatMap((column) => column.slots);

/** True if the cells of two layouts have the same positions, whatever their content. */
export const sameForm = (a: Layout, b: Layout): boolean =>
  a.rows === b.rows &&
  a.columns.length === b.columns.length &&
  a.columns.every(({ last, slots }, i) => {
    const other = b.columns[i];
    return (
      other?.last === last &&
      other.slots.length === slots.length &&
      other.slots.every((slot, n) => slot.row === slots[n]?.row && slot.rows === slots[n].rows)
    );
  });

/** The row at a minute, which need not be whole: the now-line is between. */
export const rowAt = (layout: Layout, minute: number): number => (minute - layout.from) / GRANULE;

/** The programs of a venue in the order of its halls, with their number of courts. */
export function programsOf(grid: Ground): Program[] {
  const found = new Map<string, { id: string; name: string; places: number }>();
  for (const hall of grid.halls) {
    const program = found.get(hall.programId) ?? { id: hall.programId, name: hall.programName, places: 0 };
    program.places += grid.places.filter((place) => place.hallId === hall.id).length;
    found.set(hall.programId, program);
  }
  return [...found.values()].filter((program) => program.places > 0);
}

/**
 * Lays out one day of the answer, or with `part.placeId` all its days for that court.
 * @param part what of it is shown
 * @returns undefined when the answer does not hold the day
 */
export function layoutOf(grid: Grid, day: string, part: Part = {}): Layout | undefined {
  const week = part.placeId !== undefined;
  const visible = visiblePart(grid, day, part);
  const { days, halls } = visible;
  if (days[0]?.day !== day) return undefined;
  const { from, rows } = extentOfVisible(grid, visible);
  const columns: Column[] = [];
  let byKey: ReadonlyMap<string, Slot> | undefined;
  const placeAt = new Map(grid.places.map((place, i) => [place.id, i]));
  for (const { hall, places } of halls) {
    for (const each of days) {
      const hours = each.hours.find((entry) => entry.hallId === hall.id);
      const shift = daysBetween(day, each.day) * DAY_MINUTES;
      // Courts of a hall mostly cost the same, so that their cells differ in nothing but the court.
      const lines = new Map<number, Line[]>();
      for (const [i, place] of places.entries()) {
        const tariff = each.tariff[placeAt.get(place.id) ?? -1] ?? -1;
        let line = lines.get(tariff);
        if (!line) lines.set(tariff, (line = lineOf(hall, hours, grid.tariffs[tariff], { from, rows })));
        const index = columns.length;
        const slots: Slot[] = [];
        const at: Slot[] = [];
        for (const { row, rows: high, start, end, price, peak, open } of line) {
          const slot = { key: cellKey(place.id, start, shift), column: index, row, rows: high, start, end, shift, price, peak, open };
          slots.push(slot);
          for (let n = 0; n < high; n++) at.push(slot);
        }
        columns.push({
          index,
          placeId: place.id,
          day: each.day,
          kind: each.kind,
          name: place.name,
          hallId: hall.id,
          linkedIds: place.linkedIds,
          last: !week && i === places.length - 1,
          slots,
          at,
        });
      }
    }
  }
  return {
    day,
    week,
    from,
    rows,
    halls: halls.map(({ hall, places }) => ({
      id: hall.id,
      name: hall.name,
      columns: places.length * days.length,
      linked: places.some((place) => place.linkedIds.length > 0),
      slotMinutes: hall.slotMinutes,
      numbers: numbersOf(places),
      whole: wholeOf(places),
    })),
    columns,
    get byKey() {
      return (byKey ??= new Map(columns.flatMap((column) => column.slots.map((slot) => [slot.key, slot] as const))));
    },
    names: new Map(grid.places.map((place) => [place.id, place.name])),
  };
}

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

/** A slot of any court that has these hours and prices. */
type Line = Omit<Slot, "key" | "column" | "shift">;

function lineOf(
  hall: HallOf,
  hours: Grid["days"][number]["hours"][number] | undefined,
  tariff: Grid["tariffs"][number] | undefined,
  { from, rows }: Extent,
): Line[] {
  const line: Line[] = [];
  const long = Math.max(1, Math.round(hall.slotMinutes / GRANULE));
  let row = 0;
  while (row < rows) {
    const start = from + row * GRANULE;
    const end = start + long * GRANULE;
    const within = hours !== undefined && start >= hours.open && end <= hours.close;
    const open = within && !hours.closed?.some((time) => start < time.end && time.start < end);
    const size = within ? long : 1;
    const at = hours === undefined ? -1 : (start - hours.open) / hall.slotMinutes;
    const price = open ? (tariff?.prices[at] ?? null) : null;
    line.push({ row, rows: size, start, end: start + size * GRANULE, price, peak: open && (tariff?.peak[at] ?? false), open });
    row += size;
  }
  return line;
}

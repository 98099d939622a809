/** The grid's content as blocks: one per booking, however many courts and slots it covers; hatched where a linked court is taken. Pure. */
import type { GridBooking } from "../../../../contract/booking/booking";
import { GRANULE, MINUTE } from "../../../../contract/core/time";
import type { Column, Layout } from "./layout";

/** Appearances of blocks; strength shows the stage (mocks "Grid cell"). */
const LOOKS = [
  "held",
  "reserved",
  "paid",
  "given",
  "live",
  "fixed",
  "deal",
  "event",
  "openPlay",
  "locked",
  "done",
  "missed",
  "linked",
] as const;
export type Look = (typeof LOOKS)[number];

export interface Block {
  readonly key: string;
  readonly look: Look;
  /** First column and how many; first row and how many. */
  readonly column: number;
  readonly columns: number;
  readonly row: number;
  readonly rows: number;
  /** Minutes from midnight. */
  readonly start: number;
  readonly end: number;
  /** Booking that holds the place; on a linked block, the one that holds the linked place. */
  readonly booking: GridBooking;
  /** All that it is joined of: the lines of one order. */
  readonly lines: readonly GridBooking[];
  /** Name of the linked place that is taken; else empty. */
  readonly linkedTo: string;
  /** Minutes until a hold ends; null when it is none. */
  readonly left: number | null;
  /** Everything that is drawn, in one text: equal blocks need no new drawing. */
  readonly drawn: string;
}

/** The look of a booking: what happened to it wins, then its kind, then its money. */
export function blockAppearance(booking: GridBooking): Look {
  if (booking.status === "locked") return "locked";
  if (booking.status === "finished") return "done";
  if (booking.status === "no_show") return "missed";
  if (booking.kind === "event" || booking.kind === "openPlay") return booking.kind;
  if (booking.status === "checked_in") return "live";
  if (booking.status === "held") return "held";
  if (booking.status === "reserved") return booking.free === null ? "reserved" : "given";
  if (booking.kind === "fixed" || booking.kind === "deal") return booking.kind;
  return booking.free === null ? "paid" : "given";
}

/** Minutes until a hold ends, at least 0. */
function minutesLeft(booking: GridBooking, nowMs: number): number | null {
  if (booking.status !== "held" || booking.holdUntil === null) return null;
  return Math.max(0, Math.ceil((Date.parse(booking.holdUntil) - nowMs) / MINUTE));
}

/** Returns the key by which two runs are one: the same order, or the same lock or event without an order. */
const identityOf = (booking: GridBooking): string =>
  booking.orderId ?? [booking.kind, booking.orderNo, booking.name, booking.note, booking.status].join("/");

interface Run {
  booking: GridBooking;
  lines: GridBooking[];
  column: number;
  columns: number;
  row: number;
  rows: number;
  linkedTo: string;
}

/** Blocks, and which block covers each row of each court. */
export interface Blocks {
  readonly list: readonly Block[];
  readonly owners: readonly (readonly (Block | undefined)[])[];
}

/**
 * Draws the bookings of the layout's days as blocks. Runs of one order that touch, in time or on courts side by side, become one block.
 * @param nowMs for the minutes that holds have left
 */
export function blocksOf(layout: Layout, bookings: readonly GridBooking[], nowMs: number): Blocks {
  const at = new Map<string, GridBooking[]>();
  for (const booking of bookings) {
    const here = at.get(`${booking.placeId}/${booking.day}`);
    if (here) here.push(booking);
    else at.set(`${booking.placeId}/${booking.day}`, [booking]);
  }
  const on = (placeId: string, day: string): GridBooking[] => (at.get(`${placeId}/${day}`) ?? []).toSorted((a, b) => a.start - b.start);
  const own = layout.columns.map((column) => joinDown(on(column.placeId, column.day).map((booking) => runOf(layout, column, booking))));
  const linked = layout.columns.map((column, i) =>
    linkedRuns(
      layout,
      column,
      column.linkedIds.flatMap((id) => on(id, column.day)).sort((a, b) => a.start - b.start),
      own[i] ?? [],
    ),
  );
  const owners: (Block | undefined)[][] = layout.columns.map(() => Array.from<undefined>({ length: layout.rows }));
  const list = [...joinAcross(layout, own), ...joinAcross(layout, linked)].map((run) => {
    const block = toBlock(layout, fromOwnCell(layout, run, owners), nowMs);
    for (let column = run.column; column < run.column + run.columns; column++)
      for (let row = run.row; row < run.row + run.rows; row++) {
        const line = owners[column];
        if (line && row >= 0 && row < layout.rows) line[row] ??= block;
      }
    return block;
  });
  return { list, owners };
}

/**
 * A cell draws one block. What begins within an hour that something else holds from its beginning, as a lock of half-hours may, is drawn
 * from the next cell on; where it ends within that hour, the cell is taken and says who came first.
 */
function fromOwnCell(layout: Layout, run: Run, owners: readonly (readonly (Block | undefined)[])[]): Run {
  const slot = layout.columns[run.column]?.at[run.row];
  if (!slot || slot.row === run.row || owners[run.column]?.[slot.row] === undefined) return run;
  const row = slot.row + slot.rows;
  const end = run.row + run.rows;
  return row < end ? { ...run, row, rows: end - row } : run;
}

function runOf(layout: Layout, column: Column, booking: GridBooking): Run {
  const row = Math.max(0, Math.floor((booking.start - layout.from) / GRANULE));
  const end = Math.min(layout.rows, Math.ceil((booking.end - layout.from) / GRANULE));
  return { booking, lines: [booking], column: column.index, columns: 1, row, rows: Math.max(1, end - row), linkedTo: "" };
}

function joinDown(runs: Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const above = joined.at(-1);
    const touches = above !== undefined && above.row + above.rows === run.row && identityOf(above.booking) === identityOf(run.booking);
    if (touches && blockAppearance(above.booking) === blockAppearance(run.booking)) {
      above.rows += run.rows;
      above.lines.push(...run.lines);
    } else joined.push(run);
  }
  return joined;
}

function joinAcross(layout: Layout, columns: readonly Run[][]): Run[] {
  const done: Run[] = [];
  let open = new Map<number, Run>();
  for (const [index, runs] of columns.entries()) {
    const left = layout.columns[index - 1];
    const joins = left !== undefined && !left.last && left.day === layout.columns[index]?.day;
    const next = new Map<number, Run>();
    for (const run of runs) {
      const beside = joins ? open.get(run.row) : undefined;
      if (beside && sameRun(beside, run)) {
        beside.columns += 1;
        beside.lines.push(...run.lines);
        next.set(run.row, beside);
      } else {
        done.push(run);
        next.set(run.row, run);
      }
    }
    open = next;
  }
  return done;
}

const sameRun = (a: Run, b: Run): boolean =>
  a.rows === b.rows &&
  a.linkedTo === b.linkedTo &&
  identityOf(a.booking) === identityOf(b.booking) &&
  blockAppearance(a.booking) === blockAppearance(b.booking);

/** Rows of a court that are free themselves but shut by a booking of a linked place. */
function linkedRuns(layout: Layout, column: Column, holders: readonly GridBooking[], own: readonly Run[]): Run[] {
  if (holders.length === 0) return [];
  const occupiedRows = new Set(own.flatMap((run) => Array.from({ length: run.rows }, (_, i) => run.row + i)));
  const runs: Run[] = [];
  for (const booking of holders) {
    const { row, rows } = runOf(layout, column, booking);
    const linkedTo = layout.names.get(booking.placeId) ?? "";
    for (let at = row; at < row + rows; at++) {
      if (occupiedRows.has(at)) continue;
      occupiedRows.add(at);
      const last = runs.at(-1);
      if (last && last.booking === booking && last.row + last.rows === at) last.rows += 1;
      else runs.push({ booking, lines: [booking], column: column.index, columns: 1, row: at, rows: 1, linkedTo });
    }
  }
  return runs;
}

function toBlock(layout: Layout, run: Run, nowMs: number): Block {
  const { booking } = run;
  const look = run.linkedTo === "" ? blockAppearance(booking) : "linked";
  const left = look === "held" ? minutesLeft(booking, nowMs) : null;
  const start = layout.from + run.row * GRANULE;
  const end = start + run.rows * GRANULE;
  const place = [look, run.column, run.columns, run.row, run.rows, run.linkedTo].join("/");
  const words = [
    booking.id,
    booking.name,
    booking.note,
    booking.source,
    booking.kind,
    booking.status,
    booking.payStatus,
    booking.due,
    booking.offer,
    booking.free,
    left,
  ];
  return {
    key: `${booking.id}/${run.column}/${run.row}`,
    look,
    column: run.column,
    columns: run.columns,
    row: run.row,
    rows: run.rows,
    start,
    end,
    booking,
    lines: run.lines,
    linkedTo: run.linkedTo,
    left,
    drawn: `${place}|${words.join("|")}`,
  };
}

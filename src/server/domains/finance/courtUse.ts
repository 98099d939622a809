/** Use of courts: what was on sale and what was sold of it, unit by unit and hour by hour (product finance "space-statistics-log"). */
import { sql } from "kysely";
import { courtUse } from "../../../contract/courtUse";
import { share } from "../../../contract/money";
import type { ReportQuery } from "../../../contract/resource/report";
import { addDays, clock, weekday } from "../../../contract/time";
import type { Ctx } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";
import { closedDays } from "../../kernel/holidays";
import { loadPlaces, openUnits } from "../../kernel/places";
import { placeLabel } from "../../kernel/placeWords";
import { EARNED } from "./bookingInfo";

const HOUR = 60;
const HALF = 0.5;

export const courtUseRoutes = serveReport(courtUse, {
  rows,
  derive: ({ openHours = 0, soldHours = 0, income = 0 }) => ({
    utilisation: openHours === 0 ? null : Math.round((soldHours * 1_000) / openHours) / 10,
    perHour: openHours === 0 ? null : Math.round(income / openHours),
  }),
});

interface Use {
  sessions: number;
  openHours: number;
  soldHours: number;
  income: number;
}
/** A court as it is counted: a full court is its halves. */
interface Unit {
  readonly id: string;
  readonly name: string;
  readonly hallId: string;
  readonly hallName: string;
}
/** The row of a piece of use. */
interface Cell {
  readonly unit: Unit;
  readonly day: string;
  readonly hour: number;
}
interface Line {
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly units: readonly string[];
  readonly income: number;
}

const WEEKDAYS = {
  zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
  en: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
} as const;
interface Key {
  readonly key: string;
  readonly name: string;
}
type Keying = (cell: Cell, ctx: Ctx) => Key;
const byHour: Keying = ({ hour }) => ({ key: String(hour).padStart(2, "0"), name: clock(hour * HOUR) });
const byUnit: Keying = ({ unit }, ctx) => ({ key: unit.id, name: `${unit.hallName} ${placeLabel(unit.name, ctx.language)}` });
const byHall: Keying = ({ unit }) => ({ key: unit.hallId, name: unit.hallName });
const byWeekday: Keying = ({ day }, ctx) => ({ key: String(weekday(day)), name: WEEKDAYS[ctx.language][weekday(day) - 1] ?? "" });
const byDay: Keying = ({ day }) => ({ key: day, name: day });
/** What rows represent, and what is below each. */
const GROUPS: Readonly<Record<string, readonly [top: Keying, sub?: Keying]>> = {
  place: [byUnit, byHour],
  hour: [byHour, byHall],
  weekday: [byWeekday, byHour],
  day: [byDay],
};

async function rows(ctx: Ctx, { from, to, group }: ReportQuery): Promise<readonly Figures[]> {
  const [top, sub] = GROUPS[group] ?? [byUnit, byHour];
  const rowsBy = new Map<string, Key & Use>();
  const below = new Map<string, Map<string, Key & Use>>();
  const into = (known: Map<string, Key & Use>, { key, name }: Key, add: Partial<Use>): void => {
    const row = known.get(key) ?? { key, name, sessions: 0, openHours: 0, soldHours: 0, income: 0 };
    row.sessions += add.sessions ?? 0;
    row.openHours += add.openHours ?? 0;
    row.soldHours += add.soldHours ?? 0;
    row.income += add.income ?? 0;
    known.set(key, row);
  };
  const put = (cell: Cell, use: Partial<Use>): void => {
    const key = top(cell, ctx);
    into(rowsBy, key, use);
    if (!sub) return;
    const under = below.get(key.key) ?? new Map<string, Key & Use>();
    below.set(key.key, under);
    into(under, sub(cell, ctx), use);
  };
  const units = await unitsOf(ctx);
  await onSale(ctx, units, from, to, (cell) => put(cell, { openHours: HALF }));
  for (const line of await lines(ctx, from, to)) spread(line, units, put);
  const order = [...units.keys()];
  const sorted = (all: Iterable<Key & Use>, by: Keying): (Key & Use)[] =>
    [...all].sort((a, b) => (by === byUnit ? order.indexOf(a.key) - order.indexOf(b.key) : a.key < b.key ? -1 : 1));
  return sorted(rowsBy.values(), top).flatMap((row): Figures[] => [
    { ...row },
    ...(sub ? sorted(below.get(row.key)?.values() ?? [], sub) : []).map((part) => ({ ...part, key: `${row.key}.${part.key}`, level: 1 })),
  ]);
}

/** Units in the order of the grid, those that are no longer offered too: they have a past. */
async function unitsOf(ctx: Ctx): Promise<ReadonlyMap<string, Unit>> {
  const places = await loadPlaces(ctx, { all: true });
  const names = await ctx.db.selectFrom("unit").select(["id", "name"]).where("venue_id", "=", ctx.venue.id).execute();
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return new Map(
    places.flatMap(({ unitIds, hallId, hallName }) =>
      unitIds.map((id): readonly [string, Unit] => [id, { id, name: nameOf.get(id) ?? "", hallId, hallName }]),
    ),
  );
}

/** Tells each half hour of each unit that was on sale. */
async function onSale(ctx: Ctx, units: ReadonlyMap<string, Unit>, from: string, to: string, tell: (cell: Cell) => void): Promise<void> {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const [places, shut] = [await loadPlaces(ctx), await closedDays(ctx, days)];
  for (const day of days)
    for (const [id, minutes] of openUnits(places, day, shut.has(day))) {
      const unit = units.get(id);
      if (unit) for (const minute of minutes) tell({ unit, day, hour: Math.floor(minute / HOUR) });
    }
}

/** Active lines of bookings, with what each has earned, fen. */
async function lines(ctx: Ctx, from: string, to: string): Promise<readonly Line[]> {
  const answer = await sql<Line>`
    SELECT l.day::text AS day, l.start_minute AS start, l.end_minute AS end, p.unit_ids AS units,
      (CASE WHEN ${EARNED} THEN l.price - l.refunded ELSE 0 END)::bigint AS income
    FROM booking_line l
    JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
    JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
    WHERE l.venue_id = ${ctx.venue.id} AND l.day BETWEEN ${from} AND ${to} AND l.status = 'active' AND o.order_status NOT IN ('held', 'cancelled', 'expired')
    ORDER BY l.id`.execute(ctx.db);
  return answer.rows;
}

/** Shares a line out over its units and hours, to the fen. A session counts in the hour in which it starts. */
function spread(line: Line, units: ReadonlyMap<string, Unit>, put: (cell: Cell, use: Partial<Use>) => void): void {
  const parts: { cell: Cell; minutes: number; first: boolean }[] = [];
  for (const id of line.units) {
    const unit = units.get(id);
    if (!unit) continue;
    for (let at = line.start; at < line.end;) {
      const end = Math.min(line.end, (Math.floor(at / HOUR) + 1) * HOUR);
      parts.push({ cell: { unit, day: line.day, hour: Math.floor(at / HOUR) }, minutes: end - at, first: at === line.start });
      at = end;
    }
  }
  const incomes = share(
    line.income,
    parts.map(({ minutes }) => minutes),
  );
  for (const [i, { cell, minutes, first }] of parts.entries())
    put(cell, { sessions: first ? 1 : 0, soldHours: minutes / HOUR, income: incomes[i] ?? 0 });
}

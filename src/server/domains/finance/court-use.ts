/**
 * Use of courts: what was on sale and what was sold of it, unit by unit and hour by hour. Hours on sale follow from
 * opening hours and closed days, not from columns: so the rows are put together here and not by one query, as in no other report.
 */
import { sql, type SqlBool } from "kysely";
import { courtHours, courtOpenings, courtUse, WEEKDAYS } from "../../../contract/finance/court-use";
import type { Label } from "../../../contract/core/resource/label";
import { LATER, LATER_LABEL, type ReportQuery } from "../../../contract/core/resource/report";
import { addDays, clock, daysBetween, weekday } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";
import { closedDays } from "../../kernel/holidays";
import { loadPlaces, openUnits } from "../../kernel/places";
import { halfKey, lockedHalves, sessionHours } from "../../kernel/utilisation";
import { type Rollup, rolled } from "../../rollups/rollup";
import { placeLabel } from "../../kernel/place-words";
import { serveResource } from "../../resource/serve";

const HOUR = 60;
const HALF = 0.5;

export const courtUseRoutes = [
  ...serveReport(courtUse, { rows }),
  ...serveResource(courtHours, {
    table: "court_hour",
    names: { court: "unit_id" },
    columns: { id: () => sql`t.id`, soldHours: () => sql`(t.minutes::float8 / 60)` },
    hasId: (id) => sql<SqlBool>`t.line_id = ${id.split(".")[0] ?? ""} AND t.id = ${id}`,
  }),
  ...serveResource(courtOpenings, {
    table: "court_opening",
    names: { court: "unit_id" },
    columns: { id: () => sql`t.id`, openHours: () => sql`(t.halves::float8 / 2)` },
    hasId: (id) => sql<SqlBool>`t.day::text = ${id.split(".")[0] ?? ""} AND t.id = ${id}`,
  }),
];

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
  readonly weekday: number;
  readonly hour: number;
}

/** Hours of a day, and what is counted in each. */
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const COUNTED = ["sessions", "minutes", "income"] as const;
const column = (of: (typeof COUNTED)[number], hour: number): string => `${of}${hour}`;
const BY_HOUR: readonly string[] = HOURS.flatMap((hour) => COUNTED.map((of) => column(of, hour)));
/**
 * Time used and income of each unit by bookings that were not released, fen: in total, and hour by hour in columns of one row, because one
 * row per hour would be as many as there are bookings. A day has one weekday; totals over months distinguish weekdays by it.
 */
const COURTS: Rollup = {
  name: "courts",
  keys: ["unit", "weekday"],
  figures: [...COUNTED, ...BY_HOUR],
  rows: (venue, on) => sql`
    SELECT c.day, CASE c.later WHEN 'yes' THEN ${sql.lit(LATER)} ELSE c.unit_id END AS unit, c.weekday, ${sql.join([
      ...COUNTED.map((of) => sql`sum(c.${sql.ref(of)})::bigint AS ${sql.ref(of)}`),
      ...HOURS.flatMap((hour) =>
        COUNTED.map(
          (of) =>
            sql`coalesce(sum(c.${sql.ref(of)}) FILTER (WHERE c.at_hour = ${sql.lit(hour)}), 0)::bigint AS ${sql.ref(column(of, hour))}`,
        ),
      ),
    ])}
    FROM place_hour c WHERE c.venue_id = ${venue} AND ${on(sql`c.day`)} GROUP BY 1, 2, 3`,
  first: (venue) => sql`SELECT min(day) AS first FROM booking_line WHERE venue_id = ${venue}`,
};
export const courtRollups = [COURTS];

type SoldOnDay = Readonly<Record<(typeof COUNTED)[number], number>> & { readonly day: string };
/** Use of a unit, or of a weekday of it: columns of each hour. */
type Sold = Readonly<Record<string, number>> & { readonly unit: string; readonly weekday: string };

const WEEKDAY: Readonly<Record<string, Label>> = WEEKDAYS;
interface Key {
  readonly key: string;
  readonly name: string;
}
type Keying = (cell: Cell, ctx: Ctx) => Key;
const byHour: Keying = ({ hour }) => ({ key: String(hour).padStart(2, "0"), name: clock(hour * HOUR) });
const byUnit: Keying = ({ unit }, ctx) => ({ key: unit.id, name: `${unit.hallName} ${placeLabel(unit.name, ctx.language)}`.trim() });
const byHall: Keying = ({ unit }) => ({ key: unit.hallId, name: unit.hallName });
const byWeekday: Keying = (cell, ctx) => ({ key: String(cell.weekday), name: WEEKDAY[cell.weekday]?.[ctx.language] ?? "" });
const byDay: Keying = ({ day }) => ({ key: day, name: day });
/** Grouping of rows, and the level below each. */
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
  await onSale(ctx, units, group, from, to, put);
  await subtractLocked(ctx, units, group, from, to, put);
  for (const { day, hall, hour, onSale: open, sold: taken, sessions } of await sessionHours(ctx, from, to)) {
    const unit = units.get(hall);
    if (unit) put({ unit, day, weekday: weekday(day), hour }, { sessions, openHours: open / HOUR, soldHours: taken / HOUR });
  }
  const later = await laterIncome(ctx, from, to);
  for (const { day, minutes, ...use } of group === "day" ? await soldByDay(ctx, from, to) : [])
    into(rowsBy, { key: day, name: day }, { ...use, soldHours: minutes / HOUR });
  for (const row of group === "day" ? [] : await measureUse(ctx, group, from, to)) {
    const unit = units.get(row.unit);
    for (const hour of unit ? HOURS : []) {
      const [sessions = 0, minutes = 0, income = 0] = COUNTED.map((of) => row[column(of, hour)]);
      if (unit && (sessions > 0 || minutes > 0 || income !== 0))
        put({ unit, day: "", weekday: Number(row.weekday), hour }, { sessions, soldHours: minutes / HOUR, income });
    }
  }
  const order = new Map([...units.keys()].map((id, i) => [id, i]));
  const sorted = (all: Iterable<Key & Use>, by: Keying): (Key & Use)[] =>
    [...all].sort((a, b) => (by === byUnit ? (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0) : a.key < b.key ? -1 : 1));
  const all = sorted(rowsBy.values(), top).flatMap((row): Figures[] => [
    { ...row },
    ...(sub ? sorted(below.get(row.key)?.values() ?? [], sub) : []).map((part) => ({ ...part, key: `${row.key}.${part.key}`, level: 1 })),
  ]);
  return later === 0
    ? all
    : [...all, { key: LATER, name: LATER_LABEL[ctx.language], sessions: 0, openHours: 0, soldHours: 0, income: later }];
}

/** Returns what was booked between two days of bookings in locked periods, fen. */
async function laterIncome(ctx: Ctx, from: string, to: string): Promise<number> {
  const { rows: found } = await sql<{ income: number }>`SELECT coalesce(sum(x.income), 0)::bigint AS income
    FROM ${await rolled(ctx, COURTS, [from, to], "month")} x WHERE x.unit = ${LATER}`.execute(ctx.db);
  return found[0]?.income ?? 0;
}

/** Units in the order of the grid, those that are no longer offered too: they have a past. */
async function unitsOf(ctx: Ctx): Promise<ReadonlyMap<string, Unit>> {
  const places = await loadPlaces(ctx, { all: true });
  const names = await ctx.db.selectFrom("unit").select(["id", "name"]).where("venue_id", "=", ctx.venue.id).execute();
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const halls = await ctx.db
    .selectFrom("hall")
    .select(["id", "name"])
    .where("venue_id", "=", ctx.venue.id)
    .where("sells", "<>", "places")
    .orderBy("position")
    .execute();
  return new Map([
    ...places.flatMap(({ unitIds, hallId, hallName }) =>
      unitIds.map((id): readonly [string, Unit] => [id, { id, name: nameOf.get(id) ?? "", hallId, hallName }]),
    ),
    // A hall that sells places of sessions has no courts: it is counted as a whole.
    ...halls.map(({ id, name }): readonly [string, Unit] => [id, { id, name: "", hallId: id, hallName: name }]),
  ]);
}

/** Takes the locked and closed half hours out of what is on sale. */
async function subtractLocked(
  ctx: Ctx,
  units: ReadonlyMap<string, Unit>,
  group: string,
  from: string,
  to: string,
  put: (cell: Cell, use: Partial<Use>) => void,
): Promise<void> {
  const locked = await lockedHalves(ctx, from, to);
  const days = [...new Set([...locked].map((key) => key.slice(0, 10)))];
  const [places, shut] = [await loadPlaces(ctx), await closedDays(ctx, days)];
  for (const day of days)
    for (const [id, minutes] of openUnits(places, day, shut.has(day))) {
      const unit = units.get(id);
      for (const minute of unit ? minutes : [])
        if (unit && locked.has(halfKey(day, id, minute)))
          put({ unit, day, weekday: weekday(day), hour: group === "day" ? 0 : Math.floor(minute / HOUR) }, { openHours: -HALF });
    }
}

/** Puts the hours on sale of each unit. Weeks are alike, so days that open alike are counted once, where no row is a day. */
async function onSale(
  ctx: Ctx,
  units: ReadonlyMap<string, Unit>,
  group: string,
  from: string,
  to: string,
  put: (cell: Cell, use: Partial<Use>) => void,
): Promise<void> {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));
  const [places, shut] = [await loadPlaces(ctx), await closedDays(ctx, days)];
  const alike = new Map<number, string[]>();
  for (const day of days) if (!shut.has(day)) alike.set(weekday(day), [...(alike.get(weekday(day)) ?? []), day]);
  for (const [of, [first, ...others]] of alike) {
    if (first === undefined) continue;
    for (const [id, minutes] of openUnits(places, first, false)) {
      const unit = units.get(id);
      if (!unit) continue;
      if (group === "day")
        for (const day of [first, ...others]) put({ unit, day, weekday: of, hour: 0 }, { openHours: HALF * minutes.length });
      else
        for (const minute of minutes)
          put({ unit, day: first, weekday: of, hour: Math.floor(minute / HOUR) }, { openHours: HALF * (others.length + 1) });
    }
  }
}

/** Use of all units day by day. */
async function soldByDay(ctx: Ctx, from: string, to: string): Promise<readonly SoldOnDay[]> {
  const { rows: found } = await sql<SoldOnDay>`
    SELECT x.day::text AS day, ${sql.join(COUNTED.map((of) => sql`sum(x.${sql.ref(of)})::bigint AS ${sql.ref(of)}`))}
    FROM ${await rolled(ctx, COURTS, [from, to])} x
    WHERE x.unit <> ${LATER} GROUP BY x.day`.execute(ctx.db);
  return found;
}

/** Use of each unit in all, or on each weekday: what the rows of the other groupings need. */
async function measureUse(ctx: Ctx, group: string, from: string, to: string): Promise<readonly Sold[]> {
  const by = group === "weekday" ? sql`, x.weekday` : sql``;
  const { rows: found } = await sql<Sold>`
    SELECT x.unit, min(x.weekday) AS weekday, ${sql.join(BY_HOUR.map((name) => sql`sum(x.${sql.ref(name)})::bigint AS ${sql.ref(name)}`))}
    FROM ${await rolled(ctx, COURTS, [from, to], "month")} x GROUP BY x.unit ${by}`.execute(ctx.db);
  return found;
}

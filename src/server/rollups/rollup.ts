/**
 * Rollups: the figures of a whole day by what a report is made by, so that a report over years adds days up instead of their rows. A day
 * before today is rolled up by the clock; what touches it later leaves a mark in the same transaction (`touch_rollups`), and a marked day is
 * read from its rows until it is rolled up again. Days of a month that is over are added up once more, for reports that do not tell days apart;
 * a mark on a day is one on its month. Nothing but speed depends on when that happens.
 */
import { createHash } from "node:crypto";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { EVER } from "../../contract/core/rows-behind";
import { addDays } from "../../contract/core/time";
import type { Db } from "../db/client";
import { type Ctx, today } from "../http/context";

/** First and last day. */
type Span = readonly [from: string, to: string];
/** Database and venue of rollups: a `Ctx` fits. */
interface Place {
  readonly db: Db;
  readonly venue: { readonly id: string };
}
/** Condition that a day is a requested one or, with `slack`, at most so many days from one: this finds an instant by its index. */
type OnDays = (day: RawBuilder<unknown>, slack?: number) => RawBuilder<SqlBool>;
export interface Rollup {
  /** As the triggers of its tables call it. */
  readonly name: string;
  /** Keys of its rows: one name or two. */
  readonly keys: readonly [string] | readonly [string, string];
  /** Whole numbers that add up. */
  readonly figures: readonly string[];
  /** Rows `day`, keys, figures of the days that `on` is true of; no two of one day have the same keys. */
  readonly rows: (venue: string, on: OnDays) => RawBuilder<unknown>;
  /** The first day that has anything, or null. */
  readonly first: (venue: string) => RawBuilder<unknown>;
}

/** Days that one round rolls up of each. */
const BATCH = 40;
/** Months that one round rolls up of each. */
const MONTHS = 12;
/** As many runs of days are read apart: an index gives each, where it gives no "this run or that one". */
const APART = 8;

const within =
  (spans: readonly Span[]): OnDays =>
  (day, slack = 0) =>
    spans.length === 0
      ? sql<SqlBool>`false`
      : sql<SqlBool>`(${sql.join(
          spans.map(([from, to]) => sql`${day} BETWEEN ${from}::date - ${sql.lit(slack)} AND ${to}::date + ${sql.lit(slack)}`),
          sql` OR `,
        )})`;
/** Names the query of a rollup, so that figures which another release made are not taken for its own. */
const formOf = (rollup: Rollup): string =>
  createHash("sha256")
    .update(JSON.stringify(rollup.rows("", within([["", ""]])).toOperationNode()))
    .digest("hex")
    .slice(0, 16);

/** Months of a rollup, each by its first day, are kept under this name; `touch_rollups` makes it, too. */
const monthsOf = ({ name }: Rollup): string => `${name}.month`;
/** Days of a rollup `r`, or its months, that nothing touched since. */
const holding = (rollup: Rollup, venue: string, name = rollup.name): RawBuilder<unknown> => sql`
  SELECT r.day FROM rollup_day r WHERE r.venue_id = ${venue} AND r.name = ${name} AND r.form = ${formOf(rollup)} AND NOT EXISTS (
    SELECT FROM rollup_touch t WHERE t.venue_id = r.venue_id AND t.name = r.name AND t.day = r.day)`;

/** The last day of the month that a day begins. */
const lastOf = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
/** Runs of days, those that follow each other as one. */
function joined(runs: readonly Span[]): Span[] {
  const spans: [string, string][] = [];
  for (const [from, to] of [...runs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const last = spans.at(-1);
    if (last && addDays(last[1], 1) === from) last[1] = to;
    else spans.push([from, to]);
  }
  return spans;
}
const spansOf = (days: readonly string[]): Span[] => joined(days.map((day) => [day, day]));
/** From the first day of the first to the last of the last, for months that follow each other. */
const monthSpans = (months: readonly string[]): Span[] => joined(months.map((month) => [month, lastOf(month)]));
/** Returns the rest of a period without some runs of days. */
function subtractSpans([from, to]: Span, without: readonly Span[]): Span[] {
  const left: Span[] = [];
  let next = from;
  for (const [first, last] of without) {
    if (next < first) left.push([next, addDays(first, -1)]);
    next = addDays(last, 1);
  }
  return next <= to ? [...left, [next, to]] : left;
}

const stored = (rollup: Rollup, venue: string, spans: readonly Span[], name = rollup.name): RawBuilder<unknown> => {
  const {
    keys: [key, sub],
    figures,
  } = rollup;
  return sql`
  SELECT u.day, ${sql.join([
    sql`u.key AS ${sql.ref(key)}`,
    ...(sub === undefined ? [] : [sql`u.sub AS ${sql.ref(sub)}`]),
    ...figures.map((figure, i) => sql`u.figures[${sql.lit(i + 1)}] AS ${sql.ref(figure)}`),
  ])} FROM rollup u WHERE u.venue_id = ${venue} AND u.name = ${sql.lit(name)} AND ${within(spans)(sql`u.day`)}`;
};

/**
 * The rows of a period, `day`, keys and figures, as a query to add up: rollups where they hold, else the rows of the day. To be run in the
 * transaction that asked for it, which sees one moment (`snapshot`).
 * @param by days; or whole months as well, whose rows have the first day for theirs, where only the sum is wanted
 */
export async function rolled(at: Place, rollup: Rollup, [from, to]: Span, by: "day" | "month" = "day"): Promise<RawBuilder<unknown>> {
  const held = async (name: string): Promise<string[]> => {
    const { rows } = await sql<{ day: string }>`SELECT h.day::text AS day FROM (${holding(rollup, at.venue.id, name)}) h
      WHERE h.day BETWEEN ${from} AND ${to} ORDER BY 1`.execute(at.db);
    return rows.map(({ day }) => day);
  };
  const months = by === "day" ? [] : (await held(monthsOf(rollup))).filter((month) => lastOf(month) <= to);
  const added = new Set(months.map((month) => month.slice(0, 7)));
  const whole = monthSpans(months);
  const closed = spansOf((await held(rollup.name)).filter((day) => !added.has(day.slice(0, 7))));
  const columns = sql.join(["day", ...rollup.keys, ...rollup.figures].map((name) => sql.ref(`n.${name}`)));
  const open = subtractSpans(
    [from, to],
    [...whole, ...closed].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const runs = open.length > APART ? [open] : open.map((run) => [run]);
  const parts = runs.map((run) => sql`SELECT ${columns} FROM (${rollup.rows(at.venue.id, within(run))}) n`);
  const storedRows = [
    stored(rollup, at.venue.id, closed),
    ...(months.length > 0 ? [stored(rollup, at.venue.id, whole, monthsOf(rollup))] : []),
  ];
  return sql`(${sql.join([...storedRows, ...parts], sql` UNION ALL `)})`;
}

/** Returns the rows until the end of a day, as `rolled` does by month. */
export const rolledUntil = (at: Place, rollup: Rollup, to: string): Promise<RawBuilder<unknown>> => rolled(at, rollup, [EVER, to], "month");

/** Returns the rows until the end of a period, those of its days with `inside` true, as `rolled` does by month. */
export async function rolledWithin(
  at: Place,
  rollup: Rollup,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RawBuilder<unknown>> {
  return sql`(SELECT i.*, true AS inside FROM ${await rolled(at, rollup, [from, to], "month")} i
    UNION ALL SELECT b.*, false FROM ${await rolledUntil(at, rollup, addDays(from, -1))} b)`;
}

/** Locks days until the end of the transaction, those that are free. Never waits: who holds several locks and waits for another could stop those who wait for it. */
async function lockFree({ db, venue }: Ctx, days: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{
    day: string;
    got: boolean;
  }>`SELECT d.day, pg_try_advisory_xact_lock(rollup_lock(${venue.id}, d.day::date)) AS got
    FROM unnest(${days}::text[]) d (day)`.execute(db);
  return new Set(rows.flatMap(({ day, got }) => (got ? [day] : [])));
}

/** Puts `rows` in place of what was rolled up of these days, whose locks are held: a statement of its own sees all that was written before them. */
async function replace(
  { db, venue }: Ctx,
  rollup: Rollup,
  name: string,
  days: readonly string[],
  rows: RawBuilder<unknown>,
): Promise<void> {
  const { keys, figures } = rollup;
  for (const table of ["rollup", "rollup_touch"])
    await sql`DELETE FROM ${sql.table(table)} WHERE venue_id = ${venue.id} AND name = ${name} AND day = ANY (${days}::date[])`.execute(db);
  const [key, sub] = keys.map((one) => sql.ref(`n.${one}`));
  await sql`INSERT INTO rollup (venue_id, name, day, key, sub, figures)
    SELECT ${venue.id}, ${name}, n.day, ${key}, ${sub ?? sql`''`}, ARRAY[${sql.join(figures.map((one) => sql.ref(`n.${one}`)))}]::bigint[]
    FROM (${rows}) n`.execute(db);
  await sql`INSERT INTO rollup_day (venue_id, name, day, form) SELECT ${venue.id}, ${name}, d.day::date, ${formOf(rollup)} FROM unnest(${days}::text[]) d (day)
    ON CONFLICT (venue_id, name, day) DO UPDATE SET form = excluded.form`.execute(db);
}

/**
 * Rolls up days before today that are not, newest first, as a job does, and then months that are over.
 * @returns whether there is more to do
 */
export async function rollUp(ctx: Ctx, rollup: Rollup): Promise<boolean> {
  const { db, venue } = ctx;
  const { rows: due } = await sql<{ day: string }>`
    SELECT d.day::date::text AS day FROM (${rollup.first(venue.id)}) f (first)
    CROSS JOIN LATERAL generate_series(f.first, ${today(ctx)}::date - 1, interval '1 day') d (day)
    WHERE d.day::date NOT IN (${holding(rollup, venue.id)}) ORDER BY 1 DESC LIMIT ${BATCH}`.execute(db);
  if (due.length === 0) return rollUpMonths(ctx, rollup);
  // Busy days have another turn.
  const free = await lockFree(
    ctx,
    due.map(({ day }) => day),
  );
  const days = [...free];
  if (days.length === 0) return false;
  await replace(ctx, rollup, rollup.name, days, rollup.rows(venue.id, within(spansOf(days))));
  return due.length === BATCH || rollUpMonths(ctx, rollup);
}

/** The sums of days by month. */
const addedUp = (rollup: Rollup, venue: string, spans: readonly Span[]): RawBuilder<unknown> => {
  const keys = sql.join(rollup.keys.map((name) => sql.ref(`s.${name}`)));
  return sql`SELECT date_trunc('month', s.day::timestamp)::date AS day, ${keys}, ${sql.join(
    rollup.figures.map((name) => sql`sum(s.${sql.ref(name)})::bigint AS ${sql.ref(name)}`),
  )} FROM (${stored(rollup, venue, spans)}) s GROUP BY 1, ${keys}`;
};

/** Adds up months that are over and whose days hold, newest first. */
async function rollUpMonths(ctx: Ctx, rollup: Rollup): Promise<boolean> {
  const { db, venue } = ctx;
  const name = monthsOf(rollup);
  // In the month `m` that contains the first day, the days before it have nothing.
  const complete = sql<SqlBool>`NOT EXISTS (
    SELECT FROM generate_series(greatest(m.month::timestamp, f.first::timestamp), m.month + interval '1 month' - interval '1 day', interval '1 day') d (day)
    WHERE d.day::date NOT IN (${holding(rollup, venue.id)}))`;
  const { rows: due } = await sql<{ month: string }>`
    SELECT m.month::date::text AS month FROM (${rollup.first(venue.id)}) f (first)
    CROSS JOIN LATERAL generate_series(date_trunc('month', f.first::timestamp), date_trunc('month', ${today(ctx)}::timestamp) - interval '1 day', interval '1 month') m (month)
    WHERE m.month::date NOT IN (${holding(rollup, venue.id, name)}) AND ${complete}
    ORDER BY 1 DESC LIMIT ${MONTHS}`.execute(db);
  if (due.length === 0) return false;
  const daysOf = (month: string): string[] =>
    Array.from({ length: Number(lastOf(month).slice(8)) }, (_, i) => `${month.slice(0, 8)}${String(i + 1).padStart(2, "0")}`);
  const free = await lockFree(
    ctx,
    due.flatMap(({ month }) => daysOf(month)),
  );
  const got = due.flatMap(({ month }) => (daysOf(month).every((day) => free.has(day)) ? [month] : []));
  // Asked again, of what was written before the locks.
  const { rows: still } = await sql<{ month: string }>`
    SELECT m.month::date::text AS month FROM unnest(${got}::date[]) m (month) CROSS JOIN (${rollup.first(venue.id)}) f (first) WHERE ${complete}`.execute(
    db,
  );
  const months = still.map(({ month }) => month);
  if (months.length === 0) return false;
  await replace(ctx, rollup, name, months, addedUp(rollup, venue.id, monthSpans(months)));
  return due.length === MONTHS;
}

/** Rows of rollups that are not what their days' rows come to, and of months that are not what their days come to, to be shown; sound ones give nothing. */
export async function findWrongRollups(at: Place, rollup: Rollup): Promise<{ subject: string; detail: string }[]> {
  const { keys, figures } = rollup;
  const row = sql`${sql.join(["day", ...keys].map((name) => sql.ref(name)))}, ARRAY[${sql.join(figures.map((name) => sql.ref(name)))}]::bigint[] AS figures`;
  const by = sql.join(["day", ...keys].map((name) => sql.ref(name)));
  const differ = async (name: string, of: (spans: readonly Span[]) => readonly [kept: RawBuilder<unknown>, rows: RawBuilder<unknown>]) => {
    const { rows: held } = await sql<{
      day: string;
    }>`SELECT h.day::text AS day FROM (${holding(rollup, at.venue.id, name)}) h ORDER BY 1`.execute(at.db);
    const days = held.map(({ day }) => day);
    const [storedRows, rows] = of(name === rollup.name ? spansOf(days) : monthSpans(days));
    const { rows: found } = await sql<{ subject: string; detail: string }>`
    SELECT rtrim(concat_ws(' ', ${sql.lit(name)}::text, ${by})) AS subject, 'rolled up ' || coalesce(s.figures::text, 'nothing') || ', rows ' || coalesce(n.figures::text, 'nothing') AS detail
    FROM (SELECT ${row} FROM (${storedRows}) a) s
    FULL JOIN (SELECT ${row} FROM (${rows}) b) n USING (${by})
    WHERE s.figures IS DISTINCT FROM n.figures ORDER BY 1 LIMIT 100`.execute(at.db);
    return found;
  };
  const { id } = at.venue;
  const days = await differ(rollup.name, (spans) => [stored(rollup, id, spans), rollup.rows(id, within(spans))]);
  const name = monthsOf(rollup);
  return [...days, ...(await differ(name, (spans) => [stored(rollup, id, spans, name), addedUp(rollup, id, spans)]))];
}

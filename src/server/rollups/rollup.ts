/**
 * Rollups: the figures of a whole day by what a report is made by, so that a report over years adds days up instead of their rows. A day
 * before today is rolled up by the clock; what touches it later leaves a mark in the same transaction (migration 270), and a marked day is
 * read from its rows until it is rolled up again. Nothing but speed depends on when that happens.
 */
import { createHash } from "node:crypto";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { addDays } from "../../contract/time";
import type { Db } from "../db/client";
import { type Ctx, today } from "../http/context";

/** First and last day. */
export type Span = readonly [from: string, to: string];
/** Where there are rollups: a `Ctx` fits. */
export interface Place {
  readonly db: Db;
  readonly venue: { readonly id: string };
}
/** Whether a day is one of those asked for; with `slack`, or so many days beside one: an instant is found by its index so. */
export type OnDays = (day: RawBuilder<unknown>, slack?: number) => RawBuilder<SqlBool>;
export interface Rollup {
  /** As the triggers of its tables call it. */
  readonly name: string;
  /** What its rows are made by: one name or two. */
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

/** Days of a rollup `r` that nothing touched since. */
const holding = (rollup: Rollup, venue: string): RawBuilder<unknown> => sql`
  SELECT r.day FROM rollup_day r WHERE r.venue_id = ${venue} AND r.name = ${rollup.name} AND r.form = ${formOf(rollup)} AND NOT EXISTS (
    SELECT FROM rollup_touch t WHERE t.venue_id = r.venue_id AND t.name = r.name AND t.day = r.day)`;

/** Runs of days that follow each other. */
function spansOf(days: readonly string[]): Span[] {
  const spans: [string, string][] = [];
  for (const day of [...days].sort()) {
    const last = spans.at(-1);
    if (last && addDays(last[1], 1) === day) last[1] = day;
    else spans.push([day, day]);
  }
  return spans;
}
/** What is left of a period without some runs of days. */
function rest([from, to]: Span, without: readonly Span[]): Span[] {
  const left: Span[] = [];
  let next = from;
  for (const [first, last] of without) {
    if (next < first) left.push([next, addDays(first, -1)]);
    next = addDays(last, 1);
  }
  return next <= to ? [...left, [next, to]] : left;
}

const stored = ({ name, keys: [key, sub], figures }: Rollup, venue: string, spans: readonly Span[]): RawBuilder<unknown> => sql`
  SELECT u.day, ${sql.join([
    sql`u.key AS ${sql.ref(key)}`,
    ...(sub === undefined ? [] : [sql`u.sub AS ${sql.ref(sub)}`]),
    ...figures.map((figure, i) => sql`u.figures[${sql.lit(i + 1)}] AS ${sql.ref(figure)}`),
  ])} FROM rollup u WHERE u.venue_id = ${venue} AND u.name = ${name} AND ${within(spans)(sql`u.day`)}`;

/**
 * The rows of a period, `day`, keys and figures, as a query to add up: rollups where they hold, else the rows of the day. To be run in the
 * transaction that asked for it, which sees one moment (`snapshot`).
 */
export async function rolled(at: Place, rollup: Rollup, [from, to]: Span): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ day: string }>`SELECT h.day::text AS day FROM (${holding(rollup, at.venue.id)}) h
    WHERE h.day BETWEEN ${from} AND ${to} ORDER BY 1`.execute(at.db);
  const closed = spansOf(rows.map(({ day }) => day));
  const columns = sql.join(["day", ...rollup.keys, ...rollup.figures].map((name) => sql.ref(`n.${name}`)));
  const open = rest([from, to], closed);
  const runs = open.length > APART ? [open] : open.map((run) => [run]);
  const parts = runs.map((run) => sql`SELECT ${columns} FROM (${rollup.rows(at.venue.id, within(run))}) n`);
  return sql`(${sql.join([stored(rollup, at.venue.id, closed), ...parts], sql` UNION ALL `)})`;
}

/**
 * Rolls up days before today that are not, newest first, as a job does.
 * @returns whether there is more to do
 */
export async function rollUp(ctx: Ctx, rollup: Rollup): Promise<boolean> {
  const { db, venue } = ctx;
  const { name, keys, figures } = rollup;
  const { rows: due } = await sql<{ day: string }>`
    SELECT d.day::date::text AS day FROM (${rollup.first(venue.id)}) f (first)
    CROSS JOIN LATERAL generate_series(f.first, ${today(ctx)}::date - 1, interval '1 day') d (day)
    WHERE d.day::date NOT IN (${holding(rollup, venue.id)}) ORDER BY 1 DESC LIMIT ${BATCH}`.execute(db);
  if (due.length === 0) return false;
  // Never waits: who holds several locks and waits for another could stop those who wait for it. Busy days have another turn.
  const { rows: free } = await sql<{
    day: string;
    got: boolean;
  }>`SELECT d.day, pg_try_advisory_xact_lock(rollup_lock(${venue.id}, d.day::date)) AS got
    FROM unnest(${due.map(({ day }) => day)}::text[]) d (day)`.execute(db);
  const days = free.flatMap(({ day, got }) => (got ? [day] : []));
  if (days.length === 0) return false;
  // A statement of its own, after the locks: it sees all that was written before them.
  for (const table of ["rollup", "rollup_touch"])
    await sql`DELETE FROM ${sql.table(table)} WHERE venue_id = ${venue.id} AND name = ${name} AND day = ANY (${days}::date[])`.execute(db);
  const [key, sub] = keys.map((one) => sql.ref(`n.${one}`));
  await sql`INSERT INTO rollup (venue_id, name, day, key, sub, figures)
    SELECT ${venue.id}, ${name}, n.day, ${key}, ${sub ?? sql`''`}, ARRAY[${sql.join(figures.map((one) => sql.ref(`n.${one}`)))}]::bigint[]
    FROM (${rollup.rows(venue.id, within(spansOf(days)))}) n`.execute(db);
  await sql`INSERT INTO rollup_day (venue_id, name, day, form) SELECT ${venue.id}, ${name}, d.day::date, ${formOf(rollup)} FROM unnest(${days}::text[]) d (day)
    ON CONFLICT (venue_id, name, day) DO UPDATE SET form = excluded.form`.execute(db);
  return due.length === BATCH;
}

/** Rows of rollups that are not what their days' rows come to, to be shown; sound ones give nothing. */
export async function wrongRollups(at: Place, rollup: Rollup): Promise<{ subject: string; detail: string }[]> {
  const { keys, figures } = rollup;
  const { rows: days } = await sql<{ day: string }>`SELECT h.day::text AS day FROM (${holding(rollup, at.venue.id)}) h`.execute(at.db);
  const spans = spansOf(days.map(({ day }) => day));
  const row = sql`${sql.join(["day", ...keys].map((name) => sql.ref(name)))}, ARRAY[${sql.join(figures.map((name) => sql.ref(name)))}]::bigint[] AS figures`;
  const by = sql.join(["day", ...keys].map((name) => sql.ref(name)));
  const { rows } = await sql<{ subject: string; detail: string }>`
    SELECT rtrim(concat_ws(' ', ${by})) AS subject, 'rolled up ' || coalesce(s.figures::text, 'nothing') || ', rows ' || coalesce(n.figures::text, 'nothing') AS detail
    FROM (SELECT ${row} FROM (${stored(rollup, at.venue.id, spans)}) a) s
    FULL JOIN (SELECT ${row} FROM (${rollup.rows(at.venue.id, within(spans))}) b) n USING (${by})
    WHERE s.figures IS DISTINCT FROM n.figures ORDER BY 1 LIMIT 100`.execute(at.db);
  return rows;
}

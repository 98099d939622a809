/**
 * Work at a time. A job says where its deadlines are: whoever writes a row of those tables plans it anew in the same transaction, as a row
 * of `due`. Any process takes that row in the transaction that does the work, so it is done once, or by another when a process dies.
 */
import { type RawBuilder, sql } from "kysely";
import { addDays, dayOf, instant } from "../../contract/core/time";
import type { Db } from "../db/client";
import type { Tables } from "../db/tables";
import type { Ctx, VenueRow } from "../http/context";
import type { Work } from "../http/serve";

type Table = keyof Tables;

/** Inputs of a deadline: the venue, the clock, and the venue's next midnight. */
interface Moment {
  readonly venueId: string;
  readonly zone: string;
  readonly now: Date;
  readonly midnight: Date;
}

/** When a job is due. */
interface Timing {
  /** Tables with the job's deadlines. */
  readonly of?: readonly Table[];
  /** The earliest deadline in the venue's rows, or null; what it gives is what `run` works off, else the job runs for nothing. */
  readonly next?: (at: Moment) => RawBuilder<Date | null>;
  /** Tables after whose change the job looks within ten seconds, without a deadline. */
  readonly after?: readonly Table[];
}

/**
 * A job of one venue. `name` is the audit log's action. `run` takes a limited number of rows and says whether there is more to do. With
 * `outside` it asks the world between transactions of its own.
 */
export type Job = { readonly name: string } & Timing &
  ({ readonly run: (ctx: Ctx) => Promise<boolean | void> } | { readonly outside: (work: Work) => Promise<void> });

const SOON_MS = 10_000;
const SLOWEST_MS = 5 * 60_000;
/** Midnight comes to many venues at once: each has its own second of these. */
const MIDNIGHT_SPREAD = 120;

/** Due at the earliest of a column. */
export const earliest = <T extends Table>(table: T, column: keyof Tables[T] & string, where: RawBuilder<unknown>): Timing => ({
  of: [table],
  next: ({ venueId }) => sql`(SELECT min(${sql.ref(column)}) FROM ${sql.table(table)} WHERE venue_id = ${venueId} AND ${where})`,
});

const whileAny = (table: Table, where: RawBuilder<unknown>, moment: (at: Moment) => Date): Timing => ({
  of: [table],
  next: (at) =>
    sql`(SELECT ${moment(at)}::timestamptz WHERE EXISTS (SELECT FROM ${sql.table(table)} WHERE venue_id = ${at.venueId} AND ${where}))`,
});

/** Due when the venue's day begins, or `minutes` later, as long as there are such rows. */
export const nightly = (table: Table, where: RawBuilder<unknown>, minutes = 0): Timing =>
  whileAny(table, where, ({ midnight }) => new Date(midnight.getTime() + minutes * 60_000));

/** Due every ten seconds as long as there are such rows: for what no deadline tells. */
export const meanwhile = (table: Table, where: RawBuilder<unknown>): Timing => whileAny(table, where, ({ now }) => soon(now));

const soon = (now: Date): Date => new Date(now.getTime() + SOON_MS);

let jobs: readonly Job[] = [];

/** Says which jobs there are; at start, before the first call. */
export const setJobs = (all: readonly Job[]): void => {
  jobs = all;
};

/** Plans every job of a venue from its rows: once, for a venue that is older than its plan. */
export const planAll: Job = { name: "due.plan", run: async () => undefined };

/** Plans every job of a venue soon: something wrote its rows from another venue. */
export const planSoon = (db: Db, venueId: string, now: Date): Promise<unknown> =>
  sql`INSERT INTO due (venue_id, job, due_at) VALUES (${venueId}, ${planAll.name}, ${now}) ON CONFLICT DO NOTHING`.execute(db);

/** The jobs whose deadlines or rows a change touched, and the one that made it. */
export const touchedJobs = (action: string, tables: readonly string[]): readonly Job[] => {
  if (action === planAll.name) return jobs;
  const touched = new Set(tables);
  return jobs.filter((job) => job.name === action || [...(job.of ?? []), ...(job.after ?? [])].some((table) => touched.has(table)));
};

/** Venue and clock, as deadlines are computed from them. */
function momentOf(venue: VenueRow, now: Date): Moment {
  const spread = Buffer.from(venue.id).reduce((sum, byte) => (sum * 31 + byte) % MIDNIGHT_SPREAD, 0);
  const midnight = new Date(instant(addDays(dayOf(now, venue.zone), 1), 0, venue.zone).getTime() + spread * 1_000);
  return { venueId: venue.id, zone: venue.zone, now, midnight };
}

/**
 * Builds the statement that records when jobs are due next; undefined if none has a deadline. The caller holds the venue's sequence of
 * events when it runs: two concurrent plans see each other's rows, so neither deadline is lost. A failing job retains its own time.
 * @param action of the change; a job that has just run waits where it left something
 * @param tables that the change wrote
 */
export function planOf(
  venue: VenueRow,
  now: Date,
  some: readonly Job[],
  action: string,
  tables: readonly string[],
): RawBuilder<unknown> | undefined {
  const at = momentOf(venue, now);
  const written = new Set(tables);
  const deadlines = some.flatMap((job) => {
    const from = job.name === action ? soon(now) : now;
    const found: RawBuilder<unknown>[] = [];
    if (job.next) found.push(sql`SELECT ${job.name} AS job, ${job.next(at)} AS at, ${from}::timestamptz AS first`);
    if (job.after?.some((table) => written.has(table)))
      found.push(sql`SELECT ${job.name} AS job, ${soon(now)}::timestamptz AS at, ${now}::timestamptz AS first`);
    return found;
  });
  if (deadlines.length === 0) return undefined;
  return sql`INSERT INTO due (venue_id, job, due_at)
    SELECT ${venue.id}, n.job, greatest(n.at, n.first) FROM (${sql.join(deadlines, sql` UNION ALL `)}) n
    WHERE n.at IS NOT NULL AND NOT EXISTS (
      SELECT FROM due d WHERE d.venue_id = ${venue.id} AND d.job = n.job AND (d.due_at <= greatest(n.at, n.first) OR d.tries > 0))
    ON CONFLICT DO NOTHING`;
}

/** The jobs with a deadline in the venue's rows that nobody will take within a minute of it: something wrote the rows past the platform. */
export async function unplanned(db: Db, venue: VenueRow, now: Date, all: readonly Job[]): Promise<{ job: string; at: Date }[]> {
  const at = momentOf(venue, now);
  const deadlines = all.flatMap((job) => (job.next ? [sql`SELECT ${job.name} AS job, ${job.next(at)} AS at`] : []));
  const { rows } = await sql<{ job: string; at: Date }>`SELECT n.job, n.at FROM (${sql.join(deadlines, sql` UNION ALL `)}) n
    WHERE n.at IS NOT NULL AND NOT EXISTS (SELECT FROM due d WHERE d.venue_id = ${venue.id}
      AND (d.job = ${planAll.name} OR d.job = n.job AND (d.due_at <= greatest(n.at, ${now}::timestamptz) + interval '1 minute' OR d.tries > 0)))`.execute(
    db,
  );
  return rows;
}

/**
 * Returns which of these jobs are due, the longest waiting first: the jobs of each venue. Jobs of another version are left to its
 * processes.
 */
export async function dueNow(db: Db, now: Date, names: readonly string[], most: number): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ venue_id: string; job: string }>`
    SELECT venue_id, job FROM due WHERE due_at <= ${now} AND job = ANY (${names}) ORDER BY due_at LIMIT ${most}`.execute(db);
  const found = new Map<string, Set<string>>();
  for (const { venue_id, job } of rows) found.set(venue_id, (found.get(venue_id) ?? new Set()).add(job));
  return found;
}

/** Takes what is due of a job, for as long as the transaction: what another process has is not there. @returns whether anything was */
export async function takeDue(db: Db, venueId: string, job: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`DELETE FROM due WHERE venue_id = ${venueId} AND job = ${job} AND due_at IN (
    SELECT due_at FROM due WHERE venue_id = ${venueId} AND job = ${job} AND due_at <= ${now} FOR UPDATE SKIP LOCKED)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Lets a job that failed wait: twice as long each time, five minutes at most. */
export async function postponeJob(db: Db, venueId: string, job: string, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom("due")
      .where("venue_id", "=", venueId)
      .where("job", "=", job)
      .where((eb) => eb.or([eb("due_at", "<=", now), eb("tries", ">", 0)]))
      .returning("tries")
      .execute();
    if (rows.length === 0) return;
    const tries = Math.max(...rows.map((row) => row.tries));
    const due_at = new Date(now.getTime() + Math.min(SLOWEST_MS, SOON_MS * 2 ** Math.min(tries, 20)));
    await tx
      .insertInto("due")
      .values({ venue_id: venueId, job, due_at, tries: tries + 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Counts the work that waits longer than a minute, and how much of it fails. */
export async function countOverdue(db: Db, now: Date): Promise<{ late: number; failing: number }> {
  const { rows } = await sql<{ late: number; failing: number }>`
    SELECT (SELECT count(*) FROM due WHERE due_at < ${new Date(now.getTime() - 60_000)}) AS late, (SELECT count(*) FROM due WHERE tries > 0) AS failing`.execute(
    db,
  );
  return rows[0] ?? { late: 0, failing: 0 };
}

/**
 * Time-driven changes: expired holds, ends, no-shows, expiries. Each process checks every second for due work and claims it, in
 * transactions of its own. Guards read the clock as well, so a late run changes nothing (wire "Small decisions").
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type Database, type Db, PLATFORM } from "./db/client";
import { dueNow, type Job, planAll, postponeJob, setJobs, takeDue } from "./kernel/due";
import type { VenueRow } from "./http/context";
import { change, systemRequest } from "./http/perform";

/** Work of no venue: every so often, by one process. */
export interface PlatformJob {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (database: Database, now: Date) => Promise<unknown>;
}

const LOOK_MS = 1_000;
/** Time after a new release's first start by which the previous release's processes are gone. */
const UPDATED_MS = 30 * 60_000;
/** Over how long the daily planning of all venues is spread. */
const SPREAD_MS = 3_600_000;
/** Rows looked at in one round: the next round is at once where there were so many. */
const MOST_ROWS = 500;
/** Venues worked at together. */
const LINES = 4;
/** Runs of a job that says there is more, before others have their turn. */
const MOST_RUNS = 50;
/** Another process is at this venue. */
const TAKEN = new Error("taken by another process");

export interface Scheduler {
  /** Does what is due now. @returns how many jobs of venues it ran */
  round(): Promise<number>;
  /** Rounds from now on, each a second after the last. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Makes the scheduler; nothing runs yet, but from now on changes plan these jobs.
 * @param jobs in the order in which a venue's are run when several are due
 * @param onError called with a job that failed: it is tried again later, the others continue
 */
export function openScheduler(
  database: Database,
  jobs: readonly Job[],
  now: () => Date,
  onError: (job: string, error: unknown) => void,
  platform: readonly PlatformJob[] = [],
): Scheduler {
  setJobs(jobs);
  const inOrder = [planAll, ...jobs];
  const known = [...inOrder, ...platform].map(({ name }) => name);
  const db = database.dbFor(PLATFORM);
  let stopped = false;

  const ofVenue = async (venue: VenueRow, names: ReadonlySet<string>): Promise<number> => {
    let ran = 0;
    for (const job of inOrder) {
      if (stopped || !names.has(job.name)) continue;
      try {
        await runDue(database, venue, job, now, () => stopped);
        ran++;
      } catch (error) {
        // It has its own order of the venue's jobs: what is left comes with the next round.
        if (error === TAKEN) return ran;
        if (stopped) continue;
        onError(job.name, error);
        await postponeJob(database.dbFor(venue.id), venue.id, job.name, now());
      }
    }
    return ran;
  };

  const ofPlatform = async (names: ReadonlySet<string>): Promise<void> => {
    for (const { name, everyMs, work } of platform) {
      if (stopped || !names.has(name)) continue;
      const claimed = await database.transact(PLATFORM, async (tx) => {
        if (!(await takeDue(tx, PLATFORM, name, now()))) return false;
        await tx
          .insertInto("due")
          .values({ venue_id: PLATFORM, job: name, due_at: new Date(now().getTime() + everyMs) })
          .execute();
        return true;
      });
      if (claimed) await work(database, now()).catch((error: unknown) => onError(name, error));
    }
  };

  const look = async (): Promise<{ ran: number; more: boolean }> => {
    const found = await dueNow(db, now(), known, MOST_ROWS);
    const rows = [...found.values()].reduce((sum, names) => sum + names.size, 0);
    await ofPlatform(found.get(PLATFORM) ?? new Set());
    found.delete(PLATFORM);
    if (found.size === 0) return { ran: 0, more: false };
    const venues = await db
      .selectFrom("venue")
      .selectAll()
      .where("id", "in", [...found.keys()])
      .execute();
    // Processes that look at the same moment begin at different venues.
    const line = venues.map((venue) => ({ venue, place: Math.random() })).sort((a, b) => a.place - b.place);
    let ran = 0;
    const work = async (): Promise<void> => {
      for (let next = line.pop(); next; next = line.pop()) {
        // Not added to what the sum was before the wait: the other lines count meanwhile.
        const done = await ofVenue(next.venue, found.get(next.venue.id) ?? new Set());
        ran += done;
      }
    };
    await Promise.all(Array.from({ length: LINES }, work));
    return { ran, more: ran > 0 && rows >= MOST_ROWS };
  };

  const round = async (): Promise<number> => {
    for (let all = 0; ;) {
      const { ran, more } = await look();
      all += ran;
      if (!more || stopped) return all;
    }
  };

  const begin = async (): Promise<void> => {
    await planIfNew(database, jobs, now());
    for (const { name } of platform) {
      const known = await db.selectFrom("due").select("job").where("venue_id", "=", PLATFORM).where("job", "=", name).executeTakeFirst();
      if (!known)
        await db
          .insertInto("due")
          .values({ venue_id: PLATFORM, job: name, due_at: now() })
          .onConflict((c) => c.doNothing())
          .execute();
    }
  };

  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const tick = (): void => {
    running = running
      .then(round)
      .catch((error: unknown) => (stopped ? undefined : onError("round", error)))
      .then(() => {
        if (!stopped) timer = setTimeout(tick, LOOK_MS).unref();
      });
  };
  return {
    round,
    start() {
      running = begin().catch((error: unknown) => onError("begin", error));
      tick();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Plans every job of every venue once, where this release has other jobs than the one before: their deadlines are older than they are. */
async function planIfNew(database: Database, jobs: readonly Job[], now: Date): Promise<void> {
  const names = createHash("sha256").update(jobs.map(({ name }) => name).join(" "));
  const value = names.digest().readUIntBE(0, 6);
  await database.transact(PLATFORM, async (tx) => {
    const { rows } = await sql`INSERT INTO counter AS known (venue_id, name, value) VALUES (${PLATFORM}, 'jobs', ${value})
      ON CONFLICT (venue_id, name) DO UPDATE SET value = excluded.value WHERE known.value <> excluded.value RETURNING value`.execute(tx);
    // Processes of the release before plan none of its jobs for what they write until they end: once more then.
    if (rows.length > 0) for (const ms of [0, UPDATED_MS]) await planVenues(tx, new Date(now.getTime() + ms), 0);
  });
}

/** Plans every job of every venue, spread over so many milliseconds. */
const planVenues = (db: Db, from: Date, spreadMs: number): Promise<unknown> =>
  sql`INSERT INTO due (venue_id, job, due_at)
    SELECT id, ${planAll.name}, ${from}::timestamptz + random() * make_interval(secs => ${spreadMs / 1_000}::float8) FROM venue
    ON CONFLICT DO NOTHING`.execute(db);

/** Every venue once a day: rows that a process of an older release wrote, or somebody past the platform, wait for no deadline. */
export const planDaily: PlatformJob = {
  name: "due.daily",
  everyMs: 24 * 3_600_000,
  work: (database, now) => planVenues(database.dbFor(PLATFORM), now, SPREAD_MS),
};

/** Runs a job that is due. @throws TAKEN where another process has it */
async function runDue(database: Database, venue: VenueRow, job: Job, now: () => Date, stopped: () => boolean): Promise<void> {
  let claimed = false;
  const request = () => systemRequest(venue, job.name, now());
  const run = (work: Extract<Job, { run: unknown }>["run"]) =>
    change(database, request(), async (ctx) => {
      if (!claimed && !(await takeDue(ctx.db, venue.id, job.name, ctx.now))) throw TAKEN;
      return work(ctx);
    });
  if ("outside" in job) {
    // It is due again in ten seconds, as long as there is something to do: that is when another process takes over from one that died.
    await run(async () => undefined);
    return job.outside({ database, request: request(), now });
  }
  for (let i = 0; i < MOST_RUNS && !stopped(); i++) {
    const more = await run(job.run);
    claimed = true;
    if (more !== true) return;
  }
}

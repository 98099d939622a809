/**
 * What time moves: holds that run out, ends, no-shows, expiries. Every ten seconds, and at start, each venue's jobs run in transactions
 * of their own. Several processes may do so at once: a job takes its rows with SKIP LOCKED, and guards read the clock as well, so a late
 * or doubled run changes nothing (wire "Small decisions").
 */
import { type Database, PLATFORM } from "./db/client";
import { DEVICE_MS } from "./kernel/devices";
import type { Ctx, VenueRow } from "./http/context";
import { change, systemRequest } from "./http/perform";
import type { Work } from "./http/serve";

/**
 * A job of one venue. `name` is the audit log's action. It takes a limited number of rows and says whether there is more to do. With
 * `outside` it asks the world between transactions of its own.
 */
export type Job =
  | { readonly name: string; readonly run: (ctx: Ctx) => Promise<boolean | void> }
  | { readonly name: string; readonly outside: (work: Work) => Promise<void> };

const EVERY_MS = 10_000;
const CLEAN_EVERY_MS = 10 * 60_000;
const MOST_ROUNDS = 50;
const HOUR = 3_600_000;

export interface Scheduler {
  /** Runs everything that is due, once; for tests and the first round. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the rounds.
 * @param onError called with a job that failed; the others continue
 * @param clean what else is cleared away now and then, of no venue
 */
export function startScheduler(
  database: Database,
  jobs: readonly Job[],
  now: () => Date,
  onError: (job: string, error: unknown) => void,
  clean: () => Promise<unknown> = async () => undefined,
): Scheduler {
  let stopped = false;
  let cleanedAt = 0;
  const attempt = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!stopped) onError(name, error);
    }
  };

  const round = async (): Promise<void> => {
    const venues = await database.dbFor(PLATFORM).selectFrom("venue").selectAll().execute();
    const due = performance.now() - cleanedAt > CLEAN_EVERY_MS || cleanedAt === 0;
    for (const venue of venues) {
      for (const job of jobs) if (!stopped) await attempt(job.name, () => runJob(database, venue, job, now, () => stopped));
      if (due && !stopped) await attempt("clean", () => cleanVenue(database, venue, now()));
    }
    if (due && !stopped) {
      await attempt("clean", () => cleanPlatform(database, now()));
      await attempt("clean", clean);
      cleanedAt = performance.now();
    }
  };

  let running = Promise.resolve();
  const tick = (): void => {
    running = attempt("round", round).then(() => {
      if (!stopped) timer = setTimeout(tick, EVERY_MS).unref();
    });
  };
  let timer = setTimeout(tick, 0);
  return {
    round,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function runJob(database: Database, venue: VenueRow, job: Job, now: () => Date, stopped: () => boolean): Promise<void> {
  if ("outside" in job) return job.outside({ database, request: systemRequest(venue, job.name, now()), now });
  for (let i = 0; i < MOST_ROUNDS && !stopped(); i++) {
    const more = await change(database, systemRequest(venue, job.name, now()), job.run);
    if (more !== true) return;
  }
}

/** Keys of retries live 24 hours, live events a week (wire "Writes"). */
async function cleanVenue(database: Database, venue: VenueRow, now: Date): Promise<void> {
  const db = database.dbFor(venue.id);
  const before = (hours: number): Date => new Date(now.getTime() - hours * HOUR);
  await db.deleteFrom("idempotency").where("venue_id", "=", venue.id).where("at", "<", before(24)).execute();
  await db
    .deleteFrom("outbox")
    .where("venue_id", "=", venue.id)
    .where("at", "<", before(24 * 7))
    .execute();
}

async function cleanPlatform(database: Database, now: Date): Promise<void> {
  const db = database.dbFor(PLATFORM);
  // Only when there is something: a deleted session makes every process look its people up again.
  const old = await db.selectFrom("person_session").select("token_hash").where("expires_at", "<", now).limit(1).executeTakeFirst();
  if (old) await db.deleteFrom("person_session").where("expires_at", "<", now).execute();
  await db.deleteFrom("qr_ticket").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("sms_code")
    .where("at", "<", new Date(now.getTime() - 24 * HOUR))
    .execute();
  await db
    .deleteFrom("guess")
    .where("since", "<", new Date(now.getTime() - 24 * HOUR))
    .execute();
  await db
    .deleteFrom("person_device")
    .where("used_at", "<", new Date(now.getTime() - DEVICE_MS))
    .execute();
  await db
    .deleteFrom("login_attempt")
    .where("at", "<", new Date(now.getTime() - 24 * HOUR))
    .execute();
}

/** Data stored for a limited time: keys of retries, live events, months of the operation log, and the traces of logins. */
import { sql } from "kysely";
import type { Ctx } from "./http/context";
import type { Job } from "./kernel/due";
import { DEVICE_MS } from "./kernel/devices";
import { PLATFORM } from "./db/client";
import type { PlatformJob } from "./scheduler";

/** Retention periods. */
export interface Keep {
  /** Whole months of the operation log; at least 36. */
  readonly auditMonths: number;
  /** Days of live events: who was away longer reads anew. */
  readonly eventDays: number;
  /** Hours in which a retry gets its first answer; at least 24. */
  readonly keyHours: number;
}

/** Unless the operator says otherwise. */
export const KEEP: Keep = { auditMonths: 60, eventDays: 7, keyHours: 24 };

const HOUR = 3_600_000;
/** Hours for which a code of a customer is stored, with the mobile that it went to. */
const CODE_HOURS = 24;
/** Rows that one transaction removes of a table. */
const BATCH = 2_000;
const before = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR);

/** The oldest first, so that what is left of the events has no gap. */
const clean =
  ({ eventDays, keyHours }: Keep) =>
  async ({ db, venue, now }: Ctx): Promise<boolean> => {
    const keys = await sql`DELETE FROM idempotency WHERE venue_id = ${venue.id} AND ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency WHERE venue_id = ${venue.id} AND at < ${before(now, keyHours)} ORDER BY at LIMIT ${BATCH}))`.execute(db);
    const events = await sql`DELETE FROM outbox WHERE venue_id = ${venue.id} AND ctid = ANY (ARRAY(
      SELECT ctid FROM outbox WHERE venue_id = ${venue.id} AND at < ${before(now, eventDays * 24)} ORDER BY id LIMIT ${BATCH}))`.execute(
      db,
    );
    await db.deleteFrom("customer_code").where("venue_id", "=", venue.id).where("at", "<", before(now, CODE_HOURS)).execute();
    await db.deleteFrom("customer_session").where("venue_id", "=", venue.id).where("expires_at", "<", now).execute();
    return [keys, events].some(({ numAffectedRows }) => numAffectedRows === BigInt(BATCH));
  };

export const retentionJobs = (keep: Keep = KEEP): readonly Job[] => [
  {
    name: "clean",
    run: clean(keep),
    of: ["idempotency", "customer_code"],
    // By the hour: what is a little older does no harm, and a run for each key would.
    next: ({ venueId }) => sql`(SELECT least(
      (SELECT date_trunc('hour', min(at)) + make_interval(hours => ${keep.keyHours + 1}::int) FROM idempotency WHERE venue_id = ${venueId}),
      (SELECT date_trunc('hour', min(at)) + make_interval(hours => ${CODE_HOURS + 1}::int) FROM customer_code WHERE venue_id = ${venueId}),
      (SELECT date_trunc('hour', at) + make_interval(hours => ${keep.eventDays * 24 + 1}::int) FROM outbox WHERE venue_id = ${venueId} ORDER BY id LIMIT 1)))`,
  },
];

/** Makes the next months of the operation log and drops those that were kept long enough. Where the log is in use it gives up until the next hour. */
export const auditMonths = ({ auditMonths: kept }: Keep): PlatformJob => ({
  name: "audit.months",
  everyMs: HOUR,
  work: (database) => sql`SELECT keep_audit_months(${kept}::int)`.execute(database.dbFor(PLATFORM)),
});

export const cleanPlatform: PlatformJob = {
  name: "platform.clean",
  everyMs: 600_000,
  work: async (database, now) => {
    const db = database.dbFor(PLATFORM);
    // Only when there is something: a deleted session makes every process look its people up again.
    const old = await db.selectFrom("person_session").select("token_hash").where("expires_at", "<", now).limit(1).executeTakeFirst();
    if (old) await db.deleteFrom("person_session").where("expires_at", "<", now).execute();
    await db.deleteFrom("qr_ticket").where("expires_at", "<", now).execute();
    await db.deleteFrom("sms_code").where("at", "<", before(now, 24)).execute();
    await db.deleteFrom("rate").where("since", "<", before(now, 1)).execute();
    await db.deleteFrom("guess").where("since", "<", before(now, 24)).execute();
    await db
      .deleteFrom("person_device")
      .where("used_at", "<", new Date(now.getTime() - DEVICE_MS))
      .execute();
    await db
      .deleteFrom("person_sign_in")
      .where("at", "<", new Date(now.getTime() - DEVICE_MS))
      .execute();
    await db.deleteFrom("login_attempt").where("at", "<", before(now, 24)).execute();
  },
};

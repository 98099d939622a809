/** What is kept for a while only: keys of retries, live events, and the traces of logging in. */
import { sql } from "kysely";
import type { Ctx } from "./http/context";
import type { Job } from "./kernel/due";
import { DEVICE_MS } from "./kernel/devices";
import { PLATFORM } from "./db/client";
import type { PlatformJob } from "./scheduler";

const HOUR = 3_600_000;
const before = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR);

/** Keys of retries live 24 hours, live events a week (wire "Writes"). */
async function clean(ctx: Ctx): Promise<void> {
  const { db, venue, now } = ctx;
  await db.deleteFrom("idempotency").where("venue_id", "=", venue.id).where("at", "<", before(now, 24)).execute();
  await db
    .deleteFrom("outbox")
    .where("venue_id", "=", venue.id)
    .where("at", "<", before(now, 24 * 7))
    .execute();
}

export const keepJobs: readonly Job[] = [
  {
    name: "clean",
    run: clean,
    of: ["idempotency"],
    // By the hour: what is a little older does no harm, and a run for each key would.
    next: ({ venueId }) => sql`(SELECT least(
      (SELECT date_trunc('hour', min(at)) + interval '25 hours' FROM idempotency WHERE venue_id = ${venueId}),
      (SELECT date_trunc('hour', at) + interval '169 hours' FROM outbox WHERE venue_id = ${venueId} ORDER BY id LIMIT 1)))`,
  },
];

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
    await db.deleteFrom("login_attempt").where("at", "<", before(now, 24)).execute();
  },
};

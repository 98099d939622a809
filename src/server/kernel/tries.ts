/** Tries that failed, counted by a key in a window of time, in the database: one count for all processes. */
import { sql } from "kysely";
import type { Db } from "../db/client";

/** Number of attempts within `ms` that lock the key, and the duration of the lock. */
export interface Limit {
  readonly most: number;
  readonly ms: number;
}

/**
 * Counts one more failed try of a key that is not locked; the last one that may be also locks it.
 * @returns how many there are, and until when it is locked; `locked`: since before this try, which was not counted
 */
export async function countTry(
  db: Db,
  key: string,
  now: Date,
  { most, ms }: Limit,
): Promise<{ tries: number; until: Date | null; locked: boolean }> {
  const over = sql`guess.until IS NOT NULL OR guess.since <= ${new Date(now.getTime() - ms)}`;
  const { rows } = await sql<{ tries: number; until: Date | null }>`
    INSERT INTO guess (key, tries, since) VALUES (${key}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET
      tries = CASE WHEN ${over} THEN 1 ELSE guess.tries + 1 END,
      since = CASE WHEN ${over} THEN ${now} ELSE guess.since END,
      until = CASE WHEN NOT (${over}) AND guess.tries + 1 >= ${most} THEN ${new Date(now.getTime() + ms)}::timestamptz END
    WHERE guess.until IS NULL OR guess.until <= ${now}
    RETURNING tries, until`.execute(db);
  const [counted] = rows;
  return counted ? { ...counted, locked: false } : { tries: most, until: (await lockedUntil(db, key, now)) ?? now, locked: true };
}

/** Until when the key is locked. */
export async function lockedUntil(db: Db, key: string, now: Date): Promise<Date | undefined> {
  const row = await db.selectFrom("guess").select("until").where("key", "=", key).where("until", ">", now).executeTakeFirst();
  return row?.until ?? undefined;
}

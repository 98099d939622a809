/** Locked periods, and the days on which the books are open. */
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../http/context";

export const periodKey = (venue: string): RawBuilder<unknown> => sql`hashtextextended(${`period ${venue}`}, 0)`;

/**
 * Locks the books through a day: what would be dated there from now on is dated on the first day after. Waits for everything that is being
 * posted, and keeps others from posting until this change ends: what is read after it is what the period holds for good.
 */
export async function lockPeriod(ctx: Ctx, through: string): Promise<void> {
  await holdBooks(ctx);
  await sql`INSERT INTO period_lock (venue_id, through) VALUES (${ctx.venue.id}, ${through})
    ON CONFLICT (venue_id) DO UPDATE SET through = greatest(period_lock.through, excluded.through)`.execute(ctx.db);
}

/** The day on which a transaction is posted: within a locked period, the first open day after it. */
export const datedOn = (venue: string, day: string): RawBuilder<unknown> =>
  sql`greatest(${day}::date, (SELECT through + 1 FROM period_lock WHERE venue_id = ${venue}))`;

/** Waits for everything that is being posted, and keeps others from posting until this change ends. */
export const holdBooks = (ctx: Ctx): Promise<unknown> => sql`SELECT pg_advisory_xact_lock(${periodKey(ctx.venue.id)})`.execute(ctx.db);

/**
 * Returns the day on which `day` is booked: itself, or the first open day where it is locked. Approvals of settlements wait until the
 * transaction ends, so `post` dates its legs alike.
 */
export async function bookingDay(ctx: Ctx, day: string): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock_shared(${periodKey(ctx.venue.id)})`.execute(ctx.db);
  const { rows } = await sql<{ day: string }>`SELECT ${datedOn(ctx.venue.id, day)}::text AS day`.execute(ctx.db);
  return rows[0]?.day ?? day;
}

/** Returns the first day of the venue's books, and the last one that is locked. */
export async function openBooks(ctx: Ctx): Promise<{ readonly firstDay: string; readonly lockedThrough: string | null }> {
  const { rows } = await sql<{ firstDay: string; lockedThrough: string | null }>`
    SELECT least((SELECT (v.created_at AT TIME ZONE v.zone)::date FROM venue v WHERE v.id = ${ctx.venue.id}),
        (SELECT min(p.day) FROM posting p WHERE p.venue_id = ${ctx.venue.id}))::text AS "firstDay",
      (SELECT through::text FROM period_lock WHERE venue_id = ${ctx.venue.id}) AS "lockedThrough"`.execute(ctx.db);
  const [books] = rows;
  if (!books) throw new Error("a count without a row");
  return books;
}

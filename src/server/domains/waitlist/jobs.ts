/** Time-driven changes of the waitlist: a wish expires once its hour begins; slots that become free in any way are offered. */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";
import { earliest, type Job, meanwhile } from "../../kernel/due";
import { offerFreed } from "./offer";

async function expire(ctx: Ctx): Promise<void> {
  const gone = await ctx.db
    .updateTable("waitlist_entry")
    .set({ state: "expired" })
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "waiting")
    .where("starts_at", "<=", ctx.now)
    .returning("day")
    .execute();
  for (const day of new Set(gone.map((row) => row.day))) ctx.emit({ type: "changed", data: { resource: "waitlist", day } });
}

/** Most calls that free slots offer them themselves; this finds what the others freed. */
async function offer(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db
    .selectFrom("waitlist_entry")
    .select("day")
    .distinct()
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "waiting")
    .orderBy("day")
    .execute();
  await offerFreed(
    ctx,
    waiting.map((row) => row.day),
  );
}

export const waitlistJobs: readonly Extract<Job, { run: unknown }>[] = [
  { name: "waitlist.expire", run: expire, ...earliest("waitlist_entry", "starts_at", sql`state = 'waiting'`) },
  { name: "waitlist.offer", run: offer, ...meanwhile("waitlist_entry", sql`state = 'waiting'`) },
];

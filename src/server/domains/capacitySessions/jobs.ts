/** Timed transitions of sessions: they finish (states.md "hall booking", moves marked ⏱). */
import { sql } from "kysely";
import { hallBooking, next, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { earliest, type Job } from "../../kernel/due";
import { changed } from "./session";

/** Sessions finished in one transaction. */
const BATCH = 200;

async function finish(ctx: Ctx): Promise<boolean> {
  const from = sources(hallBooking, "finish");
  const to = next(hallBooking, "on_shelf", "finish");
  if (to === undefined) return false;
  const ended = ctx.db
    .selectFrom("hall_booking")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("status", "in", from)
    .where("ends_at", "<=", ctx.now)
    .orderBy("ends_at")
    .limit(BATCH)
    .forUpdate()
    .skipLocked();
  const finished = await ctx.db
    .updateTable("hall_booking")
    .set({ status: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", ended)
    .returning("day")
    .execute();
  for (const day of new Set(finished.map((row) => row.day))) changed(ctx, day);
  return finished.length === BATCH;
}

export const sessionJobs = [
  { name: "sessions.finish", run: finish, ...earliest("hall_booking", "ends_at", sql`status IN ('on_shelf', 'off_shelf')`) },
] satisfies readonly Job[];

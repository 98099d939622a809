/** Timed updates of the calendar: the public days of the next year are added automatically, once they are published. */
import { sql } from "kysely";
import { type Ctx, today } from "../../http/context";
import { type Job, nightly } from "../../kernel/due";
import { seedHolidays } from "../../kernel/holidays";

async function fill(ctx: Ctx): Promise<void> {
  const day = today(ctx);
  const existing = await ctx.db.selectFrom("holiday").select("day").where("venue_id", "=", ctx.venue.id).limit(1).executeTakeFirst();
  if (!existing) return; // a venue without a calendar needs none
  const year = Number(day.slice(0, 4));
  if ((await seedHolidays(ctx, [year, year + 1])) > 0) ctx.emit({ type: "changed", data: { resource: "calendar" } });
}

export const calendarJobs: readonly Job[] = [{ name: "calendar.fill", run: fill, ...nightly("holiday", sql`true`) }];

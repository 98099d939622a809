/** What time does to the calendar: the public days of the next year come in by themselves, once they are published. */
import { type Ctx, today } from "../../http/context";
import type { Job } from "../../scheduler";
import { seedHolidays } from "../../kernel/holidays";

/** Day on which each venue was last looked after, so that a process reads the public calendar once a day. */
const lookedAfter = new Map<string, string>();

async function fill(ctx: Ctx): Promise<void> {
  const day = today(ctx);
  if (lookedAfter.get(ctx.venue.id) === day) return;
  lookedAfter.set(ctx.venue.id, day);
  const kept = await ctx.db.selectFrom("holiday").select("day").where("venue_id", "=", ctx.venue.id).limit(1).executeTakeFirst();
  if (!kept) return; // a venue without a calendar does without
  const year = Number(day.slice(0, 4));
  if ((await seedHolidays(ctx, [year, year + 1])) > 0) ctx.emit({ type: "changed", data: { resource: "calendar" } });
}

export const calendarJobs: readonly Job[] = [{ name: "calendar.fill", run: fill }];

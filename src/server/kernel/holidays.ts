/** The venue's calendar of public holidays and make-up workdays. */
import chineseDays from "chinese-days";
import { addDays } from "../../contract/core/time";
import type { Db } from "../db/client";
import type { Ctx } from "../http/context";

/** A day that is not what its weekday says. */
interface SpecialDay {
  readonly day: string;
  readonly name: string;
  /** A holiday on which people rest, or a weekend day on which they work (调休). */
  readonly kind: "holiday" | "workday";
  /** The weekday as which it is priced: a holiday as a Sunday, a make-up workday as a Monday. */
  readonly pricedAs: number;
}

const SUNDAY = 7;
const MONDAY = 1;

/** Public holidays and make-up workdays of mainland China in a year, in order; empty for a year whose calendar is not known. */
export function publicHolidays(year: number): SpecialDay[] {
  const found: SpecialDay[] = [];
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    const [y = 0, month = 1, date = 1] = day.split("-").map(Number);
    // The package reads a text as UTC and shows it in the machine's zone; noon of the machine's own day is right everywhere.
    const { work, name } = chineseDays.getDayDetail(new Date(y, month - 1, date, 12));
    // "New Year's Day,元旦,1" on days of a festival, the English weekday on all others.
    const festival = name.split(",")[1];
    if (festival === undefined) continue;
    found.push(
      work
        ? { day, name: `${festival}调休`, kind: "workday", pricedAs: MONDAY }
        : { day, name: festival, kind: "holiday", pricedAs: SUNDAY },
    );
  }
  return found;
}

/** The venue whose calendar is meant: a `Ctx` fits. */
interface Calendar {
  readonly db: Db;
  readonly venue: { readonly id: string };
}

/**
 * Writes the public holidays of these years into the venue's calendar. Days that it has already, edited or not, stay as they are, and
 * those that it took out stay out, so this is safe to run again.
 * @returns how many days were added; a year whose calendar is not published yet adds none
 */
export async function seedHolidays(ctx: Calendar, years: readonly number[]): Promise<number> {
  const published = years.flatMap(publicHolidays);
  if (published.length === 0) return 0;
  const dropped = await ctx.db.selectFrom("holiday_dropped").select("day").where("venue_id", "=", ctx.venue.id).execute();
  const out = new Set(dropped.map((row) => row.day));
  const days = published.filter(({ day }) => !out.has(day));
  if (days.length === 0) return 0;
  const added = await ctx.db
    .insertInto("holiday")
    .values(days.map(({ day, name, kind, pricedAs }) => ({ venue_id: ctx.venue.id, day, name, kind, priced_as: pricedAs })))
    .onConflict((conflict) => conflict.columns(["venue_id", "day"]).doNothing())
    .returning("day")
    .execute();
  return added.length;
}

/** Those of these days on which the venue is closed, in their order, with what the calendar calls them. */
export async function closedDays({ db, venue }: Calendar, days: readonly string[]): Promise<Map<string, string>> {
  if (days.length === 0) return new Map();
  const rows = await db
    .selectFrom("holiday")
    .select(["day", "name"])
    .where("venue_id", "=", venue.id)
    .where("kind", "=", "closed")
    .where("day", "in", [...new Set(days)])
    .orderBy("day")
    .execute();
  return new Map(rows.map((row) => [row.day, row.name]));
}

/** Special days of the venue's calendar. */
export async function holidaysOf(ctx: Ctx, days: readonly string[]): Promise<Map<string, { name: string; kind: string }>> {
  if (days.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom("holiday")
    .select(["day", "name", "kind"])
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "in", [...new Set(days)])
    .execute();
  return new Map(rows.map((row) => [row.day, { name: row.name, kind: row.kind }]));
}

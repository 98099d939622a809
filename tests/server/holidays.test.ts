/** The calendar of holidays, against an independent package of the State Council's notices, and what the venue keeps of it. */
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { addDays, weekday } from "../../src/contract/core/time";
import { publicHolidays, seedHolidays } from "../../src/server/kernel/holidays";
import { type TestVenue, testVenue } from "../support/venue";

const require = createRequire(import.meta.url);
const Notices = z.object({ dates: z.array(z.object({ date: z.string(), type: z.enum(["public_holiday", "transfer_workday"]) })) });

/** Returns the special days of holiday-calendar. It files a few days under the year of their festival, so all years are read at once. */
function notices(from: number, to: number): Map<string, "holiday" | "workday"> {
  const found = new Map<string, "holiday" | "workday">();
  for (let year = from; year <= to; year++) {
    const { dates } = Notices.parse(require(`holiday-calendar/data/CN/${year}.json`));
    for (const { date, type } of dates) found.set(date, type === "public_holiday" ? "holiday" : "workday");
  }
  return found;
}

/** True if people rest on a day, by a list of special days. */
const rests = (special: ReadonlyMap<string, "holiday" | "workday">, day: string): boolean =>
  special.has(day) ? special.get(day) === "holiday" : weekday(day) > 5;

const FIRST = 2005;
const LAST = 2026;

/**
 * Our entries for the days on which the packages differ; none since 2019. All but the first match the State Council's notices of those
 * years, and are wrong or missing in the other package.
 */
const KNOWN_DIFFERENCES: readonly string[] = [
  // Worked, for 3 January 2006; before any venue's data.
  "2005-12-31: rest",
  // New Year 2008 was 30 December to 1 January.
  "2007-12-29: work",
  "2007-12-31: rest",
  "2008-05-04: work",
  // Dragon Boat and Mid-autumn of 2008 fell on weekends and were not made up for.
  "2008-06-07: rest",
  "2008-09-13: rest",
  "2009-01-04: work",
  "2009-09-27: work",
  "2011-12-31: work",
  "2015-01-04: work",
  // Tomb-sweeping 2016, Dragon Boat and Mid-autumn 2018: long weekends without a make-up day.
  "2016-04-02: rest",
  "2018-06-16: rest",
  "2018-09-22: rest",
];

describe("public holidays and make-up workdays", () => {
  it("are those of an independent package, for every day of the years that both know", () => {
    const ours = new Map<string, "holiday" | "workday">();
    for (let year = FIRST; year <= LAST; year++) for (const { day, kind } of publicHolidays(year)) ours.set(day, kind);
    const theirs = notices(FIRST, LAST);
    expect(ours.size).toBeGreaterThan(600);
    const differences: string[] = [];
    for (let day = `${FIRST}-01-01`; day <= `${LAST}-12-31`; day = addDays(day, 1))
      if (rests(ours, day) !== rests(theirs, day)) differences.push(`${day}: ${rests(ours, day) ? "rest" : "work"}`);
    expect(differences).toEqual(KNOWN_DIFFERENCES);
  });

  it("name the festival, and price a holiday as a Sunday and a make-up workday as a Monday", () => {
    const of2026 = new Map(publicHolidays(2026).map((special) => [special.day, special]));
    expect(of2026.get("2026-10-01")).toEqual({ day: "2026-10-01", name: "国庆节", kind: "holiday", pricedAs: 7 });
    expect(of2026.get("2026-10-10")).toEqual({ day: "2026-10-10", name: "国庆节调休", kind: "workday", pricedAs: 1 });
    expect(of2026.has("2026-11-21")).toBe(false);
  });

  it("are none for a year whose notice is not out, instead of guesses", () => {
    expect(publicHolidays(2099)).toEqual([]);
  });
});

describe("a venue's calendar", () => {
  let t: TestVenue;
  beforeAll(async () => {
    t = await testVenue();
  });
  afterAll(() => t.close());

  it("is filled once and keeps what the venue has edited", async () => {
    const edited = { venue_id: t.venue.id, day: "2026-10-01", name: "馆庆", priced_as: 6 };
    await t.act((ctx) => ctx.db.insertInto("holiday").values(edited).execute());
    expect(await t.act((ctx) => seedHolidays(ctx, [2026, 2099]))).toBe(publicHolidays(2026).length - 1);
    expect(await t.act((ctx) => seedHolidays(ctx, [2026]))).toBe(0);
    const kept = await t.look((ctx) =>
      ctx.db.selectFrom("holiday").select(["name", "priced_as", "kind"]).where("day", "=", "2026-10-01").executeTakeFirstOrThrow(),
    );
    expect(kept).toEqual({ name: "馆庆", priced_as: 6, kind: "holiday" });
  });
});

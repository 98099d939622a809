/** Days of a recurrence: the published examples of RFC 5545 (§3.8.5.3), and the venue's wall time where clocks change. */
import { describe, expect, it } from "vitest";
import { addDays, instant, wall } from "../../src/contract/core/time";
import { granules } from "../../src/server/kernel/occupancy/cells";
import { occurrenceDays, weeklyRule } from "../../src/server/domains/fixed/recurrence";

const inMonth = (month: string, ...days: number[]): string[] => days.map((day) => `${month}-${String(day).padStart(2, "0")}`);

/** RRULE, first day, last day looked at, and the days that the RFC gives. All begin on 2 September 1997 unless said otherwise. */
const PUBLISHED: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  ["daily for 10 occurrences", "FREQ=DAILY;COUNT=10", "1997-09-02", "1997-12-31", inMonth("1997-09", 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
  [
    "every 10 days, 5 occurrences",
    "FREQ=DAILY;INTERVAL=10;COUNT=5",
    "1997-09-02",
    "1997-12-31",
    [...inMonth("1997-09", 2, 12, 22), ...inMonth("1997-10", 2, 12)],
  ],
  [
    "weekly for 10 occurrences",
    "FREQ=WEEKLY;COUNT=10",
    "1997-09-02",
    "1997-12-31",
    [...inMonth("1997-09", 2, 9, 16, 23, 30), ...inMonth("1997-10", 7, 14, 21, 28), "1997-11-04"],
  ],
  [
    "weekly until December 24, 1997",
    "FREQ=WEEKLY;UNTIL=19971224T000000Z",
    "1997-09-02",
    "1998-12-31",
    Array.from({ length: 17 }, (_, i) => addDays("1997-09-02", 7 * i)),
  ],
  [
    "every other week",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
    "1997-09-02",
    "1997-10-31",
    [...inMonth("1997-09", 2, 16, 30), ...inMonth("1997-10", 14, 28)],
  ],
  [
    "weekly on Tuesday and Thursday for five weeks",
    "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
    "1997-09-02",
    "1997-12-31",
    [...inMonth("1997-09", 2, 4, 9, 11, 16, 18, 23, 25, 30), "1997-10-02"],
  ],
  [
    "every other week on Monday, Wednesday, and Friday, from Monday, September 1, 1997",
    "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
    "1997-09-01",
    "1997-12-31",
    [
      ...inMonth("1997-09", 1, 3, 5, 15, 17, 19, 29),
      ...inMonth("1997-10", 1, 3, 13, 15, 17, 27, 29, 31),
      ...inMonth("1997-11", 10, 12, 14, 24, 26, 28),
      ...inMonth("1997-12", 8, 10, 12, 22, 24),
    ],
  ],
  [
    "every other week on Tuesday and Thursday, for 8 occurrences",
    "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
    "1997-09-02",
    "1997-12-31",
    [...inMonth("1997-09", 2, 4, 16, 18, 30), ...inMonth("1997-10", 2, 14, 16)],
  ],
  [
    "monthly on the first Friday for 10 occurrences",
    "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
    "1997-09-05",
    "1998-12-31",
    [
      "1997-09-05",
      "1997-10-03",
      "1997-11-07",
      "1997-12-05",
      "1998-01-02",
      "1998-02-06",
      "1998-03-06",
      "1998-04-03",
      "1998-05-01",
      "1998-06-05",
    ],
  ],
  [
    "weeks that begin on Monday",
    "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
    "1997-08-05",
    "1997-12-31",
    inMonth("1997-08", 5, 10, 19, 24),
  ],
  [
    "weeks that begin on Sunday",
    "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
    "1997-08-05",
    "1997-12-31",
    inMonth("1997-08", 5, 17, 19, 31),
  ],
  [
    "an invalid date (February 30) is ignored",
    "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
    "2007-01-15",
    "2007-12-31",
    ["2007-01-15", "2007-01-30", "2007-02-15", "2007-03-15", "2007-03-30"],
  ],
];

describe("the examples of RFC 5545", () => {
  it.each(PUBLISHED)("%s", (_, rule, start, to, days) => {
    expect(occurrenceDays(rule, start, to)).toEqual(days);
  });
});

describe("a fixed booking's rule", () => {
  it("is weekly, in weeks from Monday, on the days chosen, in order and each once", () => {
    expect(weeklyRule([3, 1, 3], 2)).toBe("FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=MO,WE");
    expect(occurrenceDays(weeklyRule([1, 3], 2), "2026-11-25", "2026-12-31")).toEqual([
      "2026-11-25", // the Monday of that week is before the start
      "2026-12-07",
      "2026-12-09",
      "2026-12-21",
      "2026-12-23",
    ]);
  });

  it("leaves out what is excepted, and counts every other week from its start however late the days begin that are asked for", () => {
    const rule = weeklyRule([3], 2);
    expect(occurrenceDays(rule, "2026-11-25", "2027-01-31", { except: ["2026-12-23"] })).toEqual([
      "2026-11-25",
      "2026-12-09",
      "2027-01-06",
      "2027-01-20",
    ]);
    expect(occurrenceDays(rule, "2026-11-25", "2027-02-03", { from: "2027-01-10" })).toEqual(["2027-01-20", "2027-02-03"]);
  });

  it.each(["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Chatham", "America/St_Johns"])(
    "keeps its hour on the wall all year round in %s",
    (zone) => {
      const days = occurrenceDays(weeklyRule([6, 7], 1), "2026-01-03", "2026-12-31");
      expect(days).toHaveLength(104);
      for (const day of days) expect(wall(instant(day, 19 * 60, zone), zone)).toEqual({ day, minute: 19 * 60 });
    },
  );

  it("has no place in an hour that the clocks skip, and twice the cells in one that they repeat", () => {
    const sundays = occurrenceDays(weeklyRule([7], 1), "2026-03-01", "2026-11-30");
    const cells = new Map(sundays.map((day) => [day, granules(day, 120, 180, "Europe/Berlin")]));
    expect(cells.get("2026-03-29")).toBeNull();
    expect(cells.get("2026-10-25")).toHaveLength(4);
    expect([...cells].filter(([day]) => day !== "2026-03-29" && day !== "2026-10-25").every(([, times]) => times?.length === 2)).toBe(true);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  clock,
  Day,
  dayOf,
  daysBetween,
  instant,
  Instant,
  MINUTE,
  MinuteOfDay,
  wall,
  weekday,
} from "../../src/contract/core/time";

const ZONES = ["Asia/Shanghai", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"] as const;
/** Days on which clocks change in 2026 and 2027, per zone. */
const CHANGES: Record<(typeof ZONES)[number], readonly string[]> = {
  "Asia/Shanghai": ["2026-06-01"],
  "America/New_York": ["2026-03-08", "2026-11-01", "2027-03-14", "2027-11-07"],
  "Europe/Berlin": ["2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31"],
  "Australia/Lord_Howe": ["2026-04-05", "2026-10-04", "2027-04-04", "2027-10-03"],
};
const anyDay = fc.integer({ min: 0, max: 14_600 }).map((n) => addDays("2000-01-01", n));
const minute = fc.integer({ min: 0, max: 1_439 });

describe.each(ZONES)("wall clock and instant in %s", (zone) => {
  const near = fc.tuple(fc.constantFrom(...CHANGES[zone]), fc.integer({ min: -2, max: 2 })).map(([day, off]) => addDays(day, off));
  const day = fc.oneof(anyDay, near);

  it("reads back the wall clock that it was given, or the first one after it where a clock change skipped it", () => {
    fc.assert(
      fc.property(day, minute, (on, at) => {
        const seen = wall(instant(on, at, zone), zone);
        expect(seen.day).toBe(on);
        expect([0, 30, 60]).toContain(seen.minute - at);
        if (seen.minute !== at) {
          const before = wall(instant(on, at, zone).getTime() - (seen.minute - at) * MINUTE, zone);
          expect(before.minute).toBeLessThan(at);
        }
      }),
      { numRuns: 600 },
    );
  });

  it("finds an instant again from its wall clock, or the first of two where a clock change repeats it", () => {
    fc.assert(
      fc.property(day, minute, (on, at) => {
        const moment = Date.parse(`${on}T00:00:00Z`) + at * MINUTE;
        const seen = wall(moment, zone);
        const found = instant(seen.day, seen.minute, zone).getTime();
        expect([0, 30, 60]).toContain((moment - found) / MINUTE);
        expect(wall(found, zone)).toEqual(seen);
      }),
      { numRuns: 600 },
    );
  });

  it("runs on into the next day past minute 1440", () => {
    fc.assert(
      fc.property(day, minute, (on, at) => {
        expect(instant(on, 1_440 + at, zone)).toEqual(instant(addDays(on, 1), at, zone));
      }),
    );
  });

  it("advances in time as the wall clock does", () => {
    fc.assert(
      fc.property(near, (on) => {
        const halfHours = Array.from({ length: 48 }, (_, i) => i * 30).filter((at) => wall(instant(on, at, zone), zone).minute === at);
        const moments = halfHours.map((at) => instant(on, at, zone).getTime());
        const steps = moments.slice(1).map((moment, i) => (moment - (moments[i] ?? 0)) / MINUTE);
        expect(steps.every((step) => step > 0 && step <= 90)).toBe(true);
      }),
    );
  });
});

describe("clock changes", () => {
  it("lets a skipped time fall forward and takes the first of a repeated one", () => {
    expect(instant("2026-03-08", 150, "America/New_York").toISOString()).toBe("2026-03-08T07:30:00.000Z");
    expect(instant("2026-11-01", 90, "America/New_York").toISOString()).toBe("2026-11-01T05:30:00.000Z");
    expect(instant("2026-10-25", 150, "Europe/Berlin").toISOString()).toBe("2026-10-25T00:30:00.000Z");
  });

  it("cuts days in the venue's zone", () => {
    expect(dayOf(new Date("2026-11-20T16:00:00Z"), "Asia/Shanghai")).toBe("2026-11-21");
    expect(dayOf(new Date("2026-11-20T15:59:59Z"), "Asia/Shanghai")).toBe("2026-11-20");
  });
});

describe("days", () => {
  it("counts days there and back", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5_000, max: 5_000 }), (day, by) => {
        expect(daysBetween(day, addDays(day, by))).toBe(by);
        expect(addDays(addDays(day, by), -by)).toBe(day);
        expect((weekday(day) - 1 + ((by % 7) + 7)) % 7).toBe(weekday(addDays(day, by)) - 1);
      }),
    );
  });

  it("starts the week on Monday", () => {
    expect(weekday("2026-11-23")).toBe(1);
    expect(weekday("2026-11-22")).toBe(7);
  });

  it.each(["2026-02-29", "2026-13-01", "2026-04-31", "21-11-2026", "2026-1-1", "", "0000-01-01", "0001-01-01", "9999-12-31"])(
    "refuses %s as a day",
    (day) => {
      expect(Day.safeParse(day).success).toBe(false);
    },
  );

  it("takes the leap day of a leap year", () => {
    expect(Day.parse("2028-02-29")).toBe("2028-02-29");
  });
});

describe("times of day and instants", () => {
  it("writes minutes as a clock", () => {
    expect([0, 1_170, 1_439, 1_440].map(clock)).toEqual(["00:00", "19:30", "23:59", "24:00"]);
  });

  it("reads minutes from numbers and from the text of a query", () => {
    expect(MinuteOfDay.parse(1_170)).toBe(1_170);
    expect(MinuteOfDay.parse("1170")).toBe(1_170);
  });

  it.each([null, "", " ", true, [], "19:30", 1.5, -1, 1_441])("does not take %s for a time of day", (raw) => {
    expect(MinuteOfDay.safeParse(raw).success).toBe(false);
  });

  it("asks an instant for its offset", () => {
    expect(Instant.safeParse("2026-11-21T09:00:00+08:00").success).toBe(true);
    expect(Instant.safeParse("2026-11-21T09:00:00").success).toBe(false);
  });
});

/**
 * A series is booked whole or not at all, however many single bookings and other series want its cells at the same time, from two
 * processes. The negative control takes the guard away and must oversell.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { fixed } from "../../src/contract/fixed/fixed";
import { addDays } from "../../src/contract/core/time";
import { type Database, openDatabase } from "../../src/server/db/client";
import { placeOrder } from "../../src/server/domains/booking/create";
import { makeContract } from "../../src/server/domains/fixed/change";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { at, evening, seedBooking } from "../support/booking";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const ROUNDS = FULL ? 40 : 6;

let t: TestVenue;
let processes: Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  // Every round has a month of its own: in the full form, years of them.
  await t.database.dbFor(t.venue.id).updateTable("price_plan").set({ valid_to: "2039-12-31" }).execute();
  processes = [openDatabase(t.url, { max: 12 }), openDatabase(t.url, { max: 12 })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await t.close();
});

type Wish = (database: Database, i: number) => Promise<string>;
const within = (venue: TestVenue, database: Database, work: Parameters<typeof change<string>>[2]): Promise<string> =>
  change(database, systemRequest(venue.venue, "race", venue.now, { person: tester }), work);

/** Wednesdays for four weeks on some courts, 19:00–21:00. */
const series =
  (venue: TestVenue, placeIds: string[], from: string): Wish =>
  (database, i) => {
    const terms: Input<typeof fixed.create> = {
      name: `第 ${i} 家`,
      phone: "13800000000",
      placeIds,
      weekdays: [3],
      start: at(19),
      end: at(21),
      from,
      to: addDays(from, 21),
      payMode: "monthly",
      activate: true,
    };
    return within(venue, database, (ctx) => makeContract(ctx, fixed.create.input.parse(terms)));
  };
const single =
  (venue: TestVenue, placeId: string, day: string, hour: number): Wish =>
  (database, i) => {
    const input = booking.create.input.parse({
      ...evening,
      mode: "reserve",
      day,
      runs: [{ placeId, start: at(hour), end: at(hour + 1) }],
      name: `第 ${i} 位`,
    });
    return within(venue, database, (ctx) => placeOrder(ctx, input));
  };

/** All at once, in turns over the processes; who won, in the order of the wishes. */
async function race(wishes: readonly Wish[]): Promise<{ won: boolean[]; unexpected: unknown[] }> {
  const outcomes = await Promise.allSettled(wishes.map((wish, i) => wish(processes[i % 2] ?? t.database, i)));
  const lost = outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []));
  return {
    won: outcomes.map((outcome) => outcome.status === "fulfilled"),
    unexpected: lost.flatMap((error) =>
      error instanceof AppError ? (error.key === "slotTaken" ? [] : [`${error.key} ${JSON.stringify(error.data)}`]) : [error],
    ),
  };
}

/** Pairs of active lines that share a unit and a time: looked for in the orders themselves, not in the guard's table. */
async function overlaps(venue: TestVenue): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM booking_line a JOIN booking_line b ON b.venue_id = a.venue_id AND b.id > a.id AND b.place_id = a.place_id AND b.day = a.day
      AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute
    WHERE a.status = 'active' AND b.status = 'active'`.execute(venue.database.dbFor(venue.venue.id));
  return rows[0]?.n ?? -1;
}
/** Returns the number of occurrences of each contract; every contract of this race has all of them. */
async function sizes(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(c.id) AS n FROM fixed_contract k LEFT JOIN fixed_occurrence c ON c.venue_id = k.venue_id AND c.contract_id = k.id
    GROUP BY k.id`.execute(t.database.dbFor(t.venue.id));
  return [...new Set(rows.map((row) => row.n))];
}
async function sound(): Promise<void> {
  const db = t.database.dbFor(t.venue.id);
  expect(await overlaps(t)).toBe(0);
  expect(await checkLedger(db, t.venue.id)).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS)) expect((await check(t.venue.id).execute(db)).rows, name).toEqual([]);
}

/** Each round wants cells of its own: another month. */
const month = (round: number): string => addDays("2026-12-02", 28 * round);

describe("a series against the desk", () => {
  it("wins whole or loses whole; of it and the single bookings on its cells one side has each", async () => {
    let series1 = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const from = month(round);
      // The desk sells that far ahead in this race.
      t.venue.days_ahead = 10_000;
      const singles = Array.from({ length: 16 }, (_, i) => single(t, i % 2 ? "b-2" : "b-3", addDays(from, 7 * (i % 4)), 19 + (i % 2)));
      const wishes = [...singles.slice(0, 8), series(t, ["b-3", "b-2"], from), ...singles.slice(8)];
      const { won, unexpected } = await race(wishes);
      expect(unexpected).toEqual([]);
      if (won[8]) {
        series1++;
        expect(won.filter(Boolean)).toHaveLength(1);
      } else expect(won.filter(Boolean).length).toBeGreaterThan(0);
    }
    expect(series1).toBeLessThanOrEqual(ROUNDS);
    expect(await sizes()).toEqual(series1 > 0 ? [8] : []);
    await sound();
  });
});

describe("a series against other series", () => {
  it("that want the same courts in another order: exactly one of all wins, and nobody waits for ever", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const from = month(ROUNDS + round);
      const courts = [
        ["b-5", "b-6", "b-7"],
        ["b-7", "b-6", "b-5"],
        ["b-6", "b-5", "b-7"],
      ];
      const { won, unexpected } = await race(Array.from({ length: 12 }, (_, i) => series(t, courts[i % 3] ?? [], from)));
      expect(unexpected).toEqual([]);
      expect(won.filter(Boolean)).toHaveLength(1);
    }
    await sound();
  });
});

describe("negative control", () => {
  it("oversells once the guard's primary key is gone", async () => {
    const scratch = await testVenue();
    const owner = openDatabase(scratch.url, { role: null, max: 1 });
    try {
      await seedBooking(scratch);
      await owner.pool.query("ALTER TABLE occupancy DROP CONSTRAINT occupancy_pkey");
      const wish = series(scratch, ["b-5"], "2026-12-02");
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => wish(scratch.database, i)));
      expect(outcomes.filter((outcome) => outcome.status === "fulfilled").length).toBeGreaterThan(1);
      expect(await overlaps(scratch)).toBeGreaterThan(0);
    } finally {
      await owner.close();
      await scratch.close();
    }
  });
});

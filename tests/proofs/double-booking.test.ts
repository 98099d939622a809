/**
 * No ground is sold twice, however many want it at once and from however many processes. The negative control takes the guard away and
 * must oversell, or the proof proves nothing.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking";
import { type Database, openDatabase } from "../../src/server/db/client";
import { create } from "../../src/server/domains/booking/create";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, type Booking, evening, seedBooking } from "../support/booking";
import { tester, type TestVenue, testVenue } from "../support/venue";

const FULL = process.env["PROVE"] === "full";

let t: TestVenue;
let processes: Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  // Two API processes share nothing but the database; two pools share no more.
  processes = [openDatabase(t.url, { max: 12 }), openDatabase(t.url, { max: 12 })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await t.close();
});

interface Outcome {
  readonly won: number;
  readonly refused: number;
  readonly unexpected: unknown[];
}
/** Wishes under way at once: twelve cells' worth of contenders; more would only queue for the pools' connections. */
const AT_ONCE = 384;

/** Everybody at once, in turns over the two processes. */
async function race(wishes: readonly Partial<Booking>[]): Promise<Outcome> {
  const failures: unknown[] = [];
  let won = 0;
  let at = 0;
  const contend = async (): Promise<void> => {
    for (let i = at++; i < wishes.length; i = at++) {
      const database = processes[i % 2] ?? t.database;
      const input = booking.create.input.parse({ ...evening, ...wishes[i], name: `第 ${i} 位` });
      const request = systemRequest(t.venue, "booking.create", t.now, { person: tester });
      await change(database, request, (ctx) => create(ctx, input)).then(
        () => won++,
        (error: unknown) => failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, contend));
  const taken = failures.filter((error) => error instanceof AppError && error.key === "slotTaken");
  return { won, refused: taken.length, unexpected: failures.filter((error) => !taken.includes(error)) };
}

/** Pairs of standing lines that share a unit and a time: looked for in the orders themselves, not in the guard's table. */
async function overlaps(venue: TestVenue): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM booking_line a JOIN place pa ON pa.venue_id = a.venue_id AND pa.id = a.place_id
    JOIN booking_line b ON b.venue_id = a.venue_id AND b.id > a.id AND b.day = a.day AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute
    JOIN place pb ON pb.venue_id = b.venue_id AND pb.id = b.place_id AND pb.unit_ids && pa.unit_ids
    WHERE a.status = 'active' AND b.status = 'active'`.execute(venue.database.dbFor(venue.venue.id));
  return rows[0]?.n ?? -1;
}
const sound = async (): Promise<void> => {
  expect(await overlaps(t)).toBe(0);
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
};
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, i) => ({ item, key: (i * 7919) % 10_007 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

describe("double booking", () => {
  it("100 cells × 32 contenders over two processes: exactly one winner each", async () => {
    const cells = Array.from({ length: 100 }, (_, i) => ({
      day: "2026-11-23",
      runs: [{ placeId: `b-${(i % 10) + 1}`, start: at(8) + Math.floor(i / 10) * 30, end: at(8, 30) + Math.floor(i / 10) * 30 }],
    }));
    const outcome = await race(cells.flatMap((cell) => Array.from({ length: 32 }, () => cell)));
    expect(outcome).toEqual({ won: 100, refused: 3100, unexpected: [] });
    await sound();
  });

  it(`${FULL ? "1,000" : "200"} contenders on one cell: one winner`, async () => {
    const crowd = FULL ? 1_000 : 200;
    const outcome = await race(Array.from({ length: crowd }, () => ({ day: "2026-11-24" })));
    expect(outcome).toEqual({ won: 1, refused: crowd - 1, unexpected: [] });
    await sound();
  });

  it("linked places: the full court or its halves, never both", async () => {
    const wish = (placeId: string, hour: number) => ({ day: "2026-11-25", runs: [{ placeId, start: at(hour), end: at(hour + 1) }] });
    const hours = Array.from({ length: 8 }, (_, i) => 10 + i);
    const wishes = hours.flatMap((hour) =>
      Array.from({ length: 24 }, (_, i) => wish(["k-full", "k-east", "k-west"][i % 3] ?? "k-full", hour)),
    );
    const outcome = await race(shuffled(wishes));
    expect(outcome.unexpected).toEqual([]);
    expect(outcome.won).toBeGreaterThanOrEqual(8);
    expect(outcome.won).toBeLessThanOrEqual(16);
    await sound();
  });

  it("runs that overlap in part, several places an order, in every direction: no two share a cell, nobody waits for ever", async () => {
    const wishes = Array.from({ length: FULL ? 1_000 : 200 }, (_, i) => ({
      day: "2026-11-26",
      runs: [
        { placeId: `b-${(i % 10) + 1}`, start: at(9) + ((i * 30) % 300), end: at(10, 30) + ((i * 30) % 300) },
        { placeId: `b-${((i * 3 + 5) % 10) + 1}`, start: at(9) + ((i * 90) % 300), end: at(10) + ((i * 90) % 300) },
      ],
    }));
    const outcome = await race(wishes);
    expect(outcome.unexpected).toEqual([]);
    expect(outcome.won).toBeGreaterThan(0);
    await sound();
  });

  it("holds whose time is up are taken over by one of many", async () => {
    const cell = { day: "2026-11-27" };
    expect((await race([cell])).won).toBe(1);
    const before = t.now;
    t.now = new Date(before.getTime() + 16 * 60_000);
    const outcome = await race(Array.from({ length: 64 }, () => cell));
    t.now = before;
    expect(outcome).toEqual({ won: 1, refused: 63, unexpected: [] });
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
      const input = booking.create.input.parse(evening);
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => scratch.act((ctx) => create(ctx, input))));
      expect(outcomes.filter((outcome) => outcome.status === "fulfilled").length).toBeGreaterThan(1);
      expect(await overlaps(scratch)).toBeGreaterThan(0);
    } finally {
      await owner.close();
      await scratch.close();
    }
  });
});

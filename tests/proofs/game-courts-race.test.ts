/**
 * Courts taken for games never overlap bookings or other games, whoever wants them at once and from whichever process. The control takes
 * the guard away and must oversell.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { type Database, openDatabase } from "../../src/server/db/client";
import { create } from "../../src/server/domains/booking/create";
import { release } from "../../src/server/domains/gameCourts/release";
import { reserveCourts } from "../../src/server/domains/gameCourts/reserve";
import type { Ctx } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { at, evening, seedBooking } from "../support/booking";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const ROUNDS = FULL ? 60 : 6;
const AT_ONCE = 12;
let t: TestVenue;
let processes: Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  processes = [openDatabase(t.url, { max: 12 }), openDatabase(t.url, { max: 12 })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await t.close();
});

/** Pairs of active lines that share a unit and a time: looked for in the orders themselves, not in the guard's table. */
async function overlaps(venue: TestVenue): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM booking_line a JOIN place pa ON pa.venue_id = a.venue_id AND pa.id = a.place_id
    JOIN booking_line b ON b.venue_id = a.venue_id AND b.id > a.id AND b.day = a.day AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute
    JOIN place pb ON pb.venue_id = b.venue_id AND pb.id = b.place_id AND pb.unit_ids && pa.unit_ids
    WHERE a.status = 'active' AND b.status = 'active'`.execute(venue.database.dbFor(venue.venue.id));
  return rows[0]?.n ?? -1;
}

const taking = (day: string, i: number) =>
  gameCourtDesk.take.input.parse({
    placeIds: i % 2 === 0 ? ["b-1", "b-2"] : ["b-2", "b-3"],
    days: [day],
    start: at(18 + (i % 3)),
    end: at(20 + (i % 3)),
    title: `第 ${i} 届`,
  });
const bookingOf = (day: string, i: number) =>
  booking.create.input.parse({ ...evening, day, runs: [{ placeId: `b-${1 + (i % 3)}`, start: at(18 + (i % 4)), end: at(19 + (i % 4)) }] });

it(`lets games, bookings and releases of ${AT_ONCE * 3} at once take no court twice, round after round`, async () => {
  const unexpected: unknown[] = [];
  let won = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const day = `2026-12-${String(1 + (round % 28)).padStart(2, "0")}`;
    const work = async (i: number, doing: (ctx: Ctx) => Promise<unknown>): Promise<unknown> =>
      change(processes[i % 2] ?? t.database, systemRequest(t.venue, "test", t.now, { person: tester }), doing).then(
        (result) => {
          won++;
          return result;
        },
        (error: unknown) => (error instanceof AppError ? undefined : unexpected.push(error)),
      );
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, i) => {
        const booked = work(i, (ctx) => create(ctx, bookingOf(day, i)));
        const taken = change(processes[i % 2] ?? t.database, systemRequest(t.venue, "test", t.now, { person: tester }), (ctx) =>
          reserveCourts(ctx, taking(day, i)),
        ).catch((error: unknown) => {
          if (!(error instanceof AppError)) unexpected.push(error);
          return undefined;
        });
        const game = await taken;
        // Every third game gives its courts back while the others still ask.
        if (game && i % 3 === 0) await work(i, (ctx) => release(ctx, { gameId: game.id, reason: "改期" }));
        await booked;
      }),
    );
    expect(await overlaps(t)).toBe(0);
  }
  expect(unexpected).toEqual([]);
  expect(won).toBeGreaterThan(ROUNDS);
});

it("oversells once the guard's primary key is gone", async () => {
  const scratch = await testVenue();
  const owner = openDatabase(scratch.url, { role: null, max: 1 });
  try {
    await seedBooking(scratch);
    await owner.pool.query("ALTER TABLE occupancy DROP CONSTRAINT occupancy_pkey");
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => scratch.act((ctx) => reserveCourts(ctx, taking("2026-12-01", 0)))),
      ...Array.from({ length: 4 }, () => scratch.act((ctx) => create(ctx, bookingOf("2026-12-01", 0)))),
    ]);
    expect(await overlaps(scratch)).toBeGreaterThan(0);
  } finally {
    await owner.close();
    await scratch.close();
  }
});

/**
 * No slot is sold twice, however many want it at once and from however many processes. The negative control takes the guard away and
 * must oversell, or the proof proves nothing.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { closing } from "../../src/contract/closing/closing";
import { addDays } from "../../src/contract/core/time";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { type Database, openDatabase } from "../../src/server/db/client";
import { cancel } from "../../src/server/domains/booking/cancel";
import { create } from "../../src/server/domains/booking/create";
import { extend } from "../../src/server/domains/booking/extend";
import { lock, unlock } from "../../src/server/domains/booking/lock";
import { move } from "../../src/server/domains/booking/move";
import { apply } from "../../src/server/domains/closing/apply";
import { preview } from "../../src/server/domains/closing/preview";
import { accept } from "../../src/server/domains/waitlist/answer";
import { join } from "../../src/server/domains/waitlist/join";
import type { Ctx } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, type Booking, evening, seedBooking } from "../support/booking";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

/** The whole crowd over two real processes is in two-processes.test.ts. */
const CELLS = FULL ? 100 : 10;
const CROWD = FULL ? 1_000 : 100;

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
/** Wishes under way at once: three cells' worth of contenders, four for each connection of the pools; more would only queue for those. */
const AT_ONCE = 96;

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

/** Pairs of active lines that share a unit and a time: looked for in the orders themselves, not in the guard's table. */
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
  it(`${CELLS} cells × 32 contenders over two processes: exactly one winner each`, async () => {
    const cells = Array.from({ length: CELLS }, (_, i) => ({
      day: "2026-11-23",
      runs: [{ placeId: `b-${(i % 10) + 1}`, start: at(8) + Math.floor(i / 10) * 30, end: at(8, 30) + Math.floor(i / 10) * 30 }],
    }));
    const outcome = await race(cells.flatMap((cell) => Array.from({ length: 32 }, () => cell)));
    expect(outcome).toEqual({ won: CELLS, refused: 31 * CELLS, unexpected: [] });
    await sound();
  });

  it(`${CROWD} contenders on one cell: one winner`, async () => {
    const outcome = await race(Array.from({ length: CROWD }, () => ({ day: "2026-11-24" })));
    expect(outcome).toEqual({ won: 1, refused: CROWD - 1, unexpected: [] });
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
    const wishes = Array.from({ length: CROWD }, (_, i) => ({
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

/**
 * Actions that everybody may perform on one place at one hour at once, from both processes: each is done, or refused because another was
 * quicker.
 */
describe("every other way to the same cells", () => {
  const hour = (placeId: string, start = at(20), end = at(21)) => ({ placeId, start, end });
  let asked = 0;
  /** Runs a service as a desk does, in turns over the two processes. @returns "done", or what it was refused with */
  const attempt = async (service: (ctx: Ctx) => Promise<unknown>): Promise<string> => {
    const database = processes[asked++ % 2] ?? t.database;
    return change(database, systemRequest(t.venue, "race", t.now, { person: tester }), service).then(
      () => "done",
      (error: unknown) => {
        if (error instanceof AppError) return error.key;
        throw error;
      },
    );
  };
  const orderAt = (day: string, run: ReturnType<typeof hour>, name = "某人") =>
    t.act((ctx) => create(ctx, booking.create.input.parse({ day, runs: [run], mode: "reserve", name })));
  const books = (day: string) =>
    Array.from(
      { length: 8 },
      (_, i) => () =>
        attempt((ctx) => create(ctx, booking.create.input.parse({ day, runs: [hour("b-5")], mode: "hold", name: `第 ${i} 位` }))),
    );
  const locks = (day: string) =>
    Array.from(
      { length: 4 },
      () => () => attempt((ctx) => lock(ctx, booking.lock.input.parse({ day, runs: [hour("b-5")], reason: "维修" }))),
    );
  const raced = async (wishes: readonly (() => Promise<string>)[]): Promise<Record<string, number>> => {
    const outcomes: Record<string, number> = {};
    for (const outcome of await Promise.all(shuffled(wishes).map((wish) => wish()))) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    return outcomes;
  };
  const ROUNDS = FULL ? 20 : 2;
  const dayOfRound = (n: number, from: string): string => addDays(from, n % 14);

  it("moves, extensions, bookings and locks: one has it", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const day = dayOfRound(n, "2026-11-30");
      const movers = [];
      for (const placeId of ["b-1", "b-2", "b-3", "b-4"])
        movers.push(await orderAt(day, hour(placeId, at(8) + (n % 6) * 60, at(9) + (n % 6) * 60)));
      const extender = await orderAt(day, hour("b-5", at(19), at(20)));
      const moves = movers.map(
        ({ id, lines }) =>
          () =>
            attempt((ctx) => move(ctx, booking.move.input.parse({ id, lineId: lines[0]?.id, to: { ...hour("b-5"), day } }))),
      );
      const extension = () =>
        attempt((ctx) => extend(ctx, booking.extend.input.parse({ id: extender.id, lineId: extender.lines[0]?.id, end: at(21) })));
      expect(await raced([...books(day), ...locks(day), ...moves, extension])).toEqual({ done: 1, slotTaken: 16 });
      await sound();
      await clear(day);
    }
  });

  it("two orders that want each other's cells: neither waits for ever, nothing is lost", async () => {
    const day = "2026-12-15";
    const [a, b] = [await orderAt(day, hour("b-1")), await orderAt(day, hour("b-2"))];
    const swap = (from: typeof a, placeId: string) => () =>
      attempt((ctx) => move(ctx, booking.move.input.parse({ id: from.id, lineId: from.lines[0]?.id, to: { ...hour(placeId), day } })));
    expect(await raced([swap(a, "b-2"), swap(b, "b-1")])).toEqual({ slotTaken: 2 });
    await sound();
  });

  it("a cancellation with somebody waiting: the one who waits has it, of all who book meanwhile none", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const day = dayOfRound(n, "2026-11-30");
      const holder = await orderAt(day, hour("b-5"));
      const wish = { day, start: at(20), end: at(21), programId: "g-b", placeId: "b-5", name: `候补 ${n}` };
      const entry = await t.act((ctx) => join(ctx, waitlist.join.input.parse(wish)));
      const cancels = () => attempt((ctx) => cancel(ctx, booking.cancel.input.parse({ id: holder.id, reason: "有事" })));
      expect(await raced([...books(day), cancels])).toEqual({ done: 1, slotTaken: 8 });
      const accepts = Array.from(
        { length: 4 },
        () => () => attempt((ctx) => accept(ctx, waitlist.accept.input.parse({ id: entry.id, mode: "reserve" }))),
      );
      expect(await raced([...accepts, ...books(day)])).toEqual({ done: 1, wrongState: 3, slotTaken: 8 });
      await sound();
      await clear(day);
    }
  });

  it("a closing and those who book into it: closed with everything that it hit, or not at all", async () => {
    for (let n = 0; n < ROUNDS; n++) {
      const day = dayOfRound(n, "2026-11-30");
      const hit = await orderAt(day, hour("b-6"));
      const input = { placeIds: ["b-5", "b-6"], from: day, to: day, start: at(20), end: at(21), reason: "漏水" };
      const { fingerprint } = await t.look((ctx) => preview(ctx, closing.preview.input.parse(input)));
      let closed = "";
      const closes = async () => (closed = await attempt((ctx) => apply(ctx, closing.apply.input.parse({ ...input, fingerprint }))));
      const outcomes = await raced([...books(day), closes]);
      expect(outcomes["done"]).toBe(1);
      expect(["done", "slotTaken", "closingChanged"]).toContain(closed);
      const stands = await t.database
        .dbFor("v-1")
        .selectFrom("booking_line")
        .select("place_id")
        .where("order_id", "=", hit.id)
        .executeTakeFirst();
      expect(stands?.place_id === "b-6").toBe(closed !== "done");
      await sound();
      await clear(day);
    }
  });

  /** Leaves a day empty, by the services. */
  async function clear(day: string): Promise<void> {
    const db = t.database.dbFor("v-1");
    const open = await db
      .selectFrom("booking_order")
      .select("id")
      .where("day", "=", day)
      .where("order_status", "in", ["held", "reserved"])
      .execute();
    for (const { id } of open) await t.act((ctx) => cancel(ctx, booking.cancel.input.parse({ id, reason: "清场" })));
    const standing = await db.selectFrom("place_lock").select("id").where("day", "=", day).where("status", "=", "locked").execute();
    for (const { id } of standing) await t.act((ctx) => unlock(ctx, { id }));
  }
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
      const others = [];
      for (const placeId of ["b-1", "b-2", "b-3"]) {
        const own = booking.create.input.parse({ ...evening, day: "2026-11-22", runs: [{ placeId, start: at(20), end: at(21) }] });
        others.push(await scratch.act((ctx) => create(ctx, own)));
      }
      const to = { placeId: "b-9", day: "2026-11-22", start: at(20), end: at(21) };
      const moves = await Promise.allSettled(
        others.map(({ id, lines }) => scratch.act((ctx) => move(ctx, booking.move.input.parse({ id, lineId: lines[0]?.id, to })))),
      );
      expect(moves.filter((outcome) => outcome.status === "fulfilled").length).toBeGreaterThan(1);
    } finally {
      await owner.close();
      await scratch.close();
    }
  });
});

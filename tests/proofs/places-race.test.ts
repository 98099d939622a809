/**
 * Bundles take all of their places or none, however many single bookings and other bundles want them at the same time; and a place that is
 * switched off, or given other units, at the same moment as it is booked is either booked or changed. From two processes. The negative
 * controls take the guards away and must oversell.
 */
import { api } from "../../src/contract/all";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { halls } from "../../src/contract/places/places";
import { type Database, openDatabase } from "../../src/server/db/client";
import { placeOrder } from "../../src/server/domains/booking/create";
import { create as addBundle } from "../../src/server/domains/prices/bundles";
import { modify } from "../../src/server/domains/places/hall-change";
import { view as hallView } from "../../src/server/domains/places/halls";
import { modify as modifyProgram } from "../../src/server/domains/prices/programs";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, seedBooking, TOMORROW } from "../support/booking";
import { waitingFor, whileShut } from "../support/gate";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const { bundles, programs } = api;

const ROUNDS = FULL ? 60 : 8;

let t: TestVenue;
let processes: Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  for (const [name, placeIds] of Object.entries({ 前三: ["b-1", "b-2", "b-3"], 后三: ["b-5", "b-4", "b-3"] })) {
    const draft = { name, placeIds, minutes: 60, price: "100.00", from: "2026-11-01", to: "2026-12-31" };
    await t.act((ctx) => addBundle(ctx, bundles.create.input.parse(draft)));
  }
  processes = [openDatabase(t.url, { max: 12 }), openDatabase(t.url, { max: 12 })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await t.close();
});

type Wish = (database: Database) => Promise<unknown>;
const within = <T>(venue: TestVenue, database: Database, work: Parameters<typeof change<T>>[2]): Promise<T> =>
  change(database, systemRequest(venue.venue, "race", venue.now, { person: tester }), work);

/** Books courts for an hour: three that make up a bundle, or one. */
const take =
  (venue: TestVenue, placeIds: readonly string[], hour: number): Wish =>
  (database) => {
    const runs = placeIds.map((placeId) => ({ placeId, start: at(hour), end: at(hour + 1) }));
    const input = booking.create.input.parse({ day: TOMORROW, runs, mode: "reserve", name: placeIds.join() });
    return within(venue, database, (ctx) => placeOrder(ctx, input));
  };
const FIRST = ["b-1", "b-2", "b-3"];
const LAST = ["b-5", "b-4", "b-3"];

/** All at once, in turns over the processes; which won. */
async function race(wishes: readonly Wish[], refusals: readonly string[] = ["slotTaken"]): Promise<boolean[]> {
  const outcomes = await Promise.allSettled(wishes.map((wish, i) => wish(processes[i % 2] ?? t.database)));
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    if (!(outcome.reason instanceof AppError) || !refusals.includes(outcome.reason.key)) throw outcome.reason;
  }
  return outcomes.map((outcome) => outcome.status === "fulfilled");
}

/** Pairs of active lines that share a unit and a time: looked for in the orders and places themselves, not in the guard's table. */
async function overlaps(venue: TestVenue): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM booking_line a JOIN booking_line b ON b.venue_id = a.venue_id AND b.id > a.id AND b.day = a.day
      AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute
    JOIN place p ON p.venue_id = a.venue_id AND p.id = a.place_id JOIN place q ON q.venue_id = b.venue_id AND q.id = b.place_id
    WHERE a.status = 'active' AND b.status = 'active' AND p.unit_ids && q.unit_ids`.execute(venue.database.dbFor(venue.venue.id));
  return rows[0]?.n ?? -1;
}
/** Active lines of places that are switched off, or that hold cells which are not the place's. */
async function astray(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM booking_line l JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
    WHERE l.status = 'active' AND (NOT p.active OR EXISTS (
      SELECT 1 FROM occupancy c WHERE c.venue_id = l.venue_id AND c.holder_id = l.id AND c.unit_id <> ALL (p.unit_ids)))`.execute(
    t.database.dbFor(t.venue.id),
  );
  return rows[0]?.n ?? -1;
}
/** Active lines of the orders, by order. */
async function sizes(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM booking_line GROUP BY order_id`.execute(t.database.dbFor(t.venue.id));
  return [...new Set(rows.map((row) => row.n))].sort((a, b) => a - b);
}

describe("a bundle", () => {
  it("wins whole or loses whole against single bookings of its places", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const hour = 6 + (round % 8);
      const singles = FIRST.flatMap((id) => [take(t, [id], hour), take(t, [id], hour)]);
      const won = await race([...singles.slice(0, 3), take(t, FIRST, hour), ...singles.slice(3)], ["slotTaken"]);
      if (won[3]) expect(won.filter(Boolean)).toHaveLength(1);
      await clear();
    }
    expect(await overlaps(t)).toBe(0);
  });

  it("wins alone against other bundles that share a place, whatever the order of their places", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const wishes = Array.from({ length: 10 }, (_, i) => take(t, i % 2 ? FIRST : LAST, 15));
      expect((await race(wishes)).filter(Boolean)).toHaveLength(1);
      expect(await sizes()).toEqual([3]);
      expect(await overlaps(t)).toBe(0);
      await clear();
    }
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });
});

/** Saves the badminton hall with a change to one place. */
const saving =
  (placeId: string, to: { on: boolean }): Wish =>
  (database) =>
    within(t, database, async (ctx) => {
      const hall = await hallView(ctx, { id: "h-b" });
      const draft = {
        ...hall,
        places: hall.map.map(({ id, parts, name, on }, i) => ({
          key: id,
          name,
          row: 1,
          column: i + 1,
          on: id === placeId ? to.on : on,
          parts,
        })),
        maxColumn: hall.map.length,
        ownHours: true,
      };
      return modify(ctx, halls.modify.input.parse(draft));
    });

describe("a place that is switched off while it is booked", () => {
  it("is either booked or off, never both", async () => {
    const seen = { booked: 0, off: 0 };
    for (let round = 0; round < ROUNDS * 2; round++) {
      const bookings = Array.from({ length: 4 }, (_, i) => take(t, ["b-7"], 8 + i));
      const switchOff = saving("b-7", { on: false });
      const wishes = round % 2 ? [switchOff, ...bookings] : [...bookings, switchOff];
      const won = await race(wishes, ["placeBooked", "placeChanged", "missing"]);
      const isOff = won[round % 2 ? 0 : 4] === true;
      const booked = won.filter(Boolean).length - (isOff ? 1 : 0);
      expect([isOff, booked > 0]).toContain(true);
      expect(isOff && booked > 0).toBe(false);
      expect(await astray()).toBe(0);
      if (isOff) seen.off++;
      else seen.booked++;
      await clear();
      if (isOff) await saving("b-7", { on: true })(t.database);
    }
    expect(seen.booked + seen.off).toBe(ROUNDS * 2);
  });
});

/** Saves the badminton hall, closed from 18:00 to 22:00 every day or not; or its program, whose hours it then has, open until `close`. */
const closing =
  (from: number | null): Wish =>
  (database) =>
    within(t, database, async (ctx) => {
      const hall = await hallView(ctx, { id: "h-b" });
      const drawn = hall.map.map(({ id, parts, name, on }, i) => ({ key: id, name, row: 1, column: i + 1, on, parts }));
      const closed = from === null ? [] : [{ weekdays: [], start: from, end: at(22) }];
      return modify(ctx, halls.modify.input.parse({ ...hall, places: drawn, maxColumn: drawn.length, closed }));
    });
const shortening =
  (close: number): Wish =>
  (database) =>
    within(t, database, (ctx) => {
      const hours = { open: Array<number>(7).fill(at(6)), close: Array<number>(7).fill(close) };
      return modifyProgram(ctx, programs.modify.input.parse({ id: "g-b", name: "羽毛球", sport: "badminton", ...hours }));
    });

describe("a hall that is closed at the time at which it is booked", () => {
  it.each([
    ["its own closed times", closing(at(18)), closing(null), true],
    ["its program's hours", shortening(at(18)), shortening(at(23)), false],
  ] as const)("%s: whoever comes first wins, the other is refused", async (_, shut, reopen, ownHours) => {
    await t.database.dbFor("v-1").updateTable("hall").set({ own_hours: ownHours }).where("id", "=", "h-b").execute();
    const book = take(t, ["b-9"], 19);
    for (const [first, second, refusal] of [
      [book, shut, "placeBooked"],
      [shut, book, "slotClosed"],
    ] as const) {
      // The first has all that it wants and cannot commit; the second meets it.
      const both = await whileShut(t.url, async () => {
        const one = first(processes[0] ?? t.database);
        await waitingFor(t.url, 1);
        const two = second(processes[1] ?? t.database).then(
          () => "done",
          (error: unknown) => (error instanceof AppError ? error.key : error),
        );
        await waitingFor(t.url, 2);
        return { one, two };
      });
      await both.one;
      expect(await both.two).toBe(refusal);
      await clear();
    }
    await reopen(t.database);
  });
});

describe("negative control", () => {
  it("two bundles oversell once the guard's primary key is gone", async () => {
    const scratch = await testVenue();
    const owner = openDatabase(scratch.url, { role: null, max: 1 });
    try {
      await seedBooking(scratch);
      await owner.pool.query("ALTER TABLE occupancy DROP CONSTRAINT occupancy_pkey");
      const outcomes = await Promise.allSettled([FIRST, LAST, FIRST].map((ids) => take(scratch, ids, 9)(scratch.database)));
      expect(outcomes.filter((outcome) => outcome.status === "fulfilled").length).toBeGreaterThan(1);
      expect(await overlaps(scratch)).toBeGreaterThan(0);
    } finally {
      await owner.close();
      await scratch.close();
    }
  });

  it("a line is on a place that is off once nobody looks at its bookings", async () => {
    await take(t, ["b-8"], 9)(t.database);
    expect(await astray()).toBe(0);
    const db = t.database.dbFor("v-1");
    await db.updateTable("place").set({ active: false }).where("id", "=", "b-8").execute();
    expect(await astray()).toBe(1);
    await db.updateTable("place").set({ active: true }).where("id", "=", "b-8").execute();
  });
});

/** Takes all orders out of the way. */
async function clear(): Promise<void> {
  const db = t.database.dbFor("v-1");
  await sql`DELETE FROM occupancy`.execute(db);
  await sql`UPDATE booking_line SET status = 'released'`.execute(db);
  await sql`DELETE FROM booking_line`.execute(db);
  await sql`DELETE FROM booking_order`.execute(db);
}

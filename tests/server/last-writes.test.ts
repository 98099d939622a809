/** The last writes of a change are sent together with its commit: their locks are released however busy the process is. */
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onStatement } from "../../src/server/db/statements";
import { at, book, seedBooking } from "../support/booking";
import { planAllJobs, type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  planAllJobs();
});
afterAll(() => t.close());

const DAY = "2026-11-22";

// Without triggers one statement goes after the other: what belongs to each is written with it.
it("sends the sequence of events, the events, the plan and the commit in one turn of the process", async () => {
  let turn = 0;
  let immediate = setImmediate(function next() {
    turn++;
    immediate = setImmediate(next);
  });
  const said: { text: string; turn: number }[] = [];
  onStatement(({ text }) => said.push({ text, turn }));
  try {
    await book(t, { day: DAY, runs: [{ placeId: "b-1", start: at(7), end: at(8) }] });
  } finally {
    onStatement(undefined);
    clearImmediate(immediate);
  }
  const last = said.slice(said.findLastIndex(({ text }) => text.startsWith('insert into "counter"')));
  expect(last.map(({ text }) => /^insert into "?\w+|^\w+/i.exec(text)?.[0].toLowerCase().replace('"', ""))).toEqual([
    "insert into counter",
    "insert into outbox",
    "insert into due",
    "commit",
  ]);
  expect(new Set(last.map((statement) => statement.turn)).size).toBe(1);
  // Negative control: what the change asked for before took turns.
  expect(new Set(said.map((statement) => statement.turn)).size).toBeGreaterThan(1);
});

it("undoes everything where what is written last fails, and says what failed", async () => {
  const db = t.database.dbFor("v-1");
  const rows = () => db.selectFrom("counter").selectAll().where("name", "=", "kept").execute();
  const kept = t.database.transact(
    "v-1",
    (tx) => tx.insertInto("counter").values({ venue_id: "v-1", name: "kept", value: 1 }).execute(),
    () => [CompiledQuery.raw("SELECT 1 / 0"), CompiledQuery.raw("SELECT 1")],
  );
  await expect(kept).rejects.toThrow("division by zero");
  expect(await rows()).toEqual([]);
  await t.database.transact("v-1", (tx) => tx.insertInto("counter").values({ venue_id: "v-1", name: "kept", value: 1 }).execute());
  expect(await rows()).toHaveLength(1);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { addMessage } from "../../src/server/kernel/messages";
import { type Job, startScheduler } from "../../src/server/scheduler";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

let test: TestVenue;
beforeAll(async () => {
  test = await testVenue();
  await addVenue(test.database, "v-2");
});
afterAll(() => test.close());

const titles = async (venueId: string) =>
  (await test.database.dbFor(venueId).selectFrom("message").select("title").where("venue_id", "=", venueId).orderBy("id").execute()).map(
    (row) => row.title,
  );

it("runs each job in each venue until nothing is left, and continues when one fails", async () => {
  const failed: string[] = [];
  let left = 3;
  const jobs: Job[] = [
    {
      name: "test.fails",
      run: async (ctx) => {
        await addMessage(ctx, { kind: "system", title: () => "undone" });
        throw new Error("broken");
      },
    },
    {
      name: "test.works",
      run: async (ctx) => {
        await addMessage(ctx, { kind: "system", title: () => "done" });
        return ctx.venue.id === "v-1" && --left > 0;
      },
    },
  ];
  const scheduler = startScheduler(
    test.database,
    jobs,
    () => test.now,
    (job) => failed.push(job),
  );
  await expect.poll(() => titles("v-2"), { timeout: 5_000 }).toEqual(["done"]);
  await scheduler.stop();
  expect(await titles("v-1")).toEqual(["done", "done", "done"]);
  expect(failed).toEqual(["test.fails", "test.fails"]);
});

it("forgets keys after a day and events after a week", async () => {
  const at = (iso: string) => new Date(iso);
  const db = test.database.dbFor("v-1");
  const key = { venue_id: "v-1", person_id: "p", call: "c", body_hash: "h" };
  await db
    .insertInto("idempotency")
    .values([
      { ...key, key: "old", at: at("2026-11-20T01:00:00Z") },
      { ...key, key: "new", at: at("2026-11-20T03:00:00Z") },
    ])
    .execute();
  await db
    .insertInto("outbox")
    .values([
      { venue_id: "v-1", id: 1001, at: at("2026-11-13T00:00:00Z"), type: "changed" },
      { venue_id: "v-1", id: 1002, at: at("2026-11-15T00:00:00Z"), type: "changed" },
    ])
    .execute();
  const scheduler = startScheduler(
    test.database,
    [],
    () => test.now,
    () => undefined,
  );
  await expect
    .poll(async () => (await db.selectFrom("idempotency").select("key").where("person_id", "=", "p").execute()).map((row) => row.key), {
      timeout: 5_000,
    })
    .toEqual(["new"]);
  await scheduler.stop();
  expect((await db.selectFrom("outbox").select("id").where("id", ">", 1000).execute()).map((row) => row.id)).toEqual([1002]);
});

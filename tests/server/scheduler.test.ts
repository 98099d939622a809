import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dueNow, earliest, type Job, nightly, countOverdue, setJobs } from "../../src/server/kernel/due";
import { addMessage } from "../../src/server/kernel/messages";
import { openDatabase, PLATFORM } from "../../src/server/db/client";
import { retentionJobs } from "../../src/server/retention";
import { openScheduler, planDaily, type Scheduler } from "../../src/server/scheduler";
import { query } from "../support/tables";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

let test: TestVenue;
const running: Scheduler[] = [];
const failed: string[] = [];
beforeEach(async () => {
  test = await testVenue();
  await addVenue(test.database, "v-2");
  setJobs([]);
  failed.length = 0;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  await test.close();
});

const start = (jobs: readonly Job[], database = test.database): Scheduler => {
  const one = openScheduler(
    database,
    jobs,
    () => test.now,
    (job) => failed.push(job),
  );
  running.push(one);
  return one;
};
const titles = async (venueId = "v-1") =>
  (await test.database.dbFor(venueId).selectFrom("message").select("title").where("venue_id", "=", venueId).orderBy("title").execute()).map(
    (row) => row.title,
  );
const say = (title: string, minute: number) =>
  test.act((ctx) => addMessage({ ...ctx, now: new Date(test.now.getTime() + minute * 60_000) }, { kind: "system", title: () => title }));
const dueRows = (venueId = "v-1") =>
  query<{ job: string; due_at: Date }>(test.url, `SELECT job, due_at FROM due WHERE venue_id = '${venueId}' ORDER BY job, due_at`);
const later = (minutes: number): void => {
  test.now = new Date(test.now.getTime() + minutes * 60_000);
};

/** Renames what is due: a message is a deadline at its own time. */
const ring = (left = 100): Job => ({
  name: "test.ring",
  ...earliest("message", "at", sql`title LIKE 'wait %'`),
  run: async (ctx) => {
    // A statement of its own: as a subquery of the update it may be run again for each row, and lock two others each time.
    const rows = await ctx.db
      .selectFrom("message")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("title", "like", "wait %")
      .where("at", "<=", ctx.now)
      .orderBy("id")
      .limit(left)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map((row) => row.id);
    await ctx.db
      .updateTable("message")
      .set({ title: sql`replace(title, 'wait', 'rang')` })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", sql<string>`ANY (${ids})`)
      .execute();
    return rows.length === left;
  },
});

describe("a deadline", () => {
  it("is written with what creates it, and its job runs when it has come, not before", async () => {
    const scheduler = start([ring()]);
    await say("wait 1", 5);
    await say("wait 2", 15);
    expect(await dueRows()).toMatchObject([{ job: "test.ring", due_at: new Date(test.now.getTime() + 300_000) }]);
    await scheduler.round();
    expect(await titles()).toEqual(["wait 1", "wait 2"]);
    later(5);
    await scheduler.round();
    expect(await titles()).toEqual(["rang 1", "wait 2"]);
    later(10);
    await scheduler.round();
    expect(await titles()).toEqual(["rang 1", "rang 2"]);
    expect(await dueRows()).toEqual([]);
  });

  it("that comes before those that are known is planned too; what was rolled back is not", async () => {
    start([ring()]);
    await say("wait late", 60);
    await say("wait soon", 1);
    await test
      .act(async (ctx) => {
        await addMessage(ctx, { kind: "system", title: () => "wait now" });
        throw new Error("undone");
      })
      .catch(() => undefined);
    expect((await dueRows()).map(({ due_at }) => (due_at.getTime() - test.now.getTime()) / 60_000)).toEqual([1, 60]);
  });

  it("that passed while nothing ran is caught up with, in as many parts as it takes", async () => {
    setJobs([ring()]);
    for (let i = 0; i < 7; i++) await say(`wait ${i}`, i);
    later(24 * 60);
    await start([ring(2)]).round();
    expect(await titles()).toEqual(Array.from({ length: 7 }, (_, i) => `rang ${i}`));
  });

  it("is found of a venue that is older than its plan", async () => {
    await say("wait 1", 0);
    expect(await dueRows()).toEqual([]);
    await query(test.url, "INSERT INTO due (venue_id, job, due_at) VALUES ('v-1', 'due.plan', '2026-11-20')");
    const scheduler = start([ring()]);
    await scheduler.round();
    await scheduler.round();
    expect(await titles()).toEqual(["rang 1"]);
  });

  it("of a job that is new to a release is found at its start", async () => {
    const other: Job = { name: "test.other", run: async () => undefined };
    start([other]).start();
    await say("wait 1", 0);
    const again = { job: "due.plan", due_at: new Date(test.now.getTime() + 30 * 60_000) };
    await expect.poll(dueRows, { timeout: 10_000 }).toEqual([again]);
    const scheduler = start([other, ring()]);
    scheduler.start();
    await expect.poll(() => titles(), { timeout: 10_000 }).toEqual(["rang 1"]);
  });

  it("of a night comes with the venue's next day", async () => {
    start([{ name: "test.night", ...nightly("message", sql`true`), run: async () => undefined }]);
    await say("any", 0);
    const [row] = await dueRows();
    const midnight = new Date("2026-11-21T16:00:00Z").getTime();
    expect((row?.due_at.getTime() ?? 0) - midnight).toBeGreaterThanOrEqual(0);
    expect((row?.due_at.getTime() ?? 0) - midnight).toBeLessThan(120_000);
  });
});

describe("several processes", () => {
  const count = (name: string, counts: Map<string, number>): Job => ({
    name,
    ...earliest("message", "at", sql`title LIKE 'wait %'`),
    run: async (ctx) => {
      counts.set(ctx.venue.id, (counts.get(ctx.venue.id) ?? 0) + 1);
      await ctx.db.updateTable("message").set({ title: "done" }).where("venue_id", "=", ctx.venue.id).execute();
      await sql`SELECT pg_sleep(0.02)`.execute(ctx.db);
    },
  });

  it("do each due job once", async () => {
    const counts = new Map<string, number>();
    const jobs = [count("test.count", counts)];
    const second = openDatabase(test.url, { max: 8 });
    const [one, other] = [start(jobs), start(jobs, second)];
    const venues = ["v-1", "v-2", ...Array.from({ length: 28 }, (_, i) => `w-${i}`)];
    for (const id of venues.slice(2)) await addVenue(test.database, id);
    const db = test.database.dbFor(PLATFORM);
    const rows = await db.selectFrom("venue").selectAll().execute();
    for (const venue of rows) await test.act((ctx) => addMessage(ctx, { kind: "system", title: () => "wait 1" }), { venue });
    const [here, there] = await Promise.all([one.round(), other.round()]);
    await Promise.all([one.round(), other.round()]);
    expect(counts).toEqual(new Map(rows.map(({ id }) => [id, 1] as const).sort(() => 0)));
    expect(Math.min(here, there)).toBeGreaterThan(0);
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await second.close();
  });

  it("take over what one that was killed had taken", async () => {
    const second = openDatabase(test.url, { max: 8 });
    const [one, other] = [start([ring()]), start([ring()], second)];
    void one;
    await say("wait 1", 0);
    // A process that has taken the row, and is killed before it commits.
    const dying = second.listener();
    dying.on("error", () => undefined);
    await dying.connect();
    await dying.query("SELECT set_config('app.venue_id', 'v-1', false)");
    const { rows } = await dying.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await dying.query("BEGIN");
    await dying.query("DELETE FROM due WHERE venue_id = 'v-1'");
    await other.round();
    expect(await titles()).toEqual(["wait 1"]);
    await query(test.url, "SELECT pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
    await other.round();
    expect(await titles()).toEqual(["rang 1"]);
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await second.close();
  });
});

describe("a job that fails", () => {
  it("undoes what it did, waits longer each time, and is counted; the others continue", async () => {
    const broken: Job = {
      name: "test.fails",
      ...earliest("message", "at", sql`title LIKE 'wait %'`),
      run: async (ctx) => {
        await addMessage(ctx, { kind: "system", title: () => "undone" });
        throw new Error("broken");
      },
    };
    const scheduler = start([broken, ring()]);
    await say("wait 1", 0);
    await scheduler.round();
    expect(await titles()).toEqual(["rang 1"]);
    expect(failed).toEqual(["test.fails"]);
    const [row] = await dueRows();
    expect((row?.due_at.getTime() ?? 0) - test.now.getTime()).toBe(10_000);
    await say("wait 2", 0);
    await scheduler.round();
    expect(failed).toEqual(["test.fails"]);
    later(1);
    await scheduler.round();
    expect(failed).toEqual(["test.fails", "test.fails"]);
    expect((await dueRows()).map(({ due_at }) => due_at.getTime() - test.now.getTime())).toEqual([20_000]);
    const platform = test.database.dbFor(PLATFORM);
    expect(await countOverdue(platform, test.now)).toEqual({ late: 0, failing: 1 });
    later(5);
    expect(await countOverdue(platform, test.now)).toEqual({ late: 1, failing: 1 });
  });
});

describe("rows that an older release wrote without a plan", () => {
  const age = (): Promise<unknown> =>
    query(
      test.url,
      "DELETE FROM due; INSERT INTO message (venue_id, id, at, kind, title) VALUES ('v-1', 'old', '2026-01-01', 'system', 'wait 9')",
    );

  it("are planned once more half an hour after the first start of a release with other jobs", async () => {
    const scheduler = start([ring()]);
    scheduler.start();
    await expect
      .poll(async () => (await dueRows()).map(({ job, due_at }) => [job, due_at.getTime() - test.now.getTime()]), { timeout: 10_000 })
      .toEqual([["due.plan", 1_800_000]]);
  });

  it("are planned within a day", async () => {
    const platform = openScheduler(
      test.database,
      [ring()],
      () => test.now,
      (job) => failed.push(job),
      [planDaily],
    );
    running.push(platform);
    await age();
    await query(test.url, "INSERT INTO due (venue_id, job, due_at) VALUES ('-', 'due.daily', $1)", [test.now]);
    await platform.round();
    expect((await dueRows()).map(({ job }) => job)).toEqual(["due.plan"]);
    expect((await dueRows("v-2")).map(({ job }) => job)).toEqual(["due.plan"]);
    expect(await titles()).toEqual(["wait 9"]);
    later(61);
    await platform.round();
    await platform.round();
    expect(await titles()).toEqual(["rang 9"]);
    expect((await dueRows("-")).map(({ job, due_at }) => [job, due_at.getTime() - test.now.getTime()])).toEqual([
      ["due.daily", 1_379 * 60_000],
    ]);
    expect(failed).toEqual([]);
  });
});

it("keeps what is due of other venues from a venue", async () => {
  await query(test.url, "INSERT INTO due (venue_id, job, due_at) VALUES ('v-1', 'x', now()), ('v-2', 'x', now())");
  const far = new Date("2100-01-01");
  expect([...(await dueNow(test.database.dbFor("v-1"), far, ["x"], 10)).keys()]).toEqual(["v-1"]);
  expect([...(await dueNow(test.database.dbFor(PLATFORM), far, ["x"], 10)).keys()].sort()).toEqual(["v-1", "v-2"]);
});

it("forgets keys after a day and events after a week", async () => {
  const at = (iso: string) => new Date(iso);
  const db = test.database.dbFor("v-1");
  const key = { venue_id: "v-1", person_id: "p", call: "c", body_hash: "h" };
  const scheduler = start(retentionJobs());
  await test.act(async (ctx) => {
    await ctx.db
      .insertInto("idempotency")
      .values([
        { ...key, key: "old", at: at("2026-11-20T01:00:00Z") },
        { ...key, key: "new", at: at("2026-11-20T03:00:00Z") },
      ])
      .execute();
    await ctx.db
      .insertInto("outbox")
      .values([
        { venue_id: "v-1", id: 1001, at: at("2026-11-13T00:00:00Z"), type: "changed" },
        { venue_id: "v-1", id: 1002, at: at("2026-11-15T00:00:00Z"), type: "changed" },
      ])
      .execute();
  });
  await scheduler.round();
  const keys = await db.selectFrom("idempotency").select("key").where("person_id", "=", "p").execute();
  expect(keys.map((row) => row.key)).toEqual(["new"]);
  expect((await db.selectFrom("outbox").select("id").where("id", ">", 1000).execute()).map((row) => row.id)).toEqual([1002]);
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { countOf, forgetCounts } from "../../src/server/db/counts";
import { type PageRequest, pageOf } from "../../src/server/db/page";
import { streamRows } from "../../src/server/db/stream";
import { AppError } from "../../src/server/http/error";
import { readAt, writeAt } from "../../src/server/kernel/at-venue";
import { query } from "../support/tables";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const pageIn = (venueId: string, request: PageRequest, first = "value,desc") => {
  const db = t.database.dbFor(venueId);
  const query = db.selectFrom("counter").select(["name", "value"]).where("venue_id", "=", venueId);
  return pageOf({ db, venue: { id: venueId } }, query, request, { id: "name", value: "value" }, first);
};
const add = (venueId: string, names: readonly string[], value: number) =>
  t.database
    .dbFor(venueId)
    .insertInto("counter")
    .values(names.map((name) => ({ venue_id: venueId, name, value })))
    .execute();

beforeAll(async () => {
  t = await testVenue();
  await addVenue(t.database, "v-2");
  await add(
    "v-1",
    Array.from({ length: 45 }, (_, i) => `n${String(i).padStart(2, "0")}`),
    7,
  );
  await add("v-2", ["only"], 1);
});
afterAll(() => t.close());

describe("a page", () => {
  it("says all that the contract's page says", async () => {
    const page = await pageIn("v-1", { page: 1, size: 20 });
    expect(page).toMatchObject({ totalElements: 45, totalPages: 3, number: 1, size: 20, numberOfElements: 20, first: false, last: false });
    expect(await pageIn("v-1", { page: 2, size: 20 })).toMatchObject({ numberOfElements: 5, last: true, empty: false });
    expect(await pageIn("v-1", { page: 9, size: 20 })).toMatchObject({ content: [], totalElements: 45, empty: true, last: true });
  });

  it("shows each row exactly once over all pages although all sort alike", async () => {
    const seen: string[] = [];
    for (let page = 0; page < 5; page++) for (const row of (await pageIn("v-1", { page, size: 10 })).content) seen.push(row.name);
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
  });

  it.each(["id,asc", "id,desc", "value,asc", "value,desc", "note,asc", "note,desc"])(
    "of a search is in the same order, %s, few rows or many",
    async (sort) => {
      const db = t.database.dbFor("v-1");
      const query = db
        .selectFrom("counter")
        .select(["name", "value"])
        .where("venue_id", "=", "v-1")
        .where("name", "in", ["n03", "n14", "n15", "n26", "n41"]);
      // Every second row has none.
      const note = { nullable: sql`(case when name in ('n03', 'n15', 'n41') then null else 100 - right(name, 2)::int end)` };
      const page = (q?: string) =>
        pageOf({ db, venue: { id: "v-1" } }, query, { page: 0, size: 4, sort, q }, { id: "name", value: "value", note }, "value,desc");
      const [few, many] = [await page("n"), await page()];
      expect(few).toEqual(many);
      expect(few.content).toHaveLength(4);
    },
  );

  it.each([
    { found: 0, page: 0 },
    { found: 3, page: 0 },
    { found: 45, page: 1 },
    { found: 45, page: 7 },
    // More than are looked through at once.
    { found: 200_001, page: 2 },
  ])("of a search is the list's own: page $page of $found", async ({ found, page }) => {
    const db = t.database.dbFor("v-1");
    const rows = sql<{ n: number; half: string }>`(SELECT n, n / 2 || '' AS half FROM generate_series(1, ${found}::int) n)`;
    const query = db.selectFrom(rows.as("r")).select(["n", "half"]);
    const read = (q?: string) =>
      pageOf({ db, venue: { id: "v-1" } }, query, { page, size: 20, q, sort: "n,asc" }, { id: ["r.half", "r.n"], n: "r.n" }, "n,asc");
    const [searched, listed] = [await read("1"), await read()];
    expect(searched).toEqual(listed);
    expect(searched.totalElements).toBe(found);
  });

  it("sorts by allowed fields only, and refuses others by name", async () => {
    const up = await pageIn("v-1", { page: 0, size: 1, sort: "id,asc" });
    const down = await pageIn("v-1", { page: 0, size: 1, sort: "id,desc" });
    expect([up.content[0]?.name, down.content[0]?.name]).toEqual(["n00", "n44"]);
    for (const sort of ["venue_id,asc", "constructor,asc", "toString,desc"]) {
      const refused = await pageIn("v-1", { page: 0, size: 1, sort }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AppError);
      expect(refused).toMatchObject({ key: "badInput", data: { errors: { sort: "other" } } });
    }
  });

  it("of a long list is sorted only by what an index has in order, and says so", async () => {
    await addVenue(t.database, "v-3");
    await query(t.url, "INSERT INTO counter (venue_id, name, value) SELECT 'v-3', 'n' || i, i % 97 FROM generate_series(1, 20000) i");
    await query(t.url, "ANALYZE counter");
    const db = t.database.dbFor("v-3");
    const list = (sort: string, most: number, upTo = 20_000) =>
      pageOf(
        { db, venue: { id: "v-3" } },
        db.selectFrom("counter").select(["name", "value"]).where("venue_id", "=", "v-3").where("value", "<", upTo),
        { page: 0, size: 20, sort },
        { id: "name", value: "value", name: "name" },
        "id,asc",
        { longRows: most },
      );
    expect((await list("name,asc", 10_000)).unsorted).toEqual(["value"]);
    await expect(list("value,desc", 10_000)).rejects.toMatchObject({ key: "longSort", values: { most: 10_000 } });
    expect((await list("value,desc", 20_000)).content[0]?.value).toBe(96);
    const few = await list("value,desc", 10_000, 3);
    expect([few.content[0]?.value, few.unsorted]).toEqual([2, undefined]);
  });

  it("keeps a venue's total a moment, drops it when told, and never gives it to another venue", async () => {
    expect((await pageIn("v-1", { page: 0, size: 20 })).totalElements).toBe(45);
    await add("v-1", ["later"], 1);
    expect((await pageIn("v-1", { page: 0, size: 20 })).totalElements).toBe(45);
    forgetCounts("v-1");
    expect((await pageIn("v-1", { page: 0, size: 20 })).totalElements).toBe(46);
    expect((await pageIn("v-2", { page: 0, size: 20 })).totalElements).toBe(1);
  });
});

describe("a kept total", () => {
  const total = (): Promise<number> => {
    const db = t.database.dbFor("v-1");
    return countOf({ db, venue: { id: "v-1" } }, db.selectFrom("product_class").select("id").where("venue_id", "=", "v-1"));
  };
  /** A row that no process hears of. */
  const slip = (id: string) => query(t.url, `INSERT INTO product_class (venue_id, id, name) VALUES ('v-1', '${id}', '${id}')`);
  const addClass = (id: string) => t.act((ctx) => ctx.db.insertInto("product_class").values({ venue_id: "v-1", id, name: id }).execute());

  it("is forgotten where a change touched rows of its table, and kept where it touched others", async () => {
    forgetCounts();
    expect(await total()).toBe(0);
    await slip("unheard");
    await t.act((ctx) => ctx.db.insertInto("counter").values({ venue_id: "v-1", name: "x", value: 1 }).execute());
    await t.act(async (ctx) => ctx.emit({ type: "changed", data: { resource: "members" } }));
    await t.act((ctx) =>
      ctx.db.insertInto("message").values({ venue_id: "v-1", id: "m", at: ctx.now, kind: "system", title: "x" }).execute(),
    );
    expect(await total()).toBe(0);
    await addClass("heard");
    expect(await total()).toBe(2);
    await slip("unheard-2");
    await t.act((ctx) => ctx.db.updateTable("message").set({ state: "read" }).where("venue_id", "=", "v-1").execute());
    expect(await total()).toBe(2);
  });

  it("is answered once more after its time, while it is counted anew; long after it is waited for", async () => {
    forgetCounts();
    const before = await total();
    const clock = vi.spyOn(performance, "now");
    try {
      await slip("late");
      const at = performance.now();
      clock.mockImplementation(() => at + 20_000);
      expect(await total()).toBe(before);
      await expect.poll(total).toBe(before + 1);
      await slip("later");
      clock.mockImplementation(() => at + 200_000);
      expect(await total()).toBe(before + 2);
    } finally {
      clock.mockRestore();
    }
  });

  it("of another venue is forgotten where a change wrote there, and kept where it only looked", async () => {
    const db = t.database.dbFor("v-2");
    const there = await t.database.dbFor("-").selectFrom("venue").selectAll().where("id", "=", "v-2").executeTakeFirstOrThrow();
    const totalThere = () => countOf({ db, venue: there }, db.selectFrom("product_class").select("id").where("venue_id", "=", "v-2"));
    const row = (id: string) => ({ venue_id: "v-2", id, name: id });
    expect(await totalThere()).toBe(0);
    await query(t.url, "INSERT INTO product_class (venue_id, id, name) VALUES ('v-2', 'unheard', 'unheard')");
    await t.act((ctx) => readAt(ctx, there, (at) => at.db.selectFrom("product_class").selectAll().execute()));
    expect(await totalThere()).toBe(0);
    await t.act((ctx) => writeAt(ctx, there, (at) => at.db.insertInto("product_class").values(row("heard")).execute()));
    expect(await totalThere()).toBe(2);
  });

  it("of a view is forgotten with the tables behind it", async () => {
    const db = t.database.dbFor("v-1");
    const staff = () => countOf({ db, venue: { id: "v-1" } }, db.selectFrom("venue_staff").select("id"));
    const before = await staff();
    await t.act(async (ctx) => {
      await ctx.db.insertInto("person").values({ id: "p-n", username: "n", password_hash: "", name: "n", created_at: ctx.now }).execute();
      await ctx.db.insertInto("role").values({ id: "r-n", organization_id: "o-1", name: "r-n" }).execute();
      await ctx.db.insertInto("person_venue").values({ person_id: "p-n", venue_id: "v-1", role_id: "r-n" }).execute();
    });
    expect(await staff()).toBe(before + 1);
  });
});

describe("rows of a query, streamed", () => {
  it("come all, with the query's parameters, in its order, more than one batch", async () => {
    await add(
      "v-2",
      Array.from({ length: 2500 }, (_, i) => `s${String(i).padStart(5, "0")}`),
      9,
    );
    const db = t.database.dbFor("v-2");
    const query = db.selectFrom("counter").select("name").where("venue_id", "=", "v-2").where("value", "=", 9).orderBy("name");
    const names: string[] = [];
    for await (const row of streamRows(db, query)) names.push(row.name);
    expect(names).toHaveLength(2500);
    expect(names).toEqual([...names].sort());
  });

  it("give their connection back when the reader leaves early", async () => {
    const db = t.database.dbFor("v-2");
    for (let i = 0; i < 20; i++) {
      for await (const row of streamRows(db, db.selectFrom("counter").select("name").where("venue_id", "=", "v-2"))) {
        expect(row.name).toBeTruthy();
        break;
      }
    }
    expect(t.database.pool.waitingCount).toBe(0);
    // The last one ends its query first, which takes a moment on a busy machine; one that is kept never comes.
    await expect.poll(() => t.database.pool.totalCount - t.database.pool.idleCount).toBe(0);
  });
});

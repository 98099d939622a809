/** One venue never sees or touches another: by the queries alone, and by row-level security under them. */
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { variants } from "../support/forms";
import { sampleInput } from "../support/sample";
import { PLATFORM } from "../../src/server/db/client";
import { onStatement, type Statement } from "../../src/server/db/statements";
import { crossings } from "../../src/tools/doctor/crossing";
import { type Client as Caller, type TestServer, testServer } from "../support/server";
import { query, snapshot, venueTables } from "../support/tables";
import { makeTwins, SECRET } from "../support/twins";

const inVenue = calls.filter(({ call }) => call.access === "venue" || call.access === "cookie");

// Row-level security only ever takes rows away: the short form sees each call without it, and what it does alone is seen below.
describe.each(
  variants([
    { belt: "with row-level security off, by the queries alone", rls: false },
    { belt: "with row-level security", rls: true },
  ]),
)("$belt", ({ rls }) => {
  let server: TestServer;
  let client: Caller;
  let other: Record<string, string>;
  const heard = new Map<string, Statement>();
  beforeAll(async () => {
    server = await testServer();
    await makeTwins(server.url);
    if (!rls)
      for (const table of await venueTables(server.url)) await query(server.url, `ALTER TABLE "${table}" DISABLE ROW LEVEL SECURITY`);
    server.now = new Date("2026-11-21T02:00:00Z");
    client = await server.as("admin");
    other = await snapshot(server.url, "v-2");
    onStatement((statement) => heard.set(`${statement.venueId} ${statement.text}`, statement));
  });
  afterAll(() => {
    onStatement(undefined);
    return server.close();
  });

  it.each(inVenue)("$name answers nothing of the other venue", async ({ call }) => {
    const answer = await client.fetch(call, sampleInput(call));
    expect((await answer.text()).includes(SECRET)).toBe(false);
  });

  const byId = inVenue.filter(({ call }) => "id" in sampleInput(call));
  it.each(byId)("$name finds no id of the other venue", async ({ call }) => {
    const foreign = await client.call(call, { ...sampleInput(call), id: "only-2" });
    const nowhere = await client.call(call, { ...sampleInput(call), id: "nowhere" });
    expect(foreign).toEqual(nowhere);
  });

  it("has changed nothing in the other venue", async () => {
    expect(await snapshot(server.url, "v-2")).toEqual(other);
  });

  // Machines that share the venues among them would each be asked what names none.
  it.skipIf(rls)("has asked nothing of a table of venues without naming the venue", { timeout: 120_000 }, async () => {
    onStatement(undefined);
    const owner = new Client({ connectionString: server.url });
    await owner.connect();
    const { crossing, unread, read } = await crossings(
      owner,
      [...heard.values()].filter(({ venueId }) => venueId !== PLATFORM),
    );
    await owner.end();
    expect(read).toBeGreaterThan(500);
    expect(unread).toEqual([]);
    expect(crossing.map(({ table, text }) => `${table}: ${text}`)).toEqual([]);
  });
});

describe("row-level security", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await makeTwins(server.url);
  });
  afterAll(() => server.close());

  it("shows a query without any filter its own venue only", async () => {
    for (const table of await venueTables(server.url)) {
      if (table === "person_venue" || table === "preference") continue;
      const { rows } = await sql<{ venue_id: string }>`SELECT DISTINCT venue_id FROM ${sql.table(table)}`.execute(
        server.database.dbFor("v-1"),
      );
      expect(rows.filter(({ venue_id }) => venue_id !== "v-1")).toEqual([]);
    }
  });

  it("lets nobody write into another venue", async () => {
    const db = server.database.dbFor("v-1");
    await expect(
      db.insertInto("message").values({ venue_id: "v-2", id: "m", at: new Date(), kind: "system", title: "x" }).execute(),
    ).rejects.toMatchObject({ code: "42501" });
    const { numUpdatedRows } = await db.updateTable("member").set({ memo: "x" }).where("venue_id", "=", "v-2").executeTakeFirst();
    expect(numUpdatedRows).toBe(0n);
  });

  it("shows nothing of any venue to work outside venues", async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM member`.execute(server.database.dbFor("-"));
    expect(rows[0]?.n).toBe(0);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callsOf } from "../../src/contract/core/resource/calls";
import { UNAUDITED } from "../../src/tools/doctor/checks";
import { securityLog } from "../../src/contract/platform/security-log";
import { session } from "../../src/contract/session/session";
import { venue } from "../../src/contract/venue/venue";
import { openDatabase } from "../../src/server/db/client";
import { post } from "../../src/server/ledger/post";
import { type TestVenue, testVenue } from "../support/venue";
import { password, type TestServer, testServer } from "../support/server";

const log = callsOf(securityLog);
const policies = {
  name: "改名的馆",
  address: "新路 1 号",
  phone: "",
  holdMinutes: 20,
  daysAhead: 30,
  freeCancelHours: 24,
  lateCancelPercent: 20,
  purseOrder: "principalFirst",
} as const;

describe("a change", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ env: { TRUST_PROXY: "on" } });
  });
  afterAll(() => server.close());

  it("is in the operation log with operator, address, call, object, and only the fields that changed", async () => {
    const client = await server.as("admin");
    await client.ok(venue.modify, policies, { headers: { "x-forwarded-for": "203.0.113.9" } });
    const { content } = await client.ok(log.list, { object: "venue" });
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({
      operatorId: "p-admin",
      operator: "员工 admin",
      address: "203.0.113.9",
      action: "venue.modify",
      object: "venue",
      objectId: "v-1",
      change: "changed",
    });
    expect([...(content[0]?.changes ?? [])].sort()).toEqual(
      ["名称：场馆 v-1 → 改名的馆", "地址：— → 新路 1 号", "占位保留分钟：15 → 20"].sort(),
    );
    expect(content[0]?.what).toBe("修改场馆信息");
  });

  it("is seen by the trigger of its table, on every table of venues whose changes no document logs", async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'venue_id' AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'audit' AND t.tgenabled IN ('O', 'A'))
      ORDER BY 1`.execute(server.database.dbFor("v-1"));
    expect(rows.map(({ name }) => name)).toEqual([...UNAUDITED].sort());
  });

  it("of a member is in the log whatever column it touches, but for what follows from each purchase and what the row derives", async () => {
    const { rows } = await sql<{ column: string }>`
      SELECT attname AS column FROM pg_attribute a JOIN pg_trigger t ON t.tgrelid = a.attrelid AND t.tgname LIKE '%audit_update'
      WHERE a.attrelid = 'member'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attnum <> ALL (t.tgattr::int2[])
      ORDER BY attname`.execute(server.database.dbFor("v-1"));
    expect(rows.map((row) => row.column)).toEqual(["card_key", "last_visit_at", "phone_tail", "spent"]);
  });

  it("is seen at its own venue only", async () => {
    const client = await server.as("admin");
    expect((await client.ok(log.list, { object: "venue" }, { venueId: "v-2" })).content).toEqual([]);
  });

  it("never logs a password, not even as a hash", async () => {
    const db = openDatabase(server.url, { role: null });
    const rows = await db.dbFor("-").selectFrom("audit_log").select(["before", "after"]).execute();
    const text = JSON.stringify(rows);
    expect([text.includes("argon2"), text.includes("password_hash")]).toEqual([false, false]);
    await db.close();
  });

  it("that is refused leaves no line", async () => {
    const client = await server.as("admin");
    const before = (await client.ok(log.list, {})).totalElements;
    expect((await client.call(venue.modify, { ...policies, holdMinutes: 0 })).code).toBe(400);
    expect((await client.ok(log.list, {})).totalElements).toBe(before);
  });
});

describe("ledger and audit log are append-only for the application", () => {
  let test: TestVenue;
  beforeAll(async () => {
    test = await testVenue();
    await test.act((ctx) =>
      post(ctx, {
        document: { kind: "deposit", id: "d-1", no: "D1" },
        operation: "deposit",
        legs: [
          { account: "tender.cash", amount: 500, subject: "s" },
          { account: "deposit", amount: -500, subject: "m" },
        ],
      }),
    );
    await test.act((ctx) => ctx.db.updateTable("venue").set({ name: "被改" }).where("id", "=", "v-1").execute());
  });
  afterAll(() => test.close());

  const tables = ["ledger_tx", "posting", "audit_log"];
  const statements = (table: string) => [`UPDATE ${table} SET venue_id = venue_id`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`];
  const all = tables.flatMap(statements);

  it.each(all)("refuses %s", async (statement) => {
    await expect(test.act((ctx) => sql.raw(statement).execute(ctx.db))).rejects.toMatchObject({ code: "42501" });
  });

  it.each(tables.flatMap((table) => [`UPDATE ${table} SET venue_id = venue_id`, `DELETE FROM ${table}`]))(
    "refuses even the owner: %s",
    async (statement) => {
      const owner = openDatabase(test.url, { role: null });
      await expect(owner.pool.query(statement)).rejects.toMatchObject({ code: "42501" });
      await owner.close();
    },
  );

  it("refuses a posting that joins an old transaction", async () => {
    const tx = await test.look((ctx) => ctx.db.selectFrom("ledger_tx").select("id").executeTakeFirstOrThrow());
    const late = (amount: number, seq: number) => ({
      venue_id: "v-1",
      tx_id: tx.id,
      seq,
      account: "tender.cash",
      amount,
      day: "2026-11-21",
      posted_at: test.now,
      earned_on: null,
      balance_after: null,
    });
    await expect(
      test.act((ctx) =>
        ctx.db
          .insertInto("posting")
          .values([late(1, 8), late(-1, 9)])
          .execute(),
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("a login", () => {
  it("is in the log of the platform with the person and the address", async () => {
    const server = await testServer();
    await server.with("").ok(session.login, { username: "admin", password });
    const rows = await server.database
      .dbFor("-")
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", "session.login")
      .orderBy("id")
      .execute();
    expect(rows.at(-1)).toMatchObject({
      operator: "员工 admin",
      person_id: "p-admin",
      address: "127.0.0.1",
      object: "person",
      object_id: "p-admin",
    });
    await server.close();
  });
});

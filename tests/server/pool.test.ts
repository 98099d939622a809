/** A server whose connections are all in use, or are cut while in use: it says that it is busy and keeps running. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { members } from "../../src/contract/members";
import { REFUSALS } from "../../src/contract/errors";
import { asRefusal } from "../../src/server/http/faults";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

/** How long a call waits for a connection while all are held: short, so that nobody waits the ten seconds that a desk would. */
const SHORT_MS = 300;
const LONG_MS = 10_000;

let server: TestServer;
let client: Client;
const held: PoolClient[] = [];
const uncaught: unknown[] = [];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  server = await testServer();
  client = await server.as("admin");
  process.on("uncaughtException", note);
});
afterEach(() => release());
afterAll(async () => {
  process.off("uncaughtException", note);
  await server.close();
});

const list = { page: 0, size: 10 };
async function holdAll(): Promise<void> {
  const { pool } = server.database;
  while (held.length < pool.options.max) held.push(await pool.connect());
  pool.options.connectionTimeoutMillis = SHORT_MS;
}
function release(): void {
  server.database.pool.options.connectionTimeoutMillis = LONG_MS;
  held.splice(0).forEach((connection) => connection.release());
}

describe("a server whose connections are all in use", () => {
  it("refuses as busy, in the person's language, and changes nothing", async () => {
    await holdAll();
    const [listed, enrolled] = await Promise.all([
      client.fetch(members.list, list),
      client.fetch(members.create, { name: "忙时来客", phone: "13900000001" }, { headers: { "accept-language": "en" } }),
    ]);
    expect(listed.status).toBe(200);
    expect(await listed.json()).toMatchObject({ code: 500, msg: REFUSALS.busy.zh });
    expect(enrolled.status).toBe(200);
    expect(await enrolled.json()).toMatchObject({ code: 500, msg: REFUSALS.busy.en });
    expect(await query(server.url, "SELECT 1 FROM member WHERE phone = '13900000001'")).toEqual([]);
  });

  it("stays alive through a crowd, says that it is not ready, and serves again once connections are free", async () => {
    await holdAll();
    const crowd = await Promise.all(Array.from({ length: 60 }, () => client.call(members.list, list)));
    expect(new Set(crowd.map(({ code }) => code))).toEqual(new Set([500]));
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
    release();
    const after = await Promise.all(Array.from({ length: 30 }, () => client.call(members.list, list)));
    expect(new Set(after.map(({ code }) => code))).toEqual(new Set([200]));
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    expect(uncaught).toEqual([]);
  });
});

describe("connections that are cut", () => {
  it("take neither the process down nor the calls after", async () => {
    await holdAll();
    await query(
      server.url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await sleep(100);
    release();
    await expect.poll(async () => (await client.call(members.list, list)).code, { timeout: 5_000 }).toBe(200);
    expect(uncaught).toEqual([]);
  });
});

it("takes a full database for busy, and an unknown fault for a fault", () => {
  expect(asRefusal(Object.assign(new Error("sorry, too many clients already"), { code: "53300" }))?.key).toBe("busy");
  expect(asRefusal(new Error("timeout exceeded when trying to connect"))?.key).toBe("busy");
  expect(asRefusal(new Error("timeout"))).toBeUndefined();
});

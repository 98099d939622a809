/** A server whose connections are all in use, or are cut while in use: it says that it is busy and keeps running. */
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { members } from "../../src/contract/members/members";
import { REFUSALS } from "../../src/contract/core/errors";
import { openDatabase } from "../../src/server/db/client";
import { asRefusal } from "../../src/server/http/faults";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

/** Time a call waits for a connection while all are held: short, so that nobody waits the ten seconds of a desk. */
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
    expect([listed.status, listed.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await listed.json()).toMatchObject({ code: 503, msg: REFUSALS.busy.zh });
    expect([enrolled.status, enrolled.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await enrolled.json()).toMatchObject({ code: 503, msg: REFUSALS.busy.en });
    expect(await query(server.url, "SELECT 1 FROM member WHERE phone = '13900000001'")).toEqual([]);
  });

  it("stays alive through a crowd, says that it is not ready, and serves again once connections are free", async () => {
    await holdAll();
    const crowd = await Promise.all(Array.from({ length: 60 }, () => client.call(members.list, list)));
    expect(new Set(crowd.map(({ code }) => code))).toEqual(new Set([503]));
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

describe("what passes by itself is busy, and never a fault of ours", () => {
  it.each([
    ["too many clients of the database", { code: "53300" }],
    ["no memory left there", { code: "53200" }],
    ["a collision that outlived every retry", { code: "40001" }],
    ["a circle of waiting ones that outlived every retry", { code: "40P01" }],
    ["a lock that was not to be had", { code: "55P03" }],
    ["a statement that took too long", { code: "57014" }],
    ["a database that is being stopped", { code: "57P01" }],
    ["a database that is starting", { code: "57P03" }],
    ["a transaction that rested too long", { code: "25P03" }],
    ["a broken connection", { code: "08006" }],
    ["a database that is not there", { code: "ECONNREFUSED", syscall: "connect" }],
    ["a socket that is not there", { code: "ENOENT", syscall: "connect" }],
    ["a connection that is cut", { code: "ECONNRESET", syscall: "read" }],
  ])("%s", (_, more) => {
    expect(asRefusal(Object.assign(new Error("…"), more))?.key).toBe("busy");
  });
  it.each([
    "timeout exceeded when trying to connect",
    "Connection terminated due to connection timeout: Connection terminated unexpectedly",
    "Connection terminated unexpectedly",
    "Client has encountered a connection error and is not queryable",
    "Cannot use a pool after calling end on the pool",
  ])("the driver's “%s”", (message) => {
    expect(asRefusal(new Error(message))?.key).toBe("busy");
  });
  it.each([
    new Error("timeout"),
    Object.assign(new Error("…"), { code: "ENOENT", syscall: "open" }),
    Object.assign(new Error("…"), { code: "42P01" }),
    "words",
    null,
  ])("unlike %s", (error) => {
    expect(asRefusal(error)).toBeUndefined();
  });
});

describe("a connection that can't be opened in time", () => {
  it("is busy: the database has no room for this process", async () => {
    // It takes the connection and says nothing, as an overloaded machine does.
    const sockets: Socket[] = [];
    const mute = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((done) => mute.listen(0, "127.0.0.1", done));
    const address = mute.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const unheard = openDatabase(`postgres://nobody@127.0.0.1:${address.port}/none`, { max: 1 });
    unheard.pool.options.connectionTimeoutMillis = SHORT_MS;
    const error: unknown = await unheard.pool.connect().catch((reason: unknown) => reason);
    expect(asRefusal(error)?.key).toBe("busy");
    await unheard.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => mute.close(done));
  });
});

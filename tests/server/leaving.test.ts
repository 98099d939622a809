/** A process that gets the signal to stop: a proxy can see it before anything is refused. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { clubs } from "../../src/contract/clubs/clubs";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type TestServer, testServer } from "../support/server";

const club = callsOf(clubs);
const LEAVE_MS = 4_000;
let server: TestServer;
afterEach(() => server.close());

const ready = async (): Promise<number> => (await fetch(`${server.origin}/readyz`, { headers: { connection: "close" } })).status;

describe("a process that leaves", () => {
  it("is not ready, and answers everything meanwhile, on new connections too", async () => {
    server = await testServer();
    const admin = await server.as("admin");
    expect(await ready()).toBe(200);
    const gone = server.app.drain(LEAVE_MS);
    expect(await ready()).toBe(503);
    for (const name of ["一", "二"]) {
      const answer = await admin.fetch(
        club.create,
        { name, leader: "张伟", phone: "13900000001" },
        { venueId: "v-1", headers: { connection: "close" } },
      );
      expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([200, 200]);
    }
    await gone;
    await expect(ready()).rejects.toThrow();
  });

  it("takes no new connection when it gives a proxy no time", async () => {
    server = await testServer();
    expect(await ready()).toBe(200);
    const gone = server.app.drain(0);
    await sleep(50);
    await expect(ready()).rejects.toThrow();
    await gone;
  });

  it("waits for what it answers while it closes, and not until that connection has rested", async () => {
    server = await testServer();
    const admin = await server.as("admin");
    const other = server.database.owner();
    await other.connect();
    await other.query("BEGIN; LOCK TABLE club IN ACCESS EXCLUSIVE MODE");
    const asked = admin.fetch(club.create, { name: "三", leader: "张伟", phone: "13900000001" }, { venueId: "v-1" });
    await expect
      .poll(async () => (await other.query("SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted")).rows[0].n)
      .toBeGreaterThan(0);
    let ended = false;
    const closed = server.app.close().then(() => (ended = true));
    await sleep(200);
    expect(ended).toBe(false);
    await other.query("ROLLBACK");
    await other.end();
    expect((await asked).status).toBe(200);
    await closed;
  });
});

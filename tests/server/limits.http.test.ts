/** Limits by address hold over all processes: what came to one counts at the other. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { content } from "../../src/contract/cms/content";
import { platform } from "../../src/contract/platform/platform";
import { session } from "../../src/contract/session/session";
import { PLATFORM } from "../../src/server/db/client";
import { type TestServer, testServer } from "../support/server";

let one: TestServer;
let other: TestServer;
const env = { RATE_LIMIT: "40", TRUST_PROXY: "on" };
beforeAll(async () => {
  one = await testServer({ env });
  other = await testServer({ env, url: one.url });
  // A window of its own: the next one begins at the full minute.
  if (new Date().getSeconds() > 45) await sleep(61_000 - (Date.now() % 60_000));
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** Counts how many of some requests from an address are answered, one after the other. */
async function answered(
  server: TestServer,
  count: number,
  address: string,
  url: string = session.profile.path,
  method: "GET" | "POST" = "GET",
): Promise<number> {
  let done = 0;
  for (let i = 0; i < count; i++) {
    const { payload } = await server.app.inject({ method, url, headers: { "x-forwarded-for": address } });
    if ((JSON.parse(payload) as { code: number }).code !== 429) done++;
  }
  return done;
}
const shared = () => sleep(1_500);

it("a process refuses by itself, the other once it has heard of it, and another address is free", async () => {
  expect(await answered(one, 50, "203.0.113.1")).toBe(40);
  expect(await answered(other, 1, "203.0.113.1")).toBe(1);
  await shared();
  expect(await answered(other, 5, "203.0.113.1")).toBe(0);
  expect(await answered(other, 5, "203.0.113.2")).toBe(5);
}, 90_000);

it("a public call has a limit of its own", async () => {
  expect(await answered(one, 5, "203.0.113.4", content.sendCode.path, "POST")).toBe(2);
  expect(await answered(one, 5, "203.0.113.4", session.login.path, "POST")).toBe(2);
  expect(await answered(one, 5, "203.0.113.4")).toBe(5);
});

it("two processes together answer what one would, and a second's requests more at most", async () => {
  let done = 0;
  for (let round = 0; round < 4; round++) {
    done += (await answered(one, 8, "203.0.113.3")) + (await answered(other, 8, "203.0.113.3"));
    await shared();
  }
  expect(done).toBeGreaterThanOrEqual(40);
  expect(done).toBeLessThanOrEqual(48);
  const rows = await one.database.dbFor(PLATFORM).selectFrom("rate").select("hits").where("key", "like", "%203.0.113.3").execute();
  expect(rows).toEqual([{ hits: 64 }]);
}, 90_000);

it("shows a code for a mobile at the process that was not asked for it", async () => {
  const id = await one.addPerson("forgot", ["v-1"]);
  await one.database.dbFor(PLATFORM).updateTable("person").set({ phone: "13810000009" }).where("id", "=", id).execute();
  expect((await one.with("").call(content.sendCode, { mobile: "13810000009" })).code).toBe(200);
  const admin = await other.as("admin");
  await expect
    .poll(async () => (await admin.ok(platform.sentCodes, {})).content, { timeout: 5_000 })
    .toMatchObject([{ username: "forgot" }]);
});

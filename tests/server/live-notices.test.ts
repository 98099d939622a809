/** Notices only hurry events up: one that is lost delays them, many that come together are one, and what was undone has none. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { LiveEvent } from "../../src/server/http/context";
import { openHub } from "../../src/server/live/hub";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await addVenue(t.database, "v-2");
});
afterAll(() => t.close());

const emit = (...orders: readonly string[]): Promise<void> =>
  t.act(async (ctx) => {
    for (const orderId of orders) ctx.emit({ type: "payment", orderId, amount: 100 });
  });

it("gives an event whose notice nobody heard at the next look of an idle venue", async () => {
  // Nobody listens for notices here: nothing hints at the venue.
  const hub = openHub(t.database, { least: 20, more: 10 });
  const heard: string[] = [];
  const leave = await hub.join("v-1", { send: (text) => heard.push(text), seesAmounts: () => true }, null);
  await emit("unheard-1");
  await expect.poll(() => heard.filter((text) => text.includes("unheard-1")).length, { timeout: 10_000 }).toBe(1);
  await emit("unheard-2");
  await expect.poll(() => heard.filter((text) => text.includes("unheard-2")).length, { timeout: 10_000 }).toBe(1);
  expect(heard.filter((text) => text.includes("unheard"))).toHaveLength(2);
  leave();
  hub.close();
});

/** Returns the notices on the channel of events while `work` runs, up to a last one that follows it. */
async function noticesOf(work: () => Promise<void>): Promise<string[]> {
  const listener = t.database.listener();
  const heard: string[] = [];
  const last = randomUUID();
  listener.on("notification", ({ payload = "" }) => heard.push(payload));
  await listener.connect();
  await listener.query("LISTEN outbox");
  await work();
  t.database.tell("outbox", last);
  await expect.poll(() => heard, { timeout: 10_000 }).toContain(last);
  await listener.end();
  return heard.filter((payload) => payload !== last);
}

it("makes one notice of all that is said of a venue together", async () => {
  const notices = await noticesOf(async () => {
    for (let i = 0; i < 20; i++) t.database.tell("outbox", "v-1");
    t.database.tell("outbox", "v-2");
  });
  expect(notices).toEqual(["v-1", "v-2"]);
});

it("makes one notice of many events of a change", async () => {
  expect(await noticesOf(() => emit(...Array.from({ length: 20 }, (_, i) => `o-${i}`)))).toEqual(["v-1"]);
});

it("names what lists should refresh by a domain of the contract: another word does not compile", () => {
  const sent: LiveEvent[] = [
    { type: "changed", data: { resource: "members" } },
    // @ts-expect-error -- no domain is called so
    { type: "changed", data: { resource: "member" } },
  ];
  expect(sent.map(({ data }) => Object.hasOwn(api, data?.resource ?? ""))).toEqual([true, false]);
});

it("says nothing of a change that was undone", async () => {
  const undone = async (): Promise<void> => {
    const failed = t.act(async (ctx) => {
      ctx.emit({ type: "payment", orderId: "undone", amount: 100 });
      throw new Error("undone");
    });
    await expect(failed).rejects.toThrow("undone");
  };
  expect(await noticesOf(undone)).toEqual([]);
});

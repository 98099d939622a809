/** The clock of the application's machine jumps by two hours, both ways: nothing is sold twice, lost or opened, and the books stay sound. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { sale } from "../../src/contract/sale/sale";
import { session } from "../../src/contract/session/session";
import { checkLedger } from "../../src/server/ledger/check";
import { at, seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type Client, password, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

const HOUR = 3_600_000;
let t: TestVenue;
let server: TestServer;
let desk: Client;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("desk", ["v-1"]);
  const { access_token } = await server.with("").ok(session.login, { username: "desk", password });
  desk = server.with(access_token);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const goods = { lines: [{ productId: "string", quantity: 1 }], payments: [{ type: "WeChat" as const, amount: "30" }] };
const wish = { day: "2026-11-24", runs: [{ placeId: "b-1", start: at(19), end: at(20) }], name: "客人", mode: "hold" as const };
/** The clock says so many hours more than it was at the start. */
const jump = (hours: number): void => {
  server.now = new Date(t.now.getTime() + hours * HOUR);
};
const takings = async () =>
  (await query<{ n: number; amount: number }>(t.url, "SELECT count(*)::int AS n, sum(amount)::int AS amount FROM payment"))[0];

it("sells, holds and refuses the same, whichever way it jumped", async () => {
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const sold = [];
  const held = await desk.ok(booking.create, wish);
  for (const [i, hours] of [0, -2, 2].entries()) {
    jump(hours);
    sold.push(await desk.ok(sale.create, goods, { key: keys[i] ?? "" }));
    // A click that was sent before the jump and again after it is one sale.
    for (const again of [0, -2, 2]) {
      jump(again);
      expect((await desk.ok(sale.create, goods, { key: keys[i] ?? "" })).id).toBe(sold.at(-1)?.id);
    }
  }
  expect(await takings()).toEqual({ n: 3, amount: 9_000 });
  expect(new Set(sold.map(({ no }) => no)).size).toBe(3);

  // Back by two hours the hold stands, and nobody else gets its court.
  jump(-2);
  expect((await desk.call(booking.create, { ...wish, name: "别人" })).code).toBe(409);
  // On by two hours its time is over: its court is somebody's once, and the late payment of the first does not take it back.
  jump(2);
  const second = await desk.call(booking.create, { ...wish, name: "别人" });
  const paid = await desk.call(booking.pay, { id: held.id, payments: [{ type: "WeChat", amount: "50" }] });
  expect([second.code, paid.code].filter((code) => code === 200)).toHaveLength(1);
  const cells = await query<{ n: number }>(
    t.url,
    "SELECT count(DISTINCT holder_id)::int AS n FROM occupancy WHERE slot_start >= '2026-11-24T11:00:00Z' AND slot_start < '2026-11-24T12:00:00Z'",
  );
  expect(cells).toEqual([{ n: 1 }]);

  // Events keep their order, which is a sequence and no clock.
  const events = await query<{ id: number }>(t.url, "SELECT id::int FROM outbox ORDER BY id");
  expect(events.map(({ id }) => id)).toEqual(events.map((_, i) => (events[0]?.id ?? 0) + i));
  for (const hours of [-2, 0, 2]) {
    jump(hours);
    expect((await desk.call(session.profile, {})).code).toBe(200);
  }
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("opens no session that has ended", async () => {
  jump(0);
  const { access_token } = await server.with("").ok(session.login, { username: "desk", password });
  const other = server.with(access_token);
  await other.ok(session.logout, {});
  for (const hours of [-2, 2]) {
    jump(hours);
    expect((await other.call(session.profile, {})).code).toBe(401);
  }
});

/** Customers queue for full times: an offer is held for them by the desk's rules, is paid by themselves, or passes on. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { PLATFORM } from "../../src/server/db/client";
import { cancel } from "../../src/server/domains/booking/cancel";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { waitlistJobs } from "../../src/server/domains/waitlist/jobs";
import { change, systemRequest } from "../../src/server/http/perform";
import { hashOf } from "../../src/server/kernel/tokens";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, seedBooking, TODAY } from "../support/booking";
import { Customer } from "../support/customer";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await t.database
    .dbFor(PLATFORM)
    .updateTable("venue")
    .set({ public_page: true, online_booking: true, offer_minutes: 20 })
    .where("id", "=", "v-1")
    .execute();
});
afterEach(async () => {
  expect(await t.look((ctx) => checkLedger(ctx.db, "v-1"))).toEqual([]);
  await server.close();
  await t.close();
});

async function customer(memberId: string): Promise<Customer> {
  const browser = new Customer(server, "v-1");
  await query(
    t.url,
    `INSERT INTO customer_session (venue_id, token_hash, member_id, mobile, created_at, expires_at)
     SELECT 'v-1', $1, id, phone, now(), '2027-12-01' FROM member WHERE venue_id = 'v-1' AND id = $2 ON CONFLICT DO NOTHING`,
    [hashOf(memberId), memberId],
  );
  browser.cookies.set(`customer_${Buffer.from("v-1").toString("base64url")}`, memberId);
  return browser;
}
const courts = () => query<{ id: string }>(t.url, "SELECT id FROM place WHERE id LIKE 'b-%' AND active ORDER BY id", []);
/** Takes all courts at 20:00 to 21:00. @returns the order of the first */
async function fill(): Promise<string> {
  const ids: string[] = [];
  for (const { id } of await courts()) {
    const run = { placeId: id, start: at(20), end: at(21) };
    ids.push((await book(t, { day: TODAY, runs: [run], mode: "hold", name: "散客" })).id);
  }
  await query(t.url, "UPDATE booking_order SET hold_until = NULL, order_status = 'reserved'", []);
  return ids[0] ?? "";
}
const WISH = `/waitlist/join?program=g-b&day=${TODAY}&start=${at(20)}`;
const entries = () =>
  query<{ id: string; member_id: string; state: string }>(
    t.url,
    "SELECT id, member_id, state FROM waitlist_entry ORDER BY queued_at, id",
    [],
  );
const free = (id: string) => t.act((ctx) => cancel(ctx, { id, reason: "x", waiveFee: true }));
async function runJobs(): Promise<void> {
  const request = systemRequest(t.venue, "test", t.now);
  for (const job of [...bookingJobs, ...waitlistJobs])
    if ("run" in job) await change(t.database, { ...request, action: job.name }, job.run);
}

it("queues for a full hour, is offered the court that comes free, and pays it from the balance by the deadline", async () => {
  const first = await fill();
  const browser = await customer("m-1");
  expect((await browser.get(`/book/g-b/${TODAY}`)).html).toContain("/waitlist/join");
  const page = await browser.get(WISH);
  expect(page.text).toContain("保留 20 分钟");
  const joined = await Promise.all([1, 2, 3].map(() => browser.post(WISH, { end: String(at(21)) })));
  expect(joined.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(await entries()).toMatchObject([{ member_id: "m-1", state: "waiting" }]);
  expect((await browser.get("/bookings")).text).toContain("排第 1 位");
  await free(first);
  expect((await browser.get("/bookings")).text).toMatch(/已为您保留到 11-21 \d\d:\d\d，请在此前付款/);
  const [order] = await query<{ id: string }>(t.url, "SELECT order_id AS id FROM waitlist_entry", []);
  const paid = await browser.post(`/bookings/${order?.id}/pay`, { channel: "balance" });
  expect(paid.text).toContain("付款成功");
  expect(await entries()).toMatchObject([{ state: "accepted" }]);
  expect(await query(t.url, "SELECT order_status, total, paid FROM booking_order WHERE id = $1", [order?.id])).toEqual([
    { order_status: "paid", total: "8500", paid: "8500" },
  ]);
});

it("passes an offer on that nobody paid in time, and one that is left", async () => {
  const first = await fill();
  const one = await customer("m-1");
  const two = await customer("m-2");
  await one.post(WISH, { end: String(at(21)) });
  t.now = new Date(t.now.getTime() + 1_000);
  await two.post(WISH, { end: String(at(21)) });
  await free(first);
  expect(await entries()).toMatchObject([{ state: "offered" }, { state: "waiting" }]);
  t.now = new Date(t.now.getTime() + 21 * 60_000);
  await runJobs();
  expect(await entries()).toMatchObject([
    { member_id: "m-1", state: "lapsed" },
    { member_id: "m-2", state: "offered" },
  ]);
  const [lapsed, offered] = await entries();
  expect((await one.get("/bookings")).text).toContain("已转给下一位");
  await one.post(`/waitlist/${lapsed?.id}`, { answer: "requeue" });
  await two.post(`/waitlist/${offered?.id}`, { answer: "withdraw" });
  expect(await entries()).toMatchObject([
    { member_id: "m-2", state: "withdrawn" },
    { member_id: "m-1", state: "offered" },
  ]);
});

it("refuses times that are free, hostile input and entries of others", async () => {
  const browser = await customer("m-1");
  const free = await browser.post(WISH, { end: String(at(21)) });
  expect([free.status, free.text.includes("加入候补")]).toEqual([409, true]);
  await fill();
  await browser.post(WISH, { end: String(at(21)) });
  const [entry] = await entries();
  const other = await customer("m-2");
  expect((await other.post(`/waitlist/${entry?.id}`, { answer: "withdraw" })).status).toBe(404);
  expect((await other.post("/waitlist/none", { answer: "withdraw" })).status).toBe(404);
  for (const end of ["", "x", "0", String(at(20)), "99999"]) expect((await other.post(WISH, { end })).status, end).toBe(409);
  for (const path of ["/waitlist/join", "/waitlist/join?program=none&day=x&start=1"]) expect((await other.get(path)).at).toContain("/book");
  expect((await other.get(`/waitlist/join?program=none&day=${TODAY}&start=1200`)).status).toBe(404);
  expect(await entries()).toMatchObject([{ state: "waiting" }]);
});

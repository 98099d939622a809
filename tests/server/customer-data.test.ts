/** Customers get a copy of what is stored about them, change their consent and ask for erasure, of their own data only. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { memberRecords } from "../../src/contract/members/member-records";
import { PLATFORM } from "../../src/server/db/client";
import { hashOf } from "../../src/server/kernel/tokens";
import { checkLedger } from "../../src/server/ledger/check";
import { book, evening, seedBooking } from "../support/booking";
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
  await server.addPerson("boss", ["v-1"]);
  await t.database.dbFor(PLATFORM).updateTable("venue").set({ public_page: true, online_booking: true }).where("id", "=", "v-1").execute();
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

it("gives a copy of one's own data, complete and nobody else's, and the log says so", async () => {
  const mine = await book(t, { ...evening, memberId: "m-1", mode: "pay", payments: [{ type: "Balance", amount: "85.00" }] });
  const other = await book(t, {
    ...evening,
    runs: evening.runs.map((run) => ({ ...run, placeId: "b-6" })),
    memberId: "m-2",
    mode: "hold",
  });
  const browser = await customer("m-1");
  expect((await browser.get("/me")).html).toContain("/me/privacy");
  const page = await browser.get("/me/data");
  expect(page.headers.get("content-disposition")).toMatch(/^attachment; filename="my-data-[\d-]+\.json"$/);
  const data = JSON.parse(page.html) as Record<string, unknown>;
  const [person] = await query<{ name: string; phone: string }>(t.url, "SELECT name, phone FROM member WHERE id = 'm-1'", []);
  expect(data).toMatchObject({
    person,
    balance: { principal: "415.00", gift: "100.00" },
    bookings: [{ no: mine.no, total: "85.00", paid: "85.00" }],
  });
  expect(page.html).not.toContain(other.no);
  const [theirs] = await query<{ name: string }>(t.url, "SELECT name FROM member WHERE id = 'm-2'", []);
  expect(page.html).not.toContain(theirs?.name);
  expect(data["balanceMovements"]).toContainEqual(expect.objectContaining({ amount: "-85.00" }));
  const lines = await query(t.url, "SELECT object_id, after FROM audit_log WHERE after ? 'phones_state'", []);
  expect(lines).toEqual([{ object_id: "m-1", after: { phones_state: "in_full" } }]);
  expect((await new Customer(server).get("/me/data")).at).toContain("/sign-in");
});

it("asks for erasure once, which the venue answers in the member's record", async () => {
  const browser = await customer("m-2");
  expect((await browser.post("/me/privacy", {})).text).toContain("提出删除要求");
  const pages = await Promise.all([1, 2, 3].map(() => browser.post("/me/privacy", { erase: "yes" })));
  for (const page of pages) expect(page.text).toContain("您已于 2026-11-21 要求删除");
  const messages = () =>
    query<{ resource: string; resource_id: string; text: string }>(
      t.url,
      "SELECT resource, resource_id, text FROM message WHERE kind = 'approval'",
      [],
    );
  expect(await messages()).toMatchObject([{ resource: "members", resource_id: "m-2" }]);
  const desk = await server.as("boss");
  await desk.ok(memberRecords.erase, { id: "m-2", reason: "本人要求" });
  expect((await browser.get("/me")).at).toContain("/sign-in");
  expect(await query(t.url, "SELECT name, phone FROM member WHERE id = 'm-2'", [])).toEqual([{ name: "***", phone: "" }]);
});

it("gives and withdraws the consent to messages", async () => {
  const browser = await customer("m-1");
  const consents = () => query(t.url, "SELECT member_id, given_by FROM message_consent", []);
  await Promise.all([1, 2].map(() => browser.post("/me/privacy", { messages: "yes" })));
  expect(await consents()).toEqual([{ member_id: "m-1", given_by: "mini" }]);
  expect((await browser.post("/me/privacy", { messages: "no" })).text).toContain("同意接收");
  expect(await consents()).toEqual([]);
});

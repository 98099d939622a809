/** Every page of customers, by a table: signed in at the venue only, one's own rows only, our own forms only, and hostile input is answered in words. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLATFORM } from "../../src/server/db/client";
import { hashOf } from "../../src/server/kernel/tokens";
import { checkLedger } from "../../src/server/ledger/check";
import { customerPages } from "../../src/server/public-pages";
import { at, book, evening, seedBooking, TODAY } from "../support/booking";
import { Customer } from "../support/customer";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { addVenue, type TestVenue, testVenue } from "../support/venue";

/** Pages as they were reviewed: a new one is added here once it shows and changes its customer's own rows only. */
const REVIEWED = {
  anyone: ["/matches/:match/score", "/sign-in", "/sign-in/code", "/sign-in/new", "/sign-out"],
  customer: [
    "/book/choice",
    "/bookings",
    "/bookings/:id",
    "/bookings/:id/cancel",
    "/bookings/:id/pay",
    "/me",
    "/me/data",
    "/me/privacy",
    "/me/statement",
    "/waitlist/:id",
    "/waitlist/join",
  ],
};
const pages = customerPages({ send: () => undefined, notify: () => undefined, waiting: null }, { wechat: undefined, alipay: undefined });
const own = pages.filter(({ access }) => access === "customer").map(({ url }) => url);

let t: TestVenue;
let server: TestServer;
let theirs: { readonly order: string; readonly wish: string };
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("boss", ["v-1"]);
  await addVenue(t.database, "v-2").catch(() => undefined);
  await t.database.dbFor(PLATFORM).updateTable("venue").set({ public_page: true, online_booking: true }).execute();
  const order = await book(t, { ...evening, memberId: "m-1", mode: "hold" });
  await query(
    t.url,
    `INSERT INTO waitlist_entry (venue_id, id, program_id, day, start_minute, end_minute, starts_at, member_id, as_group, name, phone, note, queued_at,
     person_id, operator, created_at, state) VALUES ('v-1', 'w-1', 'g-b', $1, 1200, 1260, '2026-11-21T12:00:00Z', 'm-1', false, '沈佩仪', '13800000001', '',
     now(), '', '', now(), 'waiting')`,
    [TODAY],
  );
  theirs = { order: order.id, wish: "w-1" };
});
afterAll(async () => {
  expect(await t.look((ctx) => checkLedger(ctx.db, "v-1"))).toEqual([]);
  await server.close();
  await t.close();
});

const cookieAt = (venueId: string): string => `customer_${Buffer.from(venueId).toString("base64url")}`;
async function customer(memberId: string, venueId = "v-1"): Promise<Customer> {
  const browser = new Customer(server, venueId);
  await query(
    t.url,
    `INSERT INTO customer_session (venue_id, token_hash, member_id, mobile, created_at, expires_at)
     SELECT 'v-1', $1, id, phone, now(), '2027-12-01' FROM member WHERE venue_id = 'v-1' AND id = $2 ON CONFLICT DO NOTHING`,
    [hashOf(memberId), memberId],
  );
  browser.cookies.set(cookieAt(venueId), memberId);
  return browser;
}
const idOf = (url: string): string => (url.startsWith("/waitlist") ? theirs.wish : theirs.order);
const pathOf = (url: string, id: string): string => url.replace(":id", encodeURIComponent(id));
/** What customers could change: their documents, messages of the venue, money. */
const state = () =>
  query(
    t.url,
    `SELECT (SELECT json_agg(o ORDER BY o.id) FROM booking_order o) AS orders, (SELECT json_agg(w ORDER BY w.id) FROM waitlist_entry w) AS wishes,
     (SELECT count(*) FROM payment) AS payments, (SELECT count(*) FROM posting) AS postings, (SELECT count(*) FROM message) AS messages,
     (SELECT count(*) FROM message_consent) AS consents, (SELECT json_agg(m ORDER BY m.id) FROM member m) AS members`,
    [],
  );
/** Fields that forms of these pages have. */
const FIELDS = [
  "pay",
  "total",
  "key",
  "holdings",
  "channel",
  "sandbox",
  "refund",
  "uses",
  "end",
  "answer",
  "erase",
  "messages",
  "mobile",
  "name",
];
const formOf = (value: string): Record<string, string> => Object.fromEntries(FIELDS.map((name) => [name, value]));

it("knows every page", () => {
  const paths = (access: string): string[] => pages.filter((page) => page.access === access).map(({ url }) => url);
  expect(paths("anyone").sort()).toEqual(REVIEWED.anyone);
  expect(paths("customer").sort()).toEqual(REVIEWED.customer);
});

it("shows their owner what it hides from others", async () => {
  const browser = await customer("m-1");
  expect((await browser.get("/me")).html).toContain("沈佩仪");
  expect((await browser.get(`/bookings/${theirs.order}`)).status).toBe(200);
  expect((await browser.get("/bookings")).text).toContain("排第 1 位");
});

describe.each(own)("%s", (url) => {
  it("is opened by nobody without a session of this venue: none, another venue's, a member of the staff's", async () => {
    const before = await state();
    const none = new Customer(server);
    const elsewhere = await customer("m-1", "v-2");
    const staff = new Customer(server);
    const { token } = await server.as("boss");
    staff.cookies.set("session", token);
    staff.cookies.set(cookieAt("v-1"), token);
    for (const browser of [none, elsewhere, staff]) {
      const path = pathOf(url, idOf(url));
      const answers = [await browser.get(path), await browser.post(path, formOf("yes"))];
      for (const answer of answers) {
        expect(answer.at.includes("/sign-in") || answer.status === 404, answer.at).toBe(true);
        expect(answer.html).not.toContain("沈佩仪");
      }
    }
    expect(await state()).toEqual(before);
  });

  it("shows and changes nothing of another customer", async () => {
    const before = await state();
    const browser = await customer("m-2");
    const path = pathOf(url, idOf(url));
    const seen = [await browser.get(path), await browser.get(`${path}?memberId=m-1&id=${theirs.order}`)];
    for (const answer of ["withdraw", "requeue"]) if (url.includes(":id")) seen.push(await browser.post(path, { answer }));
    if (url.endsWith("/pay")) for (const channel of ["wechat", "alipay", "balance"]) seen.push(await browser.post(path, { channel }));
    if (url.endsWith("/cancel")) seen.push(await browser.post(path, { refund: "0.00", uses: "0" }));
    for (const page of seen) {
      expect(page.html).not.toContain("沈佩仪");
      expect(page.html).not.toContain("13800000001");
      // Reading the waitlist's answers leads back to one's own list.
      if (url.includes(":id") && !(url.startsWith("/waitlist") && page.at.includes("/bookings"))) expect(page.status, page.at).toBe(404);
    }
    expect(await state()).toEqual(before);
  });

  it("takes no form of another site", async () => {
    const before = await state();
    const browser = await customer("m-1");
    for (const origin of ["https://evil.example", "null", null])
      expect((await browser.post(pathOf(url, idOf(url)), formOf("yes"), origin)).status).toBe(403);
    expect(await state()).toEqual(before);
  });

  it("answers hostile input in words, and changes nothing", async () => {
    const before = await state();
    const browser = await customer("m-2");
    const hostile = ["", "x", "-1", "9".repeat(3_000), "' OR 1=1 --", "<script>alert(1)</script>", "../../x", "\u0000", "1e309", "🏸"];
    for (const value of hostile) {
      const more = ["day", "cell", "program", "start", "coupon", "code", "cards", "page", "payment", "sandbox"]
        .map((name) => `${name}=${encodeURIComponent(value)}`)
        .join("&");
      const path = `${pathOf(url, value === "" ? "x" : value.slice(0, 150))}?${more}`;
      for (const page of [await browser.get(path), await browser.post(path, formOf(value))]) {
        expect(page.status, page.at.slice(0, 200)).toBeLessThan(500);
        expect(page.html).not.toContain("<script>alert(1)");
      }
      const days = `${pathOf(url, "x")}?day=${TODAY}&cell=${encodeURIComponent(`${value.slice(0, 60)}~${at(20)}`)}&program=${encodeURIComponent(value.slice(0, 60))}&start=1200&code=${encodeURIComponent(value.slice(0, 60))}`;
      expect((await browser.get(days)).status, days.slice(0, 200)).toBeLessThan(500);
    }
    expect(await state()).toEqual(before);
  }, 120_000);
});

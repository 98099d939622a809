/** Customers lower a price by package card, coupon and promo code: shown before, used once, their own only. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { callsOf } from "../../src/contract/core/resource/calls";
import { couponOffers, memberCoupons } from "../../src/contract/marketing/coupon-offers";
import { PLATFORM } from "../../src/server/db/client";
import { sellCard } from "../../src/server/domains/cards/sell";
import { hashOf } from "../../src/server/kernel/tokens";
import { checkLedger } from "../../src/server/ledger/check";
import { balanceOf } from "../../src/server/ledger/post";
import { seedBooking, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { COUPON } from "../support/coupons";
import { Customer, type Page } from "../support/customer";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
let admin: Client;
const offers = callsOf(couponOffers);
const coupons = callsOf(memberCoupons);
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("boss", ["v-1"]);
  admin = await server.as("boss");
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
const CHOICE = `/book/choice?day=${TODAY}&cell=b-5~1200&cell=b-5~1230`;
const LATER = `/book/choice?day=${TODAY}&cell=b-6~1200&cell=b-6~1230`;
const fieldOf = (page: Page, name: string): string => new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(page.html)?.[1] ?? "";
const formOf = (page: Page, pay: string): Record<string, string> => ({
  pay,
  total: fieldOf(page, "total"),
  holdings: fieldOf(page, "holdings"),
  key: fieldOf(page, "key"),
});
const orders = () => query(t.url, "SELECT order_status, total, paid, discount FROM booking_order ORDER BY created_at, no", []);
const given = async (member: string, more: object = {}): Promise<string> => {
  const { id } = await admin.ok(offers.create, { ...COUPON, name: `券 ${member}`, ...more });
  await admin.ok(offers.give, { id, member });
  return (await admin.ok(coupons.list, { offer: id })).content[0]?.couponNo ?? "";
};

it("pays by package card as the page said, and says what remains", async () => {
  await t.act((ctx) => sellCard(ctx, { memberId: "m-1", packageCardId: "pk", payments: [{ type: "WeChat", amount: 10_000 }] }));
  const browser = await customer("m-1");
  expect((await browser.get(CHOICE)).text).toMatch(/用次卡 \S+：用 1 次，抵 ¥85.00，用后剩 \d+ 次/);
  const page = await browser.get(`${CHOICE}&cards=1`);
  expect(page.text).toContain("¥0.00");
  const booked = await browser.post(`${CHOICE}&cards=1`, formOf(page, "desk"));
  expect(booked.text).toContain("已订好，等您到场");
  expect(await orders()).toMatchObject([{ order_status: "paid", total: "0", paid: "0" }]);
  expect(await query(t.url, "SELECT used FROM holding", [])).toEqual([{ used: 1 }]);
  // The page saw other uses than there are now.
  const stale = await browser.post(`${LATER}&cards=1`, { ...formOf(await browser.get(`${LATER}&cards=1`), "balance"), holdings: "none~3" });
  expect(stale.status).toBe(409);
  expect(await orders()).toHaveLength(1);
});

it("counts a coupon of one's own once, and a promo code, with the reason in the price", async () => {
  const mine = await given("m-1");
  const browser = await customer("m-1");
  expect((await browser.get(CHOICE)).text).toContain("券 m-1");
  const page = await browser.get(`${CHOICE}&coupon=${mine}`);
  expect(page.text).toContain("优惠券 券 m-1 -20.00");
  expect(page.text).toContain("¥65.00");
  const before = await t.look((ctx) => balanceOf(ctx, "purse.principal", "m-1"));
  const form = formOf(page, "balance");
  const pages = await Promise.all([1, 2, 3].map(() => browser.post(`${CHOICE}&coupon=${mine}`, form)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await orders()).toMatchObject([{ order_status: "paid", total: "6500", paid: "6500" }]);
  expect(await t.look((ctx) => balanceOf(ctx, "purse.principal", "m-1"))).toBe(before - 6_500);
  const again = await browser.get(`${LATER}&coupon=${mine}`);
  expect([again.status, again.text.includes("已用过或已收回"), again.text.includes("¥85.00")]).toEqual([409, true, true]);
  await admin.ok(offers.create, { ...COUPON, name: "开业", promoCode: "OPEN20" });
  const promo = await browser.get(`${LATER}&code=open20`);
  expect(promo.text).toContain("¥65.00");
  expect((await browser.post(`${LATER}&code=open20`, formOf(promo, "desk"))).text).toContain("待付款");
  expect(await orders()).toMatchObject([{ total: "6500" }, { order_status: "held", total: "6500" }]);
});

it("answers a coupon of another member as one that does not exist", async () => {
  const theirs = await given("m-2");
  const browser = await customer("m-1");
  const page = await browser.get(`${CHOICE}&code=${theirs}`);
  const none = await browser.get(`${CHOICE}&code=99999999999999`);
  expect([page.status, none.status]).toEqual([409, 409]);
  expect(page.text.replaceAll(theirs, "#")).toBe(none.text.replaceAll("99999999999999", "#"));
  const posted = await browser.post(`${CHOICE}&code=${theirs}`, { ...formOf(page, "balance"), total: "65.00" });
  expect([posted.status, posted.text.includes("没有券号或优惠码")]).toEqual([409, true]);
  expect(await orders()).toEqual([]);
});

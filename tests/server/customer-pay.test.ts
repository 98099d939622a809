/** Customers pay bookings online: once, by the provider's signed word, and money that finds no booking goes back by itself. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "../../src/server/config";
import { PLATFORM } from "../../src/server/db/client";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { lateJobs } from "../../src/server/domains/booking/late-payment";
import { change, systemRequest } from "../../src/server/http/perform";
import { hashOf } from "../../src/server/kernel/tokens";
import { checkLedger } from "../../src/server/ledger/check";
import { paymentJobs } from "../../src/server/payment/jobs";
import type { Channels } from "../../src/server/payment/channel";
import { openChannels } from "../../src/server/payment/settings";
import { evening, book, payFor, seedBooking, TODAY } from "../support/booking";
import { Customer, type Page } from "../support/customer";
import { type Gateway, openGateway } from "../support/gateway";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
let gateway: Gateway;
let channels: Channels;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  gateway = await openGateway();
  const config = readConfig({ DEMO: "off", ...gateway.env });
  channels = openChannels(
    // Refunds need a certificate; over plain HTTP nobody asks for it.
    { ...config.payment, wechat: config.payment.wechat && { ...config.payment.wechat, identity: { cert: "", key: "" } } },
    () => t.now,
  );
  server = await testServer({ url: t.url, clock: () => t.now, channels });
  await t.database.dbFor(PLATFORM).updateTable("venue").set({ public_page: true, online_booking: true }).where("id", "=", "v-1").execute();
});
afterEach(async () => {
  expect(await t.look((ctx) => checkLedger(ctx.db, "v-1"))).toEqual([]);
  await server.close();
  await gateway.close();
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
const EVENING = `/book/choice?day=${TODAY}&cell=b-5~1200&cell=b-5~1230`;
const fieldOf = (page: Page, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.html)?.[1] ?? "";
/** Books an hour of 100.00 to be paid online. @returns the path of its payment */
async function bookToPay(browser: Customer, path = EVENING): Promise<string> {
  const choice = await browser.get(path);
  const page = await browser.post(path, { pay: "online", total: fieldOf(choice, "total"), key: fieldOf(choice, "key") });
  return page.at.replace("/mini/v/v-1", "").replace(/\?.*/, "");
}
const linkOf = (page: Page): string => (/<a class="button" href="(http[^"]*)"/.exec(page.html)?.[1] ?? "").replaceAll("&amp;", "&");
const payments = () =>
  query<{ id: string; state: string; amount: string; channel: string; document_kind: string }>(
    t.url,
    "SELECT id, state, amount, channel, document_kind FROM payment WHERE type = 'online' ORDER BY at, id",
    [],
  );
const orders = () =>
  query<{ id: string; order_status: string; paid: string; refunded: string }>(
    t.url,
    "SELECT id, order_status, paid, refunded FROM booking_order ORDER BY created_at, no",
    [],
  );
/** Sums of the ledger by account. */
const balances = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await query<{ account: string; sum: string }>(
        t.url,
        "SELECT account, sum(amount)::text AS sum FROM posting WHERE venue_id = 'v-1' GROUP BY account HAVING sum(amount) <> 0",
        [],
      )
    ).map(({ account, sum }) => [account, Number(sum)]),
  );
const report = (channel: "wechat" | "alipay", { body, type }: { readonly body: string; readonly type: string }, venueId = "v-1") =>
  fetch(`${server.origin}/api/open/payments/${venueId}/${channel}`, { method: "POST", body, headers: { "content-type": type } });
const pass = (minutes: number): void => {
  t.now = new Date(t.now.getTime() + minutes * 60_000);
};
/** Runs what the clock does by itself. */
async function runJobs(): Promise<void> {
  const request = systemRequest(t.venue, "test", t.now);
  for (const job of [...lateJobs(channels), ...bookingJobs, ...paymentJobs(channels)]) {
    if ("outside" in job) await job.outside({ database: t.database, request, now: () => t.now });
    else await change(t.database, { ...request, action: job.name }, job.run);
  }
}

it.each(["wechat", "alipay"] as const)(
  "is paid by %s: one notification, replayed 20 times at once and later, is one posting",
  async (channel) => {
    const before = await balances();
    const browser = await customer("m-2");
    const path = await bookToPay(browser);
    expect(path).toMatch(/^\/bookings\/[\w-]+\/pay$/);
    expect(await orders()).toMatchObject([{ order_status: "held", paid: "0" }]);
    const page = await browser.post(path, { channel });
    gateway.payOnline(linkOf(page));
    const [payment] = await payments();
    const notice = gateway.notice(channel, payment?.id ?? "");
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(channel, notice)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await answers[0]?.text()).toContain(channel === "wechat" ? "SUCCESS" : "success");
    pass(60);
    expect((await report(channel, notice)).status).toBe(200);
    expect(await orders()).toMatchObject([{ order_status: "paid", paid: "10000" }]);
    expect(await payments()).toMatchObject([{ state: "succeeded", document_kind: "order" }]);
    const after = await balances();
    expect((after[`tender.${channel}`] ?? 0) - (before[`tender.${channel}`] ?? 0)).toBe(10_000);
    expect(after["prepaid.order"] ?? 0).toBe(before["prepaid.order"] ?? 0);
    expect((await browser.get(path)).text).toContain("付款成功");
    const booking = await browser.get(path.replace(/\/pay$/, ""));
    expect(booking.text).toContain("线上支付");
  },
);

it.each(["wechat", "alipay"] as const)(
  "counts a notification of %s by its signature, merchant, number and amount only",
  async (channel) => {
    const browser = await customer("m-2");
    const path = await bookToPay(browser);
    gateway.payOnline(linkOf(await browser.post(path, { channel })));
    const [payment] = await payments();
    const no = payment?.id ?? "";
    const good = gateway.notice(channel, no);
    const other = channel === "wechat" ? "alipay" : "wechat";
    const bad: readonly [string, Promise<Response>][] = [
      ["unsigned", report(channel, { ...good, body: good.body.replace(/sign=[^&]*|<sign>.*?<\/sign>/, "") })],
      ["changed after signing", report(channel, { ...good, body: good.body.replace(no, "another") })],
      [
        "another amount",
        report(channel, gateway.notice(channel, no, channel === "wechat" ? { total_fee: "1" } : { total_amount: "0.01" })),
      ],
      ["another merchant", report(channel, gateway.notice(channel, no, channel === "wechat" ? { mch_id: "1" } : { app_id: "1" }))],
      [
        "no such payment",
        report(channel, gateway.notice(channel, "none", channel === "wechat" ? { total_fee: "10000" } : { total_amount: "100.00" })),
      ],
      [
        "not paid",
        report(channel, gateway.notice(channel, no, channel === "wechat" ? { result_code: "FAIL" } : { trade_status: "WAIT_BUYER_PAY" })),
      ],
      ["another channel", report(other, good)],
      ["another venue", report(channel, good, "v-2")],
      ["empty", report(channel, { ...good, body: "" })],
      ["json", report(channel, { body: "{}", type: "application/json" })],
    ];
    for (const [name, answer] of bad) expect((await answer).status, name).toBeGreaterThanOrEqual(400);
    expect(await payments()).toMatchObject([{ state: "processing" }]);
    expect(await orders()).toMatchObject([{ order_status: "held", paid: "0" }]);
    expect((await report(channel, good)).status).toBe(200);
    expect(await orders()).toMatchObject([{ order_status: "paid" }]);
  },
);

it("finds out by itself what was paid when no notification comes: the page asks, and the clock does", async () => {
  const browser = await customer("m-2");
  const path = await bookToPay(browser);
  gateway.payOnline(linkOf(await browser.post(path, { channel: "wechat" })));
  pass(1);
  // The page of a phone that lost the network is read again.
  expect((await browser.get(path)).text).toContain("付款成功");
  const second = await bookToPay(await customer("m-1"), `/book/choice?day=${TODAY}&cell=b-6~1200&cell=b-6~1230`);
  expect(second).toContain("/pay");
  gateway.payOnline(linkOf(await (await customer("m-1")).post(second, { channel: "alipay" })));
  pass(1);
  await runJobs();
  await runJobs();
  expect(await orders()).toMatchObject([{ order_status: "paid" }, { order_status: "paid" }]);
});

it("gives the money back by itself when the hold ran out while it was paid and the court went to another", async () => {
  const before = await balances();
  const browser = await customer("m-2");
  const path = await bookToPay(browser);
  const link = linkOf(await browser.post(path, { channel: "wechat" }));
  pass(16);
  await runJobs();
  await book(t, evening);
  gateway.payOnline(link);
  const [payment] = await payments();
  const no = payment?.id ?? "";
  const charge = gateway.charges.get(no);
  // The provider accepted it a moment before its own deadline.
  if (charge) charge.state = "paid";
  const notice = gateway.notice("wechat", no);
  const answers = await Promise.all(Array.from({ length: 20 }, () => report("wechat", notice)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  pass(1);
  await runJobs();
  expect(await payments()).toMatchObject([{ state: "refunded", document_kind: "collection" }]);
  expect([...(charge?.refunded.values() ?? [])]).toEqual([10_000]);
  expect((await orders())[0]).toMatchObject({ order_status: "expired", paid: "0" });
  const after = await balances();
  expect(after["tender.wechat"] ?? 0).toBe(before["tender.wechat"] ?? 0);
  expect((await browser.get(path)).text).toContain("已原路退回");
});

it("takes the court again for money that came late while it is still free", async () => {
  const browser = await customer("m-2");
  const path = await bookToPay(browser);
  const link = linkOf(await browser.post(path, { channel: "alipay" }));
  pass(16);
  await runJobs();
  expect(await orders()).toMatchObject([{ order_status: "expired" }]);
  gateway.payOnline(link);
  const [payment] = await payments();
  expect((await report("alipay", gateway.notice("alipay", payment?.id ?? ""))).status).toBe(200);
  expect(await orders()).toMatchObject([{ order_status: "paid", paid: "10000" }]);
});

it("gives the second payment back where one booking was paid twice, by phone and desk or by two channels", async () => {
  const browser = await customer("m-2");
  const path = await bookToPay(browser);
  const wechat = linkOf(await browser.post(path, { channel: "wechat" }));
  const alipay = linkOf(await browser.post(path, { channel: "alipay" }));
  gateway.payOnline(wechat);
  gateway.payOnline(alipay);
  const rows = await payments();
  await Promise.all(
    rows.map(({ id, channel }) =>
      report(channel === "alipay" ? "alipay" : "wechat", gateway.notice(channel === "alipay" ? "alipay" : "wechat", id)),
    ),
  );
  pass(1);
  await runJobs();
  expect((await payments()).map(({ state }) => state).sort()).toEqual(["refunded", "succeeded"]);
  expect(await orders()).toMatchObject([{ order_status: "paid", paid: "10000", refunded: "0" }]);

  const other = await customer("m-1");
  const second = await bookToPay(other, `/book/choice?day=${TODAY}&cell=b-6~1200&cell=b-6~1230`);
  const link = linkOf(await other.post(second, { channel: "wechat" }));
  const [, order] = await orders();
  // A member with a discount of 15 percent.
  await payFor(t, { id: order?.id ?? "", due: "85.00" }, [{ type: "Cash", amount: "85.00" }]);
  gateway.payOnline(link);
  const last = (await payments()).find(({ state }) => state === "processing");
  await report("wechat", gateway.notice("wechat", last?.id ?? ""));
  pass(1);
  await runJobs();
  expect((await payments()).map(({ state }) => state).sort()).toEqual(["refunded", "refunded", "succeeded"]);
});

it("charges one attempt however often the button is pressed, and ends what nobody pays", async () => {
  const browser = await customer("m-2");
  const path = await bookToPay(browser);
  await Promise.all(Array.from({ length: 5 }, () => browser.post(path, { channel: "wechat" })));
  expect(await payments()).toMatchObject([{ state: "processing" }]);
  pass(17);
  await runJobs();
  pass(1);
  await runJobs();
  expect(await payments()).toMatchObject([{ state: "refused" }]);
  expect((await browser.get(path)).text).toContain("现在不用付款");
  // A provider that refuses leaves nothing open.
  gateway.manner = "refuse";
  const again = await bookToPay(browser, `/book/choice?day=${TODAY}&cell=b-6~1200`);
  const page = await browser.post(again, { channel: "wechat" });
  expect([page.status, page.text.includes("没有扣款")]).toEqual([409, true]);
  expect((await payments()).map(({ state }) => state)).toEqual(["refused", "refused"]);
});

it("refunds online money through its channel when the customer cancels", async () => {
  const browser = await customer("m-2");
  const path = await bookToPay(browser);
  gateway.payOnline(linkOf(await browser.post(path, { channel: "alipay" })));
  const [payment] = await payments();
  await report("alipay", gateway.notice("alipay", payment?.id ?? ""));
  const cancel = path.replace(/\/pay$/, "/cancel");
  const preview = await browser.get(cancel);
  const refund = fieldOf(preview, "refund");
  expect(preview.text).toContain(`原路退回微信或支付宝 ¥${refund}`);
  await browser.post(cancel, { refund, uses: "0" });
  await runJobs();
  expect([...(gateway.charges.get(payment?.id ?? "")?.refunded.values() ?? [])]).toEqual([Math.round(Number(refund) * 100)]);
  expect(await orders()).toMatchObject([{ order_status: "cancelled" }]);
});

it("shows and pays nobody else's booking", async () => {
  const path = await bookToPay(await customer("m-2"));
  const other = await customer("m-1");
  expect([(await other.get(path)).status, (await other.post(path, { channel: "wechat" })).status]).toEqual([404, 404]);
  expect((await other.post(path, { sandbox: "x" })).status).toBe(404);
  expect(await payments()).toEqual([]);
  expect((await (await customer("m-2")).post(path, { sandbox: "x" })).status).toBe(404);
});

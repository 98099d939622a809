/** Customers book on the public page: by the desk's prices and locks, within the venue's limits, once, and for themselves only. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { PLATFORM } from "../../src/server/db/client";
import { sellCard } from "../../src/server/domains/cards/sell";
import { expireOrder } from "../../src/server/domains/booking/expire";
import { hashOf } from "../../src/server/kernel/tokens";
import { checkLedger } from "../../src/server/ledger/check";
import { balanceOf } from "../../src/server/ledger/post";
import { at, book, countRows, evening, payFor, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { FULL } from "../support/forms";
import { Customer, type Page } from "../support/customer";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let server: TestServer;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now });
  await server.addPerson("desk", ["v-1"]);
  await setVenue({ public_page: true, online_booking: true });
});
afterEach(async () => {
  expect(await t.look((ctx) => checkLedger(ctx.db, "v-1"))).toEqual([]);
  await server.close();
  await t.close();
});

/** Customers and desks that want one cell, and customers who are on their way at a time. */
const CONTENDERS = FULL ? 1_000 : 24;
const DESKS = 3;
const PAGES_AT_ONCE = 50;
const LONG_MS = FULL ? 900_000 : 60_000;

const setVenue = (values: Readonly<Record<string, unknown>>) =>
  t.database.dbFor(PLATFORM).updateTable("venue").set(values).where("id", "=", "v-1").execute();
/** The browser of a member who has signed in. */
async function customer(memberId: string, headers: Readonly<Record<string, string>> = {}): Promise<Customer> {
  const browser = new Customer(server, "v-1", headers);
  const token = `token-${memberId}`;
  await query(
    t.url,
    `INSERT INTO customer_session (venue_id, token_hash, member_id, mobile, created_at, expires_at)
     SELECT 'v-1', $1, id, phone, now(), '2027-12-01' FROM member WHERE venue_id = 'v-1' AND id = $2 ON CONFLICT DO NOTHING`,
    [hashOf(token), memberId],
  );
  browser.cookies.set(`customer_${Buffer.from("v-1").toString("base64url")}`, token);
  return browser;
}
const cells = (...values: readonly string[]): string => values.map((value) => `&cell=${encodeURIComponent(value)}`).join("");
const choiceOf = (day: string, ...values: readonly string[]): string => `/book/choice?day=${day}${cells(...values)}`;
const fieldOf = (page: Page | undefined, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page?.html ?? "")?.[1] ?? "";
const EVENING = choiceOf(TODAY, "b-5~1200", "b-5~1230");
/** Confirms a choice as its page offers it. */
async function confirm(browser: Customer, path: string, pay: "balance" | "desk" = "balance"): Promise<Page> {
  const page = await browser.get(path);
  return browser.post(path, { pay, total: fieldOf(page, "total"), key: fieldOf(page, "key") });
}
const orders = () =>
  query<Record<string, unknown>>(
    t.url,
    "SELECT id, source, member_id, order_status, pay_status, total, paid, refunded, fee, operator, hold_until FROM booking_order ORDER BY created_at, no",
    [],
  );
const purses = (id: string): Promise<number[]> =>
  t.look((ctx) => Promise.all([balanceOf(ctx, "purse.principal", id), balanceOf(ctx, "purse.gift", id)]));

it("shows which cells are free at which list price, and nothing of who has the others", async () => {
  await book(t, evening);
  const anybody = new Customer(server);
  const page = await anybody.get(`/book/g-b/${TODAY}`);
  expect(page.html).toContain('value="b-4~1200"');
  expect(page.html).not.toContain('value="b-5~1200"');
  expect(page.html).toContain('aria-label="4 号 20:00–20:30 50 元"');
  expect(page.html).not.toContain("王伟");
  // Linked courts: a half that is taken takes the whole.
  await book(t, { ...evening, runs: [{ placeId: "k-east", start: at(20), end: at(21) }] });
  const basketball = await anybody.get(`/book/g-k/${TODAY}`);
  expect([basketball.html.includes('value="k-west~1200"'), basketball.html.includes('value="k-full~1200"')]).toEqual([true, false]);
  expect(basketball.html).not.toContain('value="k-west~540"');
  expect((await anybody.get("/book?lang=en")).text).toContain("Choose cells, then see the price");
  for (const gone of ["/book/g-b/2026-11-29", "/book/g-b/2026-11-20", "/book/none/2026-11-21", "/book/g-b/x"])
    expect((await anybody.get(gone)).status, gone).toBe(404);
  await setVenue({ online_booking: false });
  t.now = new Date(t.now.getTime() + 30_000);
  expect((await anybody.get(`/book/g-b/${TODAY}`)).status).toBe(404);
});

it("asks who is not signed in to do so, and comes back to the choice", async () => {
  await query(t.url, "UPDATE member SET phone = '13800000001' WHERE id = 'm-1'", []);
  await server.addPerson("admin", ["v-1"]);
  const browser = new Customer(server);
  const page = await browser.get(EVENING);
  expect(page.at).toContain("/sign-in?");
  const next = new URLSearchParams(page.at.split("?")[1]).get("next") ?? "";
  const back = await browser.signIn("13800000001", "", next.replace("/mini/v/v-1", ""));
  expect(back.text).toContain("确认预订");
  expect(back.text).toContain("20:00–21:00");
});

it("books by the member's price and balance; the desk sees it at once, as from online", async () => {
  const browser = await customer("m-1");
  const choice = await browser.get(EVENING);
  expect(choice.text).toContain("单价（每半小时） 20:00–21:00 2×50.00");
  expect(choice.text).toContain("会员折扣 金卡 -15.00");
  expect(choice.text).toContain("¥85.00");
  const page = await confirm(browser, EVENING);
  expect(page.at).toMatch(/\/bookings\/\w+/);
  expect(page.text).toContain("已订好，等您到场");
  expect(await orders()).toMatchObject([
    { source: "online", member_id: "m-1", order_status: "paid", pay_status: "paid", total: "8500", paid: "8500", operator: "online" },
  ]);
  expect(await purses("m-1")).toEqual([41_500, 10_000]);
  const desk = await server.as("desk");
  const grid = await desk.ok(booking.grid, { day: TODAY, days: 1 });
  expect(grid.bookings).toMatchObject([{ placeId: "b-5", start: 1200, end: 1260, source: "online", status: "paid", memberId: "m-1" }]);
  const events = await query<{ type: string }>(t.url, "SELECT type FROM outbox WHERE type LIKE 'booking%' ORDER BY id", []);
  expect(events.map(({ type }) => type)).toEqual(["booking_changed", "booking_online"]);
  expect((await browser.get("/bookings")).text).toContain("羽毛球 5 号 20:00–21:00");
});

it("splits the balance over the purses in the venue's order", async () => {
  await setVenue({ purse_order: "giftFirst", online_day_minutes: 600 });
  await confirm(await customer("m-1"), choiceOf(TODAY, "b-5~1200", "b-5~1230", "b-6~1200", "b-6~1230"));
  expect(await purses("m-1")).toEqual([43_000, 0]);
});

it("keeps an unpaid booking until the named time before play, then releases it; the desk takes the money meanwhile", async () => {
  const browser = await customer("m-2");
  const choice = await browser.get(EVENING);
  expect(choice.text).toContain("现有 0.00 元，不够付这一笔");
  expect(choice.text).toContain("保留到 11-21 19:30");
  const page = await confirm(browser, EVENING, "desk");
  expect(page.text).toContain("请在 11-21 19:30 前到前台付 100.00 元");
  const [order] = await orders();
  expect(order).toMatchObject({ order_status: "held", paid: "0", hold_until: new Date("2026-11-21T11:30:00Z") });
  const second = await confirm(browser, choiceOf(TOMORROW, "b-5~1200"), "desk");
  expect(second.text).toContain("待付款");
  const [, other] = await orders();
  await payFor(t, { id: String(other?.["id"]), due: "50.00" }, [{ type: "Cash", amount: "50.00" }]);
  t.now = new Date("2026-11-21T11:30:00Z");
  await t.act((ctx) => expireOrder(ctx, String(order?.["id"])));
  expect((await browser.get(`/bookings/${String(order?.["id"])}`)).text).toContain("超时未付，已释放");
  expect((await new Customer(server).get(`/book/g-b/${TODAY}`)).html).toContain('value="b-5~1200"');
  // Nearer to play than that, it has the minutes of any hold.
  t.now = new Date("2026-11-21T11:50:00Z");
  expect((await browser.get(choiceOf(TODAY, "b-7~1200"))).text).toContain("保留到 11-21 20:05");
});

it("books once, however often and however fast one form is posted", async () => {
  const browser = await customer("m-1");
  const choice = await browser.get(EVENING);
  const form = { pay: "balance", total: fieldOf(choice, "total"), key: fieldOf(choice, "key") };
  const pages = await Promise.all(Array.from({ length: 5 }, () => browser.post(EVENING, form)));
  const [order] = await orders();
  for (const page of [...pages, await browser.post(EVENING, form)]) expect(page.at).toContain(`/bookings/${String(order?.["id"])}`);
  expect(await orders()).toHaveLength(1);
  expect(await purses("m-1")).toEqual([41_500, 10_000]);
  const other = await browser.post(choiceOf(TODAY, "b-6~1200"), { ...form, total: "42.50" });
  expect(other.text).toContain("这一单已经提交过了");
  // The key of one person is nobody else's.
  const stranger = await customer("m-2");
  const theirs = await stranger.post(EVENING, { ...form, pay: "desk", total: "100.00" });
  expect(theirs.text).toContain("刚被订走");
  expect(await orders()).toHaveLength(1);
});

it("refuses with a plain sentence, names nobody, and books and charges nothing", async () => {
  const browser = await customer("m-1");
  const stale = await browser.get(EVENING);
  await book(t, evening);
  const before = await countRows(t);
  const posted = await browser.post(EVENING, { pay: "balance", total: fieldOf(stale, "total"), key: fieldOf(stale, "key") });
  expect([posted.status, posted.text.includes("5 号 20:00–21:00 刚被订走，没有下单，也没有扣款")]).toEqual([409, true]);
  expect(posted.html).not.toMatch(/王伟/);
  const says = async (path: string, text: string, who = browser): Promise<void> => {
    const page = await who.get(path);
    expect([page.status, page.text], path).toEqual([409, expect.stringContaining(text)]);
  };
  await says(EVENING, "刚被订走");
  await says(choiceOf("2026-11-29", "b-5~1200"), "网上最多提前 7 天订场");
  await says(choiceOf(TODAY, "b-6~480"), "已经过去");
  await says(choiceOf(TODAY, "b-6~1200", "b-6~1230", "b-6~1260", "b-6~1290", "b-6~1320"), "网上每人每天最多订 120 分钟");
  const mixed = choiceOf(TODAY, "b-6~1200", "k-east~1200");
  await says(mixed, "一笔预订只能选同一项目的场地");
  const forged = await browser.post(mixed, { pay: "balance", total: "93.50", key: fieldOf(stale, "key") });
  expect([forged.status, forged.text]).toEqual([409, expect.stringContaining("一笔预订只能选同一项目的场地")]);
  await says(choiceOf(TODAY, "b-6~1205"), "以 30 分钟为单位预订");
  await query(t.url, "UPDATE member SET state = 'frozen' WHERE id = 'm-1'", []);
  await says(choiceOf(TODAY, "b-6~1200"), "您的会员卡目前是“冻结”，不能网上订场");
  await query(t.url, "UPDATE member SET state = 'active' WHERE id = 'm-1'", []);
  // A price that changed since, one that was made up, a balance that is not enough, and forms that are none.
  const open = choiceOf(TODAY, "b-6~1200");
  const page = await browser.get(open);
  const send = (fields: Readonly<Record<string, string>>) =>
    browser.post(open, { pay: "balance", total: "42.50", key: fieldOf(page, "key"), ...fields });
  expect((await send({ total: "0.01" })).text).toContain("价格已变：0.01 → 42.50");
  for (const fields of [{ pay: "cash" }, { total: "-1" }, { total: "x" }, { key: "short" }]) expect((await send(fields)).status).toBe(409);
  const poor = await customer("m-2");
  expect((await poor.post(open, { pay: "balance", total: "50.00", key: fieldOf(page, "key") })).text).toContain("余额不足");
  expect((await browser.get(choiceOf(TODAY, "nowhere~1200"))).status).toBe(409);
  expect(await countRows(t)).toEqual(before);
});

it("limits the minutes of a day and the unpaid bookings also of what is posted at once", async () => {
  const browser = await customer("m-1");
  const paths = ["b-1", "b-2", "b-3", "b-4"].map((court) => choiceOf(TODAY, `${court}~1200`, `${court}~1230`));
  const pages = await Promise.all(paths.map((path) => browser.get(path)));
  const booked = await Promise.all(
    paths.map((path, i) => browser.post(path, { pay: "balance", total: "85.00", key: fieldOf(pages[i], "key") })),
  );
  expect(booked.filter((page) => page.status === 200)).toHaveLength(2);
  expect(booked.find((page) => page.status !== 200)?.text).toContain("网上每人每天最多订 120 分钟");
  expect(await orders()).toHaveLength(2);
  const poor = await customer("m-2");
  const held = await Promise.all([TODAY, TOMORROW, "2026-11-23"].map((day) => confirm(poor, choiceOf(day, "b-9~1200"), "desk")));
  expect(held.filter((page) => page.status === 200)).toHaveLength(2);
  expect(held.find((page) => page.status !== 200)?.text).toContain("您已有 2 笔预订还没付款");
});

it(
  "gives one cell to one of many customers and three desks",
  async () => {
    await query(
      t.url,
      `INSERT INTO member (venue_id, id, card_no, name, phone, card_type_id, created_at)
     SELECT 'v-1', 'r-' || n, 'R' || n, '客 ' || n, '1570000' || lpad(n::text, 4, '0'), 'ct-full', now() FROM generate_series(1, $1::int) AS n`,
      [CONTENDERS],
    );
    const browsers = await Promise.all(Array.from({ length: CONTENDERS }, (_, i) => customer(`r-${i + 1}`)));
    const pages: Page[] = [];
    for (let i = 0; i < browsers.length; i += PAGES_AT_ONCE)
      pages.push(...(await Promise.all(browsers.slice(i, i + PAGES_AT_ONCE).map((browser) => browser.get(EVENING)))));
    const desk = await server.as("desk");
    // So many are on their way at a time: more than this process can connect at once would time out here, not at the server.
    const won: boolean[] = [];
    let next = 0;
    const postNext = async (): Promise<void> => {
      for (let i = next++; i < browsers.length; i = next++) {
        const page = await browsers[i]?.post(EVENING, { pay: "desk", total: "100.00", key: fieldOf(pages[i], "key") });
        // Beyond those who are served and who wait, the page asks to come again.
        expect(page?.status === 200 || page?.status === 503 || page?.text.includes("刚被订走"), page?.text).toBe(true);
        won.push(page?.status === 200);
      }
    };
    await Promise.all([
      ...Array.from({ length: DESKS }, async () => {
        const run = { placeId: "b-5", start: 1200, end: 1230 };
        const { code } = await desk.call(booking.create, { day: TODAY, runs: [run], mode: "hold", name: "前台客人" });
        won.push(code === 200);
      }),
      ...Array.from({ length: PAGES_AT_ONCE }, postNext),
    ]);
    expect(won).toHaveLength(CONTENDERS + DESKS);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
  },
  LONG_MS,
);

it("cancels by the venue's rules and gives back exactly what the preview said", async () => {
  await setVenue({ free_cancel_hours: 24, late_cancel_percent: 20 });
  const browser = await customer("m-1");
  await confirm(browser, EVENING);
  const [order] = await orders();
  const path = `/bookings/${String(order?.["id"])}/cancel`;
  const preview = await browser.get(path);
  expect(preview.text).toContain("手续费 ¥17.00");
  expect(preview.text).toContain("确认取消，退 ¥68.00");
  expect(preview.text).toContain("退回余额（本金） ¥68.00");
  // A refund that changed since it was shown is refused.
  const stale = await browser.post(path, { refund: "85.00" });
  expect([stale.status, stale.text.includes("应退金额已变：85.00 → 68.00")]).toEqual([409, true]);
  const done = await Promise.all([1, 2, 3].map(() => browser.post(path, { refund: fieldOf(preview, "refund") })));
  for (const page of done) expect(page.text).toContain("已取消");
  expect(await purses("m-1")).toEqual([48_300, 10_000]);
  expect(await orders()).toMatchObject([{ order_status: "cancelled", refunded: "6800", fee: "1700" }]);
  expect((await new Customer(server).get(`/book/g-b/${TODAY}`)).html).toContain('value="b-5~1200"');
});

/** Books a court for two hours tomorrow at 20:00, paid by two uses of a package card. */
async function bookByCard(): Promise<string> {
  await seedCommerce(t);
  const holdingId = await t.act((ctx) =>
    sellCard(ctx, { memberId: "m-2", packageCardId: "pk", payments: [{ type: "WeChat", amount: 10_000 }] }),
  );
  const runs = [{ placeId: "b-5", start: at(20), end: at(22) }];
  const order = await book(t, { day: TOMORROW, runs, memberId: "m-2", mode: "pay", cards: [{ holdingId, uses: 2 }], payments: [] });
  return order.id;
}
const readUsed = () => query(t.url, "SELECT used FROM holding", []);

it("says which uses of a package card come back, and cancels only as it was said", async () => {
  await setVenue({ free_cancel_hours: 24, late_cancel_percent: 50 });
  const path = `/bookings/${await bookByCard()}/cancel`;
  const browser = await customer("m-2");
  t.now = new Date("2026-11-21T11:55:00Z");
  const early = await browser.get(path);
  expect(early.text).toContain("次卡已扣 2 次 次卡退回 2 次");
  expect(early.text).not.toMatch(/还没有付款|次卡不退/);
  // Five minutes before the free hours, confirmed five minutes after they ended.
  t.now = new Date("2026-11-21T12:05:00Z");
  const stale = await browser.post(path, { refund: fieldOf(early, "refund"), uses: fieldOf(early, "uses") });
  expect([stale.status, stale.text]).toEqual([409, expect.stringContaining("应退金额已变：次卡 2 次 → 次卡 1 次")]);
  expect(stale.text).toContain("次卡已扣 2 次 次卡退回 1 次 次卡不退 1 次");
  expect(stale.text).toContain("确认取消，次卡不退 1 次");
  expect((await browser.get(`${path}?lang=en`)).text).toContain("Cancel booking, package card uses not returned: 1");
  for (const uses of ["", "x", "-1"]) expect((await browser.post(path, { refund: "0.00", uses })).status).toBe(409);
  expect(await orders()).toMatchObject([{ order_status: "paid" }]);
  expect(await readUsed()).toEqual([{ used: 2 }]);
  expect((await browser.post(path, { refund: "0.00", uses: fieldOf(stale, "uses") })).text).toContain("已取消");
  expect(await readUsed()).toEqual([{ used: 1 }]);
});

it("names the fee that an earlier late move leaves, and free cancelling where there is no fee", async () => {
  await setVenue({ free_cancel_hours: 0, late_cancel_percent: 20 });
  const browser = await customer("m-1");
  const page = await confirm(browser, EVENING);
  expect(page.text).toContain("开场前可免费取消");
  await query(t.url, "UPDATE booking_order SET late_percent = 20", []);
  const [order] = await orders();
  const cancelling = await browser.get(`/bookings/${String(order?.["id"])}/cancel`);
  expect(cancelling.text).toContain("手续费 ¥17.00");
  expect(cancelling.text).toContain("临近开场时改过时间，取消收 20% 手续费");
  expect(cancelling.text).not.toContain("免费取消");
});

it("lists the days that a sport itself sells", async () => {
  await query(t.url, "UPDATE program SET days_ahead = 3 WHERE id = 'g-b'", []);
  const page = await new Customer(server).get(`/book/g-b/${TODAY}`);
  const lists = (day: string): boolean => page.html.includes(`/book/g-b/${day}`);
  expect(["2026-11-24", "2026-11-25"].map(lists)).toEqual([true, false]);
  // From another sport's later day one comes to the last that this one sells.
  const beyond = await new Customer(server).get("/book/g-b/2026-11-27");
  expect([beyond.status, beyond.html.includes('name="day" value="2026-11-24"')]).toEqual([200, true]);
});

it("leaves to the desk what was paid there, what has begun, and what is no single booking", async () => {
  const browser = await customer("m-1");
  const paid = await book(t, { ...evening, memberId: "m-1", mode: "pay", payments: [{ type: "Cash", amount: "85.00" }] });
  const cash = await browser.get(`/bookings/${paid.id}/cancel`);
  expect([cash.status, cash.text.includes("请到前台取消")]).toEqual([409, true]);
  expect((await browser.post(`/bookings/${paid.id}/cancel`, { refund: "85.00" })).status).toBe(409);
  t.now = new Date("2026-11-21T12:10:00Z");
  expect((await browser.get(`/bookings/${paid.id}/cancel`)).text).toContain("不能在网上取消");
  expect(await orders()).toMatchObject([{ order_status: "paid", refunded: "0" }]);
});

it("shows and changes nobody else's bookings", async () => {
  const theirs = await book(t, { ...evening, memberId: "m-1", mode: "pay", payments: [{ type: "Balance", amount: "85.00" }] });
  const walkIn = await book(t, { ...evening, runs: [{ placeId: "b-1", start: at(20), end: at(21) }] });
  const browser = await customer("m-2");
  for (const id of [theirs.id, walkIn.id, "none"]) {
    for (const path of [`/bookings/${id}`, `/bookings/${id}/cancel`]) {
      const page = await browser.get(path);
      expect([page.status, page.html.includes("沈佩仪")], path).toEqual([404, false]);
    }
    expect((await browser.post(`/bookings/${id}/cancel`, { refund: "85.00" })).status).toBe(404);
  }
  expect((await browser.get("/bookings")).text).toContain("还没有预订");
  expect(new Set((await orders()).map((order) => order["order_status"]))).toEqual(new Set(["held", "paid"]));
  // Nor does a form of another site, with the customer's own cookie.
  const own = await customer("m-1");
  for (const origin of ["https://evil.example", "null", null])
    expect((await own.post(`/bookings/${theirs.id}/cancel`, { refund: "85.00" }, origin)).status).toBe(403);
  expect((await own.post(EVENING, { pay: "balance" }, "https://evil.example")).status).toBe(403);
});

it("shows a customer's own balance, cards and statement, and nobody else's", async () => {
  await query(
    t.url,
    `INSERT INTO package_card (venue_id, id, name, program_id, times, valid_days, price, position) VALUES ('v-1', 'pc', '十次卡', 'g-b', 10, 90, 30000, 0)`,
    [],
  );
  await query(
    t.url,
    `INSERT INTO holding (venue_id, id, no, package_card_id, name, member_id, times, bonus_times, used, price, state, expires_on, person_id, operator, at)
     SELECT 'v-1', 'h-' || m, 'K-' || m, 'pc', '十次卡', m, 10, 0, 0, 0, 'active', '2027-01-01', '', '', now() FROM unnest(ARRAY['m-1', 'm-2']) AS m`,
    [],
  );
  const browser = await customer("m-1");
  await confirm(browser, EVENING);
  const me = await browser.get("/me");
  expect(me.text).toContain("¥415.00");
  expect([me.text.includes("K-m-1"), me.text.includes("剩 10 次"), me.text.includes("K-m-2")]).toEqual([true, true, false]);
  const statement = await browser.get("/me/statement");
  expect(statement.text).toMatch(/订场 本金 2026-11-21 10:00 B\d+-\d+ −85\.00 余 415\.00/);
  expect(statement.text).toContain("+500.00");
  const stranger = await customer("m-2");
  const theirs = await stranger.get("/me/statement?memberId=m-1&page=-1");
  expect([theirs.status, theirs.text.includes("还没有变动"), theirs.text.includes("85.00")]).toEqual([200, true, false]);
  await query(t.url, "DELETE FROM holding", []);
});

it("answers hostile input in words and changes nothing", async () => {
  const browser = await customer("m-1");
  const before = await countRows(t);
  const long = "9".repeat(5_000);
  const paths = ["%00", "%2e%2e", "'--", "{day}", long].flatMap((bad) => [
    `/bookings/${bad}`,
    `/bookings/${bad}/cancel`,
    `/book/g-b/${bad}`,
    `/book/choice?day=${bad}&cell=b-5~1200`,
    `/book/choice?day=${TODAY}&cell=${bad}`,
    `/book/choice?day=${TODAY}&day=x&cell=b-5~99999999999`,
    `/me/statement?page=${bad}`,
    `/sign-in/code?next=${bad}`,
  ]);
  for (const path of paths) {
    const read = await browser.get(path);
    const posted = await browser.post(path, { pay: long, total: "1e9", key: "\0".repeat(30), refund: "NaN", code: "\0", page: "x" });
    for (const { status } of [read, posted]) expect(status, path).toBeLessThan(500);
  }
  const many = await browser.get(`/book/choice?day=${TODAY}${cells(...Array.from({ length: 300 }, (_, i) => `b-${i}~1200`))}`);
  expect(many.status).toBe(409);
  const big = await browser.post(EVENING, { pay: "x".repeat(40_000) });
  expect(big.status).toBe(413);
  expect(await countRows(t)).toEqual(before);
});

it("escapes whatever names say", async () => {
  const evil = `"><img src=x onerror=alert(1)>`;
  await query(t.url, "UPDATE member SET name = $1 WHERE id = 'm-1'", [evil]);
  await query(t.url, "UPDATE program SET name = $1 WHERE id = 'g-b'", [evil]);
  await query(t.url, "UPDATE card_type SET name = $1 WHERE id = 'ct-85'", [evil]);
  await query(t.url, "UPDATE place SET name = $1 WHERE id = 'b-5'", [evil]);
  const browser = await customer("m-1");
  const booked = await confirm(browser, EVENING);
  expect(booked.status).toBe(200);
  const [order] = await orders();
  const pages = [
    await browser.get(`/book/g-b/${TODAY}`),
    await browser.get(choiceOf(TODAY, "b-6~1200")),
    booked,
    await browser.get("/bookings"),
    await browser.get(`/bookings/${String(order?.["id"])}/cancel`),
    await browser.get("/me"),
    await browser.get("/me/statement"),
  ];
  for (const page of pages) {
    expect(page.html.includes("<img src=x"), page.at).toBe(false);
    expect(page.at.includes("statement") || page.html.includes("&lt;img src=x"), page.at).toBe(true);
  }
});

/**
 * Cash sales over a line that breaks: three tills in browsers of their own, cut off, reloaded, and shut in the middle of a sale. Whatever
 * happens, each drink that a cashier took money for is one sale on the server. The short form sells 15, PROVE=full 500.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { yuan } from "../../src/contract/core/money";
import { booking } from "../../src/contract/booking/booking";
import { sale } from "../../src/contract/sale/sale";
import { lots } from "../../src/engine/random";
import { checkLedger } from "../../src/server/ledger/check";
import { receive } from "../../src/server/domains/stock/receive";
import { axe, type Desk, login, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { scan } from "../support/browser-scan";
import { FULL } from "../support/forms";
import { deskOf, venueOf } from "../support/desk";

const SALES = FULL ? [167, 167, 166] : [5, 5, 5];
const PATH = "/sale/sale-from2";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const db = () => stage.database.dbFor(BADMINTON.id);
const total = () => SALES.reduce((sum, count) => sum + count, 0);

/** A drink with a barcode, and enough of it in the shop. */
async function drink(): Promise<{ id: string; name: string; barcode: string; price: number }> {
  const found = await db()
    .selectFrom("product as p")
    .select(["p.id", "p.name", "p.barcode", "p.price"])
    .where("p.stocked", "=", true)
    .where("p.on_shelf", "=", true)
    .where("p.barcode", "is not", null)
    .orderBy("p.position")
    .limit(1)
    .executeTakeFirstOrThrow();
  const desk = deskOf(stage.database, stage.server.url, await venueOf(stage.database, BADMINTON.id), stage.now());
  const lines = [{ productId: found.id, quantity: total(), unitCost: 100 }];
  await desk.act((ctx) => receive(ctx, { warehouse: "shop", supplier: "批发商", lines }));
  return { ...found, barcode: found.barcode ?? "" };
}

/** Returns the stock and the booked figures of the drink. */
async function figures(productId: string) {
  const { quantity } = await db()
    .selectFrom("stock")
    .select("quantity")
    .where("warehouse", "=", "shop")
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
  const sales = await db().selectFrom("sale").select(["no", "total"]).where("state", "=", "paid").execute();
  const cash = await db()
    .selectFrom("posting as p")
    .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
    .select((eb) => eb.fn.sum<number>("p.amount").as("amount"))
    .where("p.account", "=", "tender.cash")
    .where("t.document_kind", "=", "sale")
    .executeTakeFirstOrThrow();
  return { quantity, sales: sales.length, numbers: new Set(sales.map(({ no }) => no)).size, cash: cash.amount ?? 0 };
}

/** Opens the till, also where only the browser has it. */
async function openTill(desk: Desk): Promise<Page> {
  const page = await desk.tab();
  await page.goto(PATH);
  await page.locator(".till-tile").first().waitFor();
  return page;
}
/** The till's browser has what it needs to open without the network. */
const kept = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => navigator.serviceWorker.controller !== null && (await caches.match("/sale/sale-from2")) !== undefined),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);

/** Lines of the cart that the till keeps, once it has found out whether the sale that it was making is kept. */
async function linesLeft(page: Page): Promise<number> {
  const found = await page.waitForFunction(() => {
    const carts = Object.keys(localStorage)
      .filter((key) => key.startsWith("till:"))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "{}") as { sending?: string | null; lines?: unknown[] });
    return carts.some(({ sending }) => sending) ? undefined : { lines: carts.reduce((sum, { lines }) => sum + (lines?.length ?? 0), 0) };
  });
  return (await found.jsonValue())?.lines ?? 0;
}

/** Sells one drink, whatever comes between. @returns the tab that is open afterwards */
async function sellOne(desk: Desk, at: Page, goods: { name: string; barcode: string }, chance: () => number): Promise<Page> {
  let page = at;
  const again = async (): Promise<void> => {
    await page.close();
    page = await openTill(desk);
  };
  const line = () => page.locator(".till-lines").getByText(goods.name);
  for (;;) {
    // Cut and mended without a word, in any state of the sale.
    if (chance() < 0.3) await desk.context.setOffline(chance() < 0.6);
    if ((await line().count()) === 0) await scan(page, goods.barcode);
    await line().waitFor();
    if (chance() < 0.15) {
      await page.reload();
      await line().waitFor();
    }
    await page.keyboard.press("F9");
    await page.locator(".till-right .ft .btn-primary:focus").waitFor();
    const shut = chance() < 0.25;
    await page.keyboard.press("Enter");
    if (!shut) {
      // A key that came while the price was asked for again is pressed again.
      const done = page.locator(".till-done");
      while (!(await done.isVisible())) await done.waitFor({ timeout: 6_000 }).catch(() => page.keyboard.press("F9"));
      return page;
    }
    // Shut at any moment of it: the till that opens again says by its cart whether the drink was sold.
    await page.waitForTimeout(chance() * 120);
    await again();
    await page.locator(".till-empty").or(line()).waitFor();
    if ((await linesLeft(page)) === 0) return page;
  }
}

describe("tills that lose the network, reload and are shut", () => {
  it("send each cash sale once, in any order, with numbers, stock and books right", { timeout: FULL ? 3_600_000 : 300_000 }, async () => {
    const goods = await drink();
    const before = await figures(goods.id);
    const tills = await Promise.all(
      SALES.map(async (count, i) => {
        const desk = await stage.open();
        // Three browsers on one machine for minutes on end: how soon a page is there is not what is tested.
        if (FULL) desk.context.setDefaultTimeout(60_000);
        await signIn(desk.page, "cashier");
        await desk.page.goto(PATH);
        await desk.page.locator(".till-tile").first().waitFor();
        await kept(desk.page);
        return { desk, count, page: desk.page, seed: i + 1 };
      }),
    );
    await Promise.all(
      tills.map(async (till) => {
        // The same chances for the same till, at every run.
        const drawn = lots(`till ${till.seed}`);
        const chance = (): number => drawn.below(1_000) / 1_000;
        for (let i = 0; i < till.count; i++) till.page = await sellOne(till.desk, till.page, goods, chance);
      }),
    );
    // A till that is cut off says what it has not sent, and opens from what the browser keeps.
    const [first] = tills;
    if (!first) throw new Error("no till");
    await first.desk.context.setOffline(true);
    await first.page.reload();
    await first.page.locator(".till-unsent").waitFor();
    // The banner says it; no notice says it again.
    await first.page.waitForTimeout(1_000);
    expect(await first.page.locator(".toast-error").allInnerTexts()).toEqual([]);
    await shot(first.page, "checkout-offline-zh-light-1440");
    for (const { desk } of [...tills].reverse()) await desk.context.setOffline(false);
    await Promise.all(
      tills.map(async ({ page }) => {
        await page.locator(".till-unsent").waitFor({ state: "detached", timeout: 60_000 });
      }),
    );
    const after = await figures(goods.id);
    expect({ sold: after.sales - before.sales, out: before.quantity - after.quantity, taken: after.cash - before.cash }).toEqual({
      sold: total(),
      out: total(),
      taken: total() * goods.price,
    });
    expect(after.numbers).toBe(after.sales);
    expect(await checkLedger(db(), BADMINTON.id)).toEqual([]);
    await Promise.all(tills.map(({ desk }) => desk.close()));
  });
});

describe("a sale without the network whose goods have run out since", () => {
  it("is refused when it arrives, and settled by somebody who may: counted in and recorded", async () => {
    const goods = await drink();
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "manager");
    await page.goto(PATH);
    await page.locator(".till-tile").first().waitFor();
    await kept(page);
    await desk.context.setOffline(true);
    await scan(page, goods.barcode);
    await page.locator(".till-lines").getByText(goods.name).waitFor();
    await page.keyboard.press("F9");
    await page.locator(".till-right .ft .btn-primary:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".till-done").waitFor();
    // Another till sells all that there is.
    const { quantity } = await figures(goods.id);
    const all = { lines: [{ productId: goods.id, quantity }], payments: [{ type: "Cash" as const, amount: yuan(goods.price * quantity) }] };
    await (await stage.admin()).ok(sale.create, all, { venueId: BADMINTON.id, key: randomUUID() });
    await desk.context.setOffline(false);
    await page.locator(".till-unsent").getByText("其中 1 笔被拒绝").waitFor({ timeout: 60_000 });
    await page.locator(".till-unsent").getByRole("button", { name: "查看" }).click();
    await page.getByRole("dialog", { name: "未发送的销售" }).getByRole("button", { name: "处理" }).click();
    const form = page.getByRole("dialog", { name: "处理被拒绝的销售" });
    expect(await form.getByRole("radio", { name: "货已给顾客" }).isChecked()).toBe(true);
    await form.getByRole("textbox").fill("货架上点到了");
    await settled(page);
    await shot(page, "checkout-settle-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    await form.getByRole("button", { name: "确定处理" }).click();
    await page.locator(".till-unsent").waitFor({ state: "detached" });
    const count = await db().selectFrom("stock_document").selectAll().where("memo", "=", "货架上点到了").executeTakeFirstOrThrow();
    expect(count).toMatchObject({ kind: "count", state: "posted", quantity: 1 });
    expect(await checkLedger(db(), BADMINTON.id)).toEqual([]);
    await desk.close();
  });
});

describe("a member's balance without the network", () => {
  it("is taken within what the server allowed while it was there, and recorded once the line is back", async () => {
    const goods = await drink();
    const admin = await stage.admin();
    const { offlineBalance: _, ...policy } = await admin.ok(booking.policy, {}, { venueId: BADMINTON.id });
    await admin.ok(booking.modifyPolicy, { ...policy, offlineBalance: "100.00" }, { venueId: BADMINTON.id, key: randomUUID() });
    const desk = await stage.open();
    const { page } = desk;
    // By the form: an allowance belongs to a device, which a login leaves.
    await login(page, "cashier");
    await page.goto(PATH);
    await page.locator(".till-tile").first().waitFor();
    await kept(page);
    await page.keyboard.press("F2");
    await page.locator(".till-finding input").fill(RICH.name);
    await page.getByRole("option", { name: RICH.name }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".till-buyer").getByText(RICH.name).waitFor();
    const told = () => db().selectFrom("till_allowance").selectAll().executeTakeFirst();
    await expect.poll(told, { timeout: 20_000 }).toMatchObject({ amount: 10_000, used: 0 });
    await settled(page);
    await desk.context.setOffline(true);
    // As another customer's cart, and after the till was shut: the member is found among those of whom something may be taken.
    await page.getByRole("button", { name: "改为散客" }).click();
    await page.reload();
    await page.locator(".till-unsent").waitFor();
    await page.keyboard.press("F2");
    await page.locator(".till-finding input").fill(RICH.name);
    await page.locator(".till-kept-members").getByText("可用 100.00").waitFor();
    await shot(page, "checkout-allowance-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await scan(page, goods.barcode);
    await page.locator(".till-lines").getByText(goods.name).waitFor();
    await page.keyboard.press("F9");
    await page.locator(".till-right .ft .btn-primary:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".till-done").getByText("待发送").waitFor();
    await page.keyboard.press("F2");
    const left = yuan(10_000 - goods.price);
    await page.locator(".till-kept-members").getByText(`可用 ${left}`).waitFor();
    await desk.context.setOffline(false);
    await page.locator(".till-unsent").waitFor({ state: "detached", timeout: 60_000 });
    const sold = await db()
      .selectFrom("sale as s")
      .innerJoin("payment as p", (join) => join.onRef("p.venue_id", "=", "s.venue_id").onRef("p.document_id", "=", "s.id"))
      .innerJoin("member as m", (join) => join.onRef("m.venue_id", "=", "s.venue_id").onRef("m.id", "=", "s.member_id"))
      .select(["m.name", "p.type", "p.amount", "s.total"])
      .where("s.till_key", "is not", null)
      .where("p.type", "=", "Balance")
      .execute();
    expect(sold).toEqual([{ name: RICH.name, type: "Balance", amount: goods.price, total: goods.price }]);
    expect(await told()).toMatchObject({ used: goods.price });
    expect(await checkLedger(db(), BADMINTON.id)).toEqual([]);
    await desk.close();
  });
});

describe("a sale by card whose answer never came", () => {
  it("is the same sale after a reload, and waits for the server where the line is down", async () => {
    const goods = await drink();
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "manager");
    await page.goto(PATH);
    await page.locator(".till-tile").first().waitFor();
    await kept(page);
    await scan(page, goods.barcode);
    await page.locator(".till-lines").getByText(goods.name).waitFor();
    const payByCard = async (): Promise<void> => {
      await page.keyboard.press("F9");
      await page.locator(".till-right .ft .btn-primary:focus").waitFor();
      await page.keyboard.press("4");
      await page.locator(".till-right .ft .btn-primary:focus").waitFor();
      await page.keyboard.press("Enter");
    };
    const before = await figures(goods.id);
    const address = `**${sale.create.path}`;
    await page.route(address, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payByCard();
    await page.locator(".till-right .notice-error").first().waitFor();
    await desk.context.setOffline(true);
    await page.locator(".till-right").getByText("刚才这单可能已经到了服务器").waitFor();
    await page.unroute(address);
    await desk.context.setOffline(false);
    await page.reload();
    await page.locator(".till-lines").getByText(goods.name).waitFor();
    await page.locator(".till-right .ft .btn-primary:enabled").waitFor();
    await page.keyboard.press("F4");
    await page.getByText("这单可能已经收款，不能挂单").waitFor();
    await payByCard();
    await page.locator(".till-done").waitFor();
    const after = await figures(goods.id);
    expect({ sold: after.sales - before.sales, out: before.quantity - after.quantity }).toEqual({ sold: 1, out: 1 });
    await desk.close();
  });
});

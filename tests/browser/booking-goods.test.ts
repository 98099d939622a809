/** Goods in the panel of a booking: found by name and scanner, priced for the booker, paid from the purse, shown with the order, and taken back. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axe, enter, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, BOOKED } from "../support/browser-data";
import { cellOf, chooseCells, openGrid } from "../support/browser-grid";
import { postingsOf } from "../support/browser-ledger";
import { scan } from "../support/browser-scan";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const db = () => stage.database.dbFor(BADMINTON.id);
const WATER = "农夫山泉 550ml";
const RED_BULL = { name: "红牛 维生素功能饮料 250ml", barcode: "6920202888883" };
const onHand = async (name: string): Promise<number> => {
  const row = await db()
    .selectFrom("stock as s")
    .innerJoin("product as p", (join) => join.onRef("p.venue_id", "=", "s.venue_id").onRef("p.id", "=", "s.product_id"))
    .where("p.name", "=", name)
    .where("s.warehouse", "=", "shop")
    .select("s.quantity")
    .executeTakeFirstOrThrow();
  return row.quantity;
};
/** Opens the order of court 2 tomorrow at ten. */
const openOrder = async (page: Page): Promise<void> => {
  await openGrid(page, stage.tomorrow);
  await (await cellOf(page, BOOKED.place, BOOKED.start)).click();
  await page.locator(".panel .mono").first().waitFor();
};
const more = (page: Page) =>
  page
    .locator(".panel .ft")
    .getByRole("button", { name: /更多操作|More/ })
    .click();

describe("goods of a booking", () => {
  it("are added at the desk and paid from the booker's purse", async () => {
    const desk = await stage.open();
    const { page } = desk;
    const before = [await onHand(WATER), await onHand(RED_BULL.name)];
    await enter(page, "cashier");
    await openOrder(page);
    await more(page);
    await page.getByRole("button", { name: "添加商品" }).click();
    await page.locator(".goods-tile").first().waitFor();
    await settled(page);
    await shot(page, "goods-pick-zh-light-1440");
    // By pinyin and Enter, by the stepper, and by the scanner.
    await page.getByRole("searchbox", { name: "商品名、条码、拼音" }).fill("nfsq");
    await page.keyboard.press("Enter");
    const cart = page.getByRole("list", { name: "已选商品" });
    await cart.getByText(WATER).waitFor();
    await cart.getByRole("group", { name: WATER }).getByRole("button", { name: "增加" }).click();
    await scan(page, RED_BULL.barcode);
    await cart.getByText(RED_BULL.name).waitFor();
    // 银卡 pays 98 %: 6.00 → 5.88, 7.00 → 6.86.
    await expect.poll(() => page.locator(".panel .tot b:not(.stale)").innerText()).toContain("12.74");
    await settled(page);
    await shot(page, "goods-cart-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "收款 ¥12.74" }).click();
    await page.getByRole("heading", { name: "商品 12.74" }).waitFor();
    await settled(page);
    await shot(page, "goods-order-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    expect([await onHand(WATER), await onHand(RED_BULL.name)]).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) - 1]);
    const sold = await db().selectFrom("sale").selectAll().where("order_id", "is not", null).executeTakeFirstOrThrow();
    expect(sold).toMatchObject({ total: 1_274, paid: 1_274, state: "paid" });
    expect((await postingsOf(stage.database, BADMINTON.id, sold.id)).find((leg) => leg.account === "purse.principal")?.amount).toBe(1_274);
    // The cashier may take goods back; above the venue's limit a colleague approves it.
    expect(await page.getByRole("button", { name: "退货" }).count()).toBe(1);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  it("are taken back by who may, piece by piece, to where the money came from", async () => {
    const desk = await stage.open({ language: "en", theme: "dark", width: 390, height: 844 });
    const { page } = desk;
    const before = await onHand(WATER);
    await signIn(page, "manager");
    await openGrid(page, stage.tomorrow);
    await (await cellOf(page, BOOKED.place, BOOKED.start)).tap();
    await page.getByRole("button", { name: "Return…" }).click();
    await page.getByRole("group", { name: WATER }).getByRole("button", { name: "More" }).click();
    await page.getByText("2.94").first().waitFor();
    await page.getByLabel("Reason").fill("unopened");
    await settled(page);
    await shot(page, "goods-return-en-dark-390");
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "Refund ¥2.94" }).click();
    await page.getByText("1 returned, 2.94").waitFor();
    await settled(page);
    await shot(page, "goods-returned-en-dark-390");
    expect(await onHand(WATER)).toBe(before + 1);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});

describe("a group", () => {
  it("books by its name at the desk, and its order says so", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "5", 14 * 60, 15 * 60);
    await page.getByRole("button", { name: "团体", exact: true }).click();
    await page.getByLabel("团体名称").fill("张江羽协");
    await settled(page);
    await shot(page, "group-choice-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "仅预订" }).click();
    await page.locator(".panel .facts").getByText("团体").waitFor();
    await shot(page, "group-order-zh-light-1440");
    const made = await db().selectFrom("booking_order").selectAll().where("name", "=", "张江羽协").executeTakeFirstOrThrow();
    expect(made).toMatchObject({ as_group: true, member_id: null, order_status: "held" });
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});

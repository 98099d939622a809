/** Rounding, a price that is set and the gift receipt, by keys in the real browser. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStage, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { scan } from "../support/browser-scan";
import { PLATFORM } from "../../src/server/db/client";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await stage.database.dbFor(PLATFORM).updateTable("venue").set({ rounding: "yuan" }).where("id", "=", BADMINTON.id).execute();
});
afterAll(async () => {
  await stage.database.dbFor(PLATFORM).updateTable("venue").set({ rounding: "off" }).where("id", "=", BADMINTON.id).execute();
  await stage.close();
});

const RED_BULL = { name: "红牛 维生素功能饮料 250ml", barcode: "6920202888883" };
const due = (page: Page) => page.locator(".till-due b");
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

it("sets a price by F6, rounds by F7, and prints a gift receipt without a price", async () => {
  const { page } = await stage.open();
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
  await scan(page, RED_BULL.barcode);
  await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
  await press(page, "F6");
  await page.getByLabel(/新单价/).waitFor();
  await page.keyboard.type("6.55", { delay: 60 });
  await page.getByLabel("原因").fill("罐身凹陷");
  await shot(page, "till-price-zh-light-1440");
  await press(page, "Enter");
  await expect.poll(() => due(page).innerText()).toContain("6.55");
  await press(page, "F7");
  await expect.poll(() => due(page).innerText()).toContain("6.50");
  await press(page, "F7");
  await expect.poll(() => due(page).innerText()).toContain("6.00");
  await shot(page, "till-rounded-zh-light-1440");
  await press(page, "F9", "F9");
  await page.locator(".till-done").waitFor();
  const row = await stage.database
    .dbFor(BADMINTON.id)
    .selectFrom("sale")
    .select(["no", "total", "discount", "rounding", "reason"])
    .where("state", "=", "paid")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ total: 600, discount: 100, rounding: 55, reason: "罐身凹陷" });
  await page.getByRole("button", { name: "打印小票" }).click();
  await expect.poll(() => page.locator(".receipt-view").innerText()).toContain("抹零");
  await shot(page, "till-rounded-receipt-zh-light-1440");
  await page.getByRole("button", { name: "礼品小票" }).click();
  const paper = await page.locator(".receipt-view").innerText();
  expect(paper).toContain(row.no);
  expect(paper).not.toMatch(/\d\.\d\d|¥/);
  await shot(page, "till-gift-receipt-zh-light-1440");
  await page.goto("/sale/sale-list");
  await page.getByText(row.no).first().click();
  await page.locator(".sale-lines").getByText("7.00 改为 6.55").waitFor();
  await shot(page, "till-rounded-record-zh-light-1440");
});

it("puts a pinned product in by F3, arrows and Enter", async () => {
  const db = stage.database.dbFor(BADMINTON.id);
  const products = await db
    .selectFrom("product")
    .select(["id", "name"])
    .where("venue_id", "=", BADMINTON.id)
    .orderBy("id")
    .limit(2)
    .execute();
  const keys = products.map(({ id }, i) => ({ productId: id, colour: i === 0 ? "blue" : "orange" }));
  await db
    .insertInto("quick_key_page")
    .values({ venue_id: BADMINTON.id, id: "venue", keys: JSON.stringify(keys) })
    .execute();
  const { page } = await stage.open();
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-quick .till-tile").nth(1).waitFor();
  await shot(page, "till-quick-keys-zh-light-1440");
  await press(page, "F3");
  await page.locator(".till-quick .till-tile:focus").waitFor();
  await press(page, "ArrowRight", "Enter");
  await page
    .locator(".till-lines")
    .getByText(products[1]?.name ?? "")
    .waitFor();
  await db.deleteFrom("quick_key_page").where("venue_id", "=", BADMINTON.id).execute();
});

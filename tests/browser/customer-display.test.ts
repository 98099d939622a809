/** The customer display beside a till, in two windows of one browser. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, openStage, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { scan } from "../support/browser-scan";

const RED_BULL = "6920202888883";
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it.each(["zh", "en"] as const)("follows the cart, then shows the change, and rests with the venue's name (%s)", async (language) => {
  const desk = await stage.open({ language });
  const { page, context } = desk;
  await stage.database.dbFor(BADMINTON.id).deleteFrom("preference").where("key", "=", "till.method").execute();
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
  const [display] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("button", { name: language === "zh" ? "顾客屏" : "Customer display" }).click(),
  ]);
  await display.setViewportSize({ width: 1280, height: 800 });
  await display.getByRole("heading", { name: BADMINTON.name }).waitFor();
  await page.bringToFront();
  await scan(page, RED_BULL);
  const due = display.locator(".cd-due");
  await due.filter({ hasText: /^\s*¥\s*7\.00$/ }).waitFor();
  await scan(page, RED_BULL);
  await due.filter({ hasText: /^\s*¥\s*14\.00$/ }).waitFor();
  await display.bringToFront();
  await shot(display, `customer-display-cart-${language}`);
  expect(await axe(display)).toEqual([]);
  await page.bringToFront();
  await page.keyboard.press("F9");
  const pay = page.locator(".till-right .ft .btn-primary:focus");
  await pay.waitFor();
  await page
    .getByLabel(language === "zh" ? "实收现金" : "Cash received")
    .first()
    .fill("20");
  await page.keyboard.press("F9");
  await page.locator(".till-done").waitFor();
  await display.locator(".cd-change").filter({ hasText: "6.00" }).waitFor();
  await display.locator(".cd-payments").filter({ hasText: "20.00" }).waitFor();
  await display.bringToFront();
  await shot(display, `customer-display-paid-${language}`);
  expect(await axe(display)).toEqual([]);
  await page.bringToFront();
  await page.getByRole("button", { name: language === "zh" ? "下一单" : "Next" }).click();
  await display.getByRole("heading", { name: BADMINTON.name }).waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

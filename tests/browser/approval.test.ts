/** A colleague approves what the cashier may not do alone: their PIN, on the cashier's screen, in the cashier's session. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { scan } from "../support/browser-scan";

const DRINK = { name: "红牛 维生素功能饮料 250ml", barcode: "6920202888883", price: 700 };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
const db = () => stage.database.dbFor(BADMINTON.id);
const newest = () =>
  db()
    .selectFrom("approval")
    .select(["action", "amount", "requested_by", "approver", "used_at"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

it("lets a discount above the cashier's limit through after a wrong PIN and the right one, and nothing without", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
  await scan(page, DRINK.barcode);
  await page.locator(".till-lines").getByText(DRINK.name).waitFor();
  await page.keyboard.press("F8");
  await page.locator(".till-discount input").first().fill("5");
  await page.locator(".till-discount input").last().fill("瓶身破损");
  await page.locator(".till-discount button[type=submit]").click();
  await page.locator(".till-due b").getByText("2.00").waitFor();
  await settled(page);
  await page.keyboard.press("F9");
  await page.locator(".till-right .ft .btn-primary:focus").waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "同意这次优惠" });
  await dialog.waitFor();
  expect(await dialog.locator(".approval-sum").textContent()).toBe("¥5.00");
  expect(await axe(page)).toEqual([]);
  await shot(page, "approval-zh-light-1440");
  // Given up: the cart stays, and says what is missing.
  await page.keyboard.press("Escape");
  await page.locator(".till-right").getByText("须另一人同意").waitFor();
  expect(await newest()).toBeUndefined();
  await page.locator(".till-right .ft .btn-primary").click();
  const pin = dialog.getByLabel("本人输入审批码");
  await pin.waitFor();
  await page.keyboard.type("9999");
  await expect.poll(() => pin.inputValue()).toBe("9999");
  await page.keyboard.press("Enter");
  await dialog.getByText("审批码不对，还可试 4 次").waitFor();
  for (const digit of "2026") await dialog.getByRole("button", { name: digit, exact: true }).click();
  await dialog.getByRole("button", { name: "同意", exact: true }).click();
  await page.locator(".till-done").waitFor();
  expect(await newest()).toMatchObject({ action: "discount", amount: 500, used_at: expect.any(Date) });
  // The receipt names both.
  await page.locator(".till-done").getByRole("button", { name: /打印/ }).click();
  await page.locator(".receipt-view").getByText("优惠同意").waitFor();
  await shot(page, "approval-receipt-zh-light-1440");
  await desk.close();
});

/** The checkout by keys alone, a hung cart, a receipt's copy, a return and the close of a shift, in the real browser. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sale } from "../../src/contract/sale/sale";
import { axe, enter, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { countedKeys } from "../support/browser-keys";
import { codeOf, scan } from "../support/browser-scan";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const db = () => stage.database.dbFor(BADMINTON.id);
const RED_BULL = { name: "红牛 维生素功能饮料 250ml", barcode: "6920202888883" };
const newest = () =>
  db()
    .selectFrom("sale")
    .selectAll()
    .where("state", "=", "paid")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
const methods = async (saleId: string): Promise<string[]> =>
  (await db().selectFrom("payment").select("type").where("document_id", "=", saleId).orderBy("id").execute())
    .map(({ type }) => type)
    .sort();

/** A drink for cash at another till. */
async function soldElsewhere(): Promise<void> {
  const { id: productId } = await db().selectFrom("product").select("id").where("barcode", "=", RED_BULL.barcode).executeTakeFirstOrThrow();
  const admin = await stage.admin();
  await admin.ok(
    sale.create,
    { lines: [{ productId, quantity: 1 }], payments: [{ type: "Cash", amount: "7.00" }] },
    { venueId: BADMINTON.id },
  );
}

/** Most keys between a scanned drink and its sale for cash. */
const CASH_KEYS = 4;
/** Keys of a payment by two methods, its amount of one digit. */
const SPLIT_KEYS = 5;
describe("the checkout", () => {
  it("sells a scanned drink for cash by two keys, and begins the next cart by the next scan", async () => {
    // A till that never chose another method suggests cash.
    await db().deleteFrom("preference").where("key", "=", "till.method").execute();
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await page.goto("/sale/sale-from2");
    await page.locator(".till-tile").first().waitFor();
    await settled(page);
    expect(await axe(page)).toEqual([]);
    await shot(page, "checkout-empty-zh-light-1440");
    await scan(page, RED_BULL.barcode);
    await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
    const cash = countedKeys(page);
    await cash.press("F9");
    await page.locator(".till-right .ft .btn-primary:focus").waitFor();
    await shot(page, "checkout-pay-zh-light-1440");
    expect(await axe(page)).toEqual([]);
    await cash.press("Enter");
    await page.locator(".till-done").waitFor();
    expect(cash.strokes()).toBeLessThanOrEqual(CASH_KEYS);
    const sold = await newest();
    expect(sold).toMatchObject({ total: 700, paid: 700, state: "paid" });
    expect(await methods(sold.id)).toEqual(["Cash"]);
    // The till is ready for the scanner again.
    await scan(page, RED_BULL.barcode);
    await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();

    // The cart outlives a reload.
    await page.reload();
    await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
    // Hung and recalled by a key each.
    const { press, strokes } = countedKeys(page);
    await page.locator(".till-right .ft .btn-primary:enabled").waitFor();
    await press("F4");
    await page.locator(".till-empty").waitFor();
    await page.locator(".till-carts > button:not(.btn)").nth(1).waitFor();
    await press("F4");
    await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
    expect(strokes()).toBe(2);

    // A split: three yuan by card, the rest in cash.
    await press("F9");
    await page.locator(".till-right .ft .btn-primary:focus").waitFor();
    await press("4");
    await page.locator(".till-right .ft .btn-primary:focus").waitFor();
    await press("+");
    await page.locator(".till-right .pay-amount input:focus").waitFor();
    // A sale at another till asks the price again: the focus stays with whoever types.
    const priced = page.waitForResponse((response) => response.url().endsWith(sale.quote.path));
    await soldElsewhere();
    await (await priced).finished();
    await page.locator(".till-right .ft .btn-primary:enabled").waitFor();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await press("3");
    await expect.poll(() => page.locator(".till-right .ft .btn-primary").isEnabled()).toBe(true);
    await press("F9");
    await page.locator(".till-done").waitFor();
    expect(strokes()).toBe(2 + SPLIT_KEYS);
    const split = await db()
      .selectFrom("payment")
      .select(["type", "amount"])
      .where("document_id", "=", (await newest()).id)
      .execute();
    expect(Object.fromEntries(split.map(({ type, amount }) => [type, amount]))).toEqual({ BankCard: 300, Cash: 400 });
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  it("charges a scanned payment code here, never in the dialog", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await page.goto("/sale/sale-from2");
    await page.locator(".till-tile").first().waitFor();
    // Nothing to pay: the code is refused, and no dialog comes.
    await scan(page, codeOf(0));
    await page.locator(".till-said").getByText("先放入商品").waitFor();
    await scan(page, RED_BULL.barcode);
    await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
    await scan(page, codeOf(0));
    await page.locator(".till-scan button:focus").waitFor();
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.locator(".till-done").waitFor({ timeout: 15_000 });
    expect(await methods((await newest()).id)).toEqual(["scanCode"]);
    await desk.close();
  });

  it("prints a receipt, the second time as a copy, and takes goods back by line", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await enter(page, "admin");
    const sold = await newest();
    await page.goto(`/sale/sale-list/${sold.id}`);
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole("button", { name: "打印小票" }).click();
    const dialog = page.getByRole("dialog", { name: "打印小票" });
    await dialog.getByRole("button", { name: "打印", exact: true }).click();
    await expect
      .poll(async () => (await db().selectFrom("sale").select("prints").where("id", "=", sold.id).executeTakeFirstOrThrow()).prints)
      .toBe(1);
    expect(await dialog.locator(".receipt-copy").count()).toBe(0);
    await dialog.getByRole("button", { name: "打印", exact: true }).click();
    await dialog.locator(".receipt-copy").waitFor();
    await shot(page, "receipt-copy-zh-light-1440");
    await dialog.getByRole("button", { name: "关闭" }).click();
    await page.getByRole("button", { name: "退货" }).click();
    const form = page.getByRole("dialog", { name: "退货" });
    await form.locator("input").last().fill("不要了");
    await form.locator(".ft .btn-danger").click();
    await expect
      .poll(async () => (await db().selectFrom("sale").select("state").where("id", "=", sold.id).executeTakeFirstOrThrow()).state)
      .toBe("returned");
    await desk.close();
  });
});

describe("a shift", () => {
  it("is counted without a word of what is expected, then shows it, and is closed", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await page.goto("/sale/shift");
    await page.getByRole("button", { name: "开始清点" }).click();
    await page.getByText("盲点").waitFor();
    await settled(page);
    expect(await axe(page)).toEqual([]);
    await shot(page, "shift-count-zh-light-1440");
    expect(await page.locator(".shift").innerText()).not.toContain("应有金额：");
    await page.getByLabel("10 元的张数", { exact: true }).fill("1");
    await page.keyboard.press("F9");
    await page.getByText("长短款").waitFor();
    await settled(page);
    expect(await axe(page)).toEqual([]);
    await page.getByLabel("接班人签名").fill("周凯");
    await page.keyboard.press("Enter");
    await page.getByText("打印 Z 报告").waitFor();
    await shot(page, "shift-closed-zh-light-1440");
    const closed = await db()
      .selectFrom("shift")
      .selectAll()
      .where("state", "=", "closed")
      .orderBy("closed_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(closed).toMatchObject({ received_by: "周凯", state: "closed" });
    const left = await db()
      .selectFrom("posting")
      .select((eb) => eb.fn.sum<number>("amount").as("amount"))
      .where("account", "=", "tender.cash")
      .where("subject", "=", closed.id)
      .executeTakeFirstOrThrow();
    expect(left.amount).toBe(0);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});

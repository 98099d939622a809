/** The till at its edges, in the real browser: a pending payment code, amounts half typed, a hung cart, cash beyond the drawer. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sale } from "../../src/contract/sale/sale";
import { shifts } from "../../src/contract/shift/shift";
import { openStage, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { codeOf, scan } from "../support/browser-scan";
import type { Client } from "../support/server";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
const db = () => stage.database.dbFor(BADMINTON.id);
beforeEach(async () => {
  // A till that never chose another method suggests cash.
  await db().deleteFrom("preference").where("key", "=", "till.method").execute();
});

const RED_BULL = { name: "红牛 维生素功能饮料 250ml", barcode: "6920202888883" };
const countSales = async (): Promise<number> => (await db().selectFrom("sale").select("id").where("state", "=", "paid").execute()).length;
const newest = () =>
  db()
    .selectFrom("sale")
    .selectAll()
    .where("state", "=", "paid")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
const payments = (saleId: string) =>
  db().selectFrom("payment").select(["type", "amount"]).where("document_id", "=", saleId).orderBy("id").execute();

async function openTill(page: Page, username = "cashier"): Promise<void> {
  await signIn(page, username);
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
}
async function putDrink(page: Page): Promise<void> {
  await scan(page, RED_BULL.barcode);
  await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
}
const act = (page: Page) => page.locator(".till-right .ft .btn-primary");

describe("a scanned payment code that is pending", () => {
  it.each(["F9", "footer"])("is what %s charges, though cash was chosen", async (how) => {
    const desk = await stage.open();
    const { page } = desk;
    await openTill(page);
    await putDrink(page);
    await page.keyboard.press("F9");
    await page.locator(".till-ways [aria-pressed=true]").getByText("现金").waitFor();
    await scan(page, codeOf(0));
    await page.locator(".till-scan").waitFor();
    expect(await page.locator(".till-ways [aria-pressed=true]").allInnerTexts()).toEqual([expect.stringContaining("扫付款码")]);
    expect(await act(page).innerText()).toContain("扫码收款 ¥7.00");
    await shot(page, `till-pending-code-${how}-zh-light-1440`);
    if (how === "F9") await page.keyboard.press("F9");
    else await act(page).click();
    await page.locator(".till-done").waitFor();
    expect(await payments((await newest()).id)).toEqual([{ type: "scanCode", amount: 700 }]);
    await page.locator(".till-done").getByRole("button", { name: "打印小票" }).click();
    const receipt = page.locator("dialog .receipt");
    await receipt.waitFor();
    expect(await receipt.innerText()).toMatch(/扫\S*码\s*7\.00/);
    expect(await receipt.innerText()).not.toContain("现金");
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  it("that is refused leaves no other method for the next key to book", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await openTill(page);
    await putDrink(page);
    const before = await countSales();
    await scan(page, codeOf(8));
    await page.locator(".till-scan").waitFor();
    await page.keyboard.press("F9");
    await page.locator(".till-scan").waitFor({ state: "detached" });
    await expect.poll(() => act(page).isDisabled()).toBe(true);
    await page.keyboard.press("F9");
    await page.getByText("还没有扫").or(page.locator(".pay-note.bad")).first().waitFor();
    expect(await countSales()).toBe(before);
    await desk.close();
  });

  it("does not pay for the next cart", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await openTill(page);
    await putDrink(page);
    await act(page).and(page.locator(":enabled")).waitFor();
    await scan(page, codeOf(0));
    await page.locator(".till-scan").waitFor();
    await page.keyboard.press("F4");
    await page.locator(".till-empty").waitFor();
    await putDrink(page);
    await page.keyboard.press("F9");
    await page.locator(".till-ways [aria-pressed=true]").getByText("现金").waitFor();
    expect(await page.locator(".till-scan").count()).toBe(0);
    await desk.close();
  });
});

it("chooses no method by a scan while the money is taken, and stores none", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await openTill(page);
  await putDrink(page);
  const cash = page.locator(".till-ways [aria-pressed=true]").getByText("现金");
  await page.keyboard.press("F9");
  await cash.waitFor();
  // 6, 9 and 2 reach the page before the scanner is recognised; 2 is the key of a method.
  await scan(page, RED_BULL.barcode);
  await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
  await page.keyboard.press("F9");
  await cash.waitFor();
  // So do the 1 and the 3 of a payment code, which is then discarded.
  await scan(page, codeOf(0));
  await page.locator(".till-scan").getByRole("button", { name: "不用这个付款码" }).click();
  await cash.waitFor();
  expect(await db().selectFrom("preference").select("value").where("key", "=", "till.method").execute()).toEqual([]);
  // A digit that is pressed does choose.
  await page.keyboard.press("4");
  await page.locator(".till-ways [aria-pressed=true]").getByText("银行卡").waitFor();
  await desk.close();
});

it.each(["20.5", "-", "1,0", "１", "1。5", "."])("typing %s into a split keeps the page and says what is wrong", async (text) => {
  const desk = await stage.open();
  const { page } = desk;
  await openTill(page);
  await putDrink(page);
  await page.keyboard.press("F9");
  await page.locator(".till-right .ft .btn-primary:focus").waitFor();
  await page.keyboard.press("+");
  const field = page.locator(".till-right .pay-amount input").first();
  await field.and(page.locator(":focus")).waitFor();
  for (const char of text) await page.keyboard.insertText(char);
  expect(await field.inputValue()).toBe(text);
  await page.locator(".till-right .till-due").waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("counts goods paid by a code as goods in the X report, by business and by tender", async () => {
  const desk = await stage.open();
  const { page } = desk;
  // A cashier without a shift gets one by the first sale, and may see its sums.
  await openTill(page, "manager");
  await putDrink(page);
  await scan(page, codeOf(0));
  await page.locator(".till-scan").waitFor();
  await page.keyboard.press("F9");
  await page.locator(".till-done").waitFor();
  await page.goto("/sale/shift");
  const paper = page.locator(".shift-x .shift-paper");
  await paper.waitFor();
  const [tenders = "", businesses = ""] = (await paper.innerText()).split("收款，按业务");
  expect(tenders).toMatch(/微信\s+1\s+7\.00/);
  expect(businesses).toMatch(/商品与租借\s+1\s+7\.00/);
  expect(businesses).not.toContain("扫码");
  expect(businesses).not.toContain("其他");
  await shot(page, "shift-x-zh-light-1440");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

/** Ends the person's shift, so that the next one begins with the sales of a test. */
async function endShift(person: Client): Promise<void> {
  const at = { venueId: BADMINTON.id };
  const { open } = await person.ok(shifts.current, {}, at);
  if (!open) return;
  await person.ok(shifts.count, {}, at);
  await person.ok(shifts.submit, { counts: { cash: "0" } }, at);
  await person.ok(shifts.close, { id: open.id, note: "交接", receivedBy: "林婉清" }, at);
}

it("names what each tender and each business took and refunded in the Z report", async () => {
  const desk = await stage.open();
  const { page } = desk;
  const manager = await stage.as("manager");
  const at = { venueId: BADMINTON.id };
  await endShift(manager);
  await openTill(page, "manager");
  await putDrink(page);
  await scan(page, codeOf(0));
  await page.locator(".till-scan").waitFor();
  await page.keyboard.press("F9");
  await page.locator(".till-done").waitFor();
  const byCode = await newest();
  await putDrink(page);
  await scan(page, RED_BULL.barcode);
  await page.locator(".till-lines .till-am").getByText("14.00").waitFor();
  await page.keyboard.press("F9");
  // The till suggests the method of the last sale.
  await page.locator(".till-ways").getByText("现金").click();
  await page.locator(".till-ways [aria-pressed=true]").getByText("现金").waitFor();
  await page.keyboard.press("F9");
  await page.locator(".till-done").getByText("14.00").first().waitFor();
  const byCash = await newest();
  expect(await payments(byCash.id)).toEqual([{ type: "Cash", amount: 1_400 }]);
  for (const { id } of [byCode, byCash]) {
    const [line] = (await manager.ok(sale.view, { id }, at)).lines;
    await manager.ok(sale.returns, { saleId: id, lines: [{ lineId: line?.id ?? "", quantity: 1 }], reason: "不要了" }, at);
  }
  await page.goto("/sale/shift");
  await page.getByRole("button", { name: "开始清点" }).click();
  await page.getByLabel("10 元的张数", { exact: true }).fill("1");
  await page.keyboard.press("F9");
  await page.getByText("长短款").waitFor();
  await page.getByLabel("接班人签名").fill("林婉清");
  await page.keyboard.press("Enter");
  const paper = page.locator(".shift-z .shift-paper");
  await paper.waitFor();
  const [tenders = "", businesses = ""] = (await paper.innerText()).split("收款，按业务");
  expect(tenders).toMatch(/现金\s+1\s+14\.00\s+退款\s+[−-]7\.00\s+应有\s+7\.00/);
  expect(tenders).toMatch(/微信\s+1\s+7\.00\s+退款\s+[−-]7\.00\s+应有\s+0\.00/);
  expect(businesses).toMatch(/商品与租借\s+2\s+21\.00\s+退款\s+[−-]14\.00/);
  expect(businesses).not.toContain("扫码");
  expect(businesses).not.toContain("其他");
  await shot(page, "shift-z-zh-light-1440");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("recalls a hung cart with the discount of its line", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await openTill(page, "manager");
  await putDrink(page);
  await page.locator(".till-line-off").click();
  const dialog = page.getByRole("dialog", { name: "优惠" });
  const amount = dialog.getByLabel("优惠金额");
  await amount.and(page.locator(":focus")).waitFor();
  expect(await dialog.getByRole("button", { name: "取消优惠" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "折" }).click();
  await amount.fill("9");
  await dialog.getByText("减 ¥0.70").waitFor();
  await dialog.getByLabel("原因").fill("瓶身破损");
  await shot(page, "till-discount-zh-light-1440");
  await dialog.getByRole("button", { name: "确定" }).click();
  await page.locator(".till-right .till-line-off em").getByText("0.70").waitFor();
  await page.keyboard.press("F4");
  await page.locator(".till-empty").waitFor();
  await page.locator(".till-carts > button:not(.btn)").getByText("6.30").click();
  await page.locator(".till-right .till-line-off em").getByText("0.70").waitFor();
  await page.locator(".till-line-off").click();
  expect(await page.getByRole("dialog", { name: "优惠" }).getByLabel("优惠对象").inputValue()).not.toBe("");
  expect(await page.getByRole("dialog", { name: "优惠" }).getByLabel("优惠金额").inputValue()).toBe("0.70");
  await desk.close();
});

it("says an unknown barcode next to the search field and keeps the goods", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await openTill(page);
  const goods = await page.locator(".till-tile").count();
  await scan(page, "6999999999994");
  await page.locator(".till-said").getByText("6999999999994").waitFor();
  expect(await page.locator(".till-tile").count()).toBe(goods);
  const search = page.locator(".till-goods input").first();
  await search.fill("123456789");
  await search.press("Enter");
  await page.locator(".till-said").getByText("123456789").waitFor();
  await expect.poll(() => page.locator(".till-tile").count()).toBe(goods);
  await desk.close();
});

describe("the drawer", () => {
  it("gives no cash beyond what it should hold without a second person", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "cashier");
    await page.goto("/sale/shift");
    const drop = page.getByRole("button", { name: "缴入保险柜" });
    await drop
      .or(page.getByRole("button", { name: "开班", exact: true }))
      .first()
      .waitFor();
    if ((await drop.count()) === 0) {
      await page.getByLabel("备用金").fill("100");
      await page.getByRole("button", { name: "开班", exact: true }).click();
    }
    await drop.click();
    const dialog = page.getByRole("dialog", { name: "缴入保险柜" });
    await dialog.getByLabel("金额").fill("99,999");
    await dialog.getByLabel("事由").fill("缴存");
    await dialog.getByRole("button", { name: "确定" }).click();
    await dialog.getByText("超过钱箱应有的现金").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: "确定" }).getAttribute("title")).toContain("超过钱箱应有的现金");
    await shot(page, "shift-beyond-zh-light-1440");
    await dialog.getByRole("button", { name: /申请付出 ¥99,999.00/ }).click();
    await page.getByText("待另一人批准").waitFor();
    expect(await page.getByRole("button", { name: "批准", exact: true }).count()).toBe(0);
    const other = await stage.open();
    await signIn(other.page, "manager");
    await other.page.goto("/sale/shift");
    await other.page.getByText(/付出 ¥99,999.00，钱箱应有/).waitFor();
    await shot(other.page, "shift-request-zh-light-1440");
    await other.page.getByRole("button", { name: "不批准" }).click();
    await other.page.getByText("未批准", { exact: false }).first().waitFor();
    await other.close();
    await desk.close();
  });
});

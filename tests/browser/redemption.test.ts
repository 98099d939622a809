/** Redeeming by keys and by scan: looked up, used, refused a second time, taken back; the ledger has what the card said. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { grouponGoods, redemption } from "../../src/contract/groupon";
import { callsOf } from "../../src/contract/resource/calls";
import { addDays } from "../../src/contract/time";
import { checkLedger } from "../../src/server/ledger/check";
import { axe, openStage, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { scan } from "../support/browser-scan";

let stage: Stage;
let code: string;
beforeAll(async () => {
  stage = await openStage();
  const admin = await stage.admin();
  const at = { venueId: BADMINTON.id };
  const today = addDays(stage.tomorrow, -1);
  const goods = {
    title: "羽毛球 3 次券",
    price: "100.00",
    marketPrice: "150.00",
    stock: 5,
    perPerson: 0,
    saleFrom: `${addDays(today, -1)}T00:00:00+08:00`,
    saleTo: `${addDays(today, 5)}T00:00:00+08:00`,
    useFrom: today,
    useTo: addDays(today, 30),
    times: 3,
    refundRule: "anytime" as const,
    redeems: "ticket" as const,
  };
  const { id } = await admin.ok(callsOf(grouponGoods).create, goods, at);
  await admin.ok(callsOf(grouponGoods).shelve, { id }, at);
  const sold = await admin.ok(redemption.sell, { goodsId: id, name: "何梓萱", payments: [{ type: "WeChat", amount: "100.00" }] }, at);
  code = sold.voucherCode;
});
afterAll(() => stage?.close());

it("is done by keys and by scan, refuses what is used up, and is undone with a reason", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/marketing/goods-signIn-list");
  const box = page.getByRole("textbox", { name: "券码" });
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);

  await page.keyboard.type("1234", { delay: 60 });
  await page.keyboard.press("Enter");
  await page.getByText("没有券码 1234").waitFor();
  await box.fill("");
  await page.keyboard.type(`${code.slice(0, 6)} ${code.slice(6)}`, { delay: 60 });
  await page.keyboard.press("Enter");
  const card = page.locator(".voucher");
  await card.getByText("可以核销").waitFor();
  expect((await card.innerText()).replace(/\s+/g, " ")).toMatch(/何梓萱 .*3 ?\/ 3.*33\.33/);
  expect(await axe(page)).toEqual([]);

  await card.getByRole("button", { name: "增加" }).click();
  await page.keyboard.press("F9");
  await card.getByText("已核销 2 次").waitFor();
  expect((await card.innerText()).replace(/\s+/g, " ")).toMatch(/1 ?\/ 3.*66\.66/);
  const row = page.locator(".today-uses tbody tr").first();
  await expect.poll(async () => (await row.innerText()).replace(/\s+/g, " ")).toMatch(/何梓萱 2 1 \/ 3 66\.66/);

  // Scanned wherever the focus is, and with what was typed before left out.
  await page.locator(".today-uses").click();
  await scan(page, code);
  await card.getByText("可以核销").waitFor();
  await page.keyboard.press("F9");
  await card.getByText("已核销 1 次").waitFor();
  await box.fill("9");
  await scan(page, code);
  await card.getByText("次数已用完").waitFor();
  await page.keyboard.press("F9");
  expect(await page.locator(".today-uses tbody tr").count()).toBe(2);

  await page.locator(".today-uses tbody tr").first().getByRole("button", { name: "撤销" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("扫错了券");
  await page.keyboard.press("Enter");
  await page.locator(".today-uses").getByText("已撤销", { exact: true }).waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
  const db = stage.database.dbFor(BADMINTON.id);
  expect(await db.selectFrom("voucher").select(["used", "state"]).execute()).toEqual([{ used: 2, state: "part_used" }]);
  expect(await checkLedger(db, BADMINTON.id)).toEqual([]);
});

/** Redeeming by keys and by scan: looked up, used, refused a second time, taken back; the ledger has what the card said. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { grouponGoods, redemption } from "../../src/contract/marketing/groupon";
import { callsOf } from "../../src/contract/core/resource/calls";
import { addDays } from "../../src/contract/core/time";
import { checkLedger } from "../../src/server/ledger/check";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { cellOf, openGrid } from "../support/browser-grid";
import { scan } from "../support/browser-scan";

const COURT = "4";
let stage: Stage;
let code: string;
let court: string;
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
  const { halls, places } = await admin.ok(booking.places, { venueId: BADMINTON.id }, at);
  const program = halls.find((hall) => places.some((place) => place.hallId === hall.id && place.name === COURT))?.programId ?? null;
  const slots = await admin.ok(
    callsOf(grouponGoods).create,
    { ...goods, title: "订场券", redeems: "slot", program, minutes: 60, times: 1 },
    at,
  );
  await admin.ok(callsOf(grouponGoods).shelve, { id: slots.id }, at);
  const paid = { goodsId: slots.id, name: "秦越", payments: [{ type: "WeChat" as const, amount: "100.00" }] };
  court = (await admin.ok(redemption.sell, paid, at)).voucherCode;
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
  const stands = await db.selectFrom("voucher").select(["used", "state"]).where("voucher_code", "=", code).execute();
  expect(stands).toEqual([{ used: 2, state: "part_used" }]);
  expect(await checkLedger(db, BADMINTON.id)).toEqual([]);
});

it("books the court of a scanned voucher in the grid, and gives the use back when that is cancelled", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/marketing/goods-signIn-list");
  await page.getByRole("textbox", { name: "券码" }).waitFor();
  await scan(page, court);
  const card = page.locator(".voucher");
  await card.getByText("可以核销").waitFor();
  await card.getByRole("combobox", { name: "场地" }).selectOption({ label: COURT });
  await card.getByRole("combobox", { name: "开始时间" }).selectOption("14:00");
  const day = card.getByRole("textbox", { name: "日期" });
  await day.fill(stage.tomorrow);
  await day.press("Tab");
  await page.keyboard.press("F9");
  await card.getByText("已核销 1 次").waitFor();

  await openGrid(page, stage.tomorrow);
  const block = (await cellOf(page, COURT, 840)).locator(".bk");
  expect(await block.innerText()).toContain("团购");
  await block.click();
  const panel = page.locator(".panel", { has: page.getByRole("heading", { name: "秦越" }) });
  await panel.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "取消预订" }).click();
  const preview = page.locator(".preview");
  await preview.getByText(`券 订场券（${court}）`).waitFor();
  await preview.getByText("用 1 次，退回 1 次").waitFor();
  await settled(page);
  await shot(page, "voucher-cancel-zh-light-1440");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "确认取消" }).click();
  const db = stage.database.dbFor(BADMINTON.id);
  const stand = () => db.selectFrom("voucher").select(["used", "state"]).where("voucher_code", "=", court).execute();
  await expect.poll(stand).toEqual([{ used: 0, state: "unused" }]);
  expect(desk.faults).toEqual([]);
  await desk.close();
  expect(await checkLedger(db, BADMINTON.id)).toEqual([]);
});

/** Group-buy from the goods to the court, and a review from its arrival to its answer, by keys and by scan; the ledger has what was paid. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { grouponGoods, vouchers } from "../../src/contract/marketing/groupon";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reviews } from "../../src/contract/marketing/reviews";
import { addDays } from "../../src/contract/core/time";
import { checkLedger } from "../../src/server/ledger/check";
import { axe, openStage, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { scan } from "../support/browser-scan";

const at = { venueId: BADMINTON.id };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it("goods are put on sale, a voucher of them is sold for cash, scanned, redeemed and refunded", { timeout: 90_000 }, async () => {
  const admin = await stage.admin();
  const today = addDays(stage.tomorrow, -1);
  const { id } = await admin.ok(
    callsOf(grouponGoods).create,
    {
      title: "夜场 2 次券",
      price: "60.00",
      marketPrice: "90.00",
      stock: 5,
      perPerson: 0,
      saleFrom: `${today}T00:00:00+08:00`,
      saleTo: `${addDays(today, 5)}T00:00:00+08:00`,
      useFrom: today,
      useTo: addDays(today, 30),
      times: 2,
      refundRule: "anytime" as const,
      redeems: "ticket" as const,
    },
    at,
  );
  const goods = () => admin.ok(callsOf(grouponGoods).view, { id }, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/marketing/groupon-goods-list/${id}`);
  await page.locator(".record-acts").getByRole("button", { name: "上架", exact: true }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "上架", exact: true }).click();
  await expect.poll(async () => (await goods()).state).toBe("on_shelf");

  await page.locator(".record-more").getByRole("button", { name: "售券", exact: true }).click();
  const panel = page.locator(".panel.sell");
  await panel.getByRole("button", { name: "散客", exact: true }).click();
  await panel.getByLabel("姓名").fill("秦越");
  await panel.getByRole("combobox", { name: "收款" }).selectOption("Cash");
  await panel.getByLabel("实收现金").fill("100");
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByText("收 100.00，找零 40.00").last().waitFor();
  const shown = (await page.locator(".voucher-code").innerText()).replace(/\s/g, "");
  const [sold] = (await admin.ok(callsOf(vouchers).list, { goods: id }, at)).content;
  expect(shown).toBe(sold?.voucherCode);
  await page.keyboard.press("Escape");

  await page.goto("/marketing/goods-signIn-list");
  await page.getByRole("textbox", { name: "券码" }).waitFor();
  await scan(page, shown);
  const card = page.locator(".voucher");
  await card.getByText("可以核销").waitFor();
  await page.keyboard.press("F9");
  await card.getByText("已核销 1 次").waitFor();

  await page.goto(`/marketing/voucher-list/${sold?.id ?? ""}`);
  await page.locator(".record-acts").getByRole("button", { name: "退款", exact: true }).click();
  await page.getByRole("dialog").last().getByRole("textbox").fill("搬家");
  await page.getByRole("dialog").last().getByRole("button", { name: "退款", exact: true }).click();
  await expect.poll(async () => (await admin.ok(callsOf(vouchers).view, { id: sold?.id ?? "" }, at)).state).toBe("refunded");
  expect(await goods()).toMatchObject({ left: 4, redeemed: 1, refunded: 1, received: "30.00" });
  expect(desk.faults).toEqual([]);
  await desk.close();
  expect(await checkLedger(stage.database.dbFor(BADMINTON.id), BADMINTON.id)).toEqual([]);
});

it("a review is found among those to answer, answered, featured and hidden with a reason", { timeout: 90_000 }, async () => {
  const admin = await stage.admin();
  const wrote = { author: "顾言", score: "2" as const, subject: "venue" as const, memo: "淋浴水不热", source: "mini" as const };
  const { id } = await admin.ok(callsOf(reviews).create, wrote, at);
  const review = () => admin.ok(callsOf(reviews).view, { id }, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/marketing/commentary-list");
  await page.getByRole("button", { name: "待回复" }).click();
  await page.locator("tbody tr:visible", { hasText: "淋浴水不热" }).click();
  const act = async (name: string, text?: string) => {
    await page.locator(".record-acts").getByRole("button", { name, exact: true }).click();
    const dialog = page.getByRole("dialog").last();
    if (text !== undefined) await dialog.getByRole("textbox").fill(text);
    await dialog.getByRole("button", { name, exact: true }).click();
  };
  await act("回复", "今晚就修，谢谢提醒");
  await expect.poll(review).toMatchObject({ replied: true, reply: "今晚就修，谢谢提醒" });
  await act("设为精选");
  await expect.poll(review).toMatchObject({ award: true });
  expect(await axe(page)).toEqual([]);
  await act("隐藏", "已处理");
  await expect.poll(review).toMatchObject({ state: "hidden", award: false, reason: "已处理" });
  expect(desk.faults).toEqual([]);
  await desk.close();
});

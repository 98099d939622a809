/** A bill loaded at the screen: its five outcomes, that they tie to the bill's own sums, and what is done until it is finished. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fen } from "../../src/contract/core/money";
import { addDays } from "../../src/contract/core/time";
import { PLATFORM } from "../../src/server/db/client";
import { venueRow } from "../../src/server/demo/setup";
import { change, systemRequest } from "../../src/server/http/perform";
import { alipayBill, collected, planted, wechatBill } from "../support/bills";
import { openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { variants } from "../support/forms";

let stage: Stage;
let day: string;
beforeAll(async () => {
  stage = await openStage();
  day = addDays(stage.tomorrow, -2);
  const venue = await venueRow(stage.database.dbFor(PLATFORM), BADMINTON.id);
  for (const channel of ["wechat", "alipay"] as const)
    await collected((work) => change(stage.database, systemRequest(venue, "test.collect", stage.now()), work), day, channel);
});
afterAll(() => stage?.close());

it.each(
  variants([
    ["wechat", wechatBill],
    ["alipay", alipayBill],
  ] as const),
)("of %s shows all five outcomes, whose rows and sums tie, and is finished once each difference is handled", async (channel, write) => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  await page.goto(`/finance/reconciliation?channel=${channel}&day=${day}`);
  const file = page.locator("input[type=file]");
  await file.waitFor({ state: "attached" });
  await file.setInputFiles({ name: `${channel}.csv`, mimeType: "text/csv", buffer: Buffer.from(write(planted(channel, day))) });
  const outcomes = page.getByRole("group", { name: "结果" });
  await outcomes.waitFor();
  expect(await outcomes.getByRole("button").allInnerTexts()).toEqual([
    "全部 11",
    "相符 5",
    "仅我方 1",
    "仅账单 2",
    "金额不同 1",
    "手续费 2",
  ]);
  // Checks the bill's own figures, and that the path from our figures to theirs is complete.
  const figures = async (row: string): Promise<number[]> => {
    const line = page.locator(".rec-tie tr").filter({ has: page.getByRole("rowheader", { name: row }) });
    return (await line.locator("td").allInnerTexts()).map((text) => fen(text.replaceAll(/[,+]/g, "").replace("−", "-")));
  };
  expect(await figures("收款")).toEqual([21_000, 34_550, 13_550]);
  expect(await figures("退款")).toEqual([-400, -400, 0]);
  expect(await figures("净额")).toEqual([20_600, 33_991, 13_391]);
  await page.locator(".rec-bridge").getByText("与汇总行一致").waitFor();
  const amounts = (await page.locator(".rec-bridge b").allInnerTexts()).map((text) => fen(text.replaceAll(/[,+]/g, "").replace("−", "-")));
  expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(amounts.at(-1));
  // Each outcome opens its rows.
  const rows = page.locator(".rec-rows tbody tr");
  for (const [name, count] of [
    ["相符", 5],
    ["仅我方", 1],
    ["仅账单", 2],
    ["金额不同", 1],
    ["手续费", 2],
  ] as const) {
    await outcomes.getByRole("button", { name }).click();
    await expect.poll(() => rows.count(), { message: name }).toBe(count);
    await expect
      .poll(async () => new Set(await rows.locator("td:first-child").allInnerTexts()), { message: name })
      .toEqual(new Set([name]));
  }
  await outcomes.getByRole("button", { name: "全部" }).click();
  await expect.poll(() => rows.count()).toBe(11);
  await settled(page);
  await shot(page, `reconciliation-${channel}`);
  const finish = page.getByRole("button", { name: "完成对账" });
  for (let left = 4; left > 0; left--) {
    expect(await finish.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "处理", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("原因").fill("已核实，次日账单里有");
    await dialog.getByRole("button", { name: "记下" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.getByRole("button", { name: "处理", exact: true }).count()).toBe(left - 1);
  }
  await finish.click();
  await page.getByText("已完成").first().waitFor();
  expect(await page.locator("input[type=file]").count()).toBe(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

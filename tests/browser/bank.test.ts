/** A bank's statement at the screen: a GBK file, the columns assigned once, lines matched and booked, and the books compared with the statement. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "../../src/contract/core/time";
import { openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

let stage: Stage;
let day: string;
beforeAll(async () => {
  stage = await openStage();
  day = addDays(stage.tomorrow, -1);
});
afterAll(() => stage?.close());

/** 日期 收入 支出 摘要 余额 手续费 结息 合计, as GBK has them. */
const GBK: Readonly<Record<string, readonly number[]>> = {
  日: [0xc8, 0xd5],
  期: [0xc6, 0xda],
  收: [0xca, 0xd5],
  入: [0xc8, 0xeb],
  支: [0xd6, 0xa7],
  出: [0xb3, 0xf6],
  摘: [0xd5, 0xaa],
  要: [0xd2, 0xaa],
  余: [0xd3, 0xe0],
  额: [0xb6, 0xee],
  手: [0xca, 0xd6],
  续: [0xd0, 0xf8],
  费: [0xb7, 0xd1],
  存: [0xb4, 0xe6],
  款: [0xbf, 0xee],
  合: [0xba, 0xcf],
  计: [0xbc, 0xc6],
};
const inGbk = (text: string): Buffer => Buffer.from(Array.from(text).flatMap((sign) => GBK[sign] ?? [sign.charCodeAt(0)]));

it("imports a statement in GBK, matches the deposit by itself, books a fee in two presses, and ends with books that agree", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  await page.goto("/finance/bank-account-form");
  await page.getByLabel("名称").fill("测试户");
  await page.getByLabel("开户行").fill("工商银行");
  await page.getByLabel("账号").fill("6222 0202 0011 2233");
  await page.getByLabel("期初余额").fill("500");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/bank-account-list/);
  await page.goto("/finance/bank-deposit-form");
  await page.getByRole("combobox", { name: "银行账户" }).click();
  await page.locator(".ant-select-item-option", { hasText: "测试户" }).click();
  await page.getByLabel("金额").fill("120");
  await page.getByLabel("回单号").fill("T-1");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/bank-deposit-list/);

  await page.goto("/finance/bank-line-list");
  await page.getByRole("button", { name: "导入流水" }).click();
  const dialog = page.getByRole("dialog");
  const account = dialog.getByLabel("银行账户");
  await account.selectOption({ label: "测试户 **** 2233" });
  const file = `日期,收入,支出,摘要,余额\n${day},120.00,,存款,620.00\n${day},,8.50,手续费,611.50\n合计,120.00,8.50,,\n`;
  const choose = () => dialog.locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: inGbk(file) });
  await choose();
  expect(await dialog.getByLabel("收入（贷方）").inputValue()).toBe("收入");
  expect(await dialog.locator("tbody tr").allInnerTexts()).toHaveLength(2);
  await shot(page, "bank-import");
  await dialog.getByRole("button", { name: "导入 2 笔" }).click();
  await page.getByText("新增 2 笔，自动核对 1 笔").waitFor();
  const row = (text: string) => page.locator("tbody tr", { hasText: text }).filter({ hasText: "测试户" });
  await row("存款").getByText("已核对").waitFor();

  await row("手续费").getByRole("button", { name: "记账" }).click();
  await dialog.getByText("渠道与银行手续费").waitFor();
  await shot(page, "bank-book");
  await dialog.getByRole("button", { name: "记账" }).click();
  await row("手续费").getByText("已记账").waitFor();

  // The same file again adds nothing.
  await page.getByRole("button", { name: "导入流水" }).click();
  await account.selectOption({ label: "测试户 **** 2233" });
  await choose();
  await dialog.getByRole("button", { name: "导入 2 笔" }).click();
  await page.getByText("新增 0 笔，自动核对 0 笔；2 笔早已导入").waitFor();

  await page.goto("/finance/bank-account-list");
  await page.locator("tbody tr", { hasText: "测试户" }).click();
  const comparison = page.locator("section", { has: page.getByRole("heading", { name: "余额核对" }) });
  await comparison.waitFor();
  await settled(page);
  await shot(page, "bank-account");
  expect(await comparison.locator("td.end").allInnerTexts()).toEqual(["611.50", "0.00", "0.00", "611.50", "611.50", "0.00"]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

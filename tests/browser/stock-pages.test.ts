/**
 * Pages as Refine's documentation writes them, in the build that people are served: whatever Refine's hooks and components offer works as
 * they say. The pages are in `tests/stock`, built by the product's own configuration.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { suppliers } from "../../src/contract/stock/products";
import { callsOf } from "../../src/contract/core/resource/calls";
import { packageRoot } from "../../src/server/root";
import { BADMINTON } from "../support/browser-data";
import { enter, openStage, settled, type Stage } from "../support/browser";

const LIST = "/product/supplier-list";
const at = { venueId: BADMINTON.id };
const NAMES = ["远动体育", "羽翼器材", "北辰水具"];
let stage: Stage;
/** Names of all suppliers, those of the venue's demonstration among them, as the server sorts them. */
let all: string[];

/** Folder of the console with the stock pages: built now, unless VENUE_STOCK_DIR names it. */
function builtStock(): string {
  const named = process.env["VENUE_STOCK_DIR"];
  if (named) return named;
  const vite = path.join(packageRoot, "node_modules/vite/bin/vite.js");
  // The test runner's own NODE_ENV would make it the development build, which nobody is served.
  const env = { ...process.env, NODE_ENV: "production" };
  const { status, stderr } = spawnSync(process.execPath, [vite, "build", "--config", "tests/stock/vite.config.ts"], {
    cwd: packageRoot,
    env,
  });
  if (status !== 0) throw new Error(String(stderr));
  return path.join(packageRoot, ".data/stock-console");
}

beforeAll(async () => {
  stage = await openStage({ consoleDir: builtStock() });
  const admin = await stage.admin();
  for (const [i, name] of NAMES.entries())
    await admin.ok(
      callsOf(suppliers).create,
      {
        name,
        contact: `联系人${i}`,
        tel: "",
        termDays: 30,
        active: true,
        account: "",
        address: "",
        memo: `**常供 ${i}**`,
      },
      at,
    );
  const { content } = await admin.ok(callsOf(suppliers).list, { page: 0, size: 10, sort: "name,asc" }, at);
  all = content.map(({ name }) => name);
  expect(all).toEqual(expect.arrayContaining(NAMES));
}, 300_000);
afterAll(() => stage?.close());

const names = async (page: Page): Promise<string[]> => page.locator("tbody tr.ant-table-row td:first-child").allTextContents();
const open = async (): Promise<Page> => {
  const { page } = await stage.open();
  await enter(page, "admin");
  await page.goto(LIST);
  await page.locator("tr.ant-table-row").first().waitFor();
  return page;
};

it("filters and sorts by the server, keeps both in the address, and shows the same after a reload", async () => {
  const page = await open();
  expect((await names(page)).toSorted()).toEqual(all.toSorted());
  await page.getByRole("columnheader", { name: "名称" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("sorters[0][field]")).toBe("name");
  await expect.poll(() => names(page)).toEqual(all);
  await page.locator("#suppliers_contact").fill("联系人1");
  await page.getByRole("button", { name: "查询" }).click();
  await expect.poll(() => names(page)).toEqual(["羽翼器材"]);
  expect(new URL(page.url()).searchParams.get("filters[0][value]")).toBe("联系人1");
  await page.reload();
  await expect.poll(() => names(page)).toEqual(["羽翼器材"]);
  expect(await page.locator("#suppliers_contact").inputValue()).toBe("联系人1");
  expect(await page.getByRole("columnheader", { name: "名称" }).getAttribute("aria-sort")).toBe("ascending");
  await page.locator("#suppliers_contact").fill("");
  await page.getByRole("button", { name: "查询" }).click();
  await expect.poll(() => names(page)).toEqual(all);
});

it("searches choices by the server", async () => {
  const page = await open();
  const choice = page.getByRole("combobox", { name: "选择供应商" });
  await choice.click();
  await choice.fill("羽翼");
  const options = page.locator(".ant-select-item-option");
  await expect.poll(() => options.allTextContents()).toEqual(["羽翼器材"]);
});

it("exports all rows as CSV, renders Markdown, and names the menu in Chinese", async () => {
  const page = await open();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "导出" }).click()]);
  const csv = readFileSync(await file.path(), "utf8");
  for (const name of NAMES) expect(csv).toContain(name);
  expect(await page.locator("tr.ant-table-row strong").allTextContents()).toContain("常供 0");
  const menu = await page.getByTestId("menu").textContent();
  expect(menu?.split("、")).toEqual(expect.arrayContaining(["供应商", "会员列表"]));
  expect(menu).not.toMatch(/Suppliers|Members/);
});

it("adds, edits and deletes, with Refine's words in Chinese", async () => {
  const page = await open();
  await page.goto("/product/supplier-form");
  await page.getByRole("textbox", { name: "名称" }).fill("南山球业");
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("供应商已新建").waitFor();
  await page.waitForURL((url) => url.pathname === LIST);
  const row = page.locator("tr.ant-table-row", { hasText: "南山球业" });
  await row.getByRole("button", { name: "编辑" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/product/supplier-form/"));
  await expect.poll(() => page.getByRole("textbox", { name: "名称" }).inputValue()).toBe("南山球业");
  await page.getByRole("textbox", { name: "联系人" }).fill("沈一");
  await page.getByRole("button", { name: "保存" }).click();
  await page.waitForURL((url) => url.pathname === LIST);
  await row.getByText("沈一").waitFor();
  await row.getByRole("button", { name: "删除" }).click();
  await page.getByText("确定删除？").waitFor();
  await page.locator(".ant-popconfirm").getByRole("button", { name: "删除" }).click();
  await expect.poll(() => names(page)).not.toContain("南山球业");
  await settled(page);
  const kept = await (await stage.admin()).ok(callsOf(suppliers).list, { page: 0, size: 50 }, at);
  expect(kept.content.map(({ name }) => name)).not.toContain("南山球业");
});

it("offers no button whose code the person lacks", async () => {
  const { page } = await stage.open();
  // The administrator holds everything: here all but this code.
  await page.route("**/menu/resourceAll*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('{"code":"supplier_modify"},', "") });
  });
  await enter(page, "admin");
  await page.goto(LIST);
  await page.locator("tr.ant-table-row").first().waitFor();
  await settled(page);
  expect(await page.getByRole("button", { name: /编辑|删除/ }).count()).toBe(0);
});

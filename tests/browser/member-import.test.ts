/** An old base from an Excel file in a browser: the dry run names each bad cell, and the import is complete whoever leaves the page. */
import { Readable } from "node:stream";
import { buffer as whole } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberImport } from "../../src/contract/members/member-import";
import { members } from "../../src/contract/members/members";
import { type ExcelRow, streamExcel } from "../../src/server/http/excel";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { oldBase } from "../support/old-members";

const ROWS = 2_000;
const BAD = 37;
/** Reading, checking and adding so many rows: on a machine that does other things beside. */
const LONG = { timeout: 90_000 };
const at = { venueId: BADMINTON.id };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** The base as its Excel file. */
async function fileOf(rows: readonly ExcelRow[]): Promise<Buffer> {
  const columns = Object.values(memberImport.fields).map(({ label }) => ({ title: label.zh, type: "text" as const }));
  const { body } = await streamExcel("old", columns, Readable.from(rows), "Asia/Shanghai");
  return Buffer.isBuffer(body) ? body : whole(body);
}

it("names each of 37 bad cells of 2,000 rows, waits for a decision through a reload, and imports the rest once", async () => {
  const { lines, faults } = oldBase(ROWS, BAD);
  const names = Object.keys(memberImport.fields);
  const held = ["packageCard", "cardLeft", "cardValue", "cardExpiresOn"];
  const rows = lines.map(({ cells }) =>
    names.map((name) => (held.includes(name) ? null : (cells[name]?.replace("钻石卡", "没有的卡") ?? null))),
  );
  const buffer = await fileOf(rows);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venueUser/venue-user-list");
  await page.getByRole("button", { name: "导入" }).click();
  const file = { name: "old.xlsx", mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", buffer };
  await page.locator("dialog input[type=file]").setInputFiles(file);
  await page.getByText(`列对应（${ROWS} 行）`).waitFor(LONG);
  await settled(page);
  await shot(page, "import-columns");
  await page.getByRole("button", { name: "试导入（不保存）" }).click();
  await page.getByText(/ 行有问题，还没有导入/).waitFor(LONG);
  await shot(page, "import-faults");
  expect(await page.locator("dialog [role=status]").innerText()).toContain(`${BAD} 行有问题`);
  const cells = page.locator(".import-faults tbody tr");
  const named = await cells.evaluateAll((found) => found.map((row) => [...row.children].slice(0, 2).map(({ textContent }) => textContent)));
  const fields: Readonly<Record<string, { readonly label: { readonly zh: string } }>> = memberImport.fields;
  expect(named).toEqual(faults.map(({ row, field }) => [String(row), fields[field]?.label.zh]));
  await settled(page);
  expect(await axe(page)).toEqual([]);
  const imported = async () => (await stage.admin()).ok(members.sums, { q: "OLD-" }, at).then(({ count }) => count);
  expect(await imported()).toBe(0);

  const go = { name: `导入 ${ROWS - BAD} 行，略过 ${BAD} 行` };
  await page.reload();
  await page.getByRole("button", { name: "导入", exact: true }).click();
  await page.getByRole("button", go).click();
  await page.getByText(/正在导入/).waitFor();
  // Gone in the middle of it: who comes back sees it run on.
  await page.reload();
  await page.getByRole("button", { name: "导入", exact: true }).click();
  await expect.poll(imported, LONG).toBe(ROWS - BAD);
  expect(desk.faults).toEqual([]);
  await desk.close();
}, 400_000);

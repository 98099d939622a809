/** Real files through the import: how they are read, what is wrong with which cell, what arrives, and that an export comes back unchanged. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cellsOf, findHeadings, matching, readImportFile, type Sheet, sheetOf } from "../../src/console/resource/import-sheet";
import { gameEvents } from "../../src/contract/competitions/game-events";
import { games } from "../../src/contract/competitions/games";
import { gameTeams } from "../../src/contract/competitions/game-teams";
import { memberImport, memberImports } from "../../src/contract/members/member-import";
import { members } from "../../src/contract/members/members";
import { productClasses, products } from "../../src/contract/stock/products";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type Importable, importCalls, type ImportJob } from "../../src/contract/core/resource/importing";
import { seedBooking } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";

const NOW = new Date("2026-11-21T02:00:00Z");
const goods = callsOf(products);
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  server.now = NOW;
  admin = await server.as("admin");
  await seedBooking(deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW));
  await admin.ok(callsOf(productClasses).create, { name: "饮料", parent: null, position: 1 });
});
afterAll(() => server.close());

const fileOf = async (name: string): Promise<File> => new File([await readFile(path.join("tests/files", name))], name);
/** The part of a file that the dialog would offer. */
async function open(spec: Importable, file: File): Promise<Sheet> {
  const read = await readImportFile(file);
  return sheetOf(read, findHeadings(spec.fields, read));
}
async function send(spec: Importable, { file, head, lines }: Sheet, language = "zh"): Promise<ImportJob> {
  const rows = cellsOf(lines, matching(spec.fields, head));
  const { job } = await admin.ok(
    importCalls(spec).import,
    { file, total: rows.length, rows },
    { headers: { "accept-language": language } },
  );
  return job;
}
const faultsOf = (job: ImportJob): object => Object.fromEntries(job.faults.map(({ row, errors }) => [row, errors]));

describe("formula errors", () => {
  it("are faults of their cells, and nobody is taken over with a purse of 0.00", async () => {
    const sheet = await open(memberImport, await fileOf("members-with-errors.xlsx"));
    const job = await send(memberImport, sheet);
    expect(faultsOf(job)).toEqual({
      2: { principal: "储值本金：单元格是公式错误 #N/A，请改成值" },
      3: { gift: "赠送金：单元格是公式错误 #REF!，请改成值" },
      4: { name: "姓名：单元格是公式错误 #VALUE!，请改成值" },
    });
    expect(faultsOf(await send(memberImport, sheet, "en"))).toMatchObject({
      2: { principal: "Principal: the cell is the formula error #N/A; replace it by a value" },
    });
    const { job: done } = await admin.ok(memberImports.importRun, { id: (await send(memberImport, sheet)).id });
    expect(done).toMatchObject({ added: 1, bad: 3 });
    expect((await admin.ok(members.list, { q: "1390000010", page: 0, size: 9 })).content.map(({ name }) => name)).toEqual(["丁"]);
  });
});

describe("a file of an old system", () => {
  it("is read from the sheet and row with the headings, below a title and behind a hidden and an explanatory sheet", async () => {
    const read = await readImportFile(await fileOf("members-from-old-system.xlsx"));
    expect(read.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ["说明", true],
      ["填写须知", false],
      ["会员", false],
    ]);
    expect(findHeadings(memberImport.fields, read)).toEqual({ sheet: 2, heading: 1 });
    const sheet = sheetOf(read, { sheet: 2, heading: 1 });
    expect(sheet.lines.map(({ row }) => row)).toEqual([4, 5, 6, 7]);
    expect(sheet.lines[0]?.cells.slice(0, 6)).toEqual(["13900000201", "戊", "00012345", "金卡", "1990-05-07", "1999"]);
  });

  it("keeps zeros of card numbers and whole amounts, and says which codes the spreadsheet has spoilt", async () => {
    const job = await send(memberImport, await open(memberImport, await fileOf("members-from-old-system.xlsx")));
    const spoilt = (text: string): string => `卡号：表格已把这个编号变成 ${text}，后面的数字丢了。请把这一列设为“文本”格式后重新填写`;
    expect(faultsOf(job)).toEqual({
      5: { cardNo: spoilt("1.2345678901234568e+17") },
      6: { cardNo: spoilt("6.9E+12") },
      7: { principal: "储值本金：逗号只能作千分位，例如 1,250.00；小数点请用 ." },
    });
    await admin.ok(memberImports.importRun, { id: job.id });
    const [member] = (await admin.ok(members.list, { q: "139-0000-0201", page: 0, size: 9 })).content;
    expect(member).toMatchObject({ name: "戊", cardNo: "00012345", principal: "1999.00", gift: "0.50" });
    expect(await admin.ok(members.view, { id: member?.id ?? "" })).toMatchObject({ birthday: "1990-05-07", memo: "第一行\n第二行" });
  });
});

describe("yes and no", () => {
  it("reads booleans, ticks and the field's own words, takes the form's first value for blanks, and refuses other words", async () => {
    const job = await send(products, await open(products, await fileOf("products-yes-no.xlsx")));
    expect(faultsOf(job)).toEqual({ 6: { stocked: "计库存：读不出“也许”，请填写计库存或不计库存" }, 7: expect.anything() });
    await admin.ok(goods.importRun, { id: job.id });
    const rows = (await admin.ok(goods.list, { page: 0, size: 20 })).content;
    const of = (name: string) => rows.find((row) => row.name === name);
    expect(of("可乐")).toMatchObject({ stocked: true, onShelf: true, barcode: "012345678905", unit: "件", packSize: 1, lowLimit: 0 });
    expect(of("雪碧")).toMatchObject({ stocked: true, onShelf: true, barcode: "6921168509256" });
    expect(of("芬达")).toMatchObject({ stocked: true, onShelf: true, price: "5.50" });
    expect(of("停售水")).toMatchObject({ stocked: false, onShelf: false, lowLimit: 3 });
    expect(of("也许水")).toBeUndefined();
  });

  it("takes UPC-A and EAN-13 of one GTIN for one barcode", async () => {
    expect((await admin.ok(goods.list, { q: "0012345678905", page: 0, size: 9 })).content.length).toBeLessThanOrEqual(1);
    const { data } = await admin.call(goods.create, { name: "又一瓶", class: "", barcode: "0012345678905", price: "1" } as never);
    expect(data).toHaveProperty("errors");
  });
});

it("refuses what is no workbook", async () => {
  await expect(readImportFile(await fileOf("not-a-workbook.xlsx"))).rejects.toThrow();
});

describe("a reference whose name is one of a kind only within another record", () => {
  const spring = "春季赛";
  const autumn = "秋季赛";
  beforeAll(async () => {
    for (const shortTitle of [spring, autumn]) {
      const game = await admin.ok(callsOf(games).create, {
        shortTitle,
        gameStart: "2026-12-05",
        gameEnd: "2026-12-06",
        gameType: "venueGame",
        businessCode: "venue",
        memberType: "personal",
      });
      await admin.ok(callsOf(gameEvents).create, { game: game.id, title: "男单", kind: "singles", gender: "male", fee: "0.00" });
      for (const action of ["publish", "openSignUp"] as const) await admin.ok(callsOf(games).modifyStatus, { id: game.id, action });
    }
  });

  it("is found by a second column, and without it is ambiguous, with all that it may mean", async () => {
    const sheet = await open(gameTeams, await fileOf("teams-of-two-games.xlsx"));
    const job = await send(gameTeams, sheet);
    expect(faultsOf(job)).toEqual({
      4: { event: `“男单”有 2 条：男单（${spring}）、男单（${autumn}）。请在“赛事”一列注明，或填写编号` },
      5: { event: expect.stringContaining("冬季赛 · 男单") },
    });
    expect(faultsOf(await send(gameTeams, sheet, "en"))).toMatchObject({
      4: { event: expect.stringContaining(`“男单” is ambiguous, 2 are called so: 男单（${spring}）, 男单（${autumn}）`) },
    });
    await admin.ok(callsOf(gameTeams).importRun, { id: (await send(gameTeams, sheet)).id });
    const entries = (await admin.ok(callsOf(gameTeams).list, { page: 0, size: 9 })).content;
    expect(Object.fromEntries(entries.map(({ name, gameTitle }) => [name, gameTitle]))).toEqual({ 甲: spring, 乙: autumn });
  });

  it("has its second column in the template", async () => {
    const answer = await admin.fetch(importCalls(gameTeams).template, {});
    const [sheet] = (await readImportFile(new File([await answer.arrayBuffer()], "template.xlsx"))).sheets;
    expect(sheet?.rows[0]?.cells.slice(0, 3).map((title) => title.replace(/\s*\*$/, ""))).toEqual(["比赛项目", "赛事", "队伍/选手"]);
  });
});

it("imports unchanged what it exports", async () => {
  const [drinks] = (await admin.ok(callsOf(productClasses).list, { page: 0, size: 1 })).content;
  const draft = {
    name: "-18℃雪糕",
    class: drinks?.id ?? "",
    barcode: "",
    price: "1234.50",
    unit: "支",
    packSize: 1,
    lowLimit: 0,
    position: 3,
  };
  const made = await admin.ok(goods.create, { ...draft, spec: "=1+1", stocked: false, onShelf: false, rental: true, deposit: "20" });
  const answer = await admin.fetch(goods.excel, { q: "雪糕" });
  const exported = new File([await answer.arrayBuffer()], "goods.xlsx");
  await admin.ok(goods.delete, { id: made.id });
  const job = await send(products, await open(products, exported));
  expect(faultsOf(job)).toEqual({});
  await admin.ok(goods.importRun, { id: job.id });
  const [again] = (await admin.ok(goods.list, { q: "雪糕", page: 0, size: 9 })).content;
  expect(await admin.ok(goods.view, { id: again?.id ?? "" })).toMatchObject({
    ...made,
    id: expect.any(String),
    createdAt: expect.any(String),
  });
});

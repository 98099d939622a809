/** Vouchers for the accountant's program: counted again from postings, each exported once, the files read back. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { fen } from "../../src/contract/core/money";
import { ACCOUNT_NAMES, DEFERRED } from "../../src/contract/finance/accounts";
import { book, payFor } from "../support/booking";
import { type Book, openBook } from "../support/book";
import type { Client } from "../support/server";
import { cellsOf, unzip } from "../support/unzip";

let b: Book;
let admin: Client;
const at = async (instant: string): Promise<void> => {
  b.t.now = new Date(instant);
  admin = await b.server.as("admin");
};
beforeAll(async () => {
  b = await openBook();
  const draft = { day: "2026-11-21", method: "Transfer", kind: "cost", amount: "4000.00" } as const;
  await b.admin.ok(api.manualEntries.create, { ...draft, category: "rent" });
  await b.admin.ok(api.manualEntries.create, { ...draft, category: "water", amount: "31.20" });
  // Paid today, played on the day after tomorrow: deferred until then.
  const later = await book(b.t, { day: "2026-11-23", runs: [{ placeId: "b-3", start: 600, end: 660 }], name: "散客" });
  await payFor(b.t, later, [{ type: "WeChat", amount: later.due }]);
  await at("2026-11-22T02:00:00Z");
});
afterAll(() => b.close());

/** Debit and credit of each account on each day, by plain SQL. */
const counted = (from: string, to: string) =>
  b.count<{ day: string; account: string; debit: number; credit: number }>(`
    SELECT day::text AS day, account, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::float8 AS debit, coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::float8 AS credit
    FROM (SELECT day, account, amount FROM posting WHERE venue_id = $1 AND (earned_on IS NULL OR earned_on <= day)
      UNION ALL SELECT day, 'deferred', amount FROM posting WHERE venue_id = $1 AND earned_on > day
      UNION ALL SELECT earned_on, account, amount FROM posting WHERE venue_id = $1 AND earned_on > day
      UNION ALL SELECT earned_on, 'deferred', -amount FROM posting WHERE venue_id = $1 AND earned_on > day) x
    WHERE day BETWEEN '${from}' AND '${to}' GROUP BY 1, 2 ORDER BY 1, 2`);
const exported = (batches: readonly string[]) =>
  b.count<{ day: string; account: string; debit: number; credit: number }>(`
    SELECT day::text AS day, account, sum(debit)::float8 AS debit, sum(credit)::float8 AS credit FROM journal_line
    WHERE venue_id = $1 AND batch_id IN (${batches.map((id) => `'${id}'`).join(",")}) GROUP BY 1, 2 ORDER BY 1, 2`);
const bytesOf = async (call: Call, id: string): Promise<Buffer> => Buffer.from(await (await admin.fetch(call, { id }, {})).arrayBuffer());

it("names the accounts without a code and exports nothing", async () => {
  const refusal = await admin.call(api.journalBatches.create, { toDay: "2026-11-21" });
  expect(refusal.code).not.toBe(200);
  const { content } = await admin.ok(api.accountCodeDesk.missing, {});
  expect(content.length).toBeGreaterThan(5);
  expect(content).toContainEqual({ account: DEFERRED });
  for (const { account } of content) expect(refusal.msg).toContain(ACCOUNT_NAMES[account as keyof typeof ACCOUNT_NAMES].zh);
  expect(refusal.msg).toContain("其他费用 (水费)");
  expect(await b.count("SELECT id FROM journal_batch WHERE venue_id = $1")).toEqual([]);
});

it("adds usual codes where there are none, and one code an account and category", async () => {
  const own = { account: "tender.wechat", code: "1002.05", name: "微信商户号" } as const;
  await admin.ok(api.accountCodes.create, own);
  const { added } = await admin.ok(api.accountCodeDesk.fill, {});
  expect(added).toBe(Object.keys(ACCOUNT_NAMES).length - 1);
  expect(await admin.ok(api.accountCodeDesk.missing, {})).toEqual({ content: [] });
  expect(await b.count("SELECT code FROM account_code WHERE venue_id = $1 AND account = 'tender.wechat'")).toEqual([{ code: "1002.05" }]);
  const twice = await admin.call(api.accountCodes.create, { ...own, code: "9" });
  expect([twice.code, JSON.stringify(twice.data)]).toEqual([400, expect.stringContaining("已有代码")]);
  for (const fault of [{ code: "10 02" }, { code: "=1+1" }, { name: "=HYPERLINK(1)" }])
    expect((await admin.call(api.accountCodes.create, { account: "opening", code: "1", name: "x", ...fault })).code).toBe(400);
  await admin.ok(api.accountCodes.create, { account: "cost.other", category: "rent", code: "560202", name: "管理费用-租金" });
});

let first = "";
it("exports what was posted, each voucher balanced, by business and day", async () => {
  const batch = await admin.ok(api.journalBatches.create, { toDay: "2026-11-21" });
  first = batch.id;
  expect(await exported([first])).toEqual(await counted("2026-11-01", "2026-11-21"));
  expect(batch.debit).toBe(batch.credit);
  const vouchers = await b.count<{ debit: number; credit: number }>(
    "SELECT day, voucher_no, sum(debit)::float8 AS debit, sum(credit)::float8 AS credit FROM journal_line WHERE venue_id = $1 GROUP BY 1, 2",
  );
  expect(vouchers).toHaveLength(batch.vouchers ?? 0);
  for (const { debit, credit } of vouchers) expect(debit).toBe(credit);
  expect(
    await b.count("SELECT code, debit::float8 AS debit FROM journal_line WHERE venue_id = $1 AND account = 'cost.other' ORDER BY debit"),
  ).toEqual([
    { code: "560201", debit: 3120 },
    { code: "560202", debit: 400_000 },
  ]);
});

it("refuses today, and days that are exported", async () => {
  for (const toDay of ["2026-11-22", "2026-11-21", "2026-11-20"])
    expect((await admin.call(api.journalBatches.create, { toDay })).code).toBe(400);
});

it("gives the same files again after codes were changed", async () => {
  const files = [api.journalFiles.kingdee, api.journalFiles.yonyou, api.journalFiles.csv];
  const before = await Promise.all(files.map((call) => bytesOf(call, first)));
  const [cash] = await b.count<{ id: string }>("SELECT id FROM account_code WHERE venue_id = $1 AND account = 'tender.cash'");
  await admin.ok(api.accountCodes.modify, { id: cash?.id ?? "", account: "tender.cash", code: "100199", name: "另一个名称" });
  const after = await Promise.all(files.map((call) => bytesOf(call, first)));
  for (const [i, bytes] of after.entries()) expect(bytes.equals(before[i] ?? Buffer.alloc(0))).toBe(true);
  for (const bytes of after) expect(bytes.length).toBeGreaterThan(200);
});

/** Lines as they are stored, in the order of the files. */
const stored = () =>
  b.count<{ day: string; voucher_no: number; entry: number; summary: string; code: string; name: string; debit: number; credit: number }>(
    `SELECT day::text AS day, voucher_no, entry, summary, code, name, debit::float8 AS debit, credit::float8 AS credit FROM journal_line
     WHERE venue_id = $1 AND batch_id = '${first}' ORDER BY day, voucher_no, entry`,
  );
const DAY_ZERO = Date.UTC(1899, 11, 30);

it("writes Kingdee's fields in their order, with their types", async () => {
  const sheet = unzip(await bytesOf(api.journalFiles.kingdee, first)).get("xl/worksheets/sheet1.xml") ?? "";
  const cells = cellsOf(sheet);
  const head = [...cells].filter(([where]) => /^[A-Z]+1$/.test(where)).map(([, title]) => title);
  const items = Array.from({ length: 8 }, (_, i) => [`FCLSNAME${i + 1}`, `FOBJID${i + 1}`, `FOBJNAME${i + 1}`]).flat();
  const leading = ["FDATE", "FTRANSDATE", "FPERIOD", "FGROUP", "FNUM", "FENTRYID", "FEXP", "FACCTID"];
  const amounts =
    "FTRANSID FCYID FEXCHRATE FDC FFCYAMT FQTY FPRICE FDEBIT FCREDIT FSETTLCODE FSETTLENO FPREPARE FPAY FCASH FPOSTER FCHECKER";
  const trailing = "FATTCHMENT FPOSTED FMODULE FDELETED FSERIALNO FUNITNAME FREFERENCE FCASHFLOW FHANDLER";
  expect(head).toEqual([...leading, ...items, ...amounts.split(" "), ...trailing.split(" ")]);
  const column = (name: string): string =>
    [...cells].find(([where, title]) => /^[A-Z]+1$/.test(where) && title === name)?.[0].slice(0, -1) ?? "";
  const lines = await stored();
  for (const [i, line] of lines.entries()) {
    const value = (name: string): string | undefined => cells.get(`${column(name)}${i + 2}`);
    expect([value("FNUM"), value("FENTRYID"), value("FGROUP"), value("FEXP"), value("FACCTID"), value("FPERIOD")]).toEqual([
      String(line.voucher_no),
      String(line.entry - 1),
      "记",
      line.summary,
      line.code,
      "11",
    ]);
    expect(new Date(DAY_ZERO + Number(value("FDATE")) * 86_400_000).toISOString().slice(0, 10)).toBe(line.day);
    expect([fen(value("FDEBIT") ?? ""), fen(value("FCREDIT") ?? ""), value("FDC")]).toEqual([
      line.debit,
      line.credit,
      line.debit > 0 ? "D" : "C",
    ]);
  }
  // Numbers are numbers: no amount is inline text.
  expect(sheet).not.toMatch(new RegExp(`<c r="${column("FDEBIT")}2"[^>]*t="inlineStr"`));
  expect(sheet).not.toMatch(new RegExp(`<c r="[A-Z]+${lines.length + 2}"`));
});

it("writes Yonyou's lines in GBK: head, twelve fields, one side each", async () => {
  const bytes = await bytesOf(api.journalFiles.yonyou, first);
  const [head, ...rows] = new TextDecoder("gbk", { fatal: true }).decode(bytes).trimEnd().split("\r\n");
  expect(head).toBe("填制凭证,V800");
  const lines = await stored();
  expect(rows.map((row) => row.split(",").slice(0, 8))).toEqual(
    lines.map(({ day, voucher_no, summary, code, debit, credit }) => [
      day,
      "记",
      String(voucher_no),
      "0",
      summary,
      code,
      (debit / 100).toFixed(2),
      (credit / 100).toFixed(2),
    ]),
  );
  expect(new Set(rows.map((row) => row.split(",").length))).toEqual(new Set([12]));
  const sum = (at: number): number => rows.reduce((total, row) => total + fen(row.split(",")[at] ?? ""), 0);
  expect(sum(6)).toBe(sum(7));
});

it("writes CSV that a spreadsheet opens as UTF-8", async () => {
  const text = (await bytesOf(api.journalFiles.csv, first)).toString("utf8");
  expect(text.startsWith("\ufeff日期,凭证字,")).toBe(true);
  const rows = text.trimEnd().split("\r\n").slice(1);
  expect(rows.map((row) => row.split(",")[6])).toEqual((await stored()).map(({ name }) => name));
});

it("takes only what came after the last batch, and what is earned later on its day", async () => {
  await at("2026-11-24T02:00:00Z");
  const sale = await book(b.t, { day: "2026-11-24", runs: [{ placeId: "b-4", start: 600, end: 660 }], name: "散客" });
  await payFor(b.t, sale, [{ type: "WeChat", amount: sale.due }]);
  const second = await admin.ok(api.journalBatches.create, { toDay: "2026-11-23" });
  expect(await exported([second.id])).toEqual(await counted("2026-11-22", "2026-11-23"));
  expect(await exported([first, second.id])).toEqual(await counted("2026-11-01", "2026-11-23"));
  const [numbers] = await b.count<{ n: number; last: number }>(
    "SELECT count(DISTINCT voucher_no)::int AS n, max(voucher_no) AS last FROM journal_line WHERE venue_id = $1",
  );
  expect(numbers?.n).toBe(numbers?.last);
});

it("exports a posting that arrived late with the next batch", async () => {
  // Posted on the 23rd by its clock, committed after that day was exported.
  b.t.now = new Date("2026-11-23T11:00:00Z");
  const late = await book(b.t, { day: "2026-11-23", runs: [{ placeId: "b-5", start: 1_200, end: 1_260 }], name: "散客" });
  await payFor(b.t, late, [{ type: "WeChat", amount: late.due }]);
  await at("2026-11-25T02:00:00Z");
  await admin.ok(api.journalBatches.create, { toDay: "2026-11-24" });
  const all = await b.count<{ id: string }>("SELECT id FROM journal_batch WHERE venue_id = $1");
  expect(await exported(all.map(({ id }) => id))).toEqual(await counted("2026-11-01", "2026-11-24"));
});

it("lets one of several exports at the same time have the postings", async () => {
  await at("2026-11-26T02:00:00Z");
  const sale = await book(b.t, { day: "2026-11-26", runs: [{ placeId: "b-6", start: 600, end: 660 }], name: "散客" });
  await payFor(b.t, sale, [{ type: "WeChat", amount: sale.due }]);
  await at("2026-11-27T02:00:00Z");
  const answers = await Promise.all(Array.from({ length: 6 }, () => admin.call(api.journalBatches.create, { toDay: "2026-11-26" })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  const all = await b.count<{ id: string }>("SELECT id FROM journal_batch WHERE venue_id = $1");
  expect(await exported(all.map(({ id }) => id))).toEqual(await counted("2026-11-01", "2026-11-26"));
});

it("gives the postings of a voided batch to the next one, and keeps its file", async () => {
  const [last] = await b.count<{ id: string; debit: number }>(
    "SELECT id, debit::float8 AS debit FROM journal_batch WHERE venue_id = $1 ORDER BY to_day DESC LIMIT 1",
  );
  const file = await bytesOf(api.journalFiles.csv, last?.id ?? "");
  await admin.ok(api.journalBatches.void, { id: last?.id ?? "", reason: "科目有误" });
  const again = await admin.ok(api.journalBatches.create, { toDay: "2026-11-26" });
  expect(fen(again.debit ?? "")).toBe(last?.debit);
  expect((await bytesOf(api.journalFiles.csv, last?.id ?? "")).equals(file)).toBe(true);
  expect((await admin.call(api.journalBatches.void, { id: last?.id ?? "", reason: "再次" })).code).not.toBe(200);
  const valid = await b.count<{ id: string }>("SELECT id FROM journal_batch WHERE venue_id = $1 AND state = 'exported'");
  expect(await exported(valid.map(({ id }) => id))).toEqual(await counted("2026-11-01", "2026-11-26"));
});

it("lets only who holds the code export, download and change codes", async () => {
  await b.server.addPerson("reader", ["v-1"], ["journal_batch"]);
  const reader = await b.server.as("reader");
  await reader.ok(api.journalBatches.list, {});
  expect((await reader.call(api.journalBatches.create, { toDay: "2026-11-26" })).code).toBe(403);
  expect((await reader.call(api.accountCodeDesk.fill, {})).code).toBe(403);
  const answer = (await (await reader.fetch(api.journalFiles.csv, { id: first }, {})).json()) as { readonly code: number };
  expect(answer.code).toBe(403);
});

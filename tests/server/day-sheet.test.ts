/** A closed day is shown as it was closed; what is booked on it afterwards, or corrects it while it is locked, is listed with its documents. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { settlements } from "../../src/contract/settlements/settlements";
import { closeDays } from "../../src/server/domains/finance/day-sheet";
import { type Book, openBook } from "../support/book";
import type { Client } from "../support/server";
import { excelRows } from "../support/unzip";

const DAY = "2026-11-21";
let b: Book;
let admin: Client;
let sold: { id: string; line: string };
beforeAll(async () => {
  b = await openBook();
  const made = await b.admin.ok(sale.create, {
    lines: [{ productId: "water", quantity: 3 }],
    payments: [{ type: "Transfer", amount: "9.99" }],
  });
  sold = { id: made.id, line: made.lines[0]?.id ?? "" };
});
afterAll(() => b.close());

const page = () => admin.ok(api.dayReport.page, { venueId: "v-1", day: DAY });
const giveBack = () =>
  admin.ok(sale.returns, { saleId: sold.id, lines: [{ lineId: sold.line, quantity: 1, to: "shop" }], reason: "不要了" });

it("is open until the day is over", async () => {
  admin = b.admin;
  expect((await page()).closed).toBeNull();
  await b.t.act(closeDays);
  expect((await page()).closed).toBeNull();
});

it("keeps its figures and their time, and lists what was corrected since", async () => {
  b.t.now = new Date("2026-11-21T16:00:30Z");
  admin = await b.server.as("admin");
  const open = await page();
  await b.t.act(closeDays);
  const closed = await page();
  expect(closed).toMatchObject({ takings: open.takings, earned: open.earned, income: open.income });
  expect(closed.closed).toMatchObject({ at: b.t.now.toISOString(), earned: "0.00", takings: "0.00", documents: [], count: 0 });
  b.t.now = new Date("2026-11-22T02:00:00Z");
  admin = await b.server.as("admin");
  await giveBack();
  const since = await page();
  expect({ ...since, closed: null }).toEqual({ ...closed, closed: null });
  expect(since.closed).toMatchObject({ at: closed.closed?.at, earned: "-3.33", count: 1 });
  expect(since.closed?.documents).toMatchObject([{ documentKind: "sale", earned: "-3.33", takings: "0.00", bookedOn: DAY }]);
});

it("lists what corrects it after it was locked, with the day on which that is booked", async () => {
  const boss = (await b.server.addPerson("boss", ["v-1"]), await b.server.as("boss"));
  const { id } = await admin.ok(callsOf(settlements).create, { toDay: DAY, remark: "" });
  await admin.ok(callsOf(settlements).submit, { id });
  await boss.ok(callsOf(settlements).approve, { id });
  b.t.now = new Date("2026-11-22T03:00:00Z");
  await giveBack();
  const { closed } = await page();
  expect(closed).toMatchObject({ earned: "-3.33", count: 2 });
  expect(closed?.documents.map(({ bookedOn, earned }) => [bookedOn, earned])).toEqual([
    ["2026-11-22", "-3.33"],
    [DAY, "-3.33"],
  ]);
});

it("closes a day once", async () => {
  await b.t.act(closeDays);
  expect(await b.count("SELECT count(*)::int AS n FROM day_sheet WHERE venue_id = $1 AND day = '2026-11-21'")).toEqual([{ n: 1 }]);
});

it("has corrections in its file by basis, at the venue's time and with the day they are booked on", async () => {
  const file = await admin.fetch(api.dayReport.excel, { day: DAY }, {});
  const rows = (await excelRows(Buffer.from(await file.arrayBuffer()))).map((row) => Object.values(row));
  const since = rows.filter(([basis]) => basis?.startsWith("关账后更正"));
  const no = (await page()).closed?.documents[0]?.no;
  expect(since.map(([basis, item, ...rest]) => [basis, item, Number(rest.at(-1))])).toEqual([
    ["关账后更正 · 收益", `${no} 2026-11-22 11:00 记在 2026-11-22`, -3.33],
    ["关账后更正 · 收益", `${no} 2026-11-22 10:00`, -3.33],
    ["关账后更正 · 流水", "当日数字因此变动", 0],
    ["关账后更正 · 收益", "当日数字因此变动", -3.33],
  ]);
});

it("lists no posting as a correction that its sheet contains", async () => {
  b.t.now = new Date("2026-11-22T04:00:00Z");
  const made = await admin.ok(sale.create, {
    lines: [{ productId: "water", quantity: 2 }],
    payments: [{ type: "Transfer", amount: "6.66" }],
  });
  // Posted after the closing began, committed before it held the books.
  b.t.now = new Date("2026-11-22T16:00:10Z");
  admin = await b.server.as("admin");
  const lines = [{ lineId: made.lines[0]?.id ?? "", quantity: 1, to: "shop" as const }];
  await admin.ok(sale.returns, { saleId: made.id, lines, reason: "不要了" });
  b.t.now = new Date("2026-11-22T16:00:05Z");
  await b.t.act(closeDays);
  const { closed } = await admin.ok(api.dayReport.page, { venueId: "v-1", day: "2026-11-22" });
  expect(closed).toMatchObject({ at: "2026-11-22T16:00:10.000Z", earned: "0.00", count: 0, documents: [] });
});

it("counts all corrections where it lists only the latest, in its file too", async () => {
  await b.count(`
    WITH n AS (SELECT 'late-' || g AS id, '2026-11-22T17:00:00Z'::timestamptz + g * interval '1 s' AS at FROM generate_series(1, 101) g),
    tx AS (INSERT INTO ledger_tx (venue_id, id, document_kind, document_id, document_no, operation, person_id, operator, posted_at, day)
      SELECT $1, n.id, 'sale', n.id, n.id, 'sale', 'p', 'p', n.at, '2026-11-22' FROM n)
    INSERT INTO posting (venue_id, tx_id, seq, account, subject, amount, earned_on, day, posted_at)
    SELECT $1, n.id, l.seq, l.account, '', l.amount, l.earned_on, '2026-11-22', n.at
    FROM n CROSS JOIN (VALUES (0, 'tender.transfer', 100, NULL), (1, 'income.product', -100, '2026-11-22'::date)) l (seq, account, amount, earned_on)`);
  const { closed } = await admin.ok(api.dayReport.page, { venueId: "v-1", day: "2026-11-22" });
  expect(closed).toMatchObject({ count: 101, takings: "101.00", earned: "101.00" });
  expect([closed?.documents.length, closed?.documents[0]?.no, closed?.documents.at(-1)?.no]).toEqual([100, "late-101", "late-2"]);
  const file = await admin.fetch(api.dayReport.excel, { day: "2026-11-22" }, {});
  const rows = (await excelRows(Buffer.from(await file.arrayBuffer()))).map((row) => Object.values(row));
  expect(rows.filter(([, item]) => item?.startsWith("late-"))).toHaveLength(200);
  expect(rows.at(-1)).toContain("共 101 笔，列出最近 100 笔");
});

it("shows a day as it is now whose sheet an older release stored with other figures", async () => {
  await b.count(`INSERT INTO day_sheet (venue_id, day, closed_at, page)
    SELECT venue_id, '2026-11-19', closed_at, page - 'onCredit' FROM day_sheet WHERE venue_id = $1 AND day = '2026-11-21'`);
  expect((await page()).takings.today).not.toBe("0.00");
  const old = await admin.ok(api.dayReport.page, { venueId: "v-1", day: "2026-11-19" });
  expect(old).toMatchObject({ day: "2026-11-19", takings: { today: "0.00" }, closed: null });
});

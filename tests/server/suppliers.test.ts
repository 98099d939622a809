/** Payables: returns, the statement and the ageing, each counted again from postings by plain SQL. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fen } from "../../src/contract/core/money";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type Report, type ReportAnswer, reportCalls } from "../../src/contract/core/resource/report";
import { payablesAgeing, supplierStatement } from "../../src/contract/stock/payables";
import { productClasses, products, suppliers } from "../../src/contract/stock/products";
import { stockFlow } from "../../src/contract/stock/stock-reports";
import {
  type DocumentKind,
  RESOURCE_OF,
  stockDocuments,
  type stockReceipts,
  supplierReturns,
} from "../../src/contract/stock/stock-documents";
import { sale } from "../../src/contract/sale/sale";
import { sumsAt } from "../support/drills";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
let ball = "";
const DAYS = { from: "2026-11-01", to: "2026-11-30" };
const at = async (day: string): Promise<void> => {
  server.now = new Date(`${day}T02:00:00Z`);
  admin = await server.as("admin");
};
const calls = (kind: DocumentKind) => callsOf(RESOURCE_OF[kind] as typeof stockReceipts);
async function written(kind: DocumentKind, day: string, supplierId: string, quantity: number, unitCost: string) {
  const draft = await admin.ok(stockDocuments.save, {
    kind,
    day,
    supplierId,
    warehouse: "shop",
    lines: [{ productId: ball, quantity, unitCost }],
  });
  await admin.ok(calls(kind).post, { id: draft.id });
  return admin.ok(stockDocuments.read, { id: draft.id });
}
const read = (report: Report, input: Readonly<Record<string, string>> = {}): Promise<ReportAnswer> =>
  admin.ok(reportCalls(report).read, input);
const NOW = { from: "2026-11-20", to: "2026-11-20" };
const money = (value: unknown): number => fen(String(value));
const held = async (account: string): Promise<number> =>
  Number(
    (
      await query<{ sum: number }>(server.url, `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM posting WHERE account = '${account}'`)
    )[0]?.sum,
  );

beforeAll(async () => {
  server = await testServer({ env: { SESSION_HOURS: "168" } });
  await at("2026-08-01");
  for (const [id, name, days] of [
    ["quick", "快递球业", 0],
    ["slow", "老李批发", 30],
  ] as const)
    await query(
      server.url,
      `INSERT INTO supplier (venue_id, id, name, term_days, active, created_at) VALUES ('v-1', '${id}', '${name}', ${days}, true, now())`,
    );
  const of = await admin.ok(callsOf(productClasses).create, { name: "球", parent: null, position: 1 });
  ball = (
    await admin.ok(callsOf(products).create, {
      name: "羽毛球",
      spec: "",
      class: of.id,
      price: "80.00",
      lowLimit: 0,
      unit: "筒",
      packSize: 1,
      position: 1,
      stocked: true,
      onShelf: true,
    })
  ).id;
  await written("receiptShop", "2026-08-01", "slow", 10, "50.00");
  await at("2026-10-10");
  await written("receiptShop", "2026-10-10", "slow", 10, "60.00");
  await at("2026-11-05");
  await written("receiptShop", "2026-11-05", "quick", 4, "55.00");
  await admin.ok(callsOf(suppliers).pay, { id: "slow", amount: "300.00", from: "transfer", note: "F-1" });
  await at("2026-11-20");
});
afterAll(() => server.close());

it("takes goods back to the supplier out of the stock and off what is owed, the difference to their cost", async () => {
  const [stock, owed, cost] = [await held("stock.shop"), await held("payable.supplier"), await held("cost.goods")];
  const made = await written("supplierReturn", "2026-11-20", "slow", 2, "60.00");
  expect(made).toMatchObject({ state: "posted", total: "120.00", no: expect.stringMatching(/^CT/) as unknown });
  const average = stock / 24;
  expect([await held("stock.shop"), await held("payable.supplier")]).toEqual([stock - Math.round(2 * average), owed + 12_000]);
  expect(await held("cost.goods")).toBe(cost + Math.round(2 * average) - 12_000);
  await admin.ok(callsOf(supplierReturns).void, { id: made.id, reason: "录错" });
  expect([await held("payable.supplier"), await held("cost.goods")]).toEqual([owed, cost]);
  await written("supplierReturn", "2026-11-20", "slow", 2, "60.00");
  const flow = await read(stockFlow, { from: "2026-11-20", to: "2026-11-20" });
  expect(flow.sums).toMatchObject({ received: -2, closing: 22 });
});

it("offers a return where a receipt can't be voided since its goods were sold", async () => {
  const receipt = await written("receiptShop", "2026-11-20", "quick", 3, "55.00");
  await admin.ok(sale.create, { lines: [{ productId: ball, quantity: 23 }], payments: [{ type: "Transfer", amount: "1840.00" }] });
  const answer = await admin.call(calls("receiptShop").void, { id: receipt.id, reason: "录错" });
  expect([answer.code === 200, answer.msg]).toEqual([false, expect.stringContaining("退货给供应商")]);
  expect((await admin.ok(stockDocuments.read, { id: receipt.id })).state).toBe("posted");
});

it("shows with each supplier what was owed, received, returned and paid, as the postings have it", async () => {
  const { rows, sums } = await read(supplierStatement, DAYS);
  const counted = await query<{ supplier: string; opening: number; received: number; returned: number; paid: number; closing: number }>(
    server.url,
    `SELECT p.subject AS supplier, (0 - coalesce(sum(p.amount) FILTER (WHERE p.day < '2026-11-01'), 0))::float8 AS opening,
      (0 - coalesce(sum(p.amount) FILTER (WHERE p.day >= '2026-11-01' AND t.operation IN ('receipt', 'void of receipt')), 0))::float8 AS received,
      coalesce(sum(p.amount) FILTER (WHERE t.operation LIKE '%return to supplier'), 0)::float8 AS returned,
      coalesce(sum(p.amount) FILTER (WHERE t.operation = 'supplier paid'), 0)::float8 AS paid, -sum(p.amount)::float8 AS closing
     FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE p.account = 'payable.supplier' GROUP BY 1 ORDER BY 1`,
  );
  const names = ["opening", "received", "returned", "paid", "closing"] as const;
  const top = rows.filter(({ level }) => level === 0);
  expect(
    top
      .map((row) => ({ supplier: row.key, ...Object.fromEntries(names.map((name) => [name, money(row[name])])) }))
      .sort((a, b) => (a.supplier < b.supplier ? -1 : 1)),
  ).toEqual(counted);
  for (const row of top) {
    const below = rows.filter(({ key, level }) => level === 1 && key.startsWith(`${row.key}/`));
    for (const name of ["received", "returned", "paid"])
      expect(below.reduce((sum, one) => sum + money(one[name] ?? "0"), 0)).toBe(money(row[name]));
    const { net } = await sumsAt(
      admin,
      supplierStatement.drill(row, { ...DAYS, group: "supplier", compare: "none", filter: {} }, "closing") ?? "",
    );
    expect(0 - Number(net)).toBe(Number(row["closing"]));
  }
  expect(money(sums["opening"]) + money(sums["received"]) - money(sums["returned"]) - money(sums["paid"])).toBe(money(sums["closing"]));
  const listed = (await admin.ok(callsOf(suppliers).list, {})).content;
  for (const row of top) expect(listed.find(({ id }) => id === row.key)?.owed).toBe(row["closing"]);
});

it("ages what is owed by the terms of the suppliers; payments and returns settle what is due first", async () => {
  const { rows, sums } = await read(payablesAgeing, NOW);
  // First receipt: 500.00, of which 300.00 paid and 120.00 returned. 80.00 are left, due on 2026-08-31. The second, 600.00, was due on
  // 2026-11-09.
  expect(rows.find(({ key }) => key === "slow")).toMatchObject({
    owed: "680.00",
    days30: "600.00",
    days90: "80.00",
    notDue: "0.00",
    older: "0.00",
  });
  expect(rows.filter(({ key }) => key.startsWith("slow/")).map((row) => [row["due"], row["owed"]])).toEqual([
    ["2026-08-31", "80.00"],
    ["2026-11-09", "600.00"],
  ]);
  expect(rows.find(({ key }) => key === "quick")).toMatchObject({ owed: "385.00", days30: "220.00", notDue: "165.00" });
  expect(money(sums["owed"])).toBe(-(await held("payable.supplier")));
  const old = await read(payablesAgeing, { ...NOW, age: "days90" });
  expect(old.sums).toMatchObject({ owed: "80.00", days90: "80.00" });
});

it("ages what was owed at the end of a past day, whatever was paid and returned since", async () => {
  const asOf = (day: string) => read(payablesAgeing, { from: day, to: day });
  const october = await asOf("2026-10-31");
  expect(october.rows.filter(({ key }) => key.startsWith("slow")).map((row) => [row["owed"], row["days90"], row["notDue"]])).toEqual([
    ["1100.00", "500.00", "600.00"],
    ["500.00", "500.00", null],
    ["600.00", null, "600.00"],
  ]);
  expect(october.rows.some(({ key }) => key.startsWith("quick"))).toBe(false);
  for (const day of ["2026-07-31", "2026-08-01", "2026-10-09", "2026-10-10", "2026-11-04", "2026-11-05", "2026-11-19", "2026-11-20"]) {
    const [counted] = await query<{ owed: number }>(
      server.url,
      `SELECT coalesce(-sum(amount), 0)::float8 AS owed FROM posting WHERE account = 'payable.supplier' AND day <= '${day}'`,
    );
    const { sums } = await asOf(day);
    expect([day, money(sums["owed"])]).toEqual([day, counted?.owed]);
    const ages = ["notDue", "days30", "days60", "days90", "older"].reduce((sum, age) => sum + money(sums[age]), 0);
    expect([day, ages]).toEqual([day, counted?.owed]);
  }
});

it("shows what a supplier owes after its only receipt was paid and voided, equal to the list and the statement", async () => {
  await query(
    server.url,
    `INSERT INTO supplier (venue_id, id, name, term_days, active, created_at) VALUES ('v-1', 'void', '作废球业', 0, true, now())`,
  );
  const receipt = await written("receiptShop", "2026-11-20", "void", 2, "50.00");
  await admin.ok(callsOf(suppliers).pay, { id: "void", amount: "100.00", from: "transfer", note: "F-2" });
  await admin.ok(calls("receiptShop").void, { id: receipt.id, reason: "录错" });
  const { rows, sums } = await read(payablesAgeing, NOW);
  expect(
    rows.filter(({ key }) => key.startsWith("void")).map(({ key, level, ...row }) => [key, level, row["owed"], row["notDue"]]),
  ).toEqual([
    ["void", 0, "-100.00", "-100.00"],
    ["void/", 1, "-100.00", "-100.00"],
  ]);
  const listed = (await admin.ok(callsOf(suppliers).list, {})).content;
  expect(listed.find(({ id }) => id === "void")?.owed).toBe("-100.00");
  expect(money(sums["owed"])).toBe(listed.reduce((sum, { owed }) => sum + money(owed), 0));
  const statement = await read(supplierStatement, DAYS);
  expect(sums["owed"]).toBe(statement.sums["closing"]);
  expect(statement.rows.find(({ key }) => key === "void")).toMatchObject({ received: "0.00", paid: "100.00", closing: "-100.00" });
  const received = statement.rows.filter(({ key, level }) => level === 1 && key.startsWith("void/"));
  // All three are of one moment here, so their order is open.
  const lines = received.map((row) => `${String(row["name"]).endsWith("（作废）") ? "void" : "made"} ${String(row["received"])}`);
  expect(lines.sort()).toEqual(["made 0.00", "made 100.00", "void -100.00"]);
});

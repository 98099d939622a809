/** Reports of goods agree with the movements and with the ledger, and each way of grouping comes to the same sums. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Report, ReportAnswer } from "../../src/contract/core/resource/report";
import { reportCalls } from "../../src/contract/core/resource/report";
import { callsOf } from "../../src/contract/core/resource/calls";
import { fen } from "../../src/contract/core/money";
import { productClasses, products } from "../../src/contract/stock/products";
import { sale } from "../../src/contract/sale/sale";
import { type DocumentKind, RESOURCE_OF, stockDocuments, stockReceipts } from "../../src/contract/stock/stock-documents";
import { mainStockLog, productReport, saleReport, stockFlow, stockNow } from "../../src/contract/stock/stock-reports";
import { type Client, type TestServer, testServer } from "../support/server";
import { byText } from "../support/order";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
const ids: Record<string, string> = {};
const DAYS = { from: "2026-11-20", to: "2026-11-22" };

async function moved(
  kind: DocumentKind,
  lines: readonly (readonly [name: string, quantity: number, unitCost?: string])[],
  over: object = {},
) {
  const draft = await admin.ok(stockDocuments.save, {
    kind,
    day: "2026-11-21",
    ...over,
    lines: lines.map(([name, quantity, unitCost]) => ({ productId: ids[name] ?? "", quantity, unitCost: unitCost ?? null })),
  });
  await admin.ok(callsOf(RESOURCE_OF[kind] as typeof stockReceipts).post, { id: draft.id });
  return draft;
}
const sell = (lines: readonly (readonly [string, number])[], payments: readonly (readonly [string, string])[], discount?: string) =>
  admin.ok(sale.create, {
    lines: lines.map(([name, quantity]) => ({ productId: ids[name] ?? "", quantity })),
    payments: payments.map(([type, amount]) => ({ type, amount })),
    ...(discount === undefined ? {} : { discount: { amount: discount, reason: "老顾客" } }),
  });

beforeAll(async () => {
  server = await testServer({ env: { SESSION_HOURS: "168" } });
  admin = await server.as("admin");
  server.now = new Date("2026-11-19T02:00:00Z");
  await query(
    server.url,
    "INSERT INTO supplier (venue_id, id, name, term_days, active, created_at) VALUES ('v-1', 'su', '批发商', 30, true, now())",
  );
  const sport = await admin.ok(callsOf(productClasses).create, { name: "运动", parent: null, position: 1 });
  const ball = await admin.ok(callsOf(productClasses).create, { name: "球", parent: sport.id, position: 1 });
  const drink = await admin.ok(callsOf(productClasses).create, { name: "饮料", parent: null, position: 2 });
  const make = async (key: string, name: string, spec: string, of: string, price: string, over: object = {}) => {
    const draft = {
      name,
      spec,
      class: of,
      price,
      lowLimit: 5,
      unit: "个",
      packSize: 1,
      position: 1,
      stocked: true,
      onShelf: true,
      ...over,
    };
    ids[key] = (await admin.ok(callsOf(products).create, draft)).id;
  };
  await make("red", "手胶", "红", ball.id, "12.00");
  await make("blue", "手胶", "蓝", ball.id, "12.00", { position: 2 });
  await make("water", "水", "", drink.id, "3.33");
  await make("string", "穿线", "", ball.id, "50.00", { stocked: false, position: 3 });
  await moved(
    "receiptMain",
    [
      ["red", 30, "6.20"],
      ["blue", 20, "6.10"],
    ],
    { supplierId: "su" },
  );
  await moved("receiptShop", [["water", 50, "1.10"]], { supplierId: "su" });
  await moved("transfer", [
    ["red", 12],
    ["blue", 7],
  ]);
  await sell([["water", 2]], [["WeChat", "6.66"]]);
  server.now = new Date("2026-11-21T02:00:00Z");
  // Nobody stays signed in overnight.
  admin = await server.as("admin");
  await moved("receiptShop", [["water", 7, "1.33"]], { supplierId: "su" });
  const wrong = await moved("receiptMain", [["red", 10, "9.00"]], { supplierId: "su" });
  await admin.ok(callsOf(stockReceipts).void, { id: wrong.id, reason: "录错" });
  await moved("count", [["water", 54]], { warehouse: "shop" });
  await moved("writeOff", [["blue", 1]], { warehouse: "shop", reason: "damaged" });
  const big = await sell(
    [
      ["red", 3],
      ["water", 10],
      ["string", 1],
    ],
    [
      ["WeChat", "60.00"],
      ["Alipay", "57.30"],
    ],
    "2.00",
  );
  await sell(
    [
      ["blue", 1],
      ["water", 1],
    ],
    [["BankCard", "15.33"]],
  );
  server.now = new Date("2026-11-22T02:00:00Z");
  admin = await server.as("admin");
  const water = big.lines.find(({ productId }) => productId === ids["water"]);
  const back = { saleId: big.id, lines: [{ lineId: water?.id ?? "", quantity: 3, to: "shop" as const }], reason: "不要了" };
  await admin.ok(sale.returns, back);
  await sell([["red", 9]], [["Alipay", "108.00"]]);
});
afterAll(() => server.close());

const ask = async (report: Report, input: Readonly<Record<string, string>> = {}): Promise<ReportAnswer> =>
  await admin.ok(reportCalls(report).read, input);
const total = async (where: string): Promise<number> =>
  Number((await query<{ sum: number }>(server.url, `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM posting WHERE ${where}`))[0]?.sum);
const money = (value: unknown): number => fen(String(value));
/** Level 0 comes to the sums, and what is below a row to that row. */
function addsUp({ rows, sums }: ReportAnswer, measures: readonly string[]): void {
  const figure = (value: unknown): number => (typeof value === "string" ? fen(value) : Number(value ?? 0));
  for (const measure of measures) {
    const top = rows.filter(({ level }) => level === 0);
    expect([measure, top.reduce((sum, row) => sum + figure(row[measure]), 0)]).toEqual([measure, figure(sums[measure])]);
    const leaves = rows.filter((row, i) => (rows[i + 1]?.level ?? 0) <= row.level);
    expect([measure, leaves.reduce((sum, row) => sum + figure(row[measure]), 0)]).toEqual([measure, figure(sums[measure])]);
  }
}

it("stock: what is on hand is worth what the stock accounts hold", async () => {
  const byClass = await ask(stockNow);
  addsUp(byClass, ["shop", "main", "held", "value", "sold"]);
  expect(money(byClass.sums["value"])).toBe(await total("account IN ('stock.main', 'stock.shop')"));
  const rows = (await ask(stockNow, { group: "product" })).rows;
  const of = (key: string) => rows.find((row) => row.key === `product:${ids[key]}`);
  expect(of("red")).toMatchObject({ name: "手胶 红", shop: 0, main: 18, held: 18, cost: "6.20", sold: 12, cover: 45, state: "none" });
  expect(of("string")).toBeUndefined();
  expect((await ask(stockNow, { group: "product", level: "none" })).rows.map(({ key }) => key)).toEqual([`product:${ids["red"]}`]);
});

it("stock report: opening and what came and went is what closes, in each warehouse and in both, and one day's close is the next one's opening", async () => {
  for (const warehouse of [undefined, "shop", "main"])
    for (const group of ["class", "product"]) {
      const answer = await ask(stockFlow, { ...DAYS, venueId: "v-1", group, ...(warehouse ? { warehouse } : {}) });
      const n = (row: Readonly<Record<string, unknown>>, name: string): number => Number(row[name]);
      for (const row of [...answer.rows, answer.sums])
        expect(
          n(row, "opening") +
            n(row, "received") +
            n(row, "transferred") -
            n(row, "sold") +
            n(row, "returned") +
            n(row, "counted") -
            n(row, "writtenOff"),
        ).toBe(n(row, "closing"));
      if (warehouse === undefined) expect(n(answer.sums, "transferred")).toBe(0);
      const earlier = await ask(stockFlow, {
        from: "2026-11-01",
        to: "2026-11-19",
        venueId: "v-1",
        group,
        ...(warehouse ? { warehouse } : {}),
      });
      expect(answer.sums["opening"]).toBe(earlier.sums["closing"]);
    }
  const whole = await ask(stockFlow, { ...DAYS, venueId: "v-1" });
  expect(money(whole.sums["value"])).toBe(await total("account IN ('stock.main', 'stock.shop')"));
  expect(whole.sums).toMatchObject({ opening: 98, received: 7, sold: 24, returned: 3, counted: -1, writtenOff: 1, closing: 82 });
});

it("product report: sales, discounts, cost and profit are those of the ledger by the day on which they were earned", async () => {
  for (const group of ["class", "sku", "day"]) {
    const { sums } = await ask(productReport, { ...DAYS, venueId: "v-1", group });
    addsUp(await ask(productReport, { ...DAYS, venueId: "v-1", group }), [
      "quantity",
      "returned",
      "list",
      "discount",
      "sales",
      "cost",
      "profit",
    ]);
    const earned = `earned_on BETWEEN '${DAYS.from}' AND '${DAYS.to}'`;
    expect(money(sums["list"])).toBe(-(await total(`account = 'income.product' AND ${earned}`)));
    expect(money(sums["discount"])).toBe(await total(`account LIKE 'discount.%' AND ${earned}`));
    expect(money(sums["cost"])).toBe(await total(`account = 'cost.goods' AND subject <> '' AND ${earned}`));
    expect(money(sums["profit"])).toBe(money(sums["sales"]) - money(sums["cost"]));
    expect(sums["margin"]).toBe(Math.round((money(sums["profit"]) * 1000) / money(sums["sales"])) / 10);
  }
  const { rows } = await ask(productReport, { ...DAYS, venueId: "v-1", group: "class" });
  expect(rows.map(({ level, name, quantity }) => [level, name, quantity])).toEqual([
    [0, "运动 / 球", 14],
    [1, "手胶", 13],
    [2, "红", 12],
    [2, "蓝", 1],
    [1, "穿线", 1],
    [0, "饮料", 8],
    [1, "水", 8],
  ]);
  const compared = await ask(productReport, { from: "2026-11-21", to: "2026-11-22", venueId: "v-1", compare: "previous" });
  expect(compared.previous).toMatchObject({ quantity: 2, sales: "6.66" });
});

it("daily sales: each day's methods come to its sales, and all of them to what the sales took and kept", async () => {
  for (const group of ["day", "product"]) {
    const answer = await ask(saleReport, { ...DAYS, group });
    addsUp(answer, ["quantity", "returned", "sales", "cash", "wechat", "alipay", "bank", "balance", "credit", "other"]);
    const methods = ["cash", "wechat", "alipay", "bank", "balance", "credit", "other"];
    expect(methods.reduce((sum, name) => sum + money(answer.sums[name]), 0)).toBe(money(answer.sums["sales"]));
    for (const row of answer.rows.filter(({ level }) => level === 0 && group === "day"))
      expect(methods.reduce((sum, name) => sum + money(row[name]), 0)).toBe(money(row["sales"]));
    const kept = (type: string): Promise<{ sum: number }[]> =>
      query(
        server.url,
        `SELECT sum(y.amount - y.refunded)::float8 AS sum FROM payment y JOIN sale s ON s.id = y.document_id WHERE y.type = '${type}' AND s.day BETWEEN '${DAYS.from}' AND '${DAYS.to}'`,
      );
    expect(money(answer.sums["wechat"])).toBe((await kept("WeChat"))[0]?.sum);
    expect(money(answer.sums["alipay"])).toBe((await kept("Alipay"))[0]?.sum);
    expect(answer.sums["bank"]).toBe("15.33");
  }
});

it("the log of the main warehouse has its movements only, with what they leave", async () => {
  const { content } = await admin.ok(callsOf(mainStockLog).list, { product: ids["red"] ?? "", sort: "at,asc" });
  expect(content.map(({ kind, voided, before, quantity, after }) => [kind, voided, before, quantity, after]).sort(byText)).toEqual(
    [
      ["receipt", "no", 0, 30, 30],
      ["transfer", "no", 30, -12, 18],
      ["receipt", "no", 18, 10, 28],
      ["receipt", "yes", 28, -10, 18],
    ].sort(byText),
  );
});

/** Documents that move goods: what they ask for, what they move and book, and that voiding them undoes it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { fen, yuan } from "../../src/contract/core/money";
import { products, suppliers } from "../../src/contract/stock/products";
import {
  type DocumentKind,
  RESOURCE_OF,
  type StockDocument,
  stockCounts,
  stockDocuments,
  stockReceipts,
} from "../../src/contract/stock/stock-documents";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { examine } from "../../src/tools/doctor/examine";

let server: TestServer;
let admin: Client;
let supplierId = "";
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  await query(server.url, "INSERT INTO product_class (venue_id, id, name) VALUES ('v-1', 'pc', '饮料')");
  await query(
    server.url,
    `INSERT INTO supplier (venue_id, id, name, term_days, active, created_at)
     VALUES ('v-1', 'su', '批发商', 30, true, now()), ('v-1', 'gone', '旧批发商', 30, false, now())`,
  );
  supplierId = "su";
});
afterAll(() => server.close());

let made = 0;
/** A product of its own for a test, so that tests don't use each other's stock. */
async function product(): Promise<string> {
  const id = `p-${String(++made).padStart(3, "0")}`;
  await query(server.url, "INSERT INTO product (venue_id, id, class_id, name, unit, price) VALUES ('v-1', $1, 'pc', $2, '瓶', 300)", [
    id,
    `商品${made}`,
  ]);
  return id;
}
type Draft = Input<typeof stockDocuments.save>;
type Lines = Draft["lines"];
const draftOf = (kind: DocumentKind, lines: Lines, over: Partial<Draft> = {}): Draft => ({
  kind,
  day: "2026-11-21",
  ...(kind.startsWith("receipt") ? { supplierId } : {}),
  ...(kind === "writeOff" ? { reason: "damaged" as const } : {}),
  lines,
  ...over,
});
const save = (kind: DocumentKind, lines: Lines, over: Partial<Draft> = {}): Promise<StockDocument> =>
  admin.ok(stockDocuments.save, draftOf(kind, lines, over));
const post = (document: StockDocument) => admin.call(callsOf(RESOURCE_OF[document.kind] as typeof stockReceipts).post, { id: document.id });
const cancel = (document: StockDocument, reason = "数量录错") =>
  admin.call(callsOf(RESOURCE_OF[document.kind] as typeof stockReceipts).void, { id: document.id, reason });
async function posted(kind: DocumentKind, lines: Lines, over: Partial<Draft> = {}): Promise<StockDocument> {
  const draft = await save(kind, lines, over);
  expect((await post(draft)).code).toBe(200);
  return admin.ok(stockDocuments.read, { id: draft.id });
}
const onHand = async (id: string) => {
  const { onHand: shop, onHandMain: main, cost } = await admin.ok(callsOf(products).view, { id });
  return { shop, main, cost };
};
const books = async (document: StockDocument): Promise<string[]> =>
  (
    await query<{ leg: string }>(
      server.url,
      `SELECT t.operation || ' ' || p.account || ' ' || p.amount AS leg FROM ledger_tx t JOIN posting p USING (venue_id)
       WHERE p.tx_id = t.id AND t.document_id = $1 ORDER BY t.posted_at, t.id, p.seq`,
      [document.id],
    )
  ).map(({ leg }) => leg);
const refusal = async (call: Promise<{ code: number; msg: string; data: unknown }>) => {
  const { code, msg, data } = await call;
  return [code, Object.keys((data as { errors?: object } | null)?.errors ?? {})[0] ?? msg] as const;
};

describe("a receipt", () => {
  it("moves nothing as a draft, then adds stock and what is owed to the supplier, by packs and by pieces", async () => {
    const [water, tea] = [await product(), await product()];
    const draft = await save("receiptShop", [
      { productId: water, quantity: null, packs: 2, packSize: 12, unitCost: "1.50" },
      { productId: tea, quantity: 5, unitCost: "0" },
    ]);
    expect(draft).toMatchObject({ state: "draft", warehouse: "shop", total: "36.00", quantity: 29 });
    expect(draft.no).toMatch(/^RK\d{8}-0001$/);
    expect(await onHand(water)).toEqual({ shop: 0, main: 0, cost: "0.00" });
    expect((await post(draft)).code).toBe(200);
    const after = await admin.ok(stockDocuments.read, { id: draft.id });
    expect(after).toMatchObject({ state: "posted", postedBy: "员工 admin", total: "36.00" });
    expect(after.lines.map(({ before, after: now, moved }) => [before, now, moved])).toEqual([
      [0, 24, "36.00"],
      [0, 5, "0.00"],
    ]);
    expect(await onHand(water)).toEqual({ shop: 24, main: 0, cost: "1.50" });
    expect(await books(draft)).toEqual(["receipt stock.shop 3600", "receipt payable.supplier -3600"]);
  });

  it("names its supplier, costs each line, has each product once, and goes into the warehouse of its kind", async () => {
    const water = await product();
    const line = { productId: water, quantity: 1, unitCost: "1" };
    expect(await refusal(admin.call(stockDocuments.save, draftOf("receiptShop", [line], { supplierId: null })))).toEqual([
      400,
      "supplierId",
    ]);
    expect(await refusal(admin.call(stockDocuments.save, draftOf("receiptShop", [line], { supplierId: "gone" })))).toEqual([
      400,
      "supplierId",
    ]);
    expect(await refusal(admin.call(stockDocuments.save, draftOf("receiptShop", [line], { supplierId: "nobody" })))).toEqual([
      400,
      "supplierId",
    ]);
    for (const wrong of [
      { ...line, unitCost: null },
      { ...line, quantity: 0 },
      { ...line, productId: "nothing" },
    ])
      expect((await admin.call(stockDocuments.save, draftOf("receiptShop", [wrong]))).code).toBe(409);
    expect((await refusal(admin.call(stockDocuments.save, draftOf("receiptShop", [line, line]))))[1]).toContain("合并");
    expect((await save("receiptMain", [line], { warehouse: "shop" })).warehouse).toBe("main");
  });

  it("is changed as a draft only, posted once, and deleted only before", async () => {
    const water = await product();
    const draft = await save("receiptMain", [{ productId: water, quantity: 10, unitCost: "1" }]);
    const changed = await save("receiptMain", [{ productId: water, quantity: 12, unitCost: "2" }], { id: draft.id });
    expect([changed.no, changed.total]).toEqual([draft.no, "24.00"]);
    const answers = await Promise.all([post(draft), post(draft), post(draft)]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await onHand(water)).toEqual({ shop: 0, main: 12, cost: "2.00" });
    const again = draftOf("receiptMain", [{ productId: water, quantity: 1, unitCost: "1" }], { id: draft.id });
    expect((await admin.call(stockDocuments.save, again)).code).toBe(409);
    const { delete: remove } = callsOf(stockReceipts);
    expect((await admin.call(remove, { id: draft.id })).msg).toContain(draft.no);
    const other = await save("receiptMain", [{ productId: water, quantity: 1, unitCost: "1" }]);
    await admin.ok(remove, { id: other.id });
    expect((await admin.call(stockDocuments.read, { id: other.id })).code).toBe(404);
    expect(await onHand(water)).toEqual({ shop: 0, main: 12, cost: "2.00" });
  });

  it("voided gives back stock, average and what was owed; once, with a reason, and not when the goods have gone on", async () => {
    const water = await product();
    await posted("receiptShop", [{ productId: water, quantity: 10, unitCost: "1.00" }]);
    const typo = await posted("receiptShop", [{ productId: water, quantity: 10, unitCost: "40.00" }]);
    expect((await onHand(water)).cost).toBe("20.50");
    expect((await refusal(cancel(typo, "")))[1]).toBe("reason");
    const answers = await Promise.all([cancel(typo), cancel(typo)]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await onHand(water)).toEqual({ shop: 10, main: 0, cost: "1.00" });
    expect((await books(typo)).slice(2)).toEqual(["void of receipt stock.shop -40000", "void of receipt payable.supplier 40000"]);
    const sold = await posted("receiptShop", [{ productId: water, quantity: 3, unitCost: "1.00" }]);
    await posted("writeOff", [{ productId: water, quantity: 12 }]);
    expect((await refusal(cancel(sold)))[1]).toContain("库存不足");
    expect((await onHand(water)).shop).toBe(1);
  });

  it("voided after part of the goods went out at the average leaves no worth behind, and the rest as a cost of goods", async () => {
    const water = await product();
    await posted("receiptShop", [{ productId: water, quantity: 10, unitCost: "1.00" }]);
    const dear = await posted("receiptShop", [{ productId: water, quantity: 10, unitCost: "4.00" }]);
    await posted("writeOff", [{ productId: water, quantity: 10 }]);
    expect((await cancel(dear)).code).toBe(200);
    expect(await onHand(water)).toMatchObject({ shop: 0 });
    // 20 pieces were worth 50.00, 10 of them 25.00: the supplier takes 40.00 back, stock has 25.00 to give.
    expect((await books(dear)).slice(2)).toEqual([
      "void of receipt stock.shop -2500",
      "void of receipt payable.supplier 4000",
      "void of receipt cost.goods -1500",
    ]);
  });
});

describe("a transfer, a write-off, a count", () => {
  it("moves goods between the warehouses at their worth, and back when it is voided", async () => {
    const water = await product();
    await posted("receiptMain", [{ productId: water, quantity: 10, unitCost: "1.00" }]);
    await posted("receiptMain", [{ productId: water, quantity: 5, unitCost: "1.01" }]);
    const transfer = await posted("transfer", [{ productId: water, quantity: 7 }]);
    expect(await onHand(water)).toEqual({ shop: 7, main: 8, cost: "1.00" });
    expect(await books(transfer)).toEqual(["stock transfer stock.main -702", "stock transfer stock.shop 702"]);
    expect((await refusal(post(await save("transfer", [{ productId: water, quantity: 9 }]))))[1]).toContain("剩 8");
    expect((await cancel(transfer)).code).toBe(200);
    expect(await onHand(water)).toEqual({ shop: 0, main: 15, cost: "1.00" });
    const back = await posted("transfer", [{ productId: water, quantity: 7 }]);
    await posted("transfer", [{ productId: water, quantity: 2 }], { warehouse: "shop" });
    expect(await onHand(water)).toMatchObject({ shop: 5, main: 10 });
    expect((await refusal(cancel(back)))[1]).toContain("剩 5");
  });

  it("writes off with a reason, at the average, as a cost", async () => {
    const water = await product();
    await posted("receiptShop", [{ productId: water, quantity: 4, unitCost: "2.50" }]);
    expect(
      await refusal(admin.call(stockDocuments.save, draftOf("writeOff", [{ productId: water, quantity: 1 }], { reason: null }))),
    ).toEqual([400, "reason"]);
    const broken = await posted("writeOff", [{ productId: water, quantity: 1 }]);
    expect(broken).toMatchObject({ quantity: 1, total: "2.50", reason: "damaged" });
    expect(await books(broken)).toEqual(["write-off stock.shop -250", "write-off cost.write_off 250"]);
    expect((await cancel(broken)).code).toBe(200);
    expect(await onHand(water)).toMatchObject({ shop: 4, cost: "2.50" });
  });

  it("counts what differs from when it was counted, whatever moved in between; all of it, gains and losses", async () => {
    const [water, tea, bar] = [await product(), await product(), await product()];
    await posted("receiptShop", [
      { productId: water, quantity: 10, unitCost: "1.00" },
      { productId: tea, quantity: 10, unitCost: "2.00" },
      { productId: bar, quantity: 10, unitCost: "3.00" },
    ]);
    const draft = await save("count", [
      { productId: water, quantity: 8 },
      { productId: tea, quantity: 11 },
      { productId: bar, quantity: null },
    ]);
    expect((await refusal(post(draft)))[1]).toContain("还有 1 种");
    // Two of the counted water are taken before it is posted.
    await posted("writeOff", [{ productId: water, quantity: 2 }]);
    const whole = await save(
      "count",
      [
        { productId: water, quantity: 8 },
        { productId: tea, quantity: 11 },
        { productId: bar, quantity: 10 },
      ],
      { id: draft.id },
    );
    expect(whole.lines.map(({ book, quantity }) => [book, quantity])).toEqual([
      [10, 8],
      [10, 11],
      [10, 10],
    ]);
    expect((await post(whole)).code).toBe(200);
    expect([(await onHand(water)).shop, (await onHand(tea)).shop, (await onHand(bar)).shop]).toEqual([6, 11, 10]);
    expect(await books(whole)).toEqual([
      "stock count stock.shop -200",
      "stock count stock.shop 200",
      "stock count cost.write_off 200",
      "stock count cost.write_off -200",
    ]);
    expect((await cancel(whole)).code).toBe(200);
    expect([(await onHand(water)).shop, (await onHand(tea)).shop]).toEqual([8, 10]);
  });
});

it("owes a supplier what receipts cost, and is paid no more than that, once for each action", async () => {
  const { view, pay } = callsOf(suppliers);
  const before = (await admin.ok(view, { id: "su" })).owed ?? "0";
  const water = await product();
  await posted("receiptShop", [{ productId: water, quantity: 10, unitCost: "7.50" }]);
  const owed = fen(before) + 7_500;
  expect((await admin.ok(view, { id: "su" })).owed).toBe(yuan(owed));
  for (const amount of ["0", yuan(owed + 1)])
    expect(await refusal(admin.call(pay, { id: "su", amount, from: "transfer", note: "回单 1" }))).toEqual([400, "amount"]);
  const half = { id: "su", amount: yuan(Math.ceil(owed / 2) + 1), from: "safe", note: "收据 2" } as const;
  const answers = await Promise.all([admin.call(pay, half), admin.call(pay, half)]);
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 400]);
  expect((await admin.ok(view, { id: "su" })).owed).toBe(yuan(owed - fen(half.amount)));
});

it("is for who holds the code of its kind, and posted or voided by who may", async () => {
  const water = await product();
  await server.addPerson("counter", ["v-1"], ["stock_count"]);
  const counter = await server.as("counter");
  const line = { productId: water, quantity: 3 };
  const count = await counter.ok(stockDocuments.save, draftOf("count", [line]));
  expect((await counter.call(stockDocuments.save, draftOf("writeOff", [line]))).code).toBe(403);
  expect((await counter.call(callsOf(stockCounts).post, { id: count.id })).code).toBe(403);
  const receipt = await save("receiptShop", [{ ...line, unitCost: "1" }]);
  expect((await counter.call(stockDocuments.read, { id: receipt.id })).code).toBe(403);
  expect((await admin.call(stockDocuments.read, { id: receipt.id }, { venueId: "v-2" })).code).toBe(404);
  // A receipt is no count: its calls don't reach it.
  expect((await admin.call(callsOf(stockCounts).post, { id: receipt.id })).code).toBe(404);
});

it("finds goods for lines by scan, class and what a supplier delivered, with the last cost", async () => {
  const id = await product();
  await query(server.url, "UPDATE product SET barcode = '6921168509256', pinyin = 'kele kl' WHERE id = $1", [id]);
  await posted("receiptMain", [{ productId: id, quantity: 3, unitCost: "4.20" }]);
  const find = (input: Partial<Input<typeof stockDocuments.goods>>) => admin.ok(stockDocuments.goods, { warehouse: "main", ...input });
  expect(await find({ q: "6921168509256" })).toMatchObject([{ productId: id, onHand: 3, lastCost: "4.20", cost: "4.20" }]);
  expect((await find({ q: "kel" })).map(({ productId }) => productId)).toEqual([id]);
  expect((await find({ classId: "pc", size: 500 })).length).toBe(made);
  expect((await find({ supplierId: "gone" })).length).toBe(0);
  expect((await find({ supplierId, size: 500 })).some(({ productId }) => productId === id)).toBe(true);
});

it("leaves the books sound after all of it", async () => {
  // Rows that this file seeded by SQL are in no audit log.
  const bad = (await examine(server.url)).filter(({ check, findings }) => findings.length > 0 && !check.includes("audit log"));
  expect(bad).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { products as goods } from "../../src/contract/stock/products";
import { stock } from "../../src/contract/stock/stock";
import { mainStockLog, stockMovements } from "../../src/contract/stock/stock-reports";
import { createSale } from "../../src/server/domains/sale/create";
import { classes, product, products } from "../../src/server/domains/stock/products";
import { receive } from "../../src/server/domains/stock/receive";
import { refusalOf, seedBooking } from "../support/booking";
import { paid, seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  t.now = new Date("2026-11-21T03:00:00Z");
  await t.act((ctx) => createSale(ctx, { lines: [{ productId: "water", quantity: 4 }], payments: paid(1_332) }));
  t.now = new Date("2026-11-21T04:00:00Z");
  const lines = [{ productId: "water", quantity: 20, unitCost: 170 }];
  await t.act((ctx) => receive(ctx, { warehouse: "main", supplier: "批发商", lines }));
});
afterAll(() => t.close());
const find = async (input: Input<typeof stock.products>) =>
  (await t.look((ctx) => products(ctx, stock.products.input.parse(input)))).content.map((row) => row.id);

describe("products", () => {
  it("show what is on hand in each warehouse, equal to the sum of movements, at the moving average", async () => {
    const water = await t.look((ctx) => product(ctx, { id: "water" }));
    expect(water).toMatchObject({ onHand: 20, onHandMain: 20, price: "3.33", className: "饮料" });
    // Purchase costs are kept out of goods as they are sold: they are shown where goods are managed.
    expect(water).not.toHaveProperty("cost");
    expect(await t.look((ctx) => serves(callsOf(goods).view)(ctx, { id: "water" }))).toMatchObject({
      onHand: 20,
      onHandMain: 20,
      cost: "1.60",
    });
    const moved = await t.database.dbFor("v-1").selectFrom("stock_movement").select(["warehouse", "quantity"]).execute();
    const sum = (warehouse: string) => moved.filter((one) => one.warehouse === warehouse).reduce((all, one) => all + one.quantity, 0);
    expect([sum("shop"), sum("main")]).toEqual([water.onHand, water.onHandMain]);
  });

  it("are found by name, barcode, pinyin, class, shelf and stock", async () => {
    expect(await find({})).toEqual(["water", "string"]);
    for (const q of ["泉", "690001", "kuangq", "kqs"]) expect(await find({ q }), q).toEqual(["water"]);
    expect(await find({ q: "%" })).toEqual([]);
    expect(await find({ classId: "pc-2" })).toEqual(["string"]);
    expect(await find({ shelf: "off" })).toEqual([]);
    expect(await find({ stock: "low" })).toEqual([]);
    expect(await find({ sort: "price,desc" })).toEqual(["string", "water"]);
  });

  it("have classes in their order", async () => {
    expect((await t.look(classes)).content.map((row) => [row.name, row.products])).toEqual([
      ["饮料", 1],
      ["服务", 1],
    ]);
  });

  it("are the venue's own", async () => {
    const venue = await addVenue(t.database, "v-2");
    expect((await t.look((ctx) => products(ctx, stock.products.input.parse({})), { venue })).content).toEqual([]);
    expect((await refusalOf(t.look((ctx) => product(ctx, { id: "water" }), { venue }))).key).toBe("missing");
  });
});

describe("movements", () => {
  it("tell pieces before and after with the document's number, newest first, each warehouse apart", async () => {
    const shop = (await t.look((ctx) => serves(callsOf(stockMovements).list)(ctx, { warehouse: "shop" }))).content;
    expect(shop.map((row) => [row.kind, row.before, row.quantity, row.after, row.cost])).toEqual([
      ["sale", 24, -4, 20, "-6.00"],
      ["receipt", 0, 24, 24, "36.00"],
    ]);
    expect(shop[0]?.document).toMatch(/^S20261121-/);
    const main = (await t.look((ctx) => serves(callsOf(mainStockLog).list)(ctx, { kind: "receipt" }))).content;
    expect(main.map((row) => row.after)).toEqual([20]);
  });
});

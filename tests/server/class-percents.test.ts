/** Prices of a card type's members for goods of single classes: at the checkout, at a return, in the books, and for an offline till. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardTypes, goodsPercent } from "../../src/contract/members/card-types";
import { productClasses } from "../../src/contract/stock/products";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sale } from "../../src/contract/sale/sale";
import { stock } from "../../src/contract/stock/stock";
import { create, view } from "../../src/server/domains/sale/lines";
import { quote } from "../../src/server/domains/sale/price";
import { returns } from "../../src/server/domains/sale/returns";
import { checkLedger } from "../../src/server/ledger/check";
import { postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await db().updateTable("product_class").set({ parent_id: "pc-1" }).where("id", "=", "pc-2").execute();
  await seedMember(t, "wang", { name: "王芳", cardTypeId: "ct-goods" });
});
afterAll(() => t.close());
const db = () => t.database.dbFor("v-1");

const types = callsOf(cardTypes);
/** Saves the type as its form does. */
const give = (classPercents: readonly string[]) =>
  t.act(async (ctx) => {
    const row = await serves(types.view)(ctx, { id: "ct-goods" });
    return serves(types.modify)(ctx, { ...row, classPercents });
  });
const lines = [
  { productId: "water", quantity: 3 },
  { productId: "string", quantity: 1 },
];
const ask = (memberId?: string) => t.look((ctx) => quote(ctx, sale.quote.input.parse({ lines, ...(memberId ? { memberId } : {}) })));

it("a class's own percent counts, else that of the class above, else that of all goods", () => {
  const type = { productPercent: 90, classPercents: ["a:80", "b:72.5"] };
  expect(goodsPercent(type, { classId: "a", parentId: null })).toBe(80);
  expect(goodsPercent(type, { classId: "b", parentId: "a" })).toBe(72.5);
  expect(goodsPercent(type, { classId: "c", parentId: "a" })).toBe(80);
  expect(goodsPercent(type, { classId: "c", parentId: "d" })).toBe(90);
});

it("the quote, the sale, the books and what comes back agree on the percent of each class", async () => {
  await give(["pc-1:50", "pc-2:80"]);
  // 9.99 → 5.00 (half of it, rounded), 30.00 → 24.00.
  const shown = await ask("wang");
  expect(shown).toMatchObject({ list: "39.99", total: "29.00", due: "29.00" });
  const sold = await t.act((ctx) =>
    create(ctx, sale.create.input.parse({ memberId: "wang", lines, payments: [{ type: "WeChat", amount: shown.due }] })),
  );
  expect(sold).toMatchObject({ total: "29.00", paid: "29.00" });
  const posted = await postingsOf(t, sold.id);
  expect(posted).toContain(`sale of goods discount.member 499 ${TODAY}`);
  expect(posted).toContain(`sale of goods discount.member 600 ${TODAY}`);

  // Later prices for members do not matter: the line is refunded as it was sold, piece by piece to the fen.
  await give(["pc-1:100"]);
  const lineOf = (id: string) => sold.lines.find((line) => line.productId === id)?.id ?? "";
  const back = (productId: string, quantity: number) =>
    t.act((ctx) =>
      returns(
        ctx,
        sale.returns.input.parse({ saleId: sold.id, lines: [{ lineId: lineOf(productId), quantity, to: "shop" }], reason: "不要了" }),
      ),
    );
  const refunded = [await back("water", 1), await back("water", 2), await back("string", 1)].map((one) => one.returned);
  expect(refunded).toEqual(["1.66", "5.00", "29.00"]);
  const rows = await postingsOf(t, sold.id);
  const left = (account: string): number =>
    rows
      .filter((row) => row.includes(` ${account} `))
      .reduce((sum, row) => sum + Number(row.split(" ").findLast((word) => /^-?\d+$/.test(word)) ?? 0), 0);
  for (const account of ["discount.member", "tender.wechat", "income.product"]) expect([account, left(account)]).toEqual([account, 0]);
  expect(await t.look((ctx) => view(ctx, { id: sold.id }))).toMatchObject({ state: "returned" });
  expect(await t.look((ctx) => checkLedger(ctx.db, "v-1"))).toEqual([]);
});

it("a class below one follows it, and who is no member pays the list price, as a till that is cut off takes it", async () => {
  await give(["pc-1:50"]);
  expect(await ask("wang")).toMatchObject({ total: "20.00" });
  expect(await ask()).toMatchObject({ list: "39.99", discount: "0.00", total: "39.99" });
  const prices = [
    { productId: "water", price: "3.33" },
    { productId: "string", price: "30.00" },
  ];
  const kept = { key: "k".repeat(32), at: t.now.toISOString(), prices };
  const sold = await t.act((ctx) =>
    create(ctx, sale.create.input.parse({ lines, payments: [{ type: "Cash", amount: "39.99" }], keptByTill: kept })),
  );
  expect(sold).toMatchObject({ total: "39.99", discount: "0.00" });
});

it("the form refuses a class named twice, a percent over 100 and a class that is not there; who reads it gets its words", async () => {
  await expect(give(["pc-1:50", "pc-1:60"])).rejects.toThrow(/twice/);
  await expect(give(["pc-1:101"])).rejects.toThrow(/classPercents/);
  expect((await refusalOf(give(["gone:50"]))).data).toMatchObject({
    errors: { classPercents: expect.stringContaining("商品分类已不存在") as unknown },
  });
  expect(await give(["pc-2:80", "pc-1:92.5"])).toMatchObject({ classNote: "饮料 92.5%, 服务 80%" });
});

it("a class that is deleted is forgotten by the card types that named it", async () => {
  const classes = callsOf(productClasses);
  const { id } = await t.act((ctx) => serves(classes.create)(ctx, { name: "护具", parent: null, position: 3 }));
  await give(["pc-1:50", `${id}:70`]);
  await t.act((ctx) => serves(classes.delete)(ctx, { id }));
  expect(await t.look((ctx) => serves(types.view)(ctx, { id: "ct-goods" }))).toMatchObject({ classPercents: ["pc-1:50"] });
  expect((await t.look((ctx) => serves(stock.classes)(ctx, {}))).content.map((one) => one.id)).not.toContain(id);
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fen } from "../../src/contract/money";
import { sale } from "../../src/contract/sale";
import type { Input } from "../../src/contract/call";
import type { Code } from "../../src/contract/permissions";
import { create, lines, view } from "../../src/server/domains/sale/lines";
import { list, sums } from "../../src/server/domains/sale/list";
import { checkLedger } from "../../src/server/ledger/check";
import { countRows, postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await seedMember(t, "wang", { name: "王芳", cardTypeId: "ct-goods", principal: 1_000 });
});
afterAll(() => t.close());

const sell = (input: Input<typeof sale.create>, as?: Parameters<TestVenue["act"]>[1]) =>
  t.act((ctx) => create(ctx, sale.create.input.parse(input)), as);
const water = (quantity: number) => ({ productId: "water", quantity });

describe("a sale", () => {
  it("takes the member's percent, then the discount by hand, and posts income, discounts, cost and stock", async () => {
    // 9.99 → 8.99, 30.00 → 27.00; less 1.00 by hand: 34.99.
    const done = await sell({
      memberId: "wang",
      lines: [water(3), { productId: "string", quantity: 1 }],
      discount: { amount: "1.00", reason: "老客户" },
      payments: [
        { type: "Balance", amount: "5.00" },
        { type: "Cash", amount: "29.99", tendered: "30.00" },
      ],
      remark: "前台",
    });
    expect(done).toMatchObject({
      list: "39.99",
      discount: "5.00",
      total: "34.99",
      paid: "34.99",
      quantity: 4,
      state: "paid",
      remark: "前台",
    });
    expect(done.payments.map(({ type, change }) => [type, change])).toEqual([
      ["Balance", "0.00"],
      ["Cash", "0.01"],
    ]);
    const of = (id: string) => done.lines.find((line) => line.productId === id);
    expect(of("water")).toMatchObject({ price: "3.00", discount: "0.25", total: "8.74", className: "饮料" });
    expect(of("string")).toMatchObject({ price: "27.00", discount: "0.75", total: "26.25" });
    expect((await postingsOf(t, done.id)).sort()).toEqual(
      [
        "sale of goods purse.principal wang 500",
        "sale of goods tender.cash 2999",
        `sale of goods discount.member 100 ${TODAY}`,
        `sale of goods discount.member 300 ${TODAY}`,
        `sale of goods discount.manual 25 ${TODAY}`,
        `sale of goods discount.manual 75 ${TODAY}`,
        `sale of goods income.product pc-1 -999 ${TODAY}`,
        `sale of goods income.product pc-2 -3000 ${TODAY}`,
        `sale of goods cost.goods water 450 ${TODAY}`,
        "sale of goods stock.shop water -450",
      ].sort(),
    );
    expect(await t.look((ctx) => view(ctx, { id: done.id }))).toEqual(done);
    expect(sale.create.output.parse(done)).toEqual(done);
  });

  it.each([
    ["stockShort", { lines: [water(999)], payments: [] }],
    ["paymentSum", { lines: [water(1)], payments: [{ type: "Cash", amount: "3.32" }] }],
    ["balanceShort", { memberId: "wang", lines: [water(4)], payments: [{ type: "Balance", amount: "11.99" }] }],
    ["memberNeeded", { lines: [water(1)], payments: [{ type: "Balance", amount: "3.33" }] }],
    ["discountTooBig", { lines: [water(1)], discount: { amount: "3.34", reason: "输错" }, payments: [] }],
    ["missing", { lines: [{ productId: "nothing", quantity: 1 }], payments: [] }],
    ["memberState", { memberId: "frozen", lines: [water(1)], payments: [{ type: "Cash", amount: "3.33" }] }],
  ] satisfies [string, Input<typeof sale.create>][])("refused with %s leaves nothing behind", async (key, input) => {
    const db = t.database.dbFor("v-1");
    if (key === "memberState") {
      await seedMember(t, "frozen");
      await db.updateTable("member").set({ state: "frozen" }).where("id", "=", "frozen").execute();
    }
    const state = async () => [
      await countRows(t),
      await db.selectFrom("stock").selectAll().execute(),
      (await db.selectFrom("sale").select("id").execute()).length,
    ];
    const before = await state();
    expect((await refusalOf(sell(input))).key).toBe(key);
    expect(await state()).toEqual(before);
  });

  it("takes a discount by hand only from those who may give one", async () => {
    const refused = await refusalOf(
      sell(
        { lines: [water(1)], discount: { amount: "0.33", reason: "抹零" }, payments: [{ type: "Cash", amount: "3.00" }] },
        { codes: new Set<Code>(["sale_create"]) },
      ),
    );
    expect(refused.values).toEqual({ code: "sale_discount" });
  });
});

describe("the lists of sales", () => {
  beforeAll(async () => {
    await sell({ lines: [water(2)], payments: [{ type: "WeChat", amount: "6.66" }] });
    await sell({ lines: [{ productId: "string", quantity: 1 }], payments: [{ type: "Cash", amount: "30.00" }] });
  });
  const ids = async (input: Input<typeof sale.list>) => (await t.look((ctx) => list(ctx, sale.list.input.parse(input)))).content;

  it("find by number, member, goods, class and method", async () => {
    const all = await ids({});
    expect(all).toHaveLength(3);
    expect(await ids({ q: all[0]?.no ?? "" })).toHaveLength(1);
    expect((await ids({ q: "王芳" })).map((row) => row.memberName)).toEqual(["王芳"]);
    expect(await ids({ q: "矿泉" })).toHaveLength(2);
    expect(await ids({ q: "690001" })).toHaveLength(2);
    expect(await ids({ classId: "pc-2" })).toHaveLength(2);
    expect(await ids({ payType: "wechat" })).toHaveLength(1);
    expect(await ids({ memberId: "wang", state: "paid", from: TODAY, to: TODAY, operatorId: "p-tester" })).toHaveLength(1);
    expect(await ids({ from: "2026-11-22" })).toHaveLength(0);
    expect((await ids({ sort: "total,asc", size: 1, page: 1 })).map((row) => row.total)).toEqual(["30.00"]);
  });

  it("sum to their rows", async () => {
    for (const filter of [{}, { classId: ["pc-2"] }, { q: "王芳" }]) {
      const rows = await ids(filter);
      const total = await t.look((ctx) => sums(ctx, filter));
      expect(total.count).toBe(rows.length);
      for (const field of ["list", "discount", "total", "paid", "returned"] as const)
        expect(fen(total[field])).toBe(rows.reduce((sum, row) => sum + fen(row[field]), 0));
      expect(total.quantity).toBe(rows.reduce((sum, row) => sum + row.quantity, 0));
    }
  });

  it("show lines by their own class and goods", async () => {
    const of = async (input: Input<typeof sale.lines>) =>
      (await t.look((ctx) => lines(ctx, sale.lines.input.parse(input)))).content.map((line) => line.productName);
    expect(await of({ classId: "pc-1" })).toEqual(["矿泉水", "矿泉水"]);
    expect(await of({ q: "穿线" })).toEqual(["穿线", "穿线"]);
    expect(await of({ q: "王芳" })).toHaveLength(2);
  });

  it("are the venue's own, and leave a sound book", async () => {
    const venue = await addVenue(t.database, "v-2");
    const mine = (await ids({}))[0]?.id ?? "";
    expect((await t.look((ctx) => list(ctx, sale.list.input.parse({})), { venue })).content).toEqual([]);
    expect((await refusalOf(t.look((ctx) => view(ctx, { id: mine }), { venue }))).key).toBe("missing");
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });
});

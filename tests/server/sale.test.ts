import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fen } from "../../src/contract/core/money";
import { sale } from "../../src/contract/sale/sale";
import { saleLines, sales } from "../../src/contract/sale/sales";
import type { Input } from "../../src/contract/core/call";
import type { Code } from "../../src/contract/core/permissions";
import { carts, modify, printed, recall, remove } from "../../src/server/domains/sale/carts";
import { create, view } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { product } from "../../src/server/domains/stock/products";
import { checkLedger } from "../../src/server/ledger/check";
import { callsOf } from "../../src/contract/core/resource/calls";
import { countRows, postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { serves } from "../support/services";
import { seedCommerce } from "../support/commerce";
import { PLATFORM } from "../../src/server/db/client";
import { addVenue, tester, testVenue, type TestVenue } from "../support/venue";

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
    expect(refused.data).toEqual({ codes: ["sale_discount"] });
  });
});

const list = serves(callsOf(sales).list);
const sums = serves(callsOf(sales).sums);
const lines = serves(callsOf(saleLines).list);
const lineSums = serves(callsOf(saleLines).sums);

describe("the lists of sales", () => {
  beforeAll(async () => {
    await sell({ lines: [water(2)], payments: [{ type: "WeChat", amount: "6.66" }] });
    await sell({ lines: [{ productId: "string", quantity: 1 }], payments: [{ type: "Cash", amount: "30.00" }] });
  });
  const rows = async (input: Parameters<typeof list>[1]) => (await t.look((ctx) => list(ctx, input))).content;

  it("find by number, member, goods, class and method", async () => {
    const all = await rows({});
    expect(all).toHaveLength(3);
    expect(await rows({ q: all[0]?.no ?? "" })).toHaveLength(1);
    expect((await rows({ q: "王芳" })).map((row) => row.memberName)).toEqual(["王芳"]);
    expect(await rows({ q: "矿泉" })).toHaveLength(2);
    expect(await rows({ q: "690001" })).toHaveLength(2);
    expect(await rows({ class: "pc-2" })).toHaveLength(2);
    expect(await rows({ payTypes: "WeChat" })).toHaveLength(1);
    expect(await rows({ member: "wang", state: "paid", dayFrom: TODAY, dayTo: TODAY })).toHaveLength(1);
    expect(await rows({ dayFrom: "2026-11-22" })).toHaveLength(0);
    expect((await rows({ sort: "total,asc", size: 1, page: 1 })).map((row) => row.total)).toEqual(["30.00"]);
  });

  it("say whose discount is shared over several goods", async () => {
    expect((await rows({})).map(({ memberName, prorate }) => `${memberName} ${prorate}`).sort()).toEqual([
      "null false",
      "null false",
      "王芳 true",
    ]);
  });

  it("sum to their rows", async () => {
    for (const filter of [{}, { class: ["pc-2"] }, { q: "王芳" }]) {
      const found = await rows(filter);
      const total = await t.look((ctx) => sums(ctx, filter));
      expect(total.count).toBe(found.length);
      for (const field of ["list", "discount", "total", "paid", "refunded"] as const)
        expect(fen(total[field])).toBe(found.reduce((sum, row) => sum + fen(row[field]), 0));
      expect(total.quantity).toBe(found.reduce((sum, row) => sum + (row.quantity ?? 0), 0));
    }
  });

  it("show lines by their own class and goods, which sum to the sales", async () => {
    const of = async (input: Parameters<typeof lines>[1]) => (await t.look((ctx) => lines(ctx, input))).content.map((line) => line.name);
    expect(await of({ class: "pc-1" })).toEqual(["矿泉水", "矿泉水"]);
    expect(await of({ q: "穿线" })).toEqual(["穿线", "穿线"]);
    expect(await of({ q: "王芳" })).toHaveLength(2);
    expect(await of({ member: "wang", state: "paid" })).toHaveLength(2);
    const [all, each] = await t.look(async (ctx) => [await sums(ctx, {}), await lineSums(ctx, {})] as const);
    expect(each.price).toBe(all.total);
    expect(fen(each.memberOff) + fen(each.manualOff)).toBe(fen(all.discount));
  });

  it("tell what goods cost, and what they cost together, only to who may see it", async () => {
    const seen = await t.look(async (ctx) => [(await lines(ctx, {})).content[0]?.cost, (await lineSums(ctx, {})).cost] as const);
    expect(seen).toEqual([expect.any(String), expect.any(String)]);
    const codes = new Set<Code>(["sale_list"]);
    const unseen = await t.look(async (ctx) => [(await lines(ctx, {})).content[0]?.cost, (await lineSums(ctx, {})).cost] as const, {
      codes,
    });
    expect(unseen).toEqual([null, null]);
  });

  it("are the venue's own, and leave a sound book", async () => {
    const venue = await addVenue(t.database, "v-2");
    const mine = (await rows({}))[0]?.id ?? "";
    expect((await t.look((ctx) => list(ctx, {}), { venue })).content).toEqual([]);
    expect((await refusalOf(t.look((ctx) => view(ctx, { id: mine }), { venue }))).key).toBe("missing");
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });
});

describe("a cart that waits", () => {
  const hang = (input: Input<typeof sale.modify>, as?: Parameters<TestVenue["act"]>[1]) =>
    t.act((ctx) => modify(ctx, sale.modify.input.parse(input)), as);
  const other = { id: "p-other", name: "另一位" };
  const stock = async () => (await t.look((ctx) => product(ctx, { id: "water" }))).onHand;

  it("moves nothing until it is paid, is in one hand at a time, and becomes one sale with its own number", async () => {
    const [before, sold] = [await stock(), (await t.look((ctx) => list(ctx, {}))).totalElements];
    const hung = await hang({ mode: "hang", lines: [water(2)], remark: "罗女士" });
    expect(hung).toMatchObject({ state: "hung", total: "6.66", paid: "0.00", remark: "罗女士" });
    expect(await stock()).toBe(before);
    expect((await t.look((ctx) => list(ctx, {}))).totalElements).toBe(sold);
    expect((await t.look((ctx) => carts(ctx))).content.map((one) => [one.id, one.state])).toEqual([[hung.id, "hung"]]);

    const taken = await t.act((ctx) => recall(ctx, { id: hung.id }), { person: other });
    expect(taken.lines.map((line) => [line.productId, line.quantity])).toEqual([["water", 2]]);
    expect((await refusalOf(t.act((ctx) => recall(ctx, { id: hung.id })))).key).toBe("refused");
    // The till that took it was shut: the same person has it still.
    expect((await t.act((ctx) => recall(ctx, { id: hung.id }), { person: other })).state).toBe("open");

    const paid = await hang(
      { id: hung.id, mode: "pay", lines: [water(3)], payments: [{ type: "Cash", amount: "9.99" }] },
      { person: other },
    );
    expect(paid).toMatchObject({ id: hung.id, state: "paid", total: "9.99", quantity: 3 });
    expect(paid.no).toMatch(/^S/);
    expect(await stock()).toBe(before - 3);
    expect((await refusalOf(hang({ id: hung.id, mode: "pay", lines: [water(3)], payments: [{ type: "Cash", amount: "9.99" }] }))).key).toBe(
      "wrongState",
    );
    expect((await t.look((ctx) => carts(ctx))).content).toEqual([]);
  });

  it("stays as it was where the payment is refused, and can be given up", async () => {
    const hung = await hang({ mode: "hang", lines: [water(1)] });
    const refused = await refusalOf(
      hang({ id: hung.id, mode: "pay", lines: [water(999)], payments: [{ type: "Cash", amount: "3326.67" }] }),
    );
    expect(refused.key).toBe("stockShort");
    expect((await t.look((ctx) => view(ctx, { id: hung.id }))).lines.map((line) => line.quantity)).toEqual([1]);
    await t.act((ctx) => remove(ctx, { id: hung.id }));
    expect((await t.look((ctx) => view(ctx, { id: hung.id }))).state).toBe("abandoned");
    expect((await refusalOf(t.act((ctx) => recall(ctx, { id: hung.id })))).key).toBe("wrongState");
  });
});

describe("a hung cart", () => {
  it("comes back with the discounts, the coupon code and the cards it was hung with", async () => {
    const off = { amount: "0.99", reason: "瓶身破损" };
    const wish = {
      lines: [
        { ...water(3), discount: off },
        { productId: "string", quantity: 1 },
      ],
      discount: { amount: "1.00", reason: "老客户" },
      couponCode: "KEEPME",
      withoutCards: ["holding-1"],
    };
    const hung = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ ...wish, mode: "hang" })));
    const back = await t.act((ctx) => recall(ctx, { id: hung.id }));
    expect(back.draft).toEqual({
      lines: [
        { productId: "water", discount: off },
        { productId: "string", discount: null },
      ],
      discount: { amount: "1.00", reason: "老客户" },
      couponCode: "KEEPME",
      withoutCards: ["holding-1"],
    });
    expect(back.lines.map(({ unitPrice, list }) => [unitPrice, list])).toEqual([
      ["3.33", "9.99"],
      ["30.00", "30.00"],
    ]);
  });

  it("sold with a discount of one line returns another line at its whole price", async () => {
    const lines = [
      { ...water(3), discount: { amount: "0.99", reason: "瓶身破损" } },
      { productId: "string", quantity: 1 },
    ];
    const hung = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ lines, mode: "hang" })));
    const { draft } = await t.act((ctx) => recall(ctx, { id: hung.id }));
    const again = draft?.lines.map(({ productId, discount }, i) => ({
      productId,
      quantity: lines[i]?.quantity,
      discount: discount ?? undefined,
    }));
    const payments = [{ type: "Cash", amount: "39.00" }];
    const sold = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ lines: again, id: hung.id, mode: "pay", payments })));
    expect(sold).toMatchObject({ state: "paid", draft: null });
    const line = sold.lines.find(({ productId }) => productId === "string");
    const returned = await t.act((ctx) =>
      returns(ctx, sale.returns.input.parse({ saleId: sold.id, lines: [{ lineId: line?.id, quantity: 1 }], reason: "不要了" })),
    );
    expect(returned.returned).toBe("30.00");
  });
});

describe("the lines of a sale", () => {
  it("add up to its head, list price less each kind of discount", async () => {
    const sold = await sell({
      memberId: "wang",
      lines: [
        { ...water(7), discount: { amount: "0.50", reason: "瓶身破损" } },
        { productId: "string", quantity: 1 },
      ],
      discount: { amount: "1.01", reason: "抹零" },
      payments: [{ type: "Cash", amount: "46.47" }],
    });
    const sum = (field: "list" | "memberOff" | "couponOff" | "manualOff" | "total"): number =>
      sold.lines.reduce((total, line) => total + fen(line[field]), 0);
    for (const line of sold.lines) {
      expect(fen(line.unitPrice) * line.quantity).toBe(fen(line.list));
      expect(fen(line.list) - fen(line.memberOff) - fen(line.couponOff) - fen(line.manualOff)).toBe(fen(line.total));
    }
    expect([sum("list"), sum("memberOff") + sum("couponOff") + sum("manualOff"), sum("total")]).toEqual([
      fen(sold.list),
      fen(sold.discount),
      fen(sold.total),
    ]);
  });
});

describe("a discount by hand", () => {
  const clerk = { codes: new Set<Code>(["sale_create", "sale_discount"]) };
  it("is taken off its line first, needs a code, and above the role's limit another one", async () => {
    const db = t.database.dbFor(PLATFORM);
    await db.insertInto("role").values({ id: "r-clerk", organization_id: "o-1", name: "收银", discount_percent: 15 }).execute();
    await db
      .insertInto("person")
      .values({ ...tester, username: "tester", password_hash: "", created_at: t.now })
      .execute();
    await db.insertInto("person_venue").values({ person_id: tester.id, venue_id: t.venue.id, role_id: "r-clerk" }).execute();
    const done = await sell({
      lines: [
        { ...water(3), discount: { amount: "0.99", reason: "瓶身破损" } },
        { productId: "string", quantity: 1 },
      ],
      discount: { amount: "3.90", reason: "老客户" },
      payments: [{ type: "Cash", amount: "35.10" }],
    });
    const of = (id: string) => done.lines.find((line) => line.productId === id);
    expect([of("water")?.discount, of("string")?.discount]).toEqual(["1.89", "3.00"]);
    expect(done.reason).toBe("老客户; 瓶身破损");
    const wish = (amount: string, rest: string) => ({
      lines: [{ productId: "string", quantity: 1 }],
      discount: { amount, reason: "活动" },
      payments: [{ type: "Cash" as const, amount: rest }],
    });
    expect((await sell(wish("4.50", "25.50"), clerk)).total).toBe("25.50");
    const refused = await refusalOf(sell(wish("4.51", "25.49"), clerk));
    expect([refused.key, refused.values]).toEqual(["approvalNeeded", { rule: "优惠超过你的上限 15% 须另一人同意" }]);
    expect(refused.data).toMatchObject({ approval: { action: "discount", amount: "4.51" } });
    expect((await sell(wish("6.01", "23.99"))).total).toBe("23.99");
    const line = { lines: [{ ...water(1), discount: { amount: "3.34", reason: "破损" } }], payments: [] };
    expect((await refusalOf(sell(line))).key).toBe("discountTooBig");
  });
});

describe("voiding a sale", () => {
  it("gives all back by mirror entries while its shift is open, once", async () => {
    const before = (await t.look((ctx) => product(ctx, { id: "water" }))).onHand;
    const done = await sell({
      memberId: "wang",
      lines: [water(3)],
      payments: [
        { type: "Cash", amount: "5.00" },
        { type: "WeChat", amount: "3.99" },
      ],
    });
    await t.act((ctx) => remove(ctx, { id: done.id, reason: "打错了" }));
    const gone = await t.look((ctx) => view(ctx, { id: done.id }));
    expect(gone).toMatchObject({ state: "void", returned: "8.99", reason: "打错了" });
    expect((await t.look((ctx) => product(ctx, { id: "water" }))).onHand).toBe(before);
    const sum = new Map<string, number>();
    for (const posting of await postingsOf(t, done.id)) {
      const [, account = "", amount = ""] = /(?:sale of goods|void of a sale) (\S+)(?: [a-z]\S*)? (-?\d+)/.exec(posting) ?? [];
      sum.set(account, (sum.get(account) ?? 0) + Number(amount));
    }
    expect([...sum.values()].filter((amount) => amount !== 0)).toEqual([]);
    expect((await refusalOf(t.act((ctx) => remove(ctx, { id: done.id, reason: "再来" })))).key).toBe("wrongState");
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("is refused without its code, and once the shift is closed", async () => {
    const done = await sell({ lines: [water(1)], payments: [{ type: "Cash", amount: "3.33" }] });
    const poor = { codes: new Set<Code>(["sale_modify"]) };
    expect((await refusalOf(t.act((ctx) => remove(ctx, { id: done.id, reason: "打错了" }), poor))).key).toBe("forbidden");
    await t.database
      .dbFor("v-1")
      .updateTable("shift")
      .set({ state: "closed", closed_at: t.now })
      .where("person_id", "=", "p-tester")
      .execute();
    expect((await refusalOf(t.act((ctx) => remove(ctx, { id: done.id, reason: "打错了" })))).key).toBe("refused");
    expect((await t.look((ctx) => view(ctx, { id: done.id }))).state).toBe("paid");
  });
});

it("counts the prints of a receipt", async () => {
  const done = await sell({ lines: [water(1)], payments: [{ type: "Cash", amount: "3.33" }] });
  expect(await t.act((ctx) => printed(ctx, { id: done.id }))).toEqual({ prints: 1 });
  expect(await t.act((ctx) => printed(ctx, { id: done.id }))).toEqual({ prints: 2 });
});

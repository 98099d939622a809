/** Rounding of a cart and prices set at the till: what is charged, posted and returned, to the fen. */
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { fen, yuan } from "../../src/contract/core/money";
import type { Code } from "../../src/contract/core/permissions";
import { roundingOf, roundingsOf } from "../../src/contract/sale/rounding";
import { sale, type SaleDetail } from "../../src/contract/sale/sale";
import { PLATFORM } from "../../src/server/db/client";
import { modify, recall, remove } from "../../src/server/domains/sale/carts";
import { create } from "../../src/server/domains/sale/lines";
import { quote } from "../../src/server/domains/sale/price";
import { returns } from "../../src/server/domains/sale/returns";
import { checkLedger } from "../../src/server/ledger/check";
import { postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { query } from "../support/tables";
import { tester, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 100_000);
  await seedMember(t, "wang", { name: "王芳", cardTypeId: "ct-goods", principal: 10_000_000 });
});
beforeEach(() => {
  Object.assign(t.venue, { rounding: "yuan", rounding_limit: 100 });
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await t.close();
});

type Cart = Input<typeof sale.quote>;
const price = (cart: Cart) => t.look((ctx) => quote(ctx, sale.quote.input.parse(cart)));
/** Sells a cart for cash at the price of its quote. */
async function sell(cart: Cart, as?: Parameters<TestVenue["act"]>[1]): Promise<SaleDetail> {
  const { due } = await t.look((ctx) => quote(ctx, sale.quote.input.parse(cart)), as);
  const { withoutCards: _, ...draft } = cart;
  const payments = fen(due) === 0 ? [] : [{ type: "Cash" as const, amount: due }];
  return t.act((ctx) => create(ctx, sale.create.input.parse({ ...draft, payments })), as);
}
const giveBack = (of: SaleDetail, lines: { lineId: string; quantity: number }[]): Promise<SaleDetail> =>
  t.act((ctx) => returns(ctx, sale.returns.input.parse({ saleId: of.id, lines, reason: "不要了" })));
const water = (quantity: number) => ({ productId: "water", quantity });
const string = (quantity: number) => ({ productId: "string", quantity });

describe("the rounding of a cart", () => {
  it("drops what is above the jiao or the yuan, posts it by itself and leaves income and discounts as they were", async () => {
    expect(await price({ lines: [water(3)] })).toMatchObject({
      due: "9.99",
      rounding: "0.00",
      roundings: [
        { unit: "jiao", amount: "0.09" },
        { unit: "yuan", amount: "0.99" },
      ],
    });
    const done = await sell({ lines: [water(3), string(1)], rounding: "jiao", discount: { amount: "1.00", reason: "老客户" } });
    expect(done).toMatchObject({ list: "39.99", discount: "1.00", rounding: "0.09", total: "38.90", paid: "38.90", due: "38.90" });
    expect(done.lines.map(({ rounding, total }) => [rounding, total])).toEqual([
      ["0.02", "9.72"],
      ["0.07", "29.18"],
    ]);
    const posted = await postingsOf(t, done.id);
    expect(posted).toContain("sale of goods tender.cash 3890");
    expect(posted).toContain(`sale of goods discount.rounding 2 ${TODAY}`);
    expect(posted).toContain(`sale of goods discount.rounding 7 ${TODAY}`);
    expect(posted).toContain(`sale of goods income.product pc-1 -999 ${TODAY}`);
    expect(posted).toContain(`sale of goods income.product pc-2 -3000 ${TODAY}`);
  });

  it("is not above the venue's limit nor coarser than its unit, and drops nothing where the venue has none", async () => {
    Object.assign(t.venue, { rounding_limit: 50 });
    // 0.99 is too much; the jiao is not.
    expect(await price({ lines: [water(3)], rounding: "yuan" })).toMatchObject({
      due: "9.90",
      roundings: [{ unit: "jiao", amount: "0.09" }],
    });
    Object.assign(t.venue, { rounding: "jiao", rounding_limit: 100 });
    expect(await price({ lines: [water(3)], rounding: "yuan" })).toMatchObject({ due: "9.90" });
    Object.assign(t.venue, { rounding: "off" });
    expect(await price({ lines: [water(3)], rounding: "yuan" })).toMatchObject({ due: "9.99", roundings: [] });
    const forced = t.act((ctx) =>
      create(ctx, sale.create.input.parse({ lines: [water(3)], rounding: "yuan", payments: [{ type: "Cash", amount: "9.00" }] })),
    );
    expect((await refusalOf(forced)).key).toBe("paymentSum");
  });

  it("is of the whole cart and borne by the goods; a cart without goods is not rounded", async () => {
    const items: Cart["items"] = [{ kind: "recharge", amount: "100.50" }];
    expect(await price({ memberId: "wang", lines: [string(1)], items, rounding: "yuan" })).toMatchObject({
      total: "26.50",
      rounding: "0.50",
      due: "127.00",
    });
    expect(await price({ memberId: "wang", items, rounding: "yuan" })).toMatchObject({ due: "100.50", roundings: [] });
    // Nothing is given away: 0.90 does not become 0.
    expect(await price({ lines: [water(1)], discount: { amount: "2.43", reason: "破损" }, rounding: "yuan" })).toMatchObject({
      due: "0.90",
      roundings: [],
    });
  });

  it("goes back with the goods in proportion: the parts of a return sum to what was paid", async () => {
    const done = await sell({ lines: [water(3)], rounding: "yuan" });
    const [line] = done.lines;
    const refunds: string[] = [];
    let before = 0;
    for (let i = 0; i < 3; i++) {
      const after = fen((await giveBack(done, [{ lineId: line?.id ?? "", quantity: 1 }])).returned);
      refunds.push(yuan(after - before));
      before = after;
    }
    expect(refunds).toEqual(["3.00", "3.00", "3.00"]);
    const [{ left } = { left: "" }] = await query<{ left: string }>(
      t.url,
      `SELECT sum(p.amount)::text AS left FROM posting p JOIN ledger_tx x ON x.venue_id = p.venue_id AND x.id = p.tx_id
       WHERE x.document_id = '${done.id}' AND p.account = 'discount.rounding'`,
    );
    expect(left).toBe("0");
  });

  it("comes back with a hung cart", async () => {
    const hung = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ lines: [water(3)], rounding: "jiao", mode: "hang" })));
    expect(hung).toMatchObject({ total: "9.90", rounding: "0.09" });
    expect((await t.act((ctx) => recall(ctx, { id: hung.id }))).draft).toMatchObject({ rounding: "jiao" });
  });
});

describe("a price that is set", () => {
  const lower = { amount: "2.50", reason: "临期" };
  const higher = { amount: "40.00", reason: "加急" };

  it("takes the place of the member's: a lower one is a discount by hand, a higher one is income", async () => {
    const done = await sell({
      memberId: "wang",
      lines: [
        { ...water(2), price: lower },
        { ...string(1), price: higher },
      ],
    });
    expect(done).toMatchObject({ list: "46.66", discount: "1.66", total: "45.00", reason: "临期; 加急" });
    const of = (id: string) => done.lines.find(({ productId }) => productId === id);
    expect(of("water")).toMatchObject({
      unitPrice: "3.33",
      price: "2.50",
      memberOff: "0.00",
      manualOff: "1.66",
      discount: "0.00",
      total: "5.00",
      setPrice: { price: "2.50", own: "3.33", reason: "临期" },
    });
    expect(of("string")).toMatchObject({ unitPrice: "40.00", price: "40.00", total: "40.00", setPrice: { own: "30.00" } });
    const posted = await postingsOf(t, done.id);
    expect(posted).toContain(`sale of goods income.product pc-1 -666 ${TODAY}`);
    expect(posted).toContain(`sale of goods discount.manual 166 ${TODAY}`);
    expect(posted).toContain(`sale of goods income.product pc-2 -4000 ${TODAY}`);
    // A later discount comes off the price that was set.
    const both = await sell({ lines: [{ ...water(2), price: lower, discount: { amount: "0.50", reason: "破损" } }] });
    expect(both.lines[0]).toMatchObject({ price: "2.50", discount: "0.50", manualOff: "2.16", total: "4.50" });
  });

  it("needs a reason, is one of a product, and is none where it is the product's own", async () => {
    expect(sale.create.input.safeParse({ lines: [{ ...water(1), price: { amount: "2.50", reason: "" } }] }).success).toBe(false);
    expect((await refusalOf(sell({ lines: [{ ...water(1), price: lower }, water(1)] }))).key).toBe("badInput");
    const own = await sell({ lines: [{ ...water(1), price: { amount: "3.33", reason: "原价" } }] });
    expect(own.lines[0]).toMatchObject({ setPrice: null, total: "3.33" });
  });

  it("comes back with a hung cart", async () => {
    const hung = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ lines: [{ ...string(1), price: higher }], mode: "hang" })));
    expect(hung.total).toBe("40.00");
    expect((await t.act((ctx) => recall(ctx, { id: hung.id }))).draft).toMatchObject({
      lines: [{ price: { amount: "40.00", reason: "加急" } }],
    });
  });

  it("is the cashier's within the limit of discounts, else it needs a colleague, as does any price above the product's own", async () => {
    const db = t.database.dbFor(PLATFORM);
    await db.insertInto("role").values({ id: "r-till", organization_id: "o-1", name: "收银", discount_percent: 30 }).execute();
    await db
      .insertInto("person")
      .values({ id: "p-tester", username: "tester", password_hash: "", name: tester.name, created_at: t.now })
      .onConflict((c) => c.doNothing())
      .execute();
    await db.insertInto("person_venue").values({ person_id: "p-tester", venue_id: "v-1", role_id: "r-till" }).execute();
    const clerk = (...more: Code[]) => ({ codes: new Set<Code>(["sale_create", ...more]) });
    const needs = async (cart: Cart, as: ReturnType<typeof clerk>): Promise<unknown> => {
      const asked = await t.look((ctx) => quote(ctx, sale.quote.input.parse(cart)), as);
      const sold = sell(cart, as);
      const refused = await sold.then(
        () => undefined,
        () => refusalOf(sold),
      );
      expect(asked.needsApproval).toBe(refused !== undefined);
      return (refused?.data as { approval?: { action: string; amount: string } } | undefined)?.approval;
    };
    const within: Cart = { lines: [{ ...water(2), price: lower }] };
    const below: Cart = { lines: [{ ...water(2), price: { amount: "2.00", reason: "临期" } }] };
    const above: Cart = { lines: [{ ...string(1), price: higher }] };
    // 1.66 of 6.66 is 24.9 %, 2.66 is 39.9 %.
    expect(await needs(within, clerk("sale_discount"))).toBeUndefined();
    expect(await needs(within, clerk())).toMatchObject({ action: "setPrice", amount: "1.66" });
    expect(await needs(below, clerk("sale_discount"))).toMatchObject({ action: "setPrice", amount: "2.66" });
    expect(await needs(above, clerk("sale_discount", "sale_discount_any"))).toMatchObject({ action: "setPrice", amount: "10.00" });
    for (const cart of [within, below, above]) expect(await needs(cart, clerk("sale_price_any"))).toBeUndefined();
    // Prices are free, what else comes off is not.
    const more = { lines: [{ ...water(2), price: { amount: "2.00", reason: "临期" } }], discount: { amount: "1.30", reason: "熟客" } };
    expect(await needs(more, clerk("sale_discount", "sale_price_any"))).toMatchObject({ action: "discount" });
  });
});

describe("random carts", () => {
  it("round to a multiple of the unit that the rule allows, and never to nothing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom("off" as const, "jiao" as const, "yuan" as const),
        fc.integer({ min: 0, max: 120 }),
        fc.constantFrom("jiao" as const, "yuan" as const),
        (goods, others, rounding, limit, unit) => {
          const due = goods + others;
          const offered = roundingsOf(due, goods, { rounding, limit });
          const off = roundingOf(unit, offered);
          expect(off).toBeLessThanOrEqual(Math.min(limit, goods, 99));
          if (off > 0) expect([rounding === "off", (due - off) % 10, due - off > 0]).toEqual([false, 0, true]);
          if (unit === "jiao" || rounding === "jiao") expect(off).toBeLessThan(10);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("never return more than was paid, and in all exactly that, with the ledger's identities", async () => {
    const amount = fc.integer({ min: 1, max: 9_999 }).map(yuan);
    const lineOf = (productId: string) =>
      fc
        .record({ quantity: fc.integer({ min: 1, max: 7 }), price: fc.option(amount, { nil: undefined }) })
        .map(({ quantity, price: set }) => ({
          productId,
          quantity,
          ...(set === undefined ? {} : { price: { amount: set, reason: "改价" } }),
        }));
    const carts = fc.record({
      lines: fc.tuple(lineOf("water"), lineOf("string"), fc.boolean()).map(([a, b, both]) => (both ? [a, b] : [a])),
      percent: fc.integer({ min: 0, max: 60 }),
      rounding: fc.constantFrom(undefined, "jiao" as const, "yuan" as const),
      memberId: fc.constantFrom(undefined, "wang"),
      order: fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }),
      voids: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    });
    await fc.assert(
      fc.asyncProperty(carts, async ({ lines, percent, rounding, memberId, order, voids }) => {
        const bare: Cart = { lines, ...(memberId === undefined ? {} : { memberId }) };
        const off = Math.floor((fen((await price(bare)).total) * percent) / 100);
        const discount = off === 0 ? {} : { discount: { amount: yuan(off), reason: "随机" } };
        const cart = { ...bare, ...discount, ...(rounding ? { rounding } : {}) };
        const done = await sell(cart);
        const total = fen(done.total);
        expect(done.lines.reduce((sum, line) => sum + fen(line.total), 0)).toBe(total);
        expect(fen(done.list) - fen(done.discount) - fen(done.rounding)).toBe(total);
        if (fen(done.rounding) > 0) expect(total % 10).toBe(0);
        let paidBack = 0;
        if (voids && total > 0) {
          await t.act((ctx) => remove(ctx, { id: done.id, reason: "作废" }));
          paidBack = total;
        } else {
          const left = new Map(done.lines.map((line) => [line.id, line.quantity]));
          for (let i = 0; [...left.values()].some((pieces) => pieces > 0); i++) {
            const open = [...left].filter(([, pieces]) => pieces > 0);
            const pick = order[i % order.length] ?? 0;
            const [lineId, pieces] = open[pick % open.length] ?? ["", 0];
            const quantity = 1 + (pick % pieces);
            const after = fen((await giveBack(done, [{ lineId, quantity }])).returned);
            expect(after).toBeGreaterThanOrEqual(paidBack);
            expect(after).toBeLessThanOrEqual(total);
            paidBack = after;
            left.set(lineId, pieces - quantity);
          }
        }
        expect(paidBack).toBe(total);
        const rest = await query<{ account: string }>(
          t.url,
          `SELECT p.account FROM posting p JOIN ledger_tx x ON x.venue_id = p.venue_id AND x.id = p.tx_id
           WHERE x.document_id = '${done.id}' GROUP BY p.account HAVING sum(p.amount) <> 0`,
        );
        expect(rest).toEqual([]);
      }),
      { numRuns: 40 },
    );
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });
});

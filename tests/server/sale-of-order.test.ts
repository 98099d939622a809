/** Goods added to a booking: sold to its booker, shown with it, paid and given back by themselves. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { sale } from "../../src/contract/sale/sale";
import { quote } from "../../src/server/domains/sale/price";
import { create } from "../../src/server/domains/sale/lines";
import { returns, returnsPreview } from "../../src/server/domains/sale/returns";
import { view } from "../../src/server/domains/booking/view";
import { receive } from "../../src/server/domains/stock/receive";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 200);
  await seedMember(t, "wang", { name: "王芳", cardTypeId: "ct-goods", principal: 5_000, gift: 500 });
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  await t.close();
});

const sell = (input: Input<typeof sale.create>, as?: Parameters<TestVenue["act"]>[1]) =>
  t.act((ctx) => create(ctx, sale.create.input.parse(input)), { action: "sale.create", ...as });
const takeBack = (input: Input<typeof sale.returns>) =>
  t.act((ctx) => returns(ctx, sale.returns.input.parse(input)), { action: "sale.returns" });
const preview = (input: Input<typeof sale.returnsPreview>) => t.look((ctx) => returnsPreview(ctx, sale.returnsPreview.input.parse(input)));
const detail = (id: string) => t.look((ctx) => view(ctx, { id }));
const water = (quantity: number) => ({ productId: "water", quantity });
const wechat = (amount: string) => [{ type: "WeChat" as const, amount }];
const onHand = async (): Promise<number> =>
  (await t.database.dbFor("v-1").selectFrom("stock").select("quantity").where("product_id", "=", "water").executeTakeFirstOrThrow())
    .quantity;
let courts = 0;
const order = (input: Partial<Parameters<typeof book>[1]> = {}) => {
  const n = courts++;
  return book(t, {
    runs: [{ placeId: `b-${(n % 10) + 1}`, start: at(12 + 2 * Math.floor(n / 10)), end: at(13 + 2 * Math.floor(n / 10)) }],
    ...input,
  });
};

describe("goods of a booking", () => {
  it("are sold to its booker, at the price of the booker's card, out of its purses", async () => {
    const { id, due } = await order({ memberId: "wang" });
    const asked = { orderId: id, lines: [water(3), { productId: "string", quantity: 1 }] };
    expect(await t.look((ctx) => quote(ctx, sale.quote.input.parse(asked)))).toMatchObject({
      list: "39.99",
      discount: "4.00",
      total: "35.99",
    });
    const before = await onHand();
    const sold = await sell({
      ...asked,
      payments: [
        { type: "Balance", amount: "30.00" },
        { type: "Coupon", amount: "5.00" },
        { type: "Cash", amount: "0.99" },
      ],
    });
    expect(sold).toMatchObject({ orderId: id, memberId: "wang", total: "35.99", paid: "35.99", state: "paid" });
    expect(await onHand()).toBe(before - 3);
    const shown = await detail(id);
    expect(shown.sales).toMatchObject([
      {
        id: sold.id,
        total: "35.99",
        refunded: "0.00",
        lines: [
          { productName: "矿泉水", quantity: 3, returned: 0, total: "8.99" },
          { productName: "穿线", quantity: 1, total: "27.00" },
        ],
      },
    ]);
    expect(shown.sales[0]?.payTypes.toSorted()).toEqual(["Balance", "Cash", "Coupon"]);
    // The order's own money is what it was.
    expect(shown).toMatchObject({ due, paid: "0.00", payStatus: "unpaid" });
    expect(shown.changes.at(-1)).toMatchObject({ action: "加商品", detail: "收 35.99", operator: "测试员" });
    expect(await postingsOf(t, id)).toEqual([]);
    expect(await postingsOf(t, sold.id)).toContain(`sale of goods income.product pc-1 -999 ${TODAY}`);
  });

  it("are refused to another buyer, to an order that is over, of another venue, or beyond the stock; nothing is left behind", async () => {
    const walkIn = await order();
    const gone = await order();
    await cancelled(t, gone.id);
    const other = await addVenue(t.database, "v-2");
    const before = [await countRows(t), await onHand()];
    const attempt = async (input: Partial<Input<typeof sale.create>>, as?: Parameters<TestVenue["act"]>[1]) =>
      (await refusalOf(sell({ orderId: walkIn.id, lines: [water(1)], payments: wechat("3.33"), ...input }, as))).key;
    expect(await attempt({ memberId: "wang" })).toBe("badInput");
    expect(await attempt({ orderId: gone.id })).toBe("wrongState");
    expect(await attempt({ orderId: "nothing" })).toBe("missing");
    expect(await attempt({ lines: [water(999)] })).toBe("stockShort");
    expect(await attempt({ payments: wechat("3.32") })).toBe("paymentSum");
    expect(await attempt({ payments: [{ type: "Balance", amount: "3.33" }] })).toBe("memberNeeded");
    expect([await countRows(t), await onHand()]).toEqual(before);
    // At another venue neither the order nor the sale is there.
    const sold = await sell({ orderId: walkIn.id, lines: [water(1)], payments: wechat("3.33") });
    const abroad = (service: Parameters<TestVenue["look"]>[0]) => refusalOf(t.look(service, { venue: other }));
    expect((await abroad((ctx) => view(ctx, { id: walkIn.id }))).key).toBe("missing");
    expect(
      (
        await abroad((ctx) =>
          returnsPreview(ctx, sale.returnsPreview.input.parse({ saleId: sold.id, lines: [{ lineId: "x", quantity: 1 }] })),
        )
      ).key,
    ).toBe("missing");
    expect((await abroad((ctx) => quote(ctx, sale.quote.input.parse({ orderId: walkIn.id, lines: [water(1)] })))).key).toBe("missing");
  });

  it("are given back by themselves: cancelling the order leaves them, returning them leaves the order", async () => {
    const { id, due } = await order({ memberId: "wang" });
    await payFor(t, { id, due });
    const sold = await sell({ orderId: id, lines: [water(2)], payments: wechat("5.99") });
    await cancelled(t, id);
    expect((await detail(id)).sales[0]).toMatchObject({ state: "paid", refunded: "0.00" });
    const before = await onHand();
    await takeBack({ saleId: sold.id, lines: [{ lineId: sold.lines[0]?.id ?? "", quantity: 2 }], reason: "没打成" });
    const shown = await detail(id);
    expect(shown.sales[0]).toMatchObject({ state: "returned", refunded: "5.99", lines: [{ returned: 2, refunded: "5.99" }] });
    expect(shown).toMatchObject({ orderStatus: "cancelled", refunded: "64.00", fee: "16.00" });
    expect(shown.changes.at(-1)).toMatchObject({ action: "退商品", detail: "退 5.99" });
    expect(await onHand()).toBe(before + 2);
  });

  it("go to one of two desks that take the last piece at once", async () => {
    const db = t.database.dbFor("v-1");
    const left = await onHand();
    const [one, two] = [await order(), await order()];
    await sell({ lines: [water(left - 1)], payments: wechat(((left - 1) * 3.33).toFixed(2)) });
    const answers = await Promise.allSettled(
      [one, two].map(({ id }) => sell({ orderId: id, lines: [water(1)], payments: wechat("3.33") })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await onHand()).toBe(0);
    const linked = await db.selectFrom("sale").select("id").where("order_id", "in", [one.id, two.id]).execute();
    expect(linked).toHaveLength(1);
    await t.act((ctx) =>
      receive(ctx, { warehouse: "shop", supplier: "批发商", lines: [{ productId: "water", quantity: 50, unitCost: 150 }] }),
    );
  });
});

describe("a return of goods", () => {
  it("gives back by piece what sums to the line, to the methods that paid, and mirrors what was posted", async () => {
    const sold = await sell({
      memberId: "wang",
      lines: [water(3)],
      discount: { amount: "0.99", reason: "抹零" },
      payments: [
        { type: "Balance", amount: "4.00" },
        { type: "WeChat", amount: "4.00" },
      ],
    });
    const lineId = sold.lines[0]?.id ?? "";
    const purse = async () =>
      (
        await t.database
          .dbFor("v-1")
          .selectFrom("balance")
          .select("amount")
          .where("account", "=", "purse.principal")
          .where("subject", "=", "wang")
          .executeTakeFirstOrThrow()
      ).amount;
    const before = [await purse(), await onHand()];
    expect(await preview({ saleId: sold.id, lines: [{ lineId, quantity: 2 }] })).toMatchObject({
      refund: "5.33",
      back: [
        { type: "Balance", purse: "principal", refund: "2.67" },
        { type: "WeChat", refund: "2.66" },
      ],
    });
    const first = await takeBack({ saleId: sold.id, lines: [{ lineId, quantity: 1 }], reason: "拿错了" });
    expect(first).toMatchObject({ state: "partly_returned", returned: "2.66", lines: [{ returned: 1, refunded: "2.66" }] });
    const last = await takeBack({ saleId: sold.id, lines: [{ lineId, quantity: 2, to: "writeOff" }], reason: "瓶子破了" });
    expect(last).toMatchObject({ state: "returned", returned: "8.00", lines: [{ returned: 3, refunded: "8.00" }] });
    expect(last.returns).toMatchObject([
      { reason: "拿错了", refund: "2.66", operator: "测试员", lines: [{ lineId, quantity: 1, to: "shop" }] },
      { reason: "瓶子破了", refund: "5.34", lines: [{ lineId, quantity: 2, to: "writeOff" }] },
    ]);
    expect(sale.returns.output.parse(last)).toEqual(last);
    // One bottle is in the shop again; two did not come back to it.
    expect([await purse(), await onHand()]).toEqual([(before[0] ?? 0) + 400, (before[1] ?? 0) + 1]);
    const sums = new Map<string, number>();
    for (const row of await t.database
      .dbFor("v-1")
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as x", (join) => join.onRef("x.venue_id", "=", "p.venue_id").onRef("x.id", "=", "p.tx_id"))
      .where("x.document_id", "=", sold.id)
      .select(["p.account", "p.amount"])
      .execute())
      sums.set(row.account, (sums.get(row.account) ?? 0) + row.amount);
    expect(Object.fromEntries([...sums].filter(([, amount]) => amount !== 0))).toEqual({ "cost.write_off": 300, "stock.shop": -300 });
  });

  it("is refused beyond what was sold, twice, and of what is not sold; nothing moves", async () => {
    const sold = await sell({ lines: [water(2)], payments: [{ type: "Cash", amount: "6.66" }] });
    const lineId = sold.lines[0]?.id ?? "";
    await takeBack({ saleId: sold.id, lines: [{ lineId, quantity: 1 }], reason: "多拿了" });
    const before = [await countRows(t), await onHand()];
    const attempt = async (lines: Input<typeof sale.returns>["lines"]) => refusalOf(takeBack({ saleId: sold.id, lines, reason: "再退" }));
    expect(await attempt([{ lineId, quantity: 2 }])).toMatchObject({ key: "returnTooMany", data: { lineId, left: 1 } });
    expect(
      (
        await attempt([
          { lineId, quantity: 1 },
          { lineId, quantity: 1 },
        ])
      ).key,
    ).toBe("returnTooMany");
    expect((await attempt([{ lineId: "nothing", quantity: 1 }])).key).toBe("missing");
    expect([await countRows(t), await onHand()]).toEqual(before);
    await takeBack({ saleId: sold.id, lines: [{ lineId, quantity: 1 }], reason: "都退了" });
    expect((await attempt([{ lineId, quantity: 1 }])).key).toBe("wrongState");
  });

  it("of two desks at once takes a piece back once", async () => {
    const sold = await sell({ lines: [water(1)], payments: wechat("3.33") });
    const lines = [{ lineId: sold.lines[0]?.id ?? "", quantity: 1 }];
    const answers = await Promise.allSettled(["甲", "乙"].map((who) => takeBack({ saleId: sold.id, lines, reason: `${who}台退` })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

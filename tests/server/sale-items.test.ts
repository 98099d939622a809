/** Carts that sell more than goods: each item by its own domain, one payment over all, one receipt. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import type { Code } from "../../src/contract/core/permissions";
import { sale } from "../../src/contract/sale/sale";
import { modify, remove } from "../../src/server/domains/sale/carts";
import { settleDeposit } from "../../src/server/domains/sale/deposit";
import { create, view } from "../../src/server/domains/sale/lines";
import { quote } from "../../src/server/domains/sale/price";
import { create as book } from "../../src/server/domains/booking/create";
import { checkLedger } from "../../src/server/ledger/check";
import { at, countRows, postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { booking } from "../../src/contract/booking/booking";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 3, 40);
  await seedMember(t, "wang", { name: "王芳", principal: 50_000 });
  await t.database
    .dbFor("v-1")
    .insertInto("product")
    .values({
      venue_id: "v-1",
      id: "racket",
      class_id: "pc-2",
      name: "球拍租借",
      unit: "次",
      price: 2_000,
      stocked: false,
      deposit: 10_000,
    })
    .execute();
});
afterAll(() => t.close());

const sell = (input: Input<typeof sale.create>, as?: Parameters<TestVenue["act"]>[1]) =>
  t.act((ctx) => create(ctx, sale.create.input.parse(input)), as);
const water = { productId: "water", quantity: 1 };
const balance = (account: string, subject: string): Promise<number> =>
  t.database
    .dbFor("v-1")
    .selectFrom("balance")
    .select("amount")
    .where("account", "=", account)
    .where("subject", "=", subject)
    .executeTakeFirst()
    .then((row) => row?.amount ?? 0);
const sound = async () => expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);

describe("one cart of goods, a card, a recharge and a ticket", () => {
  it("is one receipt over a document each, paid by two methods, with the change of the last", async () => {
    const before = await balance("purse.principal", "wang");
    const cart = {
      memberId: "wang",
      lines: [water],
      items: [
        { kind: "card", of: "pk" },
        { kind: "recharge", amount: "200.00" },
        { kind: "session", of: "hb", quantity: 2 },
      ],
    } satisfies Input<typeof sale.quote>;
    const asked = await t.look((ctx) => quote(ctx, sale.quote.input.parse(cart)));
    expect(asked).toMatchObject({ total: "3.33", due: "363.33" });
    const done = await sell({
      ...cart,
      payments: [
        { type: "Balance", amount: "60.00" },
        { type: "Cash", amount: "303.33", tendered: "310.00" },
      ],
    });
    expect(done).toMatchObject({ total: "3.33", due: "363.33", goods: expect.stringContaining("羽毛球次卡") });
    expect(done.items.map(({ kind, total }) => [kind, total])).toEqual([
      ["card", "100.00"],
      ["recharge", "200.00"],
      ["session", "60.00"],
    ]);
    expect(done.items.every(({ documentId, no }) => documentId !== null && no !== "")).toBe(true);
    const sums = new Map<string, number>();
    for (const { type, amount } of done.payments) sums.set(type, (sums.get(type) ?? 0) + Math.round(Number(amount) * 100));
    expect(Object.fromEntries(sums)).toEqual({ Balance: 6_000, Cash: 30_333 });
    expect(done.payments.reduce((sum, { change }) => sum + Math.round(Number(change) * 100), 0)).toBe(667);
    // No part of the recharge came out of the purse that it fills.
    expect(await balance("purse.principal", "wang")).toBe(before - 6_000 + 20_000);
    const card = done.items.find(({ kind }) => kind === "card");
    expect(await balance("card.value", card?.documentId ?? "")).toBe(10_000);
    expect(await t.look((ctx) => view(ctx, { id: done.id }))).toEqual(done);
    await sound();
  });

  it.each([
    ["memberNeeded", { lines: [], items: [{ kind: "card", of: "pk" }], payments: [{ type: "Cash", amount: "100.00" }] }],
    [
      "sessionFull",
      { lines: [water], items: [{ kind: "session", of: "hb", quantity: 50 }], payments: [{ type: "Cash", amount: "1503.33" }] },
    ],
    ["paymentSum", { lines: [water], items: [{ kind: "session", of: "hb" }], payments: [{ type: "Cash", amount: "3.33" }] }],
    ["badInput", { lines: [], items: [], payments: [] }],
    [
      "refused",
      {
        memberId: "wang",
        lines: [],
        items: [
          { kind: "recharge", amount: "9.00" },
          { kind: "card", of: "pk" },
        ],
        payments: [{ type: "Balance", amount: "109.00" }],
      },
    ],
    [
      "missing",
      { memberId: "wang", lines: [water], items: [{ kind: "card", of: "none" }], payments: [{ type: "Cash", amount: "103.33" }] },
    ],
  ] satisfies [string, Input<typeof sale.create>][])("refused with %s leaves nothing of any part behind", async (key, input) => {
    const db = t.database.dbFor("v-1");
    const state = async () => [
      await countRows(t),
      await db.selectFrom("stock").selectAll().execute(),
      await db.selectFrom("hall_booking").select("left_place").execute(),
      (await db.selectFrom("holding").select("id").execute()).length,
    ];
    const before = await state();
    expect((await refusalOf(sell(input))).key).toBe(key);
    expect(await state()).toEqual(before);
  });

  it("needs the code of each thing that is sold", async () => {
    const only = { codes: new Set<Code>(["sale_create"]) };
    const cart = { memberId: "wang", lines: [water], items: [{ kind: "card" as const, of: "pk" }] };
    expect((await refusalOf(sell({ ...cart, payments: [{ type: "Cash", amount: "103.33" }] }, only))).data).toEqual({
      codes: ["package_card_sell"],
    });
  });

  it("waits as a hung cart, and is paid from it", async () => {
    const cart = { memberId: "wang", lines: [water], items: [{ kind: "card" as const, of: "pk" }] };
    const hung = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ ...cart, mode: "hang" })));
    expect(hung.items).toMatchObject([{ kind: "card", of: "pk", documentId: null }]);
    const payments = [{ type: "WeChat" as const, amount: "103.33" }];
    const paid = await t.act((ctx) => modify(ctx, sale.modify.input.parse({ ...cart, payments, id: hung.id, mode: "pay" })));
    expect(paid.items).toHaveLength(1);
    expect(paid.items[0]?.documentId).not.toBeNull();
    // A card is refunded by its own rules, so the whole can't be voided.
    expect((await refusalOf(t.act((ctx) => remove(ctx, { id: paid.id, reason: "点错了" })))).key).toBe("refused");
    await sound();
  });
});

describe("what is due of a booking", () => {
  it("is paid in the cart; a purse pays only its own member's", async () => {
    const runs = [{ placeId: "b-1", start: at(18), end: at(19) }];
    const order = await t.act((ctx) => book(ctx, booking.create.input.parse({ day: TODAY, runs, name: "散客", mode: "hold" })));
    const items = [{ kind: "order" as const, of: order.id }];
    const { due } = await t.look((ctx) => quote(ctx, sale.quote.input.parse({ memberId: "wang", items })));
    const byPurse = sell({
      memberId: "wang",
      items,
      lines: [water],
      payments: [{ type: "Balance", amount: (Number(due) + 3.33).toFixed(2) }],
    });
    expect((await refusalOf(byPurse)).key).toBe("refused");
    const done = await sell({ items, payments: [{ type: "Cash", amount: due }] });
    expect(done).toMatchObject({ total: "0.00", due });
    const row = await t.database
      .dbFor("v-1")
      .selectFrom("booking_order")
      .select("pay_status")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(row.pay_status).toBe("paid");
    await sound();
  });
});

describe("the deposit of what is lent", () => {
  it("is taken with the rent, is the customer's until it is settled, and is settled once", async () => {
    const done = await sell({ lines: [{ productId: "racket", quantity: 2 }], payments: [{ type: "Cash", amount: "240.00" }] });
    expect(done).toMatchObject({ total: "40.00", due: "240.00" });
    const [deposit] = done.items;
    expect(deposit).toMatchObject({ kind: "deposit", total: "200.00", kept: null });
    expect(await balance("deposit", deposit?.id ?? "")).toBe(20_000);
    const settle = (keep: string, reason = "") =>
      t.act((ctx) => settleDeposit(ctx, sale.settleDeposit.input.parse({ itemId: deposit?.id ?? "", keep, reason })));
    expect((await refusalOf(settle("50.00"))).key).toBe("badInput");
    expect((await refusalOf(settle("200.01", "拍线断了"))).key).toBe("badInput");
    const settled = await settle("50.00", "拍线断了");
    expect(settled.items[0]).toMatchObject({ givenBack: "150.00", kept: "50.00" });
    expect(await balance("deposit", deposit?.id ?? "")).toBe(0);
    expect(await postingsOf(t, deposit?.id ?? "")).toEqual(
      expect.arrayContaining([
        "rental deposit tender.cash 20000",
        "rental deposit kept tender.cash -15000",
        `rental deposit kept income.other -5000 ${TODAY}`,
      ]),
    );
    expect((await refusalOf(settle("0.00"))).key).toBe("refused");
    await sound();
  });
});

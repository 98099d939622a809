/** Sales that a till kept before it sent them: late, twice, at prices of before. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { sale } from "../../src/contract/sale/sale";
import { create } from "../../src/server/domains/sale/lines";
import { settleOffline } from "../../src/server/domains/sale/settle";
import { checkLedger } from "../../src/server/ledger/check";
import { countRows, refusalOf, seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
});
afterAll(() => t.close());

const db = () => t.database.dbFor("v-1");
const key = (n: number) => `${n}`.padStart(32, "0");
/** Three bottles of water for cash, at what the till thought that one costs. */
const keep = (n: number, price: string, paid: string): Input<typeof sale.create> => ({
  lines: [{ productId: "water", quantity: 3 }],
  payments: [{ type: "Cash", amount: paid }],
  keptByTill: { key: key(n), at: t.now.toISOString(), prices: [{ productId: "water", price }] },
});
const send = (input: Input<typeof sale.create>) => t.act((ctx) => create(ctx, sale.create.input.parse(input)));
const stock = async (): Promise<number> => {
  const rows = db().selectFrom("stock").select("quantity").where("product_id", "=", "water").where("warehouse", "=", "shop");
  return (await rows.executeTakeFirstOrThrow()).quantity;
};
const change = (set: { price?: number; on_shelf?: boolean }) =>
  t.act((ctx) => ctx.db.updateTable("product").set(set).where("venue_id", "=", "v-1").where("id", "=", "water").execute());

describe("a sale that its till kept", () => {
  it("is one sale under its key, though nothing else remembers that it was sent", async () => {
    const before = await stock();
    const first = await send(keep(1, "3.33", "9.99"));
    const written = await countRows(t);
    // As when keys of retries are gone: the service is asked anew.
    const again = await send(keep(1, "3.33", "9.99"));
    expect(again).toEqual(first);
    expect(await stock()).toBe(before - 3);
    expect(await countRows(t)).toEqual(written);
    expect((await send(keep(2, "3.33", "9.99"))).no).not.toBe(first.no);
  });

  it("has the price that the till knew, also off the shelf since, if the product had it lately", async () => {
    await change({ price: 400 });
    expect(await send(keep(3, "3.33", "9.99"))).toMatchObject({ total: "9.99", lines: [{ price: "3.33" }] });
    await change({ on_shelf: false });
    expect(await send(keep(4, "3.33", "9.99"))).toMatchObject({ total: "9.99" });
    expect((await refusalOf(send({ ...keep(5, "4.00", "12.00"), keptByTill: undefined }))).key).toBe("missing");
    await change({ on_shelf: true });
  });

  it("has no price that the product did not have, or had long ago", async () => {
    const before = await stock();
    expect((await refusalOf(send(keep(6, "1.00", "3.00")))).key).toBe("paymentSum");
    const late = t.act((ctx) =>
      create({ ...ctx, now: new Date(ctx.now.getTime() + 8 * 86_400_000) }, sale.create.input.parse(keep(7, "3.33", "9.99"))),
    );
    expect((await refusalOf(late)).key).toBe("paymentSum");
    expect(await stock()).toBe(before);
  });
});

describe("a kept sale that was refused because the goods ran out", () => {
  const short = (n: number): Input<typeof sale.create> => {
    const { keptByTill } = keep(n, "4.00", "0.00");
    return { lines: [{ productId: "water", quantity: 30 }], payments: [{ type: "Cash", amount: "120.00" }], keptByTill };
  };
  const settle = (n: number, how: "found" | "givenBack") =>
    t.act((ctx) => settleOffline(ctx, sale.settleKept.input.parse({ ...short(n), how, reason: "货架上点到了" })));
  const counts = () => db().selectFrom("stock_document").selectAll().where("kind", "=", "count").orderBy("id").execute();

  it("is sold once the missing pieces are counted in as found, in one transaction, once", async () => {
    const before = await stock();
    expect((await refusalOf(send(short(20)))).key).toBe("stockShort");
    const sold = await settle(20, "found");
    expect(sold).toMatchObject({ state: "paid", total: "120.00", quantity: 30 });
    expect(await stock()).toBe(0);
    const [count, ...others] = await counts();
    expect(others).toEqual([]);
    expect(count).toMatchObject({ state: "posted", quantity: 30 - before, reference: "OFF-00000000", memo: "货架上点到了" });
    // However often it is settled or sent again, either way, it is this sale.
    const written = await countRows(t);
    expect([await settle(20, "found"), await settle(20, "givenBack"), await send(short(20))]).toEqual([sold, sold, sold]);
    expect(await countRows(t)).toEqual(written);
    expect(await checkLedger(db(), "v-1")).toEqual([]);
  });

  it("is given up where money and goods went back: kept with its reason, and nothing moves", async () => {
    const before = [await stock(), (await counts()).length, (await db().selectFrom("payment").select("id").execute()).length];
    const kept = await settle(21, "givenBack");
    expect(kept).toMatchObject({ state: "abandoned", total: "120.00", paid: "0.00", reason: "OFF-00000000 货架上点到了", payments: [] });
    expect(await send(short(21))).toEqual(kept);
    expect(await settle(21, "found")).toEqual(kept);
    expect([await stock(), (await counts()).length, (await db().selectFrom("payment").select("id").execute()).length]).toEqual(before);
    expect(await checkLedger(db(), "v-1")).toEqual([]);
  });

  it("says so where it was for a booking that is not of this venue", async () => {
    const wrong = { ...short(24), orderId: "elsewhere", how: "givenBack", reason: "货架上点到了" };
    expect((await refusalOf(t.act((ctx) => settleOffline(ctx, sale.settleKept.input.parse(wrong))))).key).toBe("missing");
  });

  it("stays refused, with nothing counted in, where something else is wrong with it", async () => {
    const before = await counts();
    const wrong = { ...short(22), payments: [{ type: "Cash" as const, amount: "1.00" }] };
    const settling = t.act((ctx) => settleOffline(ctx, sale.settleKept.input.parse({ ...wrong, how: "found", reason: "货架上点到了" })));
    expect((await refusalOf(settling)).key).toBe("paymentSum");
    expect(await counts()).toEqual(before);
  });

  it("is settled as one, by two who do it at once", async () => {
    await Promise.allSettled([settle(23, "found"), settle(23, "givenBack"), settle(23, "found")]);
    const again = await settle(23, "givenBack");
    const rows = await db().selectFrom("sale").select("id").where("till_key", "=", key(23)).execute();
    expect(rows).toEqual([{ id: again.id }]);
    expect(await checkLedger(db(), "v-1")).toEqual([]);
  });
});

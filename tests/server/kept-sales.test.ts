/** Sales that a till kept before it sent them: late, twice, at prices of before. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/call";
import { sale } from "../../src/contract/sale";
import { create } from "../../src/server/domains/sale/lines";
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

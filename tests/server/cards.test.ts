import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { cards } from "../../src/contract/cards/cards";
import { definitions, holdings, sell, use } from "../../src/server/domains/cards/list";
import { balanceOf } from "../../src/server/ledger/post";
import { countRows, postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await seedMember(t, "li", { name: "李雷" });
});
afterAll(() => t.close());
const buy = (extra: Partial<Input<typeof cards.sell>> = {}, as?: Parameters<TestVenue["act"]>[1]) =>
  t.act(
    (ctx) =>
      sell(
        ctx,
        cards.sell.input.parse({ memberId: "li", packageCardId: "pk", payments: [{ type: "WeChat", amount: "100.00" }], ...extra }),
      ),
    as,
  );
const redeem = (holdingId: string, times = 1) => t.act((ctx) => use(ctx, cards.use.input.parse({ holdingId, times })));

describe("a package card", () => {
  it("is owed to the member when sold, earned use by use, and the last use takes what is left", async () => {
    const card = await buy();
    expect(card).toMatchObject({
      left: 3,
      paid: "100.00",
      valueLeft: "100.00",
      valuePerTime: "33.33",
      state: "active",
      expiresOn: "2027-02-19",
    });
    const first = await redeem(card.id);
    expect(first).toMatchObject({ before: 3, after: 2, holding: { valueLeft: "66.67", left: 2 } });
    expect(await t.look((ctx) => balanceOf(ctx, "card.value", card.id))).toBe(6_667);
    expect((await redeem(card.id, 2)).holding).toMatchObject({ valueLeft: "0.00", valuePerTime: "0.00", left: 0, state: "used_up" });
    expect((await postingsOf(t, card.id)).sort()).toEqual(
      [
        "package card tender.wechat 10000",
        `package card card.value ${card.id} -10000`,
        `one use card.value ${card.id} 3333`,
        `one use income.card_use pk -3333 ${TODAY}`,
        `one use card.value ${card.id} 6667`,
        `one use income.card_use pk -6667 ${TODAY}`,
      ].sort(),
    );
    expect((await refusalOf(redeem(card.id))).key).toBe("cardUsedUp");
  });

  it("is refused whole when it is paused, past its day, or short of uses", async () => {
    const card = await buy();
    const db = t.database.dbFor("v-1");
    const set = (values: { state?: string; expires_on?: string }) =>
      db.updateTable("holding").set(values).where("id", "=", card.id).execute();
    await set({ state: "paused" });
    expect((await refusalOf(redeem(card.id))).key).toBe("cardNotUsable");
    await set({ state: "active", expires_on: "2026-11-20" });
    expect((await refusalOf(redeem(card.id))).key).toBe("cardNotUsable");
    await set({ expires_on: TODAY });
    const before = await countRows(t);
    expect((await refusalOf(redeem(card.id, 4))).key).toBe("cardUsedUp");
    expect(await countRows(t)).toEqual(before);
  });

  it("is sold to active members, for its price, within the region's prepaid limit", async () => {
    await seedMember(t, "cold");
    await t.database.dbFor("v-1").updateTable("member").set({ state: "frozen" }).where("id", "=", "cold").execute();
    const before = await countRows(t);
    expect((await refusalOf(buy({ memberId: "cold" }))).key).toBe("memberState");
    expect((await refusalOf(buy({ payments: [{ type: "Cash", amount: "99.99" }] }))).key).toBe("paymentSum");
    expect((await refusalOf(buy({ payments: [{ type: "Balance", amount: "100.00" }] }))).key).toBe("balanceShort");
    await t.database.dbFor("v-1").updateTable("package_card").set({ price: 2_000_000 }).where("id", "=", "pk-k").execute();
    const dear = { packageCardId: "pk-k", payments: [{ type: "WeChat", amount: "20000.00" }] };
    expect((await refusalOf(buy(dear, { venue: { ...t.venue, province: "上海市" } }))).key).toBe("prepaidLimit");
    const { audit_log: _log, ...rows } = before;
    expect(await countRows(t)).toMatchObject(rows);
  });
});

describe("the lists of cards", () => {
  it("find holdings by member, number, state and expiry", async () => {
    const of = async (input: Input<typeof cards.holdings>) =>
      (await t.look((ctx) => holdings(ctx, cards.holdings.input.parse(input)))).content;
    const all = await of({});
    expect(all).toHaveLength(2);
    expect(await of({ q: "李雷", memberId: "li", packageCardId: "pk" })).toHaveLength(2);
    expect((await of({ q: all[0]?.no ?? "" })).map((row) => row.id)).toEqual([all[0]?.id]);
    expect(await of({ state: "used_up" })).toHaveLength(1);
    expect(await of({ expiring: "7d" })).toHaveLength(1);
    const venue = await addVenue(t.database, "v-2");
    expect((await t.look((ctx) => holdings(ctx, cards.holdings.input.parse({})), { venue })).content).toEqual([]);
  });

  it("show what is on sale, what it opens, and how often it was sold", async () => {
    const page = await t.look((ctx) => definitions(ctx, cards.definitions.input.parse({ shelf: "on" })));
    expect(page.content.map((row) => [row.id, row.opens, row.sold])).toEqual([
      ["pk", ["羽毛球"], 2],
      ["pk-k", ["篮球"], 0],
    ]);
  });
});

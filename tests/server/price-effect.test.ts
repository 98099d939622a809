/**
 * Effect of a change of discounts, temporary prices and bundles on active bookings: shown before it is saved, and applied where that is
 * wanted.
 */
import { api } from "../../src/contract/all";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { baseDiscounts } from "../../src/contract/prices/discounts";
import { priceEffect } from "../../src/contract/prices/price-effect";
import { view } from "../../src/server/domains/booking/view";
import * as sets from "../../src/server/domains/prices/bundles";
import * as base from "../../src/server/domains/prices/base-discounts";
import { preview } from "../../src/server/domains/prices/effect-preview";
import * as promoted from "../../src/server/domains/prices/promotions";
import * as temporary from "../../src/server/domains/prices/temporary";
import { at, book, cancelled, countRows, payFor, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

const { promotions, temporaryPrices, bundles } = api;

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

/** A Tuesday; 25.00 a half hour by day. */
const DAY = "2026-11-24";
const run = (placeId: string, start = at(10), end = at(11)) => ({ placeId, start, end });
const look = (change: Input<typeof priceEffect.preview>) => t.look((ctx) => preview(ctx, priceEffect.preview.input.parse(change)));
const totalOf = async (id: string) => (await t.look((ctx) => view(ctx, { id }))).total;
const spring = { name: "早场", from: "2026-11-21", to: "2026-12-31", kind: "percent" as const, percent: 80, start: at(8), end: at(12) };

let held: string;
let kept: string;
beforeEach(async () => {
  const open = await t.database
    .dbFor("v-1")
    .selectFrom("booking_order")
    .select("id")
    .where("order_status", "in", ["held", "reserved", "paid"])
    .execute();
  for (const { id } of open) await cancelled(t, id);
  held = (await book(t, { day: DAY, runs: [run("b-1")], name: "王伟" })).id;
  await book(t, { day: DAY, runs: [run("b-2", at(14), at(15))], name: "不相干" });
  const paid = await book(t, { day: DAY, runs: [run("b-3")], name: "已付" });
  await payFor(t, paid);
  kept = paid.id;
});

describe("a promotion", () => {
  it("is previewed with the unpaid bookings it makes cheaper, and changes nothing before it is saved", async () => {
    const before = await countRows(t);
    const effect = await look({ of: "promotion", draft: spring });
    expect(effect).toMatchObject({ count: 1, from: "50.00", to: "40.00", difference: "-10.00", paidKept: 1 });
    expect(effect.orders.map((order) => [order.orderId, order.name])).toEqual([[held, "王伟"]]);
    expect(await countRows(t)).toEqual(before);
    expect(await totalOf(held)).toBe("50.00");
  });

  it("re-prices what is unpaid on request, leaves it otherwise, and never what is paid; so when it is switched and deleted", async () => {
    const add = (unpaid?: "reprice") => t.act((ctx) => promoted.create(ctx, promotions.create.input.parse({ ...spring, unpaid })));
    const left = await add();
    expect(await totalOf(held)).toBe("50.00");
    await t.act((ctx) => promoted.remove(ctx, { id: left.id, unpaid: "leave" }));
    const { id } = await add("reprice");
    expect([await totalOf(held), await totalOf(kept)]).toEqual(["40.00", "50.00"]);
    expect(await look({ of: "promotion", id, on: false })).toMatchObject({ count: 1, from: "40.00", to: "50.00" });
    await t.act((ctx) => promoted.turn(ctx, { id, on: false, unpaid: "reprice" }));
    expect(await totalOf(held)).toBe("50.00");
    expect(await look({ of: "promotion", id })).toMatchObject({ count: 0 });
    expect(await look({ of: "promotion", id, on: true })).toMatchObject({ count: 1, to: "40.00" });
    expect(await look({ of: "promotion", id, draft: { ...spring, percent: 50 } })).toMatchObject({ count: 1, to: "25.00" });
    await t.act((ctx) => promoted.remove(ctx, { id, unpaid: "reprice" }));
  });
});

describe("a temporary price", () => {
  it("is previewed, re-prices when asked to, and gives the plan's price back when it is deleted", async () => {
    const draft = { name: "内场抛光", programId: "g-b", from: DAY, to: DAY, price: "10.00", reason: "内场抛光" };
    expect(await look({ of: "temporary", draft })).toMatchObject({ count: 2, from: "100.00", to: "40.00" });
    const made = await t.act((ctx) => temporary.create(ctx, temporaryPrices.create.input.parse({ ...draft, unpaid: "reprice" })));
    expect([await totalOf(held), await totalOf(kept)]).toEqual(["20.00", "50.00"]);
    expect(await look({ of: "temporary", id: made.id })).toMatchObject({ count: 2, from: "40.00", to: "100.00" });
    await t.act((ctx) => temporary.remove(ctx, { id: made.id, unpaid: "reprice" }));
    expect(await totalOf(held)).toBe("50.00");
  });
});

describe("a base discount", () => {
  it("touches the bookings of its card type's members, and no others", async () => {
    const member = await book(t, { day: DAY, runs: [run("b-5")], memberId: "m-1" });
    const type = await t.database
      .dbFor("v-1")
      .selectFrom("member")
      .select("card_type_id")
      .where("id", "=", "m-1")
      .executeTakeFirstOrThrow();
    const percents = [{ cardTypeId: type.card_type_id, programId: "g-b", percent: 50 }];
    const effect = await look({ of: "base", percents });
    expect(effect.orders.map((order) => [order.orderId, order.to])).toEqual([[member.id, "25.00"]]);
    await t.act((ctx) => base.modify(ctx, baseDiscounts.modify.input.parse({ percents, unpaid: "reprice" })));
    expect([await totalOf(member.id), await totalOf(held)]).toEqual(["25.00", "50.00"]);
    await t.act((ctx) => base.modify(ctx, baseDiscounts.modify.input.parse({ percents: [{ ...percents[0], percent: null }] })));
  });
});

describe("a bundle", () => {
  it("touches the bookings that make it up, both ways", async () => {
    const both = await book(t, { day: DAY, runs: [run("b-6"), run("b-7")], name: "两片" });
    expect(both.total).toBe("100.00");
    const draft = { name: "双片", placeIds: ["b-6", "b-7"], minutes: 60, price: "80.00", from: "2026-11-01", to: "2026-12-31" };
    const effect = await look({ of: "bundle", draft });
    expect(effect.orders.map((order) => [order.orderId, order.from, order.to])).toEqual([[both.id, "100.00", "80.00"]]);
    expect(await look({ of: "bundle", draft: { ...draft, minutes: 90 } })).toMatchObject({ count: 0 });
    const { id } = await t.act((ctx) => sets.create(ctx, bundles.create.input.parse({ ...draft, unpaid: "reprice" })));
    expect(await totalOf(both.id)).toBe("80.00");
    expect(await look({ of: "bundle", id, draft: { ...draft, price: "70.00" } })).toMatchObject({ count: 1, from: "80.00", to: "70.00" });
    await t.act((ctx) => sets.turn(ctx, { id, on: false, unpaid: "reprice" }));
    expect(await totalOf(both.id)).toBe("100.00");
    await t.act((ctx) => sets.remove(ctx, { id, unpaid: "leave" }));
  });
});

it("is shown to nobody who may not make the change", async () => {
  const change = priceEffect.preview.input.parse({ of: "promotion", draft: spring });
  const refused = await refusalOf(t.look((ctx) => preview(ctx, change), { codes: new Set(["place_set_modify"]) }));
  expect(refused.key).toBe("forbidden");
});

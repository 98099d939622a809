import { api } from "../../src/contract/all";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { booking, type PriceTrace } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { fen } from "../../src/contract/core/money";
import { fittingBundle } from "../../src/server/kernel/price/bundles";
import { move } from "../../src/server/domains/booking/move";
import { quote } from "../../src/server/domains/booking/quote";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { replay } from "../../src/server/kernel/price/replay";
import { create, list, modify, remove, turn } from "../../src/server/domains/prices/bundles";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, postingsOf, refusalOf, seedBooking, TOMORROW } from "../support/booking";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

const { bundles } = api;

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());
afterEach(async () => {
  const { content } = await t.look((ctx) => list(ctx, { page: 0, size: 50 }));
  for (const { id } of content) await t.act((ctx) => remove(ctx, { id, unpaid: "leave" }));
});

/** Three courts for an hour: one by one 240.00 on a Sunday. */
const draft: Input<typeof bundles.create> = {
  name: "三片包场",
  placeIds: ["b-1", "b-2", "b-3"],
  minutes: 60,
  price: "200.00",
  from: "2026-11-01",
  to: "2026-12-31",
};
const add = (input: Partial<Input<typeof bundles.create>> = {}) =>
  t.act((ctx) => create(ctx, bundles.create.input.parse({ ...draft, ...input })));
const runs = (start: number, ids = ["b-1", "b-2", "b-3"], minutes = 60) => ids.map((placeId) => ({ placeId, start, end: start + minutes }));
const ask = (input: Partial<Input<typeof booking.quote>> = {}) =>
  t.look((ctx) => quote(ctx, booking.quote.input.parse({ venueId: "v-1", day: TOMORROW, runs: runs(at(9)), ...input })));
const ruleIn = (trace: PriceTrace | undefined) => trace?.steps.find((step) => step.rule === "bundle" && step.matched)?.name;
/** Lets an order's bundle stand where it was posted before bundles had an account of their own. */
async function postedBefore(orderId: string): Promise<void> {
  await query(
    t.url,
    `BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE posting p SET account = 'discount.promotion' FROM ledger_tx t
    WHERE t.venue_id = p.venue_id AND t.id = p.tx_id AND t.document_id = '${orderId}' AND p.account = 'discount.bundle'; COMMIT`,
  );
}
/** Sums an order's discounts so far, fen by account; accounts with nothing are omitted. */
async function discountsOf(orderId: string): Promise<Record<string, number>> {
  const rows = await t.database
    .dbFor("v-1")
    .selectFrom("ledger_tx as t")
    .innerJoin("posting as p", (join) => join.onRef("p.venue_id", "=", "t.venue_id").onRef("p.tx_id", "=", "t.id"))
    .where("t.document_id", "=", orderId)
    .where("p.account", "like", "discount.%")
    .groupBy("p.account")
    .select(["p.account", (eb) => eb.fn.sum<number>("p.amount").as("amount")])
    .execute();
  return Object.fromEntries(rows.filter((row) => row.amount !== 0).map((row) => [row.account, row.amount]));
}

describe("a bundle", () => {
  it("prices the runs that make it up, shared over them to the fen, and says so", async () => {
    await add({ price: "200.01" });
    const { lines, total, list: sum } = await ask();
    expect([sum, total]).toEqual(["240.00", "200.01"]);
    expect(lines.map((line) => ruleIn(line.trace))).toEqual(["三片包场", "三片包场", "三片包场"]);
    expect(lines.reduce((all, line) => all + fen(line.trace.price), 0)).toBe(20_001);
    for (const { trace } of lines) expect(replay(trace).price).toBe(fen(trace.price));
  });

  it("is for all of its places at one time and for its minutes, and nothing else", async () => {
    await add();
    const totals = [
      await ask({ runs: runs(at(9), ["b-1", "b-2"]) }),
      await ask({ runs: runs(at(9), ["b-1", "b-2", "b-3", "b-4"]) }),
      await ask({ runs: runs(at(9), ["b-1", "b-2", "b-3"], 90) }),
      await ask({ runs: [...runs(at(9), ["b-1", "b-2"]), ...runs(at(10), ["b-3"])] }),
    ];
    expect(totals.every((one) => one.discount === "0.00")).toBe(true);
  });

  it("applies in its sale window, weekdays and hours, while it is on", async () => {
    const bundle = await add({ weekdays: [7], start: at(9), end: at(12) });
    expect((await ask()).total).toBe("200.00");
    expect((await ask({ runs: runs(at(12)) })).total).toBe("240.00");
    expect((await ask({ day: "2026-11-23" })).total).toBe("150.00"); // a Monday
    await t.act((ctx) => turn(ctx, { id: bundle.id, on: false, unpaid: "leave" }));
    expect((await ask()).total).toBe("240.00");
    const later = { ...draft, weekdays: [], id: bundle.id, from: "2026-12-01", on: true };
    expect(await t.act((ctx) => modify(ctx, bundles.modify.input.parse(later)))).toMatchObject({ state: "upcoming" });
    expect((await ask()).total).toBe("240.00");
  });

  it("never makes it dearer: of several the cheapest, and none where the member pays less without", async () => {
    await add({ price: "210.00" });
    await add({ name: "特惠", price: "205.00" });
    expect((await ask()).total).toBe("205.00");
    // The gold card pays 85 % of 240.00.
    expect((await ask({ memberId: "m-1" })).total).toBe("204.00");
    await add({ name: "更惠", price: "180.00" });
    expect((await ask({ memberId: "m-1" })).total).toBe("180.00");
  });

  it("is booked like anything else: all places or none, and posts what it takes off", async () => {
    await add();
    const single = await book(t, { day: TOMORROW, runs: runs(at(19), ["b-2"]), name: "王伟" });
    const before = await countRows(t);
    const refusal = await refusalOf(book(t, { day: TOMORROW, runs: runs(at(19)) }));
    expect(refusal.key).toBe("slotTaken");
    expect(refusal.values).toMatchObject({ name: "王伟" });
    expect(await countRows(t)).toEqual(before);
    await cancelled(t, single.id);
    const order = await book(t, { day: TOMORROW, runs: runs(at(19)), expectedTotal: "200.00" });
    expect(order).toMatchObject({ list: "300.00", discount: "100.00", total: "200.00" });
    await payFor(t, order);
    expect(await postingsOf(t, order.id)).toContain(`place discount.bundle 10000 ${TOMORROW}`);
    await cancelled(t, order.id);
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("that an earlier version posted as a promotion comes off there, line by line and when a line is moved", async () => {
    await add({ price: "210.00" });
    const order = await book(t, { day: TOMORROW, runs: runs(at(14)) });
    await payFor(t, order);
    await postedBefore(order.id);
    const give = (lineId: string | undefined) =>
      t.act((ctx) => refundLines(ctx, { id: order.id, lineIds: [lineId ?? ""], reason: "少打一片", waiveFee: false }));
    const [first, second, third] = order.lines.map((line) => line.id);
    expect(await discountsOf(order.id)).toEqual({ "discount.promotion": 3_000 });
    await give(first);
    expect(await discountsOf(order.id)).toEqual({ "discount.promotion": 2_000 });
    const to = { day: TOMORROW, placeId: "b-9", start: at(14), end: at(15) };
    await t.act((ctx) =>
      move(ctx, booking.move.input.parse({ id: order.id, lineId: second, to, payments: [{ type: "Cash", amount: "10.00" }] })),
    );
    expect(await discountsOf(order.id)).toEqual({ "discount.promotion": 1_000 });
    await give(third);
    expect(await discountsOf(order.id)).toEqual({});
    await cancelled(t, order.id);
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("refuses places that exclude each other, are switched off, or are not there", async () => {
    expect((await refusalOf(add({ placeIds: ["k-full", "k-east"] }))).key).toBe("linkedChosen");
    expect((await refusalOf(add({ placeIds: ["b-1", "x-1"] }))).key).toBe("missing");
    expect(bundles.create.input.safeParse({ ...draft, minutes: 45 }).success).toBe(false);
    expect(bundles.create.input.safeParse({ ...draft, start: at(9), end: at(9, 30) }).success).toBe(false);
  });
});

describe("fittingBundle", () => {
  it("asks for the same places, whatever their order", () => {
    const rule = { id: "x", name: "x", placeIds: ["a", "b"], minutes: 60, price: 100, weekdays: [], start: 0, end: 1440 };
    const run = (id: string) => ({ place: { id }, start: 600, end: 660 });
    expect(fittingBundle([rule], TOMORROW, [run("b"), run("a")], 200)).toBe(rule);
    expect(fittingBundle([rule], TOMORROW, [run("b"), run("a")], 100)).toBeUndefined();
    expect(fittingBundle([rule], TOMORROW, [], 200)).toBeUndefined();
  });
});

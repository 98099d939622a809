import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { booking, type PriceTrace } from "../../src/contract/booking";
import type { Input } from "../../src/contract/call";
import { fen } from "../../src/contract/money";
import { bundles } from "../../src/contract/places";
import { fittingBundle } from "../../src/server/domains/booking/bundles";
import { quote } from "../../src/server/domains/booking/quote";
import { replay } from "../../src/server/domains/booking/replay";
import { create, list, modify, remove, turn } from "../../src/server/domains/places/bundles";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, postingsOf, refusalOf, seedBooking, TOMORROW } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());
afterEach(async () => {
  const { content } = await t.look((ctx) => list(ctx, { page: 0, size: 50 }));
  for (const { id } of content) await t.act((ctx) => remove(ctx, { id }));
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

  it("stands in its sale window, weekdays and hours, while it is on", async () => {
    const bundle = await add({ weekdays: [7], start: at(9), end: at(12) });
    expect((await ask()).total).toBe("200.00");
    expect((await ask({ runs: runs(at(12)) })).total).toBe("240.00");
    expect((await ask({ day: "2026-11-23" })).total).toBe("150.00"); // a Monday
    await t.act((ctx) => turn(ctx, { id: bundle.id, on: false }));
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

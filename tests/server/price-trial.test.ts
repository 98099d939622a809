/** Price of a place by the rules, without booking it. */
import { api } from "../../src/contract/all";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { booking } from "../../src/contract/booking/booking";
import { priceTrial } from "../../src/contract/prices/price-trial";
import { quote } from "../../src/server/domains/booking/quote";
import { create } from "../../src/server/domains/prices/promotions";
import { price } from "../../src/server/domains/prices/trial";
import { at, book, refusalOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { testVenue, type TestVenue } from "../support/venue";

const { promotions } = api;

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  t.now = new Date("2026-11-21T10:00:00+08:00");
  await seedBooking(t);
});
afterEach(() => t.close());

type Asked = Input<typeof priceTrial.price>;
const ask = (extra: Partial<Asked> = {}) =>
  t.look((ctx) => price(ctx, priceTrial.price.input.parse({ placeId: "b-5", day: TODAY, start: at(20), end: at(21), ...extra })));
const half = {
  name: "半价",
  from: TODAY,
  to: TODAY,
  start: at(18),
  end: at(22),
  kind: "percent" as const,
  percent: 50,
};

it("says what a quote says, also where the place is taken or the hour is over", async () => {
  const runs = [{ placeId: "b-5", start: at(20), end: at(21) }];
  const quoted = await t.look((ctx) => quote(ctx, booking.quote.input.parse({ venueId: t.venue.id, day: TODAY, runs })));
  expect((await ask()).trace).toEqual(quoted.lines[0]?.trace);
  await book(t, { runs });
  expect((await ask()).trace.price).toBe(quoted.total);
  expect((await ask({ day: "2026-11-20" })).trace.steps.some((step) => step.matched)).toBe(true);
});

it("counts a promotion that is being written as if it were saved, in place of the one it changes", async () => {
  const full = Number((await ask()).trace.price);
  expect(Number((await ask({ promotion: half })).trace.price)).toBe(full / 2);
  expect(Number((await ask()).trace.price)).toBe(full);
  expect(Number((await ask({ promotion: { ...half, on: false } })).trace.price)).toBe(full);
  expect(Number((await ask({ promotion: { ...half, programId: "g-k" } })).trace.price)).toBe(full);
  const { id } = await t.act((ctx) => create(ctx, promotions.create.input.parse(half)), { action: "promotions.create" });
  expect(Number((await ask()).trace.price)).toBe(full / 2);
  expect(Number((await ask({ promotion: { ...half, id, percent: 80 } })).trace.price)).toBe(full * 0.8);
  expect(Number((await ask({ promotion: { ...half, id, on: false } })).trace.price)).toBe(full);
});

it("refuses what the venue does not have, and an hour without a price", async () => {
  expect((await refusalOf(ask({ placeId: "elsewhere" }))).key).toBe("missing");
  expect((await refusalOf(ask({ cardTypeId: "elsewhere" }))).key).toBe("missing");
  expect((await refusalOf(ask({ promotion: { ...half, programId: "elsewhere" } }))).key).toBe("missing");
  expect(priceTrial.price.input.safeParse({ placeId: "b-5", day: TOMORROW, start: at(20), end: at(20) }).success).toBe(false);
});

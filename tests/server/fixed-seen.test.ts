/** A series is booked at the price that its plan showed, or the person sees why not; and at the places that were chosen, or not at all. */
import { api } from "../../src/contract/all";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { fixed } from "../../src/contract/fixed/fixed";
import * as change from "../../src/server/domains/fixed/change";
import { create as addPrice } from "../../src/server/domains/prices/temporary";
import { at, countRows, refusalOf, seedBooking } from "../support/booking";
import { wednesdays } from "../support/fixed";
import { type TestVenue, testVenue } from "../support/venue";

const { temporaryPrices } = api;

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterEach(() => t.close());

const make = (extra: Partial<Input<typeof fixed.create>>) =>
  t.act((ctx) => change.create(ctx, fixed.create.input.parse({ ...wednesdays, ...extra })));
/** Somebody makes evenings dearer while the plan is looked at. */
const dearer = () => {
  const all = { programId: "g-b", start: at(6), end: at(23), from: "2026-11-21", to: "2026-12-31" };
  const price = { ...all, name: "晚场", price: "60", unit: "place", reason: "灯光" };
  return t.act((ctx) => addPrice(ctx, temporaryPrices.create.input.parse(price)));
};

it("when it is made, when a draft is booked, when it is resumed and renewed", async () => {
  const { total } = await t.look((ctx) => change.preview(ctx, fixed.preview.input.parse(wednesdays)));
  expect(total).toBe("544.00");
  const { id } = await make({});
  const paused = await make({ activate: true, placeIds: ["b-4"], expectedTotal: total });
  await t.act((ctx) => change.pause(ctx, { id: paused.id, reason: "出差" }));
  await dearer();
  const before = await countRows(t);
  const seen = { id, expectedTotal: total };
  const to = "2027-01-13";
  const works = [
    () => make({ activate: true, placeIds: ["b-5"], expectedTotal: total }),
    () => t.act((ctx) => change.activate(ctx, fixed.activate.input.parse(seen))),
    () => t.act((ctx) => change.resume(ctx, fixed.resume.input.parse({ ...seen, id: paused.id }))),
  ];
  for (const work of works) expect(await refusalOf(work())).toMatchObject({ key: "priceChanged", data: { total: "816.00" } });
  expect(await countRows(t)).toEqual(before);
  await t.act((ctx) => change.activate(ctx, fixed.activate.input.parse({ id, expectedTotal: "816" })));
  const renewed = fixed.renew.input.parse({ id, to, expectedTotal: total });
  expect(await refusalOf(t.act((ctx) => change.renew(ctx, renewed)))).toMatchObject({ key: "priceChanged" });
});

it("and a place to swap to that is not there is refused, not left out", async () => {
  const choices = [{ day: "2026-11-25", placeId: "b-3", swapTo: "nowhere" }];
  expect(await refusalOf(make({ activate: true, choices }))).toMatchObject({ key: "missing" });
});

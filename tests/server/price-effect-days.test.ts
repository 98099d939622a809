/** An unpaid booking whose lines lie on several days is re-priced line by line as its own day is. */
import { api } from "../../src/contract/all";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { booking } from "../../src/contract/booking/booking";
import { move } from "../../src/server/domains/booking/move";
import { view } from "../../src/server/domains/booking/view";
import * as promoted from "../../src/server/domains/prices/promotions";
import * as temporary from "../../src/server/domains/prices/temporary";
import { at, book, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

const { promotions, temporaryPrices } = api;

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const WEDNESDAY = "2026-11-25";
const SUNDAY = "2026-11-29";
const all = { programId: "g-b", start: at(6), end: at(23) };
const addPromotion = (extra: Partial<Input<typeof promotions.create>>) =>
  t.act((ctx) =>
    promoted.create(
      ctx,
      promotions.create.input.parse({
        ...all,
        name: "折扣",
        from: WEDNESDAY,
        to: SUNDAY,
        kind: "percent",
        percent: 90,
        unpaid: "reprice",
        ...extra,
      }),
    ),
  );

it("by the temporary price of that day, also where the change reaches only the later day", async () => {
  const price = { ...all, name: "周日特价", from: SUNDAY, to: SUNDAY, price: "10", unit: "place", reason: "开业" };
  await t.act((ctx) => temporary.create(ctx, temporaryPrices.create.input.parse(price)));
  const runs = ["b-5", "b-6"].map((placeId) => ({ placeId, start: at(10), end: at(11) }));
  const order = await book(t, { mode: "reserve", day: WEDNESDAY, runs });
  const to = { placeId: "b-6", day: SUNDAY, start: at(10), end: at(11) };
  const moved = booking.move.input.parse({ id: order.id, lineId: order.lines[1]?.id, to });
  expect(await t.act((ctx) => move(ctx, moved))).toMatchObject({ total: "70.00" });
  const prices = async () => (await t.look((ctx) => view(ctx, { id: order.id }))).lines.map((line) => [line.day, line.trace.price]);
  await addPromotion({});
  expect(await prices()).toEqual([
    [WEDNESDAY, "45.00"],
    [SUNDAY, "18.00"],
  ]);
  await addPromotion({ percent: 50, from: SUNDAY });
  expect(await prices()).toEqual([
    [WEDNESDAY, "45.00"],
    [SUNDAY, "10.00"],
  ]);
});

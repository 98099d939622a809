/** A late move to something cheaper gives money back that a cancellation would keep: only who may waive the fee does that. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { move, movePreview } from "../../src/server/domains/booking/move";
import { EVERY_CODE } from "../../src/server/http/context";
import { at, book, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const venue = () => ({ ...t.venue, free_cancel_hours: 24, late_cancel_percent: 50 });
const clerk = () => ({ venue: venue(), codes: new Set([...EVERY_CODE].filter((code) => code !== "booking_waive_fee")) });
const paid = () => book(t, { mode: "pay", payments: [{ type: "WeChat", amount: "100" }] });
const half = { placeId: "b-5", day: "2026-11-25", start: at(10), end: at(10, 30) };

it("is refused to others, in the preview too; at the same price, or early, they may", async () => {
  const order = await paid();
  const lineId = order.lines[0]?.id;
  const cheaper = booking.move.input.parse({ id: order.id, lineId, to: half });
  const shown = booking.movePreview.input.parse({ id: order.id, lineId, ...half });
  expect(await refusalOf(t.look((ctx) => movePreview(ctx, shown), clerk()))).toMatchObject({ key: "forbidden" });
  expect(await refusalOf(t.act((ctx) => move(ctx, cheaper), clerk()))).toMatchObject({ key: "forbidden" });
  const early = { ...clerk(), venue: { ...venue(), free_cancel_hours: 0 } };
  expect((await t.look((ctx) => movePreview(ctx, shown), early)).refund).toBe("75.00");
  const alike = booking.move.input.parse({ id: order.id, lineId, to: { placeId: "b-5", day: "2026-11-28", start: at(20), end: at(21) } });
  expect(await t.act((ctx) => move(ctx, alike), clerk())).toMatchObject({ total: "100.00", refunded: "0.00" });
  // Moved late once, it is late wherever it is now.
  expect(await refusalOf(t.act((ctx) => move(ctx, cheaper), clerk()))).toMatchObject({ key: "forbidden" });
  expect(await t.act((ctx) => move(ctx, cheaper), { venue: venue() })).toMatchObject({ total: "25.00" });
});

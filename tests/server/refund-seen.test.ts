/**
 * The refund shown to a person is the one made: if an hour of the policy passed meanwhile, or another desk changed it, the new one is shown
 * first.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { instant } from "../../src/contract/core/time";
import { cancel, refundPreview } from "../../src/server/domains/booking/cancel";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines, refundLinesPreview } from "../../src/server/domains/booking/refund-lines";
import { at, book, countRows, refusalOf, seedBooking, TODAY } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const DAY = "2026-11-23";
const paid = () =>
  book(t, {
    day: DAY,
    runs: ["b-5", "b-6"].map((placeId) => ({ placeId, start: at(20), end: at(21) })),
    mode: "pay",
    payments: [{ type: "WeChat", amount: "160" }],
  });

it("of an order or some of its lines, when the free hours end between the look and the confirmation", async () => {
  const venue = { ...t.venue, free_cancel_hours: 4, late_cancel_percent: 50 };
  const order = await paid();
  const lineId = order.lines[0]?.id ?? "";
  t.now = instant(DAY, at(15, 59), t.venue.zone);
  const whole = await t.look((ctx) => refundPreview(ctx, { id: order.id }), { venue });
  const part = await t.look((ctx) => refundLinesPreview(ctx, { id: order.id, lineIds: [lineId] }), { venue });
  expect([whole.refund, part.refund]).toEqual(["160.00", "80.00"]);
  t.now = instant(DAY, at(16, 1), t.venue.zone);
  const before = await countRows(t);
  const all = { id: order.id, reason: "客人有事" };
  const lines = (expectedRefund: string) =>
    t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ ...all, lineIds: [lineId], expectedRefund })), { venue });
  const gone = (expectedRefund: string) => t.act((ctx) => cancel(ctx, booking.cancel.input.parse({ ...all, expectedRefund })), { venue });
  expect(await refusalOf(lines(part.refund))).toMatchObject({ key: "refundChanged", data: { refund: "40.00" } });
  expect(await refusalOf(gone(whole.refund))).toMatchObject({ key: "refundChanged", data: { refund: "80.00" } });
  expect(await countRows(t)).toEqual(before);
  expect(await lines("40")).toMatchObject({ refunded: "40.00" });
  expect(await gone("40")).toMatchObject({ refunded: "80.00", fee: "80.00" });
});

it("when another desk gave back a part of it meanwhile", async () => {
  t.now = instant(TODAY, at(10), t.venue.zone);
  const order = await paid();
  const seen = await t.look((ctx) => refundPreview(ctx, { id: order.id }));
  await t.act((ctx) => refundAmount(ctx, booking.refundAmount.input.parse({ id: order.id, amount: "30", reason: "灯坏了" })));
  const input = booking.cancel.input.parse({ id: order.id, reason: "客人有事", expectedRefund: seen.refund });
  expect(await refusalOf(t.act((ctx) => cancel(ctx, input)))).toMatchObject({ data: { refund: "130.00" } });
});

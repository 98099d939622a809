/** The fee of a late move stays with the line that was moved late. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { instant } from "../../src/contract/core/time";
import { refundPreview } from "../../src/server/domains/booking/cancel";
import { move } from "../../src/server/domains/booking/move";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { at, book, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

it("and is not taken of the others once that one is given up", async () => {
  const venue = { ...t.venue, free_cancel_hours: 4, late_cancel_percent: 50 };
  const runs = ["b-5", "b-6"].map((placeId) => ({ placeId, start: at(15), end: at(16) }));
  const order = await book(t, { day: "2026-11-23", runs, mode: "pay", payments: [{ type: "WeChat", amount: "100" }] });
  const [early, late] = order.lines;
  const away = (lineId: string | undefined, placeId: string) =>
    t.act(
      (ctx) =>
        move(ctx, booking.move.input.parse({ id: order.id, lineId, to: { placeId, day: "2026-11-30", start: at(15), end: at(16) } })),
      { venue },
    );
  await away(early?.id, "b-5");
  t.now = instant("2026-11-23", at(13), t.venue.zone);
  await away(late?.id, "b-6");
  const given = booking.refundLines.input.parse({ id: order.id, lineIds: [late?.id], reason: "客人有事" });
  expect(await t.act((ctx) => refundLines(ctx, given), { venue })).toMatchObject({ fee: "25.00", refunded: "25.00" });
  expect(await t.look((ctx) => refundPreview(ctx, { id: order.id }), { venue })).toMatchObject({
    feePercent: 0,
    fee: "0.00",
    refund: "50.00",
  });
});

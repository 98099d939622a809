/** A line that a package card covers is moved among the days that the card opens. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { move, movePreview } from "../../src/server/domains/booking/move";
import { sellCard } from "../../src/server/domains/cards/sell";
import { at, book, refusalOf, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 5);
});
afterAll(() => t.close());

it("and not past its last day, neither in the preview nor in fact", async () => {
  await seedMember(t, "card-1");
  const sale = { memberId: "card-1", packageCardId: "pk", payments: [{ type: "WeChat" as const, amount: 10_000 }] };
  const holdingId = await t.act((ctx) => sellCard(ctx, sale));
  await t.act((ctx) => ctx.db.updateTable("holding").set({ expires_on: "2026-11-25" }).where("id", "=", holdingId).execute());
  const where = { placeId: "b-5", start: at(10), end: at(11) };
  const order = await book(t, {
    day: "2026-11-23",
    memberId: "card-1",
    name: undefined,
    mode: "pay",
    cards: [{ holdingId, uses: 1 }],
    runs: [where],
  });
  const ids = { id: order.id, lineId: order.lines[0]?.id };
  const to = (day: string) => t.act((ctx) => move(ctx, booking.move.input.parse({ ...ids, to: { ...where, day } })));
  const preview = t.look((ctx) => movePreview(ctx, booking.movePreview.input.parse({ ...ids, ...where, day: "2026-11-26" })));
  expect(await refusalOf(preview)).toMatchObject({ key: "cardNotUsable" });
  expect(await refusalOf(to("2026-11-26"))).toMatchObject({ key: "cardNotUsable", data: { expiresOn: "2026-11-25" } });
  expect((await to("2026-11-25")).lines).toMatchObject([{ day: "2026-11-25", card: { holdingId, uses: 1 } }]);
});

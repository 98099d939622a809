/** A member who is frozen after booking: the purses stay shut, what was booked may be paid otherwise. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { book, payFor, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

it("neither principal nor gift pays, in part or in full; cash does", async () => {
  const order = await book(t, { memberId: "m-1", name: undefined });
  await t.act((ctx) => ctx.db.updateTable("member").set({ state: "frozen" }).where("id", "=", "m-1").execute());
  const part = booking.payPart.input.parse({ id: order.id, payments: [{ type: "Coupon", amount: "10" }] });
  expect(await refusalOf(t.act((ctx) => payPart(ctx, part)))).toMatchObject({ key: "memberState" });
  expect(await refusalOf(payFor(t, order, [{ type: "Balance", amount: order.due }]))).toMatchObject({ key: "memberState" });
  expect(await payFor(t, order)).toMatchObject({ orderStatus: "paid" });
});

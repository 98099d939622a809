/** A part payment whose time is up is settled by the clock; until it came, nobody pays out what the policy keeps, nor by another way than it came. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { instant, MINUTE } from "../../src/contract/core/time";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { refundAmount, refundAmountPreview } from "../../src/server/domains/booking/refund-amount";
import { view } from "../../src/server/domains/booking/view";
import { EVERY_CODE } from "../../src/server/http/context";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterEach(() => t.close());

/** Ten yuan in cash and twenty off the purse, of 85. */
async function partly(mode: "hold" | "reserve", purse = true): Promise<string> {
  const { id } = await book(t, { mode, memberId: "m-1", name: undefined });
  const payments = [{ type: "Cash", amount: "10" }, ...(purse ? [{ type: "Balance", amount: "20" }] : [])];
  await t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id, payments })));
  return id;
}
const back = (id: string, amount: string) => booking.refundAmount.input.parse({ id, amount, reason: "客人有事" });

it("of a reservation that nobody came to: not without the permission to waive the fee, and not past it", async () => {
  const id = await partly("reserve");
  t.now = instant("2026-11-21", at(21, 1), t.venue.zone);
  const codes = new Set([...EVERY_CODE].filter((code) => code !== "booking_waive_fee"));
  expect(await refusalOf(t.act((ctx) => refundAmount(ctx, back(id, "10")), { codes }))).toMatchObject({ key: "forbidden" });
  expect(await refusalOf(t.act((ctx) => refundAmount(ctx, back(id, "10"))))).toMatchObject({ key: "refundTooBig", data: { most: "0.00" } });
  for (const job of bookingJobs) await t.act(job.run);
  expect(await t.look((ctx) => view(ctx, { id }))).toMatchObject({ orderStatus: "no_show", refunded: "0.00", fee: "30.00" });
});

it("of a hold that ran out: each method gives back its own, the purse by itself", async () => {
  const id = await partly("hold");
  t.now = new Date(t.now.getTime() + 16 * MINUTE);
  // The preview would have said 30.00 in cash, of which only 10.00 came so.
  expect(await refusalOf(t.look((ctx) => refundAmountPreview(ctx, back(id, "30"))))).toMatchObject({ key: "refundTooBig" });
  for (const job of bookingJobs) await t.act(job.run);
  expect(await refusalOf(t.act((ctx) => refundAmount(ctx, back(id, "10.01"))))).toMatchObject({ data: { most: "10.00" } });
  const { payments } = await t.act((ctx) => refundAmount(ctx, back(id, "10")));
  expect(payments.map((one) => [one.type, one.refunded])).toEqual([
    ["Cash", "10.00"],
    ["Balance", "20.00"],
  ]);
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
});

it("of cash alone: paid out once the clock has settled it", async () => {
  const id = await partly("hold", false);
  t.now = new Date(t.now.getTime() + 16 * MINUTE);
  for (const job of bookingJobs) await t.act(job.run);
  expect(await t.act((ctx) => refundAmount(ctx, back(id, "10")))).toMatchObject({ refunded: "10.00", payStatus: "refunded" });
});

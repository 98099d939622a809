/** A use that nobody came to is its contract's to settle, whoever comes first: the contract's end or the clock of bookings. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { fixed } from "../../src/contract/fixed/fixed";
import { instant } from "../../src/contract/core/time";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { movePreview } from "../../src/server/domains/booking/move";
import * as change from "../../src/server/domains/fixed/change";
import { fixedJobs } from "../../src/server/domains/fixed/jobs";
import { end } from "../../src/server/domains/fixed/money";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterEach(() => t.close());

it.each([
  ["purse", []],
  ["monthly", []],
  ["term", [{ type: "WeChat", amount: "136" }]],
] as const)(
  "a contract paid by %s that ends before the clock looked keeps the price of it, and the clock goes on",
  async (payMode, payments) => {
    const venue = { ...t.venue, no_show_percent: 40 };
    const other = await book(t, { mode: "pay", day: "2026-11-25", payments: [{ type: "WeChat", amount: "80" }] });
    const input = { memberId: "m-1", placeIds: ["b-3"], weekdays: [3], start: at(19), end: at(21), from: "2026-11-25", to: "2026-11-25" };
    const made = fixed.create.input.parse({ ...input, payMode, payments, activate: true });
    const contract = await t.act((ctx) => change.create(ctx, made));
    t.now = instant("2026-11-25", at(21, 1), t.venue.zone);
    await t.act((ctx) => end(ctx, { id: contract.id, reason: "不再来", fee: 0 }), { venue });
    for (const job of [...bookingJobs, ...fixedJobs]) await t.act(job.run, { venue });
    const orders = await t.look((ctx) => ctx.db.selectFrom("booking_order").selectAll().orderBy("created_at").orderBy("no").execute());
    expect(orders.map((one) => [one.kind, one.order_status, one.paid, one.refunded])).toEqual([
      ["single", "no_show", 8_000, 4_800],
      ["fixed", "no_show", 13_600, 0],
    ]);
    expect(orders[0]?.id).toBe(other.id);
    expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  },
);

it("a fixed booking without a contract is changed like any other", async () => {
  const order = await book(t, { mode: "reserve", day: "2026-11-25" });
  await t.act((ctx) => ctx.db.updateTable("booking_order").set({ kind: "fixed", source: "fixed" }).where("id", "=", order.id).execute());
  const to = { placeId: "b-6", day: "2026-11-25", start: at(20), end: at(21) };
  const preview = await t.look((ctx) =>
    movePreview(ctx, booking.movePreview.input.parse({ id: order.id, lineId: order.lines[0]?.id, ...to })),
  );
  expect(preview).toMatchObject({ placeId: "b-6", due: "80.00" });
});

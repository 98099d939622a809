/** The list of orders and booking details show the same sale, refund and money of the same bookings, whatever became of them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { bookingInfo } from "../../src/contract/finance/booking-info";
import { fen } from "../../src/contract/core/money";
import { addDays, instant } from "../../src/contract/core/time";
import { grid } from "../../src/server/domains/booking/grid";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { bookingOrderServices } from "../../src/server/domains/booking/orders";
import { move } from "../../src/server/domains/booking/move";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { list, sums } from "../../src/server/domains/finance/booking-info";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, checkedIn, payFor, seedBooking, seedMember, TODAY } from "../support/booking";
import { diceOf } from "../support/generate";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedMember(t, "rich", { cardTypeId: "ct-85", principal: 5_000_000, gift: 100_000 });
});
afterAll(() => t.close());

const DAYS = Array.from({ length: 4 }, (_, i) => addDays(TODAY, i));
const TYPES = ["Cash", "WeChat", "Alipay"] as const;
const VENUE = () => ({ ...t.venue, no_show_percent: 40 });

/** A day of bookings of which the dice decide what becomes. Refusals are part of a desk's day. */
async function trade(day: string, dice: (n: number) => number): Promise<void> {
  const as = { venue: VENUE() };
  const tried = (work: () => Promise<unknown>): Promise<unknown> =>
    work().catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  for (let court = 1; court <= 10; court++) {
    const hour = 8 + dice(5);
    const runs = [{ placeId: `b-${court}`, start: at(hour), end: at(hour + 1) }];
    if (dice(3) === 0) runs.push({ placeId: `b-${court}`, start: at(16), end: at(18) });
    const discount = dice(3) === 0 ? { discount: { amount: "3.33", reason: "老客" } } : {};
    const order = await book(t, { day, runs, ...(dice(2) === 0 ? { memberId: "rich" } : { name: "散客" }), ...discount });
    const [first] = order.lines;
    const pays = (): Promise<unknown> => payFor(t, order, [{ type: TYPES[dice(3)] ?? "Cash", amount: order.due }]);
    const moves = (start: number): Promise<unknown> =>
      t.act((ctx) =>
        move(
          ctx,
          booking.move.input.parse({
            id: order.id,
            lineId: first?.id,
            to: { day, placeId: `b-${court}`, start: at(start), end: at(start) + 30 },
          }),
        ),
      );
    const happens: (() => Promise<unknown>)[] = [
      pays,
      () =>
        t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id: order.id, payments: [{ type: TYPES[dice(3)], amount: "20.00" }] }))),
      () => cancelled(t, order.id),
      async () => (await pays(), await cancelled(t, order.id)),
      async () => (await pays(), await moves(20)),
      async () => (await pays(), await checkedIn(t, order.id)),
      async () => (
        await pays(),
        await t.act((ctx) => refundAmount(ctx, booking.refundAmount.input.parse({ id: order.id, amount: "7.77", reason: "灯坏了" })))
      ),
      async () => (
        await pays(),
        await t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id: order.id, lineIds: [first?.id], reason: "人少" })))
      ),
      async () => (await happens[6]?.(), await moves(21)),
      async () => (
        await happens[1]?.(),
        await t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id: order.id, lineIds: [first?.id], reason: "人少" })))
      ),
    ];
    await tried(happens[dice(happens.length + 1)] ?? (() => Promise.resolve()));
  }
  t.now = instant(day, at(23), t.venue.zone);
  for (const job of bookingJobs) while (await t.act(job.run, as)) continue;
  // Cash that the clock could not pay out.
  const owed = await query<{ subject: string; amount: number }>(
    t.url,
    "SELECT subject, -sum(amount)::int AS amount FROM posting WHERE account = 'prepaid.order' GROUP BY subject HAVING sum(amount) < 0 ORDER BY subject LIMIT 1",
  );
  for (const { subject, amount } of owed)
    await tried(() =>
      t.act((ctx) =>
        refundAmount(ctx, booking.refundAmount.input.parse({ id: subject, amount: (amount / 100).toFixed(2), reason: "退现金" })),
      ),
    );
}

it.each([11, 12])("over days of chance, seed %i", { timeout: 120_000 }, async (seed) => {
  const dice = diceOf(seed);
  for (const day of seed === 11 ? DAYS : DAYS.map((one) => addDays(one, 10))) {
    t.now = instant(day, at(7), t.venue.zone);
    await trade(day, dice);
    const period = { from: day, to: day };
    const orders = await t.look((ctx) => bookingOrderServices.sums(ctx, period));
    const details = await t.look((ctx) => sums(ctx, bookingInfo.sums.input.parse(period)));
    const [deposits] = await query<{ amount: number }>(
      t.url,
      `SELECT coalesce(-sum(p.amount), 0)::int AS amount FROM posting p JOIN booking_order o ON o.id = p.subject WHERE p.account = 'prepaid.order' AND o.day = '${day}'`,
    );
    expect({ list: details.list, total: details.price, refunded: details.refunded, paid: fen(details.paid) }).toEqual({
      list: orders.list,
      total: orders.total,
      refunded: orders.refunded,
      paid: fen(orders.paid) - (deposits?.amount ?? 0),
    });
    expect(fen(details.paid) - fen(details.refunded)).toBe(fen(details.net));
    // The head of the grid adds up: nothing of these days is paid elsewhere.
    const head = (await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day })))).days[0]?.counters;
    expect([head?.elsewhere, fen(head?.received ?? "0") + fen(head?.due ?? "0")]).toEqual(["0.00", fen(head?.receivable ?? "0")]);
    const rows = (await t.look((ctx) => list(ctx, bookingInfo.list.input.parse({ ...period, venueId: t.venue.id, page: 0, size: 100 }))))
      .content;
    for (const row of rows) {
      expect(fen(row.paid) - fen(row.refunded)).toBe(fen(row.net));
      const off = [row.member, row.promotion, row.bundle, row.manual, row.other].reduce((sum, one) => sum + fen(one), 0);
      expect(fen(row.list) - off).toBe(fen(row.price));
    }
    expect(fen(orders.refunded)).toBeGreaterThan(0);
  }
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
});

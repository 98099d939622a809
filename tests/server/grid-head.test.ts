/** The head of the grid adds up: what is received, what is due and what is settled elsewhere are all that is receivable. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { fixed } from "../../src/contract/fixed/fixed";
import { fen } from "../../src/contract/core/money";
import { grid } from "../../src/server/domains/booking/grid";
import { create } from "../../src/server/domains/fixed/change";
import { book, payFor, seedBooking } from "../support/booking";
import { wednesdays } from "../support/fixed";
import { testVenue, type TestVenue } from "../support/venue";

const WEDNESDAY = "2026-11-25";
let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const head = async () => {
  const counters = (await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: WEDNESDAY })))).days[0]?.counters;
  if (!counters) throw new Error("the day has no head");
  const { receivable, received, due, elsewhere } = counters;
  return { receivable: fen(receivable), received: fen(received), due: fen(due), elsewhere: fen(elsewhere) };
};

it("with a booking that is paid, one that is not, and one that its contract settles", async () => {
  await t.act((ctx) => create(ctx, fixed.create.input.parse({ ...wednesdays, activate: true, expectedTotal: "544.00" })));
  const contract = await head();
  expect([contract.received, contract.due]).toEqual([0, 0]);
  expect(contract.elsewhere).toBeGreaterThan(0);
  expect(contract.elsewhere).toBe(contract.receivable);

  const runs = (placeId: string) => [{ placeId, start: 600, end: 660 }];
  await payFor(t, await book(t, { day: WEDNESDAY, runs: runs("b-7") }));
  await book(t, { day: WEDNESDAY, runs: runs("b-8"), mode: "reserve", phone: "13800000001" });
  const all = await head();
  expect([all.received > 0, all.due > 0, all.elsewhere]).toEqual([true, true, contract.elsewhere]);
  expect(all.received + all.due + all.elsewhere).toBe(all.receivable);
});

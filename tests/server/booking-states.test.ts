/** Every pair of state and action of booking orders, locks and waitlist entries: the table's moves work, all others are refused with the state. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import {
  actions,
  bookingOrder,
  next,
  type OrderStatus,
  placeLock,
  waitlistEntry,
  type WaitlistState,
} from "../../src/contract/core/states";
import { addDays, instant, MINUTE } from "../../src/contract/core/time";
import { sale } from "../../src/contract/sale/sale";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { extend, extendPreview } from "../../src/server/domains/booking/extend";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { lock, unlock } from "../../src/server/domains/booking/lock";
import { move } from "../../src/server/domains/booking/move";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { view } from "../../src/server/domains/booking/view";
import { create as sell } from "../../src/server/domains/sale/lines";
import { accept, requeue, withdraw } from "../../src/server/domains/waitlist/answer";
import { waitlistJobs } from "../../src/server/domains/waitlist/jobs";
import { join } from "../../src/server/domains/waitlist/join";
import { entryOf } from "../../src/server/domains/waitlist/list";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, checkedIn, countRows, payFor, refusalOf, seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 100);
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  await t.close();
});

const jobs = async (): Promise<void> => {
  for (const job of [...bookingJobs, ...waitlistJobs]) await t.act(job.run, { action: job.name });
};
let days = 0;
/** Each case has a day of its own; the clock is at ten in the morning of it. */
function newDay(): string {
  const day = addDays("2026-11-21", days++);
  clock(day, at(10));
  return day;
}
function clock(day: string, minute: number): void {
  t.now = instant(day, minute, t.venue.zone);
}
const run = (placeId: string, start = at(12), end = at(13)) => ({ placeId, start, end });

interface Case {
  readonly id: string;
  readonly day: string;
  readonly lines: readonly string[];
}

/** Courts 1 and 2 from twelve to one, in each state, by the moves that lead there. */
async function orderIn(state: OrderStatus): Promise<Case> {
  const day = newDay();
  const draft = { day, runs: [run("b-1"), run("b-2")] };
  const order = await book(t, { ...draft, mode: state === "reserved" ? "reserve" : "hold" });
  if (state === "expired") clock(day, at(10, 16));
  if (!["held", "reserved", "expired"].includes(state)) await payFor(t, order);
  if (state === "cancelled") await cancelled(t, order.id);
  if (state !== "held" && state !== "expired") clock(day, at(12, 10));
  if (state === "checked_in" || state === "finished") await checkedIn(t, order.id);
  if (state === "no_show" || state === "finished") clock(day, at(13));
  if (["expired", "no_show", "finished"].includes(state)) await jobs();
  return { id: order.id, day, lines: order.lines.map((line) => line.id) };
}

const ORDER_ACTIONS = {
  pay: ({ id }: Case) => t.look((ctx) => view(ctx, { id })).then(({ due }) => payFor(t, { id, due: due === "0.00" ? "1.00" : due })),
  payPart: ({ id }: Case) =>
    t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id, payments: [{ type: "WeChat", amount: "20" }] }))),
  cancel: ({ id }: Case) => cancelled(t, id),
  checkIn: ({ id }: Case) => checkedIn(t, id),
  undoCheckIn: ({ id }: Case) => checkedIn(t, id, true),
  move: ({ id, day, lines }: Case) =>
    t.act((ctx) => move(ctx, booking.move.input.parse({ id, lineId: lines[0], to: { ...run("b-3"), day } }))),
  extend: async ({ id, lines }: Case) => {
    const input = { id, lineId: lines[0] ?? "", end: at(13, 30) };
    const { pay } = await t.look((ctx) => extendPreview(ctx, booking.extendPreview.input.parse(input)));
    const payments = pay === "0.00" ? [] : [{ type: "Cash", amount: pay }];
    return t.act((ctx) => extend(ctx, booking.extend.input.parse({ ...input, payments })));
  },
  refundLines: ({ id, lines }: Case) =>
    t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id, lineIds: lines.slice(0, 1), reason: "少打一场" }))),
  addProducts: ({ id }: Case) =>
    t.act((ctx) =>
      sell(
        ctx,
        sale.create.input.parse({
          orderId: id,
          lines: [{ productId: "water", quantity: 1 }],
          payments: [{ type: "WeChat", amount: "3.33" }],
        }),
      ),
    ),
  refundAmount: ({ id }: Case) =>
    t.act((ctx) => refundAmount(ctx, booking.refundAmount.input.parse({ id, amount: "10", reason: "灯坏了" }))),
} as const;

describe("a booking order", () => {
  for (const state of bookingOrder.states) {
    for (const [name, act] of Object.entries(ORDER_ACTIONS)) {
      const action = name as keyof typeof ORDER_ACTIONS;
      const to = next(bookingOrder, state, action);
      it(`${state}: ${action} ${to === undefined ? "is refused" : `leads to ${to}`}`, async () => {
        const order = await orderIn(state);
        const before = await countRows(t);
        // For an expired hold, only what is still owed in cash is refunded: here nothing is.
        if (to === undefined || state === "expired") {
          const refusal = await refusalOf(act(order));
          if (to === undefined) expect([refusal.key, refusal.data]).toEqual(["wrongState", { state, action }]);
          else expect([refusal.key, refusal.data]).toEqual(["refundTooBig", { most: "0.00" }]);
          expect(await countRows(t)).toEqual(before);
        } else await act(order);
        expect((await t.look((ctx) => view(ctx, { id: order.id }))).orderStatus).toBe(to ?? state);
      });
    }
  }

  it("has no action beside these but those of the clock and of the waitlist", () => {
    const served = new Set([...Object.keys(ORDER_ACTIONS), "reserve", "expire", "retake", "miss", "finish"]);
    expect(bookingOrder.states.flatMap((state) => actions(bookingOrder, state)).filter((action) => !served.has(action))).toEqual([]);
  });
});

describe("a lock", () => {
  for (const state of placeLock.states) {
    const to = next(placeLock, state, "unlock");
    it(`${state}: unlock ${to === undefined ? "is refused" : `leads to ${to}`}`, async () => {
      const day = newDay();
      const { ids } = await t.act((ctx) => lock(ctx, booking.lock.input.parse({ day, runs: [run("b-1")], reason: "维修" })));
      const id = ids[0] ?? "";
      const act = () => t.act((ctx) => unlock(ctx, { id }));
      if (state === "released") await act();
      const before = await countRows(t);
      if (to === undefined) {
        const refusal = await refusalOf(act());
        expect([refusal.key, refusal.data]).toEqual(["wrongState", { state, action: "unlock" }]);
        expect(await countRows(t)).toEqual(before);
      } else await act();
      const row = await t.database.dbFor("v-1").selectFrom("place_lock").select("status").where("id", "=", id).executeTakeFirstOrThrow();
      expect(row.status).toBe(to ?? state);
    });
  }
});

/** Somebody waits for court 1, which another holds; by the moves that lead to each state. */
async function entryIn(state: WaitlistState): Promise<{ id: string; day: string }> {
  const day = newDay();
  const holder = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
  const wish = waitlist.join.input.parse({
    day,
    start: at(12),
    end: at(13),
    programId: "g-b",
    placeId: "b-1",
    name: "候补",
    phone: "13700009999",
  });
  const { id } = await t.act((ctx) => join(ctx, wish));
  if (state === "withdrawn") await t.act((ctx) => withdraw(ctx, { id }));
  if (state === "expired") clock(day, at(12));
  if (["offered", "accepted", "lapsed"].includes(state)) await cancelled(t, holder.id);
  if (state === "accepted") await t.act((ctx) => accept(ctx, waitlist.accept.input.parse({ id, mode: "reserve" })));
  if (state === "lapsed") t.now = new Date(t.now.getTime() + 20 * MINUTE);
  if (state === "lapsed" || state === "expired") await jobs();
  return { id, day };
}
const ENTRY_ACTIONS = {
  accept: (id: string) => t.act((ctx) => accept(ctx, waitlist.accept.input.parse({ id, mode: "hold" }))),
  withdraw: (id: string) => t.act((ctx) => withdraw(ctx, { id })),
  requeue: (id: string) => t.act((ctx) => requeue(ctx, { id })),
} as const;

describe("a waitlist entry", () => {
  for (const state of waitlistEntry.states) {
    for (const [name, act] of Object.entries(ENTRY_ACTIONS)) {
      const action = name as keyof typeof ENTRY_ACTIONS;
      const to = next(waitlistEntry, state, action);
      it(`${state}: ${action} ${to === undefined ? "is refused" : `leads to ${to}`}`, async () => {
        const { id, day } = await entryIn(state);
        expect((await t.look((ctx) => entryOf(ctx, id))).state).toBe(state);
        // So that queuing again does not lead to an offer at once.
        if (state === "lapsed") await book(t, { day, runs: [run("b-1")], mode: "reserve" });
        const before = await countRows(t);
        if (to === undefined) {
          const refusal = await refusalOf(act(id));
          expect([refusal.key, refusal.data]).toEqual(["wrongState", { state, action }]);
          expect(await countRows(t)).toEqual(before);
        } else await act(id);
        expect((await t.look((ctx) => entryOf(ctx, id))).state).toBe(to ?? state);
      });
    }
  }

  it("has no action beside these but those of the clock and of slots that come free", () => {
    const served = new Set([...Object.keys(ENTRY_ACTIONS), "offer", "lapse", "expire"]);
    expect(waitlistEntry.states.flatMap((state) => actions(waitlistEntry, state)).filter((action) => !served.has(action))).toEqual([]);
  });
});

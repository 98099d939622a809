/**
 * The machine of pay status on real documents: booking orders are brought into each of its states, and each of its actions is tried there by
 * the service that makes it. What the table allows leads where it says; everything else is refused and changes neither money nor status.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BookingOrderDetail } from "../../src/contract/booking/booking";
import { actions, next, payStatus, PayStatus } from "../../src/contract/core/states";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { sellCard } from "../../src/server/domains/cards/sell";
import { revoke } from "../../src/server/domains/finance/revoke";
import { recharge } from "../../src/server/domains/members/recharge";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, payFor, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type TestVenue, testVenue } from "../support/venue";

type Action = "payPart" | "payAll" | "unpay" | "refundPart" | "refundAll";
const ACTIONS: readonly Action[] = ["payPart", "payAll", "unpay", "refundPart", "refundAll"];

let test: TestVenue;
beforeAll(async () => {
  test = await testVenue();
  await seedBooking(test);
  await seedCommerce(test, 24, 5);
});
afterAll(() => test.close());

let hours = 0;
/** An unpaid order of 50.00 on a weekday morning nobody else has. */
const held = (): Promise<BookingOrderDetail> => {
  const n = hours++;
  const start = at(8 + (n % 8));
  return book(test, { day: "2026-11-24", runs: [{ placeId: `b-${Math.floor(n / 8) + 1}`, start, end: start + 60 }], mode: "hold" });
};
const part = (order: { id: string }) =>
  test.act((ctx) => payPart(ctx, { id: order.id, payments: [{ type: "Cash", amount: 1_000 }], cards: [] }));
const back = (order: { id: string }) => test.act((ctx) => refundAmount(ctx, { id: order.id, amount: 1_000, reason: "赔偿顾客" }));

/** An order brought into a state by the services. */
const inState: Readonly<Record<PayStatus, () => Promise<BookingOrderDetail>>> = {
  unpaid: held,
  part_paid: async () => part(await held()),
  paid: async () => payFor(test, await held()),
  part_refunded: async () => back(await payFor(test, await held())),
  refunded: async () => cancelled(test, (await payFor(test, await held())).id),
};
/** The service that makes each action. */
const act: Readonly<Record<Action, (order: BookingOrderDetail) => Promise<BookingOrderDetail>>> = {
  payPart: part,
  payAll: (order) => payFor(test, { id: order.id, due: order.due === "0.00" ? "50.00" : order.due }),
  refundPart: back,
  refundAll: (order) => cancelled(test, order.id),
  unpay: ({ id, lines }) =>
    test.act((ctx) => refundLines(ctx, { id, lineIds: lines.slice(0, 1).map((line) => line.id), reason: "少打一片", waiveFee: false })),
};
/** Money paid in part goes back in part where a hold of today is cancelled late: the venue keeps its percent (20 by default). */
const lateHold = async () => part(await book(test));
/** Two courts, of which a package card paid the first. */
const heldByCard = async () => {
  await seedMember(test, "m-card");
  const payments = [{ type: "WeChat" as const, amount: 10_000 }];
  const holdingId = await test.act((ctx) => sellCard(ctx, { memberId: "m-card", packageCardId: "pk", payments }));
  await test.database.dbFor(test.venue.id).updateTable("holding").set({ times: 1 }).where("id", "=", holdingId).execute();
  const runs = ["b-9", "b-10"].map((placeId) => ({ placeId, start: at(8), end: at(9) }));
  const { id } = await book(test, { day: "2026-11-24", memberId: "m-card", runs });
  return test.act((ctx) => payPart(ctx, { id, payments: [], cards: [{ holdingId, uses: 1 }] }));
};
const tryAt = async (state: PayStatus, action: Action) =>
  state === "part_paid" && action === "refundPart"
    ? { order: await lateHold(), service: act.refundAll }
    : state === "part_paid" && action === "unpay"
      ? { order: await heldByCard(), service: act.unpay }
      : { order: await inState[state](), service: act[action] };

/** Returns the money figures of an order. */
const figures = async (id: string) =>
  test.database
    .dbFor(test.venue.id)
    .selectFrom("booking_order")
    .select(["paid", "refunded", "pay_status"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const pairs = PayStatus.options.flatMap((state) => ACTIONS.map((action) => ({ state, action, to: next(payStatus, state, action) })));

describe("the pay status of an order", () => {
  it("has no other actions than those tried here", () => {
    expect(new Set(PayStatus.options.flatMap((state) => actions(payStatus, state)))).toEqual(new Set(ACTIONS));
  });

  it.each(PayStatus.options)("is %s where the services say so", async (state) => {
    expect((await inState[state]()).payStatus).toBe(state);
  });

  it.each(pairs)("$state, $action → $to", async ({ state, action, to }) => {
    const { order, service } = await tryAt(state, action);
    const before = await figures(order.id);
    const outcome = await service(order).catch((error: unknown) => error);
    const after = await figures(order.id);
    if (to === undefined) {
      // An unpaid order may be cancelled: no money moves, and its pay status stays.
      if (!(outcome instanceof AppError)) expect([state, action]).toEqual(["unpaid", "refundAll"]);
      expect(after).toEqual(before);
    } else {
      expect(outcome).toMatchObject({ payStatus: to });
      expect(after.pay_status).toBe(to);
      const moved = after.paid - before.paid + (after.refunded - before.refunded);
      // A payment by card is refunded as uses.
      if (action === "unpay") expect([moved, outcome]).toMatchObject([0, { due: "50.00" }]);
      else expect(moved).toBeGreaterThan(0);
    }
  });
});

describe("a recharge", () => {
  it("is paid, given back whole, and never again", async () => {
    await seedMember(test, "m-recharge");
    const { id } = await test.act((ctx) => recharge(ctx, { memberId: "m-recharge", pay: 10_000, method: "WeChat", remark: "" }));
    const paymentState = async () =>
      (
        await test.database.dbFor(test.venue.id).selectFrom("payment").select(["state", "refunded"]).where("document_id", "=", id).execute()
      )[0];
    expect(await paymentState()).toEqual({ state: "succeeded", refunded: 0 });
    await test.act((ctx) => revoke(ctx, { id, reason: "充错了" }));
    expect(await paymentState()).toEqual({ state: "refunded", refunded: 10_000 });
    await expect(test.act((ctx) => revoke(ctx, { id, reason: "再来一次" }))).rejects.toThrow(AppError);
    expect(await paymentState()).toEqual({ state: "refunded", refunded: 10_000 });
  });
});

it("leaves books in order", async () => {
  expect(await checkLedger(test.database.dbFor(test.venue.id), test.venue.id)).toEqual([]);
});

/** Operations of the ledger's proof on orders: booked, paid, given back, by package cards and with cards of another venue. */
import { expect } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { fen, yuan } from "../../src/contract/core/money";
import { addDays } from "../../src/contract/core/time";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { cardOffer, pay } from "../../src/server/domains/booking/pay";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { at, book, cancelled, checkedIn, payFor } from "./booking";
import type { Model, Operation } from "./ledger-model";

export function orderOperations(m: Model): readonly Operation[] {
  const { t, r, elsewhere } = m;
  const refundedByPayment = new Map<string, number>();
  /** Moves the model by what payments refunded since the last time; answers of operations at once may come in another order. */
  const moveRefunds = (memberId: string | null, payments: Awaited<ReturnType<typeof cancelled>>["payments"]): void => {
    for (const { id, type, refunded } of payments) {
      const before = refundedByPayment.get(id) ?? 0;
      if (fen(refunded) <= before) continue;
      m.moved(memberId, type, fen(refunded) - before);
      refundedByPayment.set(id, fen(refunded));
    }
  };
  const roamed: { id: string; memberId: string }[] = [];
  /** Returns the amounts that a card paid for an order elsewhere, and got refunded. */
  const roamingOf = async (orderId: string) => {
    const payment = await t.database
      .dbFor("v-2")
      .selectFrom("payment")
      .select("id")
      .where("document_id", "=", orderId)
      .executeTakeFirstOrThrow();
    return t.database.dbFor("v-1").selectFrom("roaming_payment").selectAll().where("id", "=", payment.id).executeTakeFirstOrThrow();
  };
  return [
    [
      async () => {
        const memberId = r.chance(0.7) ? m.someone() : null;
        const start = at(6) + r.int(0, 32) * 30;
        const order = await book(t, {
          day: addDays("2026-11-22", r.int(0, m.days - 1)),
          runs: [
            { placeId: `b-${r.int(1, 10)}`, start, end: start + 30 * r.int(1, 2) },
            ...(r.chance(0.2) ? [{ placeId: r.pick(["k-full", "k-east", "k-west"]), start: at(r.int(8, 20)), end: at(21) }] : []),
          ],
          mode: r.chance(0.7) ? "hold" : "reserve",
          ...(memberId === null ? {} : { memberId }),
          ...(r.chance(0.2) ? { discount: { amount: yuan(r.int(1, 3_000)), reason: "老客户" } } : {}),
        });
        m.orders.push({ id: order.id, memberId, due: fen(order.total) });
      },
      35,
    ],
    [
      async () => {
        const order = m.someOrder();
        if (!order) return;
        const due = order.due === 0 ? 5_000 : order.due;
        const payments = m.methods(due, order.memberId);
        await payFor(t, { id: order.id, due: yuan(due) }, payments);
        m.settle(order, payments);
      },
      30,
    ],
    [
      async () => {
        const order = m.someOrder();
        if (!order) return;
        const gone = await cancelled(t, order.id, { waiveFee: r.chance(0.2) });
        moveRefunds(order.memberId, gone.payments);
        for (const { card } of gone.lines) if (card) m.left.set(card.holdingId, (m.left.get(card.holdingId) ?? 0) + card.usesBack);
        const back = gone.payments.reduce((sum, payment) => sum + fen(payment.refunded), 0);
        expect(back + fen(gone.fee)).toBe(gone.payments.reduce((sum, payment) => sum + fen(payment.amount), 0));
      },
      12,
    ],
    [
      async () => {
        const order = m.someOrder();
        if (!order) return;
        const amount = r.int(1, 2_000);
        const { payments } = await t.act((ctx) => refundAmount(ctx, { id: order.id, amount, reason: "灯坏了" }));
        moveRefunds(order.memberId, payments);
        m.counts.partRefunds++;
      },
      8,
    ],
    [
      async () => {
        const theirs = m.orders
          .slice(-60)
          .filter(({ memberId, due }) => due > 0 && memberId !== null && m.holders().has(m.heirOf(memberId)));
        const order = theirs.length > 0 ? r.pick(theirs) : m.someOrder();
        if (!order) return;
        const offer = await t.look((ctx) => cardOffer(ctx, { id: order.id }));
        const cards = offer.cards.filter((card) => card.uses > 0);
        const payments = m.methods(fen(offer.due), order.memberId);
        const input = { id: order.id, payments, cards: cards.map(({ holdingId, uses }) => ({ holdingId, uses })) };
        await t.act((ctx) => pay(ctx, booking.pay.input.parse(input)));
        m.settle(order, payments);
        for (const { holdingId, uses } of cards) m.left.set(holdingId, (m.left.get(holdingId) ?? 0) - uses);
        if (cards.length > 0) m.counts.byCard++;
      },
      12,
    ],
    [
      async () => {
        const order = m.someOrder();
        if (order) await checkedIn(t, order.id, r.chance(0.3));
      },
      5,
    ],
    [
      async () => {
        const memberId = m.someone();
        const start = at(r.int(6, 21));
        const runs = [{ placeId: `b-${r.int(1, 10)}`, start, end: start + 60 }];
        const order = await book(t, { day: addDays("2026-11-22", r.int(0, m.days - 1)), runs }, elsewhere);
        await payFor(
          t,
          order,
          [{ type: "RoamingCard", amount: order.due, card: { venueId: "v-1", memberId: m.heirOf(memberId) } }],
          elsewhere,
        );
        roamed.push({ id: order.id, memberId });
        const drawn = await roamingOf(order.id);
        expect(drawn.principal + drawn.gift).toBe(fen(order.due));
        m.purse(memberId).principal -= drawn.principal;
        m.purse(memberId).gift -= drawn.gift;
        m.counts.roamed++;
      },
      6,
    ],
    [
      async () => {
        const one = roamed.length === 0 ? undefined : r.pick(roamed);
        if (!one) return;
        await cancelled(t, one.id, { waiveFee: r.chance(0.2) }, elsewhere);
        const { principal_back, gift_back } = await roamingOf(one.id);
        m.purse(one.memberId).principal += principal_back;
        m.purse(one.memberId).gift += gift_back;
        m.counts.roamedBack++;
      },
      3,
    ],
    [
      async () => {
        t.now = new Date(t.now.getTime() + r.int(1, 20) * 60_000);
        for (const job of bookingJobs) await t.act(job.run, { action: job.name });
      },
      3,
    ],
  ];
}

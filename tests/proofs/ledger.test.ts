/**
 * Random lives of a venue's money: recharges, bookings, payments, cancellations, check-ins, time passing, refusals in between. Whatever
 * the order, every identity of the ledger holds, and the balances are those of a model that knows nothing of the code.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fen, yuan } from "../../src/contract/money";
import { booking } from "../../src/contract/booking";
import { memberMonths } from "../../src/contract/memberMoney";
import { members } from "../../src/contract/members";
import { reportCalls } from "../../src/contract/resource/report";
import { addDays } from "../../src/contract/time";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { cardOffer, pay } from "../../src/server/domains/booking/pay";
import { sellCard } from "../../src/server/domains/cards/sell";
import { revoke } from "../../src/server/domains/finance/revoke";
import { close, closePreview } from "../../src/server/domains/members/close";
import { merge } from "../../src/server/domains/members/merge";
import { recharge } from "../../src/server/domains/members/recharge";
import { approve } from "../../src/server/domains/transfers/routes";
import { random } from "../../src/server/demo/random";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, checkedIn, fill, payFor, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const OPERATIONS = FULL ? 10_000 : 600;
const MEMBERS = 12;
/** Days that are booked; more of them for more operations, or most would meet a full house. */
const DAYS = FULL ? 27 : 9;

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  for (let i = 0; i < MEMBERS; i++) await seedMember(t, `x-${i}`, { cardTypeId: i % 2 === 0 ? "ct-85" : "ct-full" });
});
afterAll(() => t.close());

/** What the model knows: purses, what each order was paid by, and money in all. */
interface Order {
  readonly id: string;
  memberId: string | null;
  due: number;
  paidBy: { type: string; amount: number }[];
}

it(`${OPERATIONS} random operations leave a sound book and the model's balances`, async () => {
  const seed = process.env["SEED"] ?? String(Date.now());
  console.log(`ledger proof: SEED=${seed}`);
  const r = random("ledger", seed);
  const purses = new Map<string, { principal: number; gift: number }>();
  for (let i = 0; i < MEMBERS; i++) purses.set(`x-${i}`, { principal: 0, gift: 0 });
  const orders: Order[] = [];
  let tenders = 0;
  /** Who has not been merged or closed. */
  const people = [...purses.keys()];
  const someone = (): string => r.pick(people);
  /** Somebody leaves, and somebody new comes in their place. */
  const replaced = async (memberId: string): Promise<void> => {
    const id = `x-${purses.size}`;
    await seedMember(t, id, { cardTypeId: "ct-full" });
    people.splice(people.indexOf(memberId), 1, id);
    purses.set(id, { principal: 0, gift: 0 });
  };
  const purse = (memberId: string | null) => purses.get(memberId ?? "") ?? { principal: 0, gift: 0 };
  const counts = { done: 0, refused: 0, byCard: 0, merged: 0, closed: 0, transferred: 0, revoked: 0 };
  const recharges: { id: string; memberId: string; amount: number }[] = [];
  /** Uses that each package card has left. */
  const left = new Map<string, number>();

  /** Methods that sum to `due`; sometimes more than a purse holds, which must be refused whole. */
  const methods = (due: number, memberId: string | null): { type: string; amount: string }[] => {
    const parts: { type: string; amount: number }[] = [];
    let left = due;
    const kinds = memberId === null ? [] : ["Balance", "Coupon"];
    for (const type of kinds) {
      const have = type === "Balance" ? purse(memberId).principal : purse(memberId).gift;
      const amount = Math.min(left, r.chance(0.05) ? have + 1 : r.int(0, have));
      if (amount > 0) parts.push({ type, amount });
      left -= amount;
    }
    if (left > 0 && r.chance(0.3)) {
      const amount = r.int(1, left);
      parts.push({ type: "WeChat", amount });
      left -= amount;
    }
    if (left > 0) parts.push({ type: "Cash", amount: left });
    return parts.map((part) => ({ type: part.type, amount: yuan(part.amount) }));
  };
  const moved = (memberId: string | null, type: string, amount: number): void => {
    if (type === "Balance") purse(memberId).principal += amount;
    else if (type === "Coupon") purse(memberId).gift += amount;
    else tenders -= amount;
  };
  const settle = (order: Order, payments: readonly { type: string; amount: string }[]): void => {
    order.paidBy = payments.map((payment) => ({ type: payment.type, amount: fen(payment.amount) }));
    for (const part of order.paidBy) moved(order.memberId, part.type, -part.amount);
    order.due = 0;
  };
  const someOrder = (): Order | undefined => (orders.length === 0 ? undefined : r.pick(orders.slice(-60)));

  const operations: readonly (readonly [() => Promise<void>, number])[] = [
    [
      async () => {
        const memberId = someone();
        const [principal, gift] = [r.int(1, 60_000), r.int(0, 5_000)];
        await t.act((ctx) => fill(ctx, memberId, principal, gift));
        purse(memberId).principal += principal;
        purse(memberId).gift += gift;
        tenders += principal;
      },
      15,
    ],
    [
      async () => {
        const memberId = r.chance(0.7) ? someone() : null;
        const start = at(6) + r.int(0, 32) * 30;
        const order = await book(t, {
          day: addDays("2026-11-22", r.int(0, DAYS - 1)),
          runs: [
            { placeId: `b-${r.int(1, 10)}`, start, end: start + 30 * r.int(1, 2) },
            ...(r.chance(0.2) ? [{ placeId: r.pick(["k-full", "k-east", "k-west"]), start: at(r.int(8, 20)), end: at(21) }] : []),
          ],
          mode: r.chance(0.7) ? "hold" : "reserve",
          ...(memberId === null ? {} : { memberId }),
          ...(r.chance(0.2) ? { discount: { amount: yuan(r.int(1, 3_000)), reason: "老客户" } } : {}),
        });
        orders.push({ id: order.id, memberId, due: fen(order.total), paidBy: [] });
      },
      35,
    ],
    [
      async () => {
        const order = someOrder();
        if (!order) return;
        const due = order.due === 0 ? 5_000 : order.due;
        const payments = methods(due, order.memberId);
        await payFor(t, { id: order.id, due: yuan(due) }, payments);
        settle(order, payments);
      },
      30,
    ],
    [
      async () => {
        const order = someOrder();
        if (!order) return;
        const gone = await cancelled(t, order.id, { waiveFee: r.chance(0.2) });
        for (const payment of gone.payments) moved(order.memberId, payment.type, fen(payment.refunded));
        for (const { card } of gone.lines) if (card) left.set(card.holdingId, (left.get(card.holdingId) ?? 0) + card.usesBack);
        const back = gone.payments.reduce((sum, payment) => sum + fen(payment.refunded), 0);
        expect(back + fen(gone.fee)).toBe(order.paidBy.reduce((sum, part) => sum + part.amount, 0));
        order.paidBy = [];
      },
      12,
    ],
    [
      async () => {
        const memberId = someone();
        const payments = [{ type: "WeChat" as const, amount: 10_000 }];
        const id = await t.act((ctx) => sellCard(ctx, { memberId, packageCardId: "pk", payments }));
        left.set(id, 3);
        tenders += 10_000;
      },
      3,
    ],
    [
      async () => {
        const order = someOrder();
        if (!order) return;
        const offer = await t.look((ctx) => cardOffer(ctx, { id: order.id }));
        const cards = offer.cards.filter((card) => card.uses > 0);
        const payments = methods(fen(offer.due), order.memberId);
        const input = { id: order.id, payments, cards: cards.map(({ holdingId, uses }) => ({ holdingId, uses })) };
        await t.act((ctx) => pay(ctx, booking.pay.input.parse(input)));
        settle(order, payments);
        for (const { holdingId, uses } of cards) left.set(holdingId, (left.get(holdingId) ?? 0) - uses);
        if (cards.length > 0) counts.byCard++;
      },
      12,
    ],
    [
      async () => {
        const order = someOrder();
        if (order) await checkedIn(t, order.id, r.chance(0.3));
      },
      5,
    ],
    [
      async () => {
        const memberId = someone();
        const amount = r.int(1, 20_000);
        const { id } = await t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId, pay: yuan(amount), method: "Alipay" })));
        purse(memberId).principal += amount;
        tenders += amount;
        recharges.push({ id, memberId, amount });
      },
      5,
    ],
    [
      async () => {
        const one = recharges.length === 0 ? undefined : r.pick(recharges);
        if (!one) return;
        await t.act((ctx) => revoke(ctx, { id: one.id, reason: "误充" }));
        purse(one.memberId).principal -= one.amount;
        tenders -= one.amount;
        counts.revoked++;
      },
      4,
    ],
    [
      async () => {
        const [giver, receiver] = [someone(), someone()];
        const amount = r.int(1, Math.max(1, Math.round(purse(giver).principal * 1.1)));
        if (giver === receiver) return;
        const document = {
          id: `tz-${counts.done}`,
          no: `TZ${counts.done}`,
          giver,
          receiver,
          purse: "principal" as const,
          amount: yuan(amount),
          reason: "代付",
        };
        if ((await t.act((ctx) => approve(ctx, document))).state !== "done") return;
        purse(giver).principal -= amount;
        purse(receiver).principal += amount;
        counts.transferred++;
      },
      5,
    ],
    [
      async () => {
        const [keepId, mergeId] = [someone(), someone()];
        if (keepId === mergeId) return;
        await t.act((ctx) => merge(ctx, { keepId, mergeId, reason: "重复" }));
        const gone = purse(mergeId);
        purse(keepId).principal += gone.principal;
        purse(keepId).gift += gone.gift;
        purses.set(mergeId, { principal: 0, gift: 0 });
        for (const order of [...orders, ...recharges].filter((one) => one.memberId === mergeId)) order.memberId = keepId;
        await replaced(mergeId);
        counts.merged++;
      },
      1,
    ],
    [
      async () => {
        const id = someone();
        const feePercent = r.int(0, 30);
        const { back } = await t.look((ctx) => closePreview(ctx, { id, feePercent }));
        await t.act((ctx) => close(ctx, { id, feePercent, back: fen(back), method: "Transfer", reason: "搬家" }));
        tenders -= fen(back);
        purses.set(id, { principal: 0, gift: 0 });
        await replaced(id);
        counts.closed++;
      },
      2,
    ],
    [
      async () => {
        t.now = new Date(t.now.getTime() + r.int(1, 20) * 60_000);
        for (const job of bookingJobs) await t.act(job.run, { action: job.name });
      },
      3,
    ],
  ];

  for (let i = 0; i < OPERATIONS; i++) {
    try {
      await r.weighted(operations)();
      counts.done++;
    } catch (error) {
      if (!(error instanceof AppError)) throw new Error(`operation ${i} of seed ${seed}`, { cause: error });
      counts.refused++;
    }
    if (i % 500 === 499) expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id), `after ${i}, seed ${seed}`).toEqual([]);
  }
  console.log(`ledger proof: ${orders.length} orders, ${JSON.stringify(counts)}`);
  expect(counts.done).toBeGreaterThan(OPERATIONS / 2);
  for (const kind of ["byCard", "merged", "transferred", "revoked"] as const) expect(counts[kind], kind).toBeGreaterThan(0);

  const db = t.database.dbFor(t.venue.id);
  expect(await checkLedger(db, t.venue.id)).toEqual([]);
  const balances = await db.selectFrom("balance").selectAll().where("subject", "like", "x-%").execute();
  const held = new Map(balances.map((row) => [`${row.account} ${row.subject}`, row.amount]));
  for (const [memberId, model] of purses) {
    const real = { principal: held.get(`purse.principal ${memberId}`) ?? 0, gift: held.get(`purse.gift ${memberId}`) ?? 0 };
    expect(real, `purses of ${memberId}, seed ${seed}`).toEqual(model);
  }
  // The statement foots, and closes on what everybody holds.
  const period = { venueId: t.venue.id, from: "2026-11-01", to: "2027-01-31", group: "purse" };
  const { rows: statement, sums } = await t.look((ctx) => serves(reportCalls(memberMonths).read)(ctx, period));
  const cents = (row: Readonly<Record<string, unknown>>, name: string): number => fen(String(row[name]));
  const into = ["opening", "recharge", "given", "transferredIn", "refunded", "adjusted"];
  const out = ["transferredOut", "spent", "paidOut", "voided", "closing"];
  const sumOf = (row: Readonly<Record<string, unknown>>, names: readonly string[]): number =>
    names.reduce((all, name) => all + cents(row, name), 0);
  for (const row of [...statement, sums]) expect(sumOf(row, into), `statement, seed ${seed}`).toBe(sumOf(row, out));
  const everybody = await db
    .selectFrom("balance")
    .select((eb) => eb.fn.sum<number>("amount").as("sum"))
    .where("account", "like", "purse.%")
    .executeTakeFirstOrThrow();
  expect(cents(sums, "closing")).toBe(everybody.sum);
  const holdings = await db.selectFrom("holding").select(["id", "times", "bonus_times", "used"]).execute();
  expect(new Map(holdings.map((row) => [row.id, row.times + row.bonus_times - row.used])), `cards, seed ${seed}`).toEqual(left);
  const { sum } = await db
    .selectFrom("posting as p")
    .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
    .where("p.account", "like", "tender.%")
    .where("t.id", "not in", firstFill())
    .select((eb) => eb.fn.sum<number>("p.amount").as("sum"))
    .executeTakeFirstOrThrow();
  expect(sum).toBe(tenders);

  /** What the fixture put into the purses of "m-1" is not the model's. */
  function firstFill() {
    return db.selectFrom("posting").select("tx_id").where("subject", "=", "m-1");
  }
});

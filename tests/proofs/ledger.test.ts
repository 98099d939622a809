/**
 * Random lives of a venue's money: recharges, bookings, payments, cards, members who leave, payments at another venue, time passing,
 * refusals in between, several at once. Whatever the order, every identity of the ledger holds, and the balances are those of a model that
 * knows nothing of the code: it adds up what each operation that was not refused says it did.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fen, yuan } from "../../src/contract/money";
import { booking } from "../../src/contract/booking";
import { memberCards } from "../../src/contract/memberCards";
import { callsOf } from "../../src/contract/resource/calls";
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
import { refundOf } from "../../src/server/domains/cards/working";
import { PLATFORM } from "../../src/server/db/client";
import type { VenueRow } from "../../src/server/http/context";
import { undoLast } from "../../src/server/kernel/cards/giveBack";
import { lockHolding } from "../../src/server/kernel/cards/holding";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { checkClearing, checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, checkedIn, fill, payFor, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { addVenue, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const OPERATIONS = FULL ? 10_000 : 600;
const MEMBERS = 12;
/** Operations that are in flight at once. */
const AT_ONCE = 6;
/** Days that are booked; more of them for more operations, or most would meet a full house. */
const DAYS = FULL ? 27 : 9;

let t: TestVenue;
let elsewhere: { venue: VenueRow };
beforeAll(async () => {
  t = await testVenue();
  elsewhere = { venue: await addVenue(t.database, "v-2") };
  await seedBooking(t);
  await seedBooking(t, "v-2");
  await seedCommerce(t);
  await t.database
    .dbFor("v-1")
    .updateTable("card_type")
    .set({ roams_at: ["v-2"] })
    .execute();
  for (let i = 0; i < MEMBERS; i++) await seedMember(t, `x-${i}`, { cardTypeId: i % 2 === 0 ? "ct-85" : "ct-full" });
});
afterAll(() => t.close());

/** An order as the model knows it. */
interface Order {
  readonly id: string;
  memberId: string | null;
  due: number;
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
  let named = MEMBERS;
  /** Somebody leaves, and somebody new comes in their place. */
  const replaced = async (memberId: string): Promise<void> => {
    const id = `x-${named++}`;
    await seedMember(t, id, { cardTypeId: "ct-full" });
    people.splice(people.indexOf(memberId), 1, id);
    purses.set(id, { principal: 0, gift: 0 });
  };
  /** Who has what was of members that were merged. */
  const heirs = new Map<string, string>();
  const heirOf = (memberId: string): string => {
    const next = heirs.get(memberId);
    return next === undefined ? memberId : heirOf(next);
  };
  const purse = (memberId: string | null) => purses.get(heirOf(memberId ?? "")) ?? { principal: 0, gift: 0 };
  const counts = {
    done: 0,
    refused: 0,
    byCard: 0,
    merged: 0,
    closed: 0,
    transferred: 0,
    revoked: 0,
    redeemed: 0,
    undone: 0,
    cardsBack: 0,
    roamed: 0,
    roamedBack: 0,
  };
  const roamed: { id: string; memberId: string }[] = [];
  const owners = new Map<string, string>();
  const holders = (): ReadonlySet<string> =>
    new Set([...owners].flatMap(([id, owner]) => ((left.get(id) ?? 0) > 0 ? [heirOf(owner)] : [])));
  const someCard = (): string | undefined => (left.size === 0 ? undefined : r.pick([...left.keys()].slice(-20)));
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
    for (const { type, amount } of payments) moved(order.memberId, type, -fen(amount));
    order.due = 0;
  };
  const someOrder = (): Order | undefined => (orders.length === 0 ? undefined : r.pick(orders.slice(-60)));

  let transfers = 0;
  /** What a card paid for an order elsewhere, and got back. */
  const roamingOf = async (orderId: string) => {
    const payment = await t.database
      .dbFor("v-2")
      .selectFrom("payment")
      .select("id")
      .where("document_id", "=", orderId)
      .executeTakeFirstOrThrow();
    return t.database.dbFor("v-1").selectFrom("roaming_payment").selectAll().where("id", "=", payment.id).executeTakeFirstOrThrow();
  };
  /** What closing an account took out of its purses. */
  const closingOf = (memberId: string) =>
    t.database
      .dbFor("v-1")
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as x", (join) => join.onRef("x.venue_id", "=", "p.venue_id").onRef("x.id", "=", "p.tx_id"))
      .where("p.subject", "=", memberId)
      .where("x.operation", "=", "closing")
      .select(["p.account", "p.amount"])
      .execute();

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
        orders.push({ id: order.id, memberId, due: fen(order.total) });
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
        expect(back + fen(gone.fee)).toBe(gone.payments.reduce((sum, payment) => sum + fen(payment.amount), 0));
      },
      12,
    ],
    [
      async () => {
        const memberId = someone();
        const payments = booking.pay.input.parse({ id: "-", payments: methods(10_000, memberId) }).payments;
        const id = await t.act((ctx) => sellCard(ctx, { memberId, packageCardId: "pk", payments }));
        left.set(id, (left.get(id) ?? 0) + 3);
        owners.set(id, memberId);
        for (const { type, amount } of payments) moved(memberId, type, -amount);
      },
      6,
    ],
    [
      async () => {
        const holdingId = someCard();
        if (holdingId === undefined) return;
        const times = r.int(1, 2);
        await t.act((ctx) => redeemCard(ctx, { holdingId, times }));
        left.set(holdingId, (left.get(holdingId) ?? 0) - times);
        counts.redeemed++;
      },
      3,
    ],
    [
      async () => {
        const id = someCard();
        if (id === undefined) return;
        const back = await t.act(async (ctx) => {
          const before = await lockHolding(ctx, id);
          await undoLast(ctx, id, "误核");
          return before.used - (await lockHolding(ctx, id)).used;
        });
        left.set(id, (left.get(id) ?? 0) + back);
        counts.undone++;
      },
      2,
    ],
    [
      async () => {
        const id = someCard();
        if (id === undefined) return;
        const back = await t.act(async (ctx) => {
          const { back: seen } = await refundOf(ctx, await lockHolding(ctx, id));
          await serves(callsOf(memberCards).refund)(ctx, { id, back: yuan(seen), method: "Transfer", reason: "不用了" });
          return ctx.db.selectFrom("payment").select(["type", "refunded"]).where("document_id", "=", id).execute();
        });
        for (const { type, refunded } of back) moved(owners.get(id) ?? null, type, refunded);
        counts.cardsBack++;
      },
      1,
    ],
    [
      async () => {
        const memberId = someone();
        const start = at(r.int(6, 21));
        const runs = [{ placeId: `b-${r.int(1, 10)}`, start, end: start + 60 }];
        const order = await book(t, { day: addDays("2026-11-22", r.int(0, DAYS - 1)), runs }, elsewhere);
        await payFor(
          t,
          order,
          [{ type: "RoamingCard", amount: order.due, card: { venueId: "v-1", memberId: heirOf(memberId) } }],
          elsewhere,
        );
        roamed.push({ id: order.id, memberId });
        const drawn = await roamingOf(order.id);
        expect(drawn.principal + drawn.gift).toBe(fen(order.due));
        purse(memberId).principal -= drawn.principal;
        purse(memberId).gift -= drawn.gift;
        counts.roamed++;
      },
      6,
    ],
    [
      async () => {
        const one = roamed.length === 0 ? undefined : r.pick(roamed);
        if (!one) return;
        await cancelled(t, one.id, { waiveFee: r.chance(0.2) }, elsewhere);
        const { principal_back, gift_back } = await roamingOf(one.id);
        purse(one.memberId).principal += principal_back;
        purse(one.memberId).gift += gift_back;
        counts.roamedBack++;
      },
      3,
    ],
    [
      async () => {
        const theirs = orders.slice(-60).filter(({ memberId, due }) => due > 0 && memberId !== null && holders().has(heirOf(memberId)));
        const order = theirs.length > 0 ? r.pick(theirs) : someOrder();
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
        const number = ++transfers;
        const document = {
          id: `tz-${number}`,
          no: `TZ${number}`,
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
        purses.set(mergeId, { principal: 0, gift: 0 });
        heirs.set(mergeId, keepId);
        purse(mergeId).principal += gone.principal;
        purse(mergeId).gift += gone.gift;
        await replaced(mergeId);
        counts.merged++;
      },
      2,
    ],
    [
      async () => {
        const id = someone();
        const feePercent = r.int(0, 30);
        const { back } = await t.look((ctx) => closePreview(ctx, { id, feePercent }));
        await t.act((ctx) => close(ctx, { id, feePercent, back: fen(back), method: "Transfer", reason: "搬家" }));
        tenders -= fen(back);
        for (const { account, amount } of await closingOf(id)) {
          if (account === "purse.principal") purse(id).principal -= amount;
          if (account === "purse.gift") purse(id).gift -= amount;
        }
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

  const attempt = async (i: number): Promise<void> => {
    try {
      await r.weighted(operations)();
      counts.done++;
    } catch (error) {
      if (!(error instanceof AppError)) throw new Error(`operation ${i} of seed ${seed}`, { cause: error });
      counts.refused++;
    }
  };
  for (let i = 0; i < OPERATIONS;) {
    const until = Math.min(OPERATIONS, i + r.int(1, AT_ONCE));
    await Promise.all(Array.from({ length: until - i }, (_, k) => attempt(i + k)));
    if (Math.floor(until / 500) > Math.floor(i / 500))
      expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id), `after ${until}, seed ${seed}`).toEqual([]);
    i = until;
  }
  console.log(`ledger proof: ${orders.length} orders, ${JSON.stringify(counts)}`);
  expect(counts.done).toBeGreaterThan(OPERATIONS / 2);
  for (const kind of ["byCard", "merged", "transferred", "revoked", "redeemed", "roamed"] as const)
    expect(counts[kind], kind).toBeGreaterThan(0);

  const db = t.database.dbFor(t.venue.id);
  for (const id of ["v-1", "v-2"]) expect(await checkLedger(t.database.dbFor(id), id)).toEqual([]);
  expect(await t.database.dbFor(PLATFORM).transaction().execute(checkClearing)).toEqual([]);
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
  // Of no transaction that takes gift money does more leave the tenders than it takes of the principal.
  const { rows: paidOut } =
    await sql`SELECT tx_id FROM posting GROUP BY tx_id HAVING coalesce(sum(amount) FILTER (WHERE account = 'purse.gift'), 0) > 0
    AND -coalesce(sum(amount) FILTER (WHERE account LIKE 'tender.%'), 0) > coalesce(sum(amount) FILTER (WHERE account = 'purse.principal'), 0)`.execute(
      db,
    );
  expect(paidOut).toEqual([]);

  /** What the fixture put into the purses of "m-1" is not the model's. */
  function firstFill() {
    return db.selectFrom("posting").select("tx_id").where("subject", "=", "m-1");
  }
});

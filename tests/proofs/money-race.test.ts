/**
 * Everything that moves money of a booking, two by two at the same moment over two pools of connections: both of a kind, or one against
 * what undoes it. Whatever the order, nothing fails otherwise than by a refusal, the money goes where the books say, and the books are sound
 * after every pair. What may win says each case.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking, type BookingOrderDetail } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { closing } from "../../src/contract/closing/closing";
import { sale } from "../../src/contract/sale/sale";
import { addDays, MINUTE } from "../../src/contract/core/time";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { type Database, openDatabase } from "../../src/server/db/client";
import { cancel } from "../../src/server/domains/booking/cancel";
import { expireOrder } from "../../src/server/domains/booking/expire";
import { settleLate } from "../../src/server/domains/booking/late-payment";
import { move } from "../../src/server/domains/booking/move";
import { pay } from "../../src/server/domains/booking/pay";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { reserve } from "../../src/server/domains/booking/reserve";
import { apply } from "../../src/server/domains/closing/apply";
import { preview } from "../../src/server/domains/closing/preview";
import { createSale } from "../../src/server/domains/sale/create";
import { modify as modifyCart } from "../../src/server/domains/sale/carts";
import { view as viewSale } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { accept, withdraw } from "../../src/server/domains/waitlist/answer";
import { join } from "../../src/server/domains/waitlist/join";
import type { Ctx } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import type { Work } from "../../src/server/http/serve";
import { checkLedger } from "../../src/server/ledger/check";
import { begin, send } from "../../src/server/payment/attempt";
import type { PaymentChannel } from "../../src/server/payment/channel";
import { refundOnce } from "../../src/server/payment/refund";
import { refundCollection } from "../../src/server/payment/refund-collection";
import { payOutRefund, retryRefund } from "../../src/server/payment/refund-failed";
import { at, book, fill, payFor, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { query } from "../support/tables";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const ROUNDS = FULL ? 20 : 3;
const LONG = 600_000;

let refunds: "refunded" | "refused" = "refunded";
const played: PaymentChannel = {
  sandbox: false,
  charge: async ({ outTradeNo }) => ({ state: "paid", ref: `ref-${outTradeNo}` }),
  query: async () => ({ state: "unknown" }),
  reverse: async () => ({ state: "unknown" }),
  refund: async ({ refundNo }) => (refunds === "refused" ? { state: "refused", why: "余额不足" } : { state: "refunded", ref: refundNo }),
};
const channels = { wechat: played, alipay: undefined };

let t: TestVenue;
let pools: readonly Database[];
const NOW = new Date("2026-11-21T02:00:00Z");
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 2_000, 5);
  await seedMember(t, "rich", { principal: 1_000 });
  await t.act((ctx) => fill(ctx, "rich", 90_000_000, 0));
  pools = [openDatabase(t.url, { max: 6 }), openDatabase(t.url, { max: 6 })];
});
afterAll(async () => {
  for (const pool of pools ?? []) await pool.close();
  await t?.close();
});

type Step = (ctx: Ctx) => Promise<unknown>;
const request = (key: string | null = null) =>
  systemRequest(t.venue, "race", t.now, { person: tester, idempotencyKey: key, ...(key === null ? {} : { body: key }) });
const workOn = (database: Database): Work => ({ database, request: request(), now: () => t.now });
/** Runs both at once, each on a pool of its own. @returns how many were not refused; fails on any fault */
async function both(...steps: readonly Step[]): Promise<number> {
  return settled(steps.map((step, i) => change(pools[i % 2] ?? t.database, request(), step)));
}
async function settled(work: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(work);
  const faults = outcomes.flatMap((one) => (one.status === "rejected" && !(one.reason instanceof AppError) ? [one.reason] : []));
  expect(faults).toEqual([]);
  return outcomes.filter((one) => one.status === "fulfilled").length;
}

let slots = 0;
/** Two courts for an hour of 50.00 each that nobody else ever asks for. */
function ground() {
  const n = slots++;
  const day = addDays("2026-11-23", (n % 4) + 7 * (Math.floor(n / 4) % 4));
  const cell = Math.floor(n / 16);
  const start = at(8 + (cell % 9));
  const first = 2 * (Math.floor(cell / 9) % 4) + 1;
  return { day, runs: [first, first + 1].map((court) => ({ placeId: `b-${court}`, start, end: start + 60 })) };
}
const cash = (amount: string) => [{ type: "Cash" as const, amount }];
const held = (more: Parameters<typeof book>[1] = {}): Promise<BookingOrderDetail> => book(t, { ...ground(), ...more });
const paid = async (payments: Input<typeof booking.pay>["payments"] = cash("100")) => payFor(t, await held(), payments);
const paying =
  (id: string, amount = "100"): Step =>
  (ctx) =>
    pay(ctx, booking.pay.input.parse({ id, payments: cash(amount) }));
const part =
  (id: string, amount: string): Step =>
  (ctx) =>
    payPart(ctx, booking.payPart.input.parse({ id, payments: cash(amount) }));
const cancelling =
  (id: string): Step =>
  (ctx) =>
    cancel(ctx, booking.cancel.input.parse({ id, reason: "不来了" }));
const giving =
  (id: string, amount: number): Step =>
  (ctx) =>
    refundAmount(ctx, { id, amount, reason: "赔偿" });
const dropping =
  ({ id, lines }: BookingOrderDetail): Step =>
  (ctx) =>
    refundLines(ctx, { id, lineIds: [lines[0]?.id ?? ""], reason: "少一片", waiveFee: false });
const row = async (id: string) => {
  const [found] = await query<{ paid: number; total: number; refunded: number; pay_status: string; order_status: string }>(
    t.url,
    "SELECT paid::int, total::int, refunded::int, pay_status, order_status FROM booking_order WHERE id = $1",
    [id],
  );
  if (!found) throw new Error("no order");
  return found;
};
let codes = 0;
/** A collection that is paid. */
async function collected(amount: number, orderId?: string): Promise<string> {
  const code = `13${String(codes++).padStart(16, "0")}`;
  const input = sale.amountAndCode.input.parse({ amount, code, ...(orderId === undefined ? {} : { purpose: "document", orderId }) });
  const { id } = await t.act((ctx) => begin(ctx, channels, input));
  await send(workOn(t.database), channels, id, code);
  return id;
}
const scanned = (amount: string, paymentId: string) => [{ type: "scanCode" as const, amount, paymentId }];
/** A collection whose refund the channel refused. @returns its refund */
async function refused(): Promise<string> {
  const paymentId = await collected(5_000);
  const { refund } = await t.act((ctx) => refundCollection(ctx, { paymentId, amount: 5_000, reason: "重复收款" }));
  refunds = "refused";
  await refundOnce(workOn(t.database), channels, refund).finally(() => (refunds = "refunded"));
  return refund;
}

const CASES: Record<string, () => Promise<void>> = {
  "paying twice pays once": async () => {
    const { id } = await held();
    expect(await both(paying(id), paying(id))).toBe(1);
    expect(await row(id)).toMatchObject({ paid: 10_000, order_status: "paid" });
  },
  "one click sent twice is one payment, and says the same to both": async () => {
    const { id } = await held();
    const key = `key-${id}`;
    expect(await settled(pools.map((pool) => change(pool, request(key), part(id, "30"))))).toBe(2);
    expect(await row(id)).toMatchObject({ paid: 3_000, pay_status: "part_paid" });
  },
  "two parts that are too much together are one part": async () => {
    const { id } = await held();
    expect(await both(part(id, "60"), part(id, "70"))).toBe(1);
  },
  "a payment against a cancellation is taken and given back, or not taken": async () => {
    const { id } = await held();
    await both(paying(id), cancelling(id));
    const { paid: taken, refunded, order_status } = await row(id);
    expect([taken === refunded, order_status]).toEqual([true, "cancelled"]);
  },
  "a part payment against lines that are taken off leaves no more than is due": async () => {
    const order = await held();
    expect(await both(part(order.id, "60"), dropping(order))).toBe(1);
    const { paid: taken, total } = await row(order.id);
    expect([
      [6_000, 10_000],
      [0, 5_000],
    ]).toContainEqual([taken, total]);
  },
  "refunds that are too much together are one refund": async () => {
    const { id } = await paid();
    expect(await both(giving(id, 6_000), giving(id, 6_000))).toBe(1);
    expect(await row(id)).toMatchObject({ refunded: 6_000 });
  },
  "a cancellation gives back what an amount, a line or another cancellation left": async () => {
    for (const other of [giving("", 0), dropping, cancelling] as const) {
      const order = await paid([
        { type: "Cash", amount: "33.33" },
        { type: "WeChat", amount: "66.67" },
      ]);
      const step = other === dropping ? dropping(order) : other === cancelling ? cancelling(order.id) : giving(order.id, 1_111);
      await both(cancelling(order.id), step);
      expect(await row(order.id)).toMatchObject({ refunded: 10_000, order_status: "cancelled", pay_status: "refunded" });
    }
  },
  "a difference is taken for a move or the order is cancelled": async () => {
    const order = await paid();
    const lineId = order.lines[0]?.id ?? "";
    const to = { day: order.day, placeId: "b-10", start: at(18) + (slots % 8) * 30, end: at(19) + (slots % 8) * 30 };
    const moving: Step = (ctx) => move(ctx, booking.move.input.parse({ id: order.id, lineId, to, payments: cash("30") }));
    await both(moving, cancelling(order.id));
    const { paid: taken, refunded } = await row(order.id);
    expect(refunded).toBe(taken);
  },
  "a hold that runs out while it is paid, in part or in full, is paid or expires": async () => {
    const { id } = await held();
    const { id: half } = await held();
    await t.act(part(half, "40"));
    t.now = new Date(NOW.getTime() + 15 * MINUTE - 1);
    const late = { ...request(), now: new Date(NOW.getTime() + 16 * MINUTE) };
    for (const order of [id, half]) {
      const amount = order === half ? "60" : "100";
      await settled([
        change(pools[0] ?? t.database, request(), paying(order, amount)),
        change(pools[1] ?? t.database, late, (ctx) => expireOrder(ctx, order)),
      ]);
      expect(["paid", "expired"]).toContain((await row(order)).order_status);
    }
    t.now = NOW;
  },
  "cash that is owed of an expired hold is paid out once": async () => {
    const { id } = await held();
    await t.act(part(id, "40"));
    await change(t.database, { ...request(), now: new Date(NOW.getTime() + 16 * MINUTE) }, (ctx) => expireOrder(ctx, id));
    expect(await both(giving(id, 4_000), giving(id, 4_000))).toBe(1);
    expect(await row(id)).toMatchObject({ refunded: 4_000, pay_status: "refunded" });
  },
  "a collection goes back once, or pays its order": async () => {
    const { id } = await held();
    const paymentId = await collected(10_000, id);
    const taking: Step = (ctx) => pay(ctx, booking.pay.input.parse({ id, payments: scanned("100", paymentId) }));
    const back: Step = (ctx) => refundCollection(ctx, { paymentId, amount: 10_000, reason: "重复收款" });
    expect(await both(taking, back)).toBe(1);
    const alone = await collected(5_000);
    const some: Step = (ctx) => refundCollection(ctx, { paymentId: alone, amount: 3_000, reason: "多收" });
    expect(await both(some, some)).toBe(1);
  },
  "a payment that came too late is taken by the desk, settled, or given back by hand: one of them": async () => {
    const { id } = await held();
    const paymentId = await collected(4_000, id);
    t.now = new Date(NOW.getTime() + 16 * MINUTE);
    const back: Step = (ctx) => refundCollection(ctx, { paymentId, amount: 4_000, reason: "客人不来了" });
    await settled([
      ...pools.map((pool) => settleLate(workOn(pool), channels, paymentId)),
      change(pools[0] ?? t.database, request(), back),
      change(pools[1] ?? t.database, request(), (ctx) => expireOrder(ctx, id)),
    ]);
    await settleLate(workOn(t.database), channels, paymentId);
    const [payment] = await query<{ document_kind: string; refunded: number }>(
      t.url,
      "SELECT document_kind, refunded::int FROM payment WHERE id = $1",
      [paymentId],
    );
    const { order_status, paid: taken } = await row(id);
    expect([
      ["order", 0, "held", 4_000],
      ["collection", 4_000, "expired", 0],
    ]).toContainEqual([payment?.document_kind, payment?.refunded, order_status, taken]);
    t.now = NOW;
  },
  "a part payment in the channel of an order that is cancelled goes back": async () => {
    const { id } = await held();
    const paymentId = await collected(4_000, id);
    await settled([
      change(pools[0] ?? t.database, request(), cancelling(id)),
      settleLate(workOn(pools[1] ?? t.database), channels, paymentId),
      change(pools[1] ?? t.database, request(), (ctx) =>
        payPart(ctx, booking.payPart.input.parse({ id, payments: scanned("40", paymentId) })),
      ),
    ]);
    await settleLate(workOn(t.database), channels, paymentId);
    const [payment] = await query<{ refunded: number }>(t.url, "SELECT refunded::int FROM payment WHERE id = $1", [paymentId]);
    expect([payment?.refunded, (await row(id)).order_status]).toEqual([4_000, "cancelled"]);
  },
  "a refused refund is paid out once, or sent again": async () => {
    const refundId = await refused();
    const out: Step = (ctx) => payOutRefund(ctx, { refundId, type: "Cash", reason: "现金退" });
    expect(await both(out, out)).toBe(1);
    const other = await refused();
    const again: Step = (ctx) => retryRefund(ctx, { refundId: other });
    expect(await both(again, (ctx) => payOutRefund(ctx, { refundId: other, type: "Cash", reason: "现金退" }))).toBe(1);
    await Promise.all(pools.map((pool) => refundOnce(workOn(pool), channels, other)));
    const states = await query<{ state: string }>(t.url, "SELECT state FROM channel_refund WHERE id = ANY ($1)", [[refundId, other]]);
    expect(states.map(({ state }) => state)).toEqual(["refunded", "refunded"]);
  },
  "goods come back once, whatever becomes of their booking": async () => {
    const { id } = await held({ memberId: "rich" });
    const goods = { orderId: id, lines: [{ productId: "water", quantity: 3 }], payments: [{ type: "Balance" as const, amount: 999 }] };
    const saleId = await t.act((ctx) => createSale(ctx, goods));
    await both((ctx) => createSale(ctx, goods), cancelling(id));
    const { lines } = await t.look((ctx) => viewSale(ctx, { id: saleId }));
    const back: Step = (ctx) =>
      returns(
        ctx,
        sale.returns.input.parse({ saleId, lines: [{ lineId: lines[0]?.id ?? "", quantity: 2, to: "shop" }], reason: "不要了" }),
      );
    expect(await both(back, back)).toBe(1);
  },
  "a hung cart is paid once, or changed, and what it sold comes back once": async () => {
    const draft = { lines: [{ productId: "water", quantity: 3 }] };
    const money = { payments: [{ type: "WeChat" as const, amount: "9.99" }] };
    const hung = await t.act((ctx) => modifyCart(ctx, sale.modify.input.parse({ ...draft, mode: "hang" })));
    const paying = (): Step => (ctx) => modifyCart(ctx, sale.modify.input.parse({ ...draft, ...money, id: hung.id, mode: "pay" }));
    const changing: Step = (ctx) =>
      modifyCart(ctx, sale.modify.input.parse({ lines: [{ productId: "water", quantity: 1 }], id: hung.id, mode: "hang" }));
    expect(await both(paying(), changing)).toBeGreaterThanOrEqual(1);
    expect(await both(paying(), paying())).toBeLessThanOrEqual(1);
    const { lines, state } = await t.look((ctx) => viewSale(ctx, { id: hung.id }));
    expect([state, lines.map(({ quantity }) => quantity)]).toEqual(["paid", [3]]);
    const back: Step = (ctx) =>
      returns(
        ctx,
        sale.returns.input.parse({ saleId: hung.id, lines: [{ lineId: lines[0]?.id ?? "", quantity: 2, to: "shop" }], reason: "不要了" }),
      );
    // A paid sale is no cart any more: neither changed nor paid again, whoever returns its goods meanwhile.
    expect(await both(back, changing)).toBe(1);
    expect(await both(back, paying())).toBe(0);
    const [sold] = await query<{ paid: number; refunded: number }>(
      t.url,
      "SELECT sum(amount)::int AS paid, sum(refunded)::int AS refunded FROM payment WHERE document_id = $1",
      [hung.id],
    );
    expect(sold).toEqual({ paid: 999, refunded: 666 });
  },
  "an offer is taken or left, once": async () => {
    for (const other of ["withdraw", "pay", "reserve"] as const) {
      const { day, runs } = ground();
      const [run = { placeId: "", start: 0, end: 0 }] = runs;
      const holder = await book(t, { day, runs: [run], mode: "reserve" });
      const wish = waitlist.join.input.parse({ day, ...run, programId: "g-b", name: `候补 ${slots}` });
      const { id } = await t.act((ctx) => join(ctx, wish));
      await t.act(cancelling(holder.id));
      const taking =
        (mode: "pay" | "reserve"): Step =>
        (ctx) =>
          accept(ctx, waitlist.accept.input.parse({ id, mode, payments: mode === "pay" ? cash("50") : [] }));
      expect(await both(taking("pay"), other === "withdraw" ? (ctx) => withdraw(ctx, { id }) : taking(other))).toBe(1);
    }
  },
  "a reservation is kept, paid or cancelled": async () => {
    const { id } = await held();
    await both((ctx) => reserve(ctx, { id }), paying(id), cancelling(id));
    const { paid: taken, refunded, order_status } = await row(id);
    expect([taken - refunded, order_status]).toEqual([0, "cancelled"]);
  },
  "a closing gives back what was paid when it closed, or is refused": async () => {
    const order = await held();
    await t.act(part(order.id, "60"));
    const [run] = order.lines;
    const wish = { placeIds: [run?.placeId ?? ""], from: order.day, to: order.day, start: run?.start ?? 0, end: run?.end ?? 0 };
    const input = { reason: "漏水", ...wish, refundLineIds: [run?.id ?? ""] };
    const { fingerprint } = await t.look((ctx) => preview(ctx, closing.preview.input.parse(input)));
    const close: Step = (ctx) => apply(ctx, closing.apply.input.parse({ ...input, fingerprint }));
    await both(close, paying(order.id, "40"));
    expect([
      { paid: 6_000, total: 5_000, refunded: 1_000, pay_status: "part_refunded", order_status: "paid" },
      { paid: 10_000, total: 10_000, refunded: 0, pay_status: "paid", order_status: "paid" },
    ]).toContainEqual(await row(order.id));
  },
};

it.each(Object.keys(CASES))(
  "%s",
  async (name) => {
    for (let round = 0; round < ROUNDS; round++) await CASES[name]?.();
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  },
  LONG,
);

it("none of them waited for each other in a circle", async () => {
  // A connection tells its count at the latest when it ends.
  for (const pool of pools) await pool.close();
  pools = [];
  const [count] = await query<{ deadlocks: number }>(
    t.url,
    "SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(count).toEqual({ deadlocks: 0 });
});

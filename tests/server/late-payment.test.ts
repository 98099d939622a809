/**
 * Scan-to-pay that succeeds when the order's hold has run out: the order takes its slot again, or the money goes back and the desk sees
 * whom to call.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { sale } from "../../src/contract/sale/sale";
import { MINUTE } from "../../src/contract/core/time";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { lateJobs } from "../../src/server/domains/booking/late-payment";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import type { PaymentChannel, QueryOutcome } from "../../src/server/payment/channel";
import { paymentJobs } from "../../src/server/payment/jobs";
import { at, book, type Booking, postingsOf, seedBooking } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import type { TestVenue } from "../support/venue";

const NOW = new Date("2026-11-21T02:00:00Z");
const DAY = "2026-11-24";

/** A channel whose customers enter a password until the test lets them be done. */
let answer: QueryOutcome = { state: "password" };
const refunds: { of: string; amount: number }[] = [];
const played: PaymentChannel = {
  sandbox: false,
  charge: async () => ({ state: "password" }),
  query: async ({ outTradeNo }) => (answer.state === "paid" ? { state: "paid", ref: `ref-${outTradeNo}` } : answer),
  reverse: async () => ({ state: "unknown" }),
  refund: async ({ outTradeNo, refundNo, amount }) => {
    refunds.push({ of: outTradeNo, amount });
    return { state: "refunded", ref: refundNo };
  },
};
const channels = { wechat: played, alipay: undefined };

let server: TestServer;
let client: Client;
let desk: TestVenue;
beforeAll(async () => {
  server = await testServer({ channels });
  client = await server.as("admin");
  desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), NOW);
  await seedBooking(desk);
});
afterAll(async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  await server.close();
});
afterEach(() => {
  answer = { state: "password" };
});

const pass = (minutes: number): void => {
  server.now = new Date((server.now ?? NOW).getTime() + minutes * MINUTE);
  desk.now = server.now;
};
const round = async (jobs = [...lateJobs(channels), ...bookingJobs, ...paymentJobs(channels)]): Promise<void> => {
  const now = () => server.now ?? NOW;
  const request = systemRequest(desk.venue, "test", now());
  for (const job of jobs) {
    if ("outside" in job) await job.outside({ database: server.database, request, now });
    else await change(server.database, { ...request, action: job.name }, job.run);
  }
};
let codes = 0;
const code = (): string => `13${String(codes++).padStart(16, "0")}`;
/** A court of its own for each case: an hour of 50.00 in the morning. */
let courts = 0;
const newRun = (): NonNullable<Booking["runs"]>[number] => {
  const n = courts++;
  return { placeId: `b-${(n % 10) + 1}`, start: at(8 + Math.floor(n / 10) * 2), end: at(9 + Math.floor(n / 10) * 2) };
};
const stateOf = async (paymentId: string) => (await client.ok(sale.scanState, { paymentId })).state;
const orderOf = (id: string) => client.ok(booking.view, { id });
const messages = () =>
  query<{ title: string; text: string; resource_id: string }>(
    server.url,
    "SELECT title, text, resource_id FROM message WHERE kind = 'payment' ORDER BY id",
    [],
  );
const lastMessage = async () => (await messages()).at(-1);
const cellsOf = async (orderId: string): Promise<number> => {
  const [row] = await query<{ n: number }>(
    server.url,
    "SELECT count(*)::int AS n FROM occupancy c JOIN booking_line l ON l.id = c.holder_id WHERE l.order_id = $1",
    [orderId],
  );
  return row?.n ?? -1;
};

/** A hold whose customer is entering the password when a minute of it is left. */
async function paying({ amount = 5_000, mode = "hold" }: { amount?: number; mode?: Booking["mode"] } = {}) {
  server.now ??= NOW;
  desk.now = server.now;
  const run = newRun();
  const order = await book(desk, { day: DAY, runs: [run], mode, name: "王伟", phone: "13800138000" });
  pass(14);
  const { paymentId } = await client.ok(sale.amountAndCode, { amount, code: code(), purpose: "document", orderId: order.id });
  return { order, run, paymentId };
}
/** The password is entered when the hold has run out. @param written whether the scheduler had seen that by then */
async function tooLate(paymentId: string, written: boolean): Promise<string> {
  pass(1.2);
  if (written) await round([...bookingJobs]);
  answer = { state: "paid", ref: "" };
  return stateOf(paymentId);
}

describe("a payment that succeeds after its hold ran out", () => {
  it.each([
    ["that the scheduler has ended", true],
    ["that nobody has ended yet", false],
  ])("takes the free slot of a hold %s again and pays it", async (_, written) => {
    const { order, paymentId } = await paying();
    expect(await tooLate(paymentId, written)).toBe("succeeded");
    const paid = await orderOf(order.id);
    expect(paid).toMatchObject({ orderStatus: "paid", payStatus: "paid", paid: "50.00", due: "0.00", payTypes: ["scanCode"] });
    expect(paid.lines.map((line) => line.status)).toEqual(["active"]);
    expect(await cellsOf(order.id)).toBe(2);
    expect(await postingsOf(desk, order.id)).toEqual([`place prepaid.order ${paymentId} 5000`, `place income.place g-b -5000 ${DAY}`]);
    expect(paid.changes.at(-1)).toMatchObject({ action: "到期后付款", operator: "员工 admin" });
    const told = await lastMessage();
    expect(told?.title).toContain("王伟");
    expect(told).toMatchObject({ resource_id: order.id });
    expect(told?.text).toContain("已付");
    await round();
    expect(refunds.some((refund) => refund.of === paymentId)).toBe(false);
  });

  it("goes back at once where another desk has the slot, and the desk sees whom to call", async () => {
    const { order, run, paymentId } = await paying();
    pass(1.2);
    await round([...bookingJobs]);
    const other = await book(desk, { day: DAY, runs: [run], mode: "hold", name: "李娜" });
    answer = { state: "paid", ref: "" };
    const before = refunds.length;
    expect(await stateOf(paymentId)).toBe("refunded");
    expect(refunds.slice(before)).toEqual([{ of: paymentId, amount: 5_000 }]);
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "expired", paid: "0.00", payStatus: "unpaid" });
    expect(await orderOf(other.id)).toMatchObject({ orderStatus: "held" });
    expect(await cellsOf(other.id)).toBe(2);
    const told = await lastMessage();
    expect(told?.title).toBe(`请告知 王伟：${order.no} 的扫码付款 50.00 已原路退回`);
    expect(told?.text).toContain("李娜");
    expect(told?.text).toContain("138****8000");
    await round();
    await round();
    expect(refunds.slice(before)).toHaveLength(1);
  });

  it("of a part of what is due holds the slot anew, and goes back when that runs out too", async () => {
    const { order, paymentId } = await paying({ amount: 2_000 });
    expect(await tooLate(paymentId, true)).toBe("succeeded");
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "held", payStatus: "part_paid", due: "30.00" });
    expect((await lastMessage())?.text).toContain("还欠 30.00");
    pass(16);
    await round();
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "expired", payStatus: "refunded" });
    expect(await stateOf(paymentId)).toBe("refunded");
    expect(await cellsOf(order.id)).toBe(0);
  });

  it("goes back where the order was cancelled meanwhile", async () => {
    const { order, paymentId } = await paying();
    await client.ok(booking.cancel, { id: order.id, reason: "客人不来了" });
    answer = { state: "paid", ref: "" };
    pass(0.1);
    expect(await stateOf(paymentId)).toBe("refunded");
    expect((await lastMessage())?.title).toContain(order.no);
  });

  it("goes back where the place was switched off meanwhile", async () => {
    const { run, paymentId } = await paying();
    await query(server.url, "UPDATE place SET active = false WHERE id = $1", [run.placeId]);
    expect(await tooLate(paymentId, true)).toBe("refunded");
    await query(server.url, "UPDATE place SET active = true WHERE id = $1", [run.placeId]);
  });

  it("goes back where its hour has passed", async () => {
    const { order, paymentId } = await paying();
    await query(server.url, "UPDATE booking_line SET day = '2026-11-20' WHERE order_id = $1", [order.id]);
    await query(server.url, "UPDATE booking_order SET day = '2026-11-20' WHERE id = $1", [order.id]);
    expect(await tooLate(paymentId, true)).toBe("refunded");
  });
});

describe("a second payment of what another desk has collected", () => {
  it("goes back as soon as the order is paid, and the desk hears whom to tell", async () => {
    const { order, paymentId } = await paying();
    const second = await client.ok(sale.amountAndCode, { amount: 5_000, code: code(), purpose: "document", orderId: order.id });
    answer = { state: "paid", ref: "" };
    pass(0.1);
    expect([await stateOf(paymentId), await stateOf(second.paymentId)]).toEqual(["succeeded", "succeeded"]);
    const payments = [{ type: "scanCode" as const, amount: "50.00", paymentId }];
    await client.ok(booking.pay, { id: order.id, payments });
    await round();
    expect([await stateOf(paymentId), await stateOf(second.paymentId)]).toEqual(["succeeded", "refunded"]);
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "paid", paid: "50.00", refunded: "0.00" });
    expect((await lastMessage())?.title).toBe(`请告知 王伟：${order.no} 的扫码付款 50.00 已原路退回`);
  });
});

describe("a payment that came in time and that the desk's form lost", () => {
  it("waits for the desk as long as the hold lasts, then pays the order before its slot is offered to others", async () => {
    const { order, paymentId } = await paying();
    answer = { state: "paid", ref: "" };
    pass(0.1);
    expect(await stateOf(paymentId)).toBe("succeeded");
    await round();
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "held", due: "50.00" });
    pass(1.2);
    await round();
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "paid", due: "0.00" });
  });

  it("is the desk's to take until then", async () => {
    const { order, paymentId } = await paying();
    answer = { state: "paid", ref: "" };
    pass(0.1);
    expect(await stateOf(paymentId)).toBe("succeeded");
    const payments = [{ type: "scanCode" as const, amount: "50.00", paymentId }];
    expect(await client.ok(booking.pay, { id: order.id, payments })).toMatchObject({ orderStatus: "paid" });
    const count = (await messages()).length;
    pass(40);
    await round();
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "paid", paid: "50.00" });
    expect(await messages()).toHaveLength(count);
  });

  it("pays a reservation that is still to be paid", async () => {
    const { order, paymentId } = await paying({ mode: "reserve" });
    answer = { state: "paid", ref: "" };
    pass(0.1);
    expect(await stateOf(paymentId)).toBe("succeeded");
    await round();
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "reserved", due: "50.00" });
    pass(31);
    await round();
    expect(await orderOf(order.id)).toMatchObject({ orderStatus: "paid", due: "0.00" });
    expect(await stateOf(paymentId)).toBe("succeeded");
  });
});

describe("nobody is charged", () => {
  const charge = (orderId: string, amount: number, purpose: "collect" | "document" = "document", venueId = "v-1") =>
    client.call(sale.amountAndCode, { amount, code: code(), purpose, orderId }, { venueId });
  it("for an order that can't be paid, for more than is due of it, for one of another venue, nor for one while collecting for nothing", async () => {
    const run = newRun();
    const order = await book(desk, { day: DAY, runs: [run], mode: "hold", name: "王伟" });
    const [before] = await query<{ n: number }>(server.url, "SELECT count(*)::int AS n FROM payment", []);
    expect(await charge(order.id, 5_001)).toMatchObject({ code: 400 });
    expect(await charge(order.id, 5_000, "collect")).toMatchObject({ code: 400 });
    expect(await charge(order.id, 5_000, "document", "v-2")).toMatchObject({ code: 404 });
    expect(await charge("strange", 5_000)).toMatchObject({ code: 404 });
    pass(15.1);
    expect(await charge(order.id, 5_000)).toMatchObject({ code: 409, data: { state: "expired", action: "pay" } });
    expect((await query<{ n: number }>(server.url, "SELECT count(*)::int AS n FROM payment", []))[0]).toEqual(before);
  });
});

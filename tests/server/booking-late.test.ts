/** Properties of an order beside its money: a late fee that cannot be bypassed, the log of its changes, a hold that no longer expires. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { booking } from "../../src/contract/booking/booking";
import { addDays, instant, weekday } from "../../src/contract/core/time";
import { refundPreview } from "../../src/server/domains/booking/cancel";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { move } from "../../src/server/domains/booking/move";
import { refundAmount } from "../../src/server/domains/booking/refund-amount";
import { refundLines, refundLinesPreview } from "../../src/server/domains/booking/refund-lines";
import { reserve } from "../../src/server/domains/booking/reserve";
import { view } from "../../src/server/domains/booking/view";
import { EVERY_CODE } from "../../src/server/http/context";
import type { Request } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, payFor, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  await t.close();
});

const morning = new Date("2026-11-21T02:00:00Z");
async function clockAt<T>(day: string, minute: number, work: () => Promise<T>): Promise<T> {
  t.now = instant(day, minute, t.venue.zone);
  return work().finally(() => (t.now = morning));
}
const without = (...codes: string[]) => ({ codes: new Set([...EVERY_CODE].filter((code) => !codes.includes(code))) });
const seen = (id: string) => t.look((ctx) => view(ctx, { id }));
const moveTo = (input: Input<typeof booking.move>) =>
  t.act((ctx) => move(ctx, booking.move.input.parse(input)), { action: "booking.move" });
const giveUp = (id: string, lineIds: string[]) =>
  t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id, lineIds, reason: "少打一场" })));
const giveAmount = (id: string, amount: string, as?: Partial<Request>) =>
  t.act((ctx) => refundAmount(ctx, booking.refundAmount.input.parse({ id, amount, reason: "灯坏了" })), as);
/** Monday to Friday: 25.00 a half hour before 18:00. */
const WEEKDAYS = Array.from({ length: 21 }, (_, i) => addDays("2026-11-23", i)).filter((day) => weekday(day) <= 5);
let used = 0;
function newDay(): string {
  const day = WEEKDAYS[used++];
  if (day === undefined) throw new Error("no day is left");
  return day;
}
const run = (placeId: string, start = at(14), end = at(15)) => ({ placeId, start, end });

describe("a late order", () => {
  it("that is moved to another day keeps its late fee, unless who may waives it", async () => {
    const [day, other] = [newDay(), newDay()];
    const pay = { mode: "pay" as const, payments: [{ type: "WeChat", amount: "50" }] };
    const order = await book(t, { day, runs: [run("b-1")], ...pay });
    const line = order.lines[0]?.id ?? "";
    await clockAt(day, at(12), () => moveTo({ id: order.id, lineId: line, to: { ...run("b-2"), day: other } }));
    const preview = (waiveFee = false) =>
      t.look((ctx) => refundPreview(ctx, booking.refundPreview.input.parse({ id: order.id, ...(waiveFee ? { waiveFee } : {}) })));
    expect(await preview()).toMatchObject({ feePercent: 20, lateMove: true, fee: "10.00", refund: "40.00" });
    expect(await preview(true)).toMatchObject({ feePercent: 0, fee: "0.00", refund: "50.00" });
    expect(await cancelled(t, order.id)).toMatchObject({ refunded: "40.00", fee: "10.00" });
    const early = await book(t, { day: other, runs: [run("b-3")], ...pay });
    await moveTo({ id: early.id, lineId: early.lines[0]?.id ?? "", to: { ...run("b-4"), day: other } });
    expect(await cancelled(t, early.id)).toMatchObject({ refunded: "50.00", fee: "0.00" });
  });

  it("keeps the fee of the line that was moved, to the hundredth, and leaves its neighbour free", async () => {
    const db = t.database.dbFor("v-1");
    const setPercent = (late_cancel_percent: number | null) =>
      db.updateTable("program").set({ late_cancel_percent }).where("id", "=", "g-b").execute();
    await setPercent(12.5);
    const [day, other] = [newDay(), newDay()];
    const payments = [{ type: "WeChat", amount: "100" }];
    const order = await book(t, { day, runs: [run("b-1"), run("b-2")], mode: "pay", payments });
    const [one = "", two = ""] = order.lines.map((line) => line.id);
    await clockAt(day, at(12), () => moveTo({ id: order.id, lineId: one, to: { ...run("b-1"), day: other } }));
    const asked = (lineId: string) =>
      t.look((ctx) => refundLinesPreview(ctx, booking.refundLinesPreview.input.parse({ id: order.id, lineIds: lineId })));
    expect(await asked(one)).toMatchObject({ feePercent: 12.5, fee: "6.25" });
    expect(await asked(two)).toMatchObject({ feePercent: 0, fee: "0.00" });
    await setPercent(null);
  });

  it("of an amount is no way around the late fee", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1")], mode: "pay", payments: [{ type: "WeChat", amount: "50" }] });
    expect(await giveAmount(order.id, "10", without("booking_waive_fee"))).toMatchObject({ refunded: "10.00" });
    const late = (as = {}) => clockAt(day, at(12), () => giveAmount(order.id, "10", as));
    expect((await refusalOf(late(without("booking_waive_fee")))).key).toBe("forbidden");
    expect(await late()).toMatchObject({ refunded: "20.00" });
    expect(await clockAt(day, at(12), () => cancelled(t, order.id))).toMatchObject({ refunded: "44.00", fee: "6.00" });
  });
});

describe("the log", () => {
  it("says why, and from where to where", async () => {
    const [day, other] = [newDay(), newDay()];
    const order = await book(t, { day, runs: [run("b-1"), run("b-3")] });
    const line = order.lines[0]?.id ?? "";
    await moveTo({ id: order.id, lineId: line, to: { ...run("b-2"), day } });
    await giveUp(order.id, [line]);
    await cancelled(t, order.id);
    const details = (await seen(order.id)).changes.map((change) => change.detail);
    expect(details[1]).toBe("1 号 14:00–15:00, 3 号 14:00–15:00 → 2 号 14:00–15:00, 3 号 14:00–15:00");
    expect(details[2]).toContain("原因：少打一场");
    expect(details[3]).toMatch(/待付款 → 已取消，原因：\S+/);
    const far = await book(t, { day, runs: [run("b-5")] });
    const moved = await moveTo({ id: far.id, lineId: far.lines[0]?.id ?? "", to: { ...run("b-5"), day: other } });
    expect(moved.changes.at(-1)?.detail).toContain(`${day} → ${other}`);
  });
});

describe("keeping a hold", () => {
  it("makes it a reservation that no longer runs out", async () => {
    const day = newDay();
    const held = await book(t, { day, runs: [run("b-1")] });
    const keep = (id: string) => t.act((ctx) => reserve(ctx, { id }), { action: "booking.reserve" });
    expect(await keep(held.id)).toMatchObject({ orderStatus: "reserved", holdUntil: null, payStatus: "unpaid" });
    t.now = new Date(morning.getTime() + 60 * 60_000);
    for (const job of bookingJobs) await t.act(job.run, { action: job.name });
    t.now = morning;
    expect((await seen(held.id)).orderStatus).toBe("reserved");
    expect((await refusalOf(keep(held.id))).key).toBe("wrongState");
    expect(await payFor(t, { id: held.id, due: "50.00" })).toMatchObject({ orderStatus: "paid" });
  });
});

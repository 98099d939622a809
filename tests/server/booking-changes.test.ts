/**
 * Moving, extending, refunding in part, paying in part, and the policy that applies by itself: occupancy, money and the ledger's postings.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { fen } from "../../src/contract/core/money";
import { addDays, instant, weekday } from "../../src/contract/core/time";
import { extend, extendPreview } from "../../src/server/domains/booking/extend";
import { freePlace } from "../../src/server/domains/booking/free-place";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { move, movePreview } from "../../src/server/domains/booking/move";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { modifyPolicy, policy } from "../../src/server/domains/booking/policy";
import { refundAmount, refundAmountPreview } from "../../src/server/domains/booking/refund-amount";
import { refundLines, refundLinesPreview } from "../../src/server/domains/booking/refund-lines";
import { view } from "../../src/server/domains/booking/view";
import { EVERY_CODE } from "../../src/server/http/context";
import type { Request } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, checkedIn, countRows, payFor, postingsOf, refusalOf, seedBooking } from "../support/booking";
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
const jobs = async (): Promise<void> => {
  for (const job of bookingJobs) await t.act(job.run, { action: job.name });
};
const without = (...codes: string[]) => ({ codes: new Set([...EVERY_CODE].filter((code) => !codes.includes(code))) });
const seen = (id: string) => t.look((ctx) => view(ctx, { id }));
const moveTo = (input: Input<typeof booking.move>, as?: Partial<Request>) =>
  t.act((ctx) => move(ctx, booking.move.input.parse(input)), { action: "booking.move", ...as });
const extendTo = (input: Input<typeof booking.extend>) =>
  t.act((ctx) => extend(ctx, booking.extend.input.parse(input)), { action: "booking.extend" });
const giveUp = (id: string, lineIds: string[], extra = {}, as?: Partial<Request>) =>
  t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id, lineIds, reason: "少打一场", ...extra })), as);
const giveAmount = (id: string, amount: string, as?: Partial<Request>) =>
  t.act((ctx) => refundAmount(ctx, booking.refundAmount.input.parse({ id, amount, reason: "灯坏了" })), as);
const part = (id: string, amount: string, type = "WeChat") =>
  t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id, payments: [{ type, amount }] })));
/** Returns the postings of one kind of operation. */
const postedAs = async (id: string, operation: string) => (await postingsOf(t, id)).filter((text) => text.startsWith(operation));
const cellsOf = async (lineId: string) => {
  const rows = await t.database.dbFor("v-1").selectFrom("occupancy").select("unit_id").where("holder_id", "=", lineId).execute();
  return rows.map((row) => row.unit_id);
};
/** Monday to Friday; 25.00 a half hour, from 18:00 40.00. */
const WEEKDAYS = Array.from({ length: 28 }, (_, i) => addDays("2026-11-23", i)).filter((day) => weekday(day) <= 5);
let used = 0;
/** A working day of one's own, so that courts 1 to 10 are free all of it. */
function newDay(): string {
  const day = WEEKDAYS[used++];
  if (day === undefined) throw new Error("no day is left");
  return day;
}
const run = (placeId: string, start = at(14), end = at(15)) => ({ placeId, start, end });

describe("moving", () => {
  it("to a dearer slot of another day takes the difference now, and posts the new day for the old", async () => {
    const [day, other] = [newDay(), newDay()];
    const order = await book(t, {
      day,
      runs: [run("b-1")],
      memberId: "m-1",
      mode: "pay",
      payments: [{ type: "Balance", amount: "42.50" }],
    });
    const line = order.lines[0]?.id ?? "";
    const to = { ...run("b-2", at(19), at(20)), day: other };
    const preview = await t.look((ctx) => movePreview(ctx, booking.movePreview.input.parse({ id: order.id, lineId: line, ...to })));
    expect(preview).toMatchObject({ before: "42.50", after: "68.00", pay: "25.50", refund: "0.00", due: "0.00", placeName: "2" });
    expect(preview.trace.steps.filter((step) => step.matched).map((step) => [step.rule, step.amount])).toEqual([
      ["plan", "80.00"],
      ["member", "-12.00"],
    ]);
    const input = { id: order.id, lineId: line, to };
    expect((await refusalOf(moveTo(input))).key).toBe("paymentSum");
    expect((await refusalOf(moveTo({ ...input, expectedPrice: "60" }))).key).toBe("priceChanged");
    const moved = await moveTo({ ...input, payments: [{ type: "WeChat", amount: "25.50" }], expectedPrice: "68" });
    expect(moved).toMatchObject({
      day: other,
      places: "2 号 19:00–20:00",
      total: "68.00",
      paid: "68.00",
      orderStatus: "paid",
      payStatus: "paid",
    });
    expect(moved.lines.map(({ id, placeId, day: on }) => [id, placeId, on])).toEqual([[line, "b-2", other]]);
    expect(await postedAs(order.id, "move")).toEqual([
      "move tender.wechat 2550",
      `move discount.member ct-85 -750 ${day}`,
      `move income.place g-b 5000 ${day}`,
      `move discount.member ct-85 1200 ${other}`,
      `move income.place g-b -8000 ${other}`,
    ]);
    expect(await cellsOf(line)).toEqual(["u-2", "u-2"]);
    expect(moved.changes.map((change) => change.action)).toEqual(["预订", "换场"]);
  });

  it("to a cheaper slot gives the difference back to where the money came from, in the shares in which it came", async () => {
    const day = newDay();
    const payments = [
      { type: "Balance", amount: "40" },
      { type: "WeChat", amount: "28" },
    ];
    const order = await book(t, { day, runs: [run("b-1", at(19), at(20))], memberId: "m-1", mode: "pay", payments });
    const lineId = order.lines[0]?.id ?? "";
    const to = { ...run("b-1", at(9), at(10)), day };
    const preview = await t.look((ctx) => movePreview(ctx, booking.movePreview.input.parse({ id: order.id, lineId, ...to })));
    expect(preview).toMatchObject({ pay: "0.00", refund: "25.50" });
    expect(preview.back.map((one) => [one.type, one.refund])).toEqual([
      ["Balance", "15.00"],
      ["WeChat", "10.50"],
    ]);
    const moved = await moveTo({ id: order.id, lineId, to });
    expect(moved).toMatchObject({
      total: "42.50",
      paid: "68.00",
      refunded: "25.50",
      payStatus: "part_refunded",
      orderStatus: "paid",
      due: "0.00",
    });
    expect(await cancelled(t, order.id)).toMatchObject({ refunded: "68.00", payStatus: "refunded", orderStatus: "cancelled" });
  });

  it("within its own cells keeps what it still needs; linked cells too", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1", at(10), at(12))], mode: "reserve" });
    const lineId = order.lines[0]?.id ?? "";
    await moveTo({ id: order.id, lineId, to: { ...run("b-1", at(11), at(13)), day } });
    expect(await cellsOf(lineId)).toHaveLength(4);
    const half = await book(t, { day, runs: [run("k-east", at(10), at(11))], mode: "reserve" });
    const halfLine = half.lines[0]?.id ?? "";
    const moved = await moveTo({ id: half.id, lineId: halfLine, to: { ...run("k-full", at(10), at(11)), day } });
    expect((await cellsOf(halfLine)).sort()).toEqual(["u-east", "u-east", "u-west", "u-west"]);
    expect(moved.due).toBe(moved.total);
  });

  it("to occupied cells names the holder and what is free, in the preview too, and the line keeps its own", async () => {
    const day = newDay();
    await book(t, { day, runs: [run("b-2")], name: "李娜" });
    const order = await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const lineId = order.lines[0]?.id ?? "";
    const to = { ...run("b-2"), day };
    const before = await countRows(t);
    for (const work of [
      () => moveTo({ id: order.id, lineId, to }),
      () => t.look((ctx) => movePreview(ctx, booking.movePreview.input.parse({ id: order.id, lineId, ...to }))),
    ]) {
      const refusal = await refusalOf(work());
      expect(refusal.text("zh")).toContain("2 号");
      expect(refusal.data).toMatchObject({
        holder: { name: "李娜" },
        alternatives: expect.arrayContaining([expect.objectContaining({ placeId: "b-3", day })]),
      });
    }
    expect(await countRows(t)).toEqual(before);
    expect(await cellsOf(lineId)).toEqual(["u-1", "u-1"]);
  });

  it("keeps a discount by hand and a place given away", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1")], discount: { amount: "5", reason: "老客户" } });
    const moved = await moveTo({ id: order.id, lineId: order.lines[0]?.id ?? "", to: { ...run("b-1", at(19), at(20)), day } });
    expect(moved).toMatchObject({ list: "80.00", discount: "5.00", due: "75.00", orderStatus: "held" });
    const free = await t.act((ctx) => freePlace(ctx, booking.freePlace.input.parse({ day, runs: [run("b-5")], reason: "合作单位" })));
    expect(await moveTo({ id: free.id, lineId: free.lines[0]?.id ?? "", to: { ...run("b-6", at(19), at(20)), day } })).toMatchObject({
      list: "80.00",
      total: "0.00",
      discount: "80.00",
    });
  });

  it("is refused to nowhere, of a line that is gone or over, and of one checked in to another day", async () => {
    const [day, other] = [newDay(), newDay()];
    const order = await book(t, { day, runs: [run("b-1")], mode: "pay", payments: [{ type: "Cash", amount: "50" }] });
    const lineId = order.lines[0]?.id ?? "";
    expect((await refusalOf(moveTo({ id: order.id, lineId, to: { ...run("b-1"), day } }))).key).toBe("moveNowhere");
    expect((await refusalOf(moveTo({ id: order.id, lineId: "none", to: { ...run("b-2"), day } }))).key).toBe("lineGone");
    await clockAt(day, at(14), () => checkedIn(t, order.id));
    expect((await refusalOf(clockAt(day, at(14), () => moveTo({ id: order.id, lineId, to: { ...run("b-2"), day: other } })))).key).toBe(
      "moveCheckedIn",
    );
    const playing = await clockAt(day, at(14, 10), () => moveTo({ id: order.id, lineId, to: { ...run("b-2"), day } }));
    expect(playing).toMatchObject({ orderStatus: "checked_in", places: "2 号 14:00–15:00" });
  });
});

describe("extending", () => {
  it("adds slots after the end, over a change of price, and leaves what was sold as it was", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1", at(17), at(17, 30))], mode: "pay", payments: [{ type: "Cash", amount: "25" }] });
    const input = { id: order.id, lineId: order.lines[0]?.id ?? "", end: at(18, 30) };
    const preview = await t.look((ctx) => extendPreview(ctx, booking.extendPreview.input.parse(input)));
    expect(preview).toMatchObject({ before: "0.00", after: "65.00", pay: "65.00", start: at(17, 30), end: at(18, 30) });
    const extended = await extendTo({ ...input, payments: [{ type: "WeChat", amount: "65" }] });
    expect(extended).toMatchObject({ places: "1 号 17:00–18:30", end: at(18, 30), total: "90.00", paid: "90.00" });
    expect(extended.lines.map((line) => [line.start, line.end, line.trace.price])).toEqual([
      [at(17), at(17, 30), "25.00"],
      [at(17, 30), at(18, 30), "65.00"],
    ]);
    expect(await postedAs(order.id, "extension")).toEqual(["extension tender.wechat 6500", `extension income.place g-b -6500 ${day}`]);
  });

  it("of a hold owes more, and is refused into occupied cells", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1")] });
    await book(t, { day, runs: [run("b-1", at(16), at(17))], name: "李娜" });
    const lineId = order.lines[0]?.id ?? "";
    expect((await extendTo({ id: order.id, lineId, end: at(16) })).due).toBe("100.00");
    const refusal = await refusalOf(extendTo({ id: order.id, lineId: (await seen(order.id)).lines[1]?.id ?? "", end: at(16, 30) }));
    expect(refusal.data).toMatchObject({ holder: { name: "李娜" } });
  });
});

describe("refunds in part", () => {
  it("of lines follow the policy, free their cells and leave the order", async () => {
    const day = newDay();
    const order = await book(t, {
      day,
      runs: [run("b-1"), run("b-2")],
      memberId: "m-1",
      mode: "pay",
      payments: [{ type: "Balance", amount: "85" }],
    });
    const lineIds = order.lines.slice(0, 1).map((line) => line.id);
    const late = <T>(work: () => Promise<T>) => clockAt(day, at(12), work);
    const preview = await late(() =>
      t.look((ctx) => refundLinesPreview(ctx, booking.refundLinesPreview.input.parse({ id: order.id, lineIds: lineIds.join(",") }))),
    );
    expect(preview).toMatchObject({ paid: "42.50", feePercent: 20, fee: "8.50", refund: "34.00", hoursBefore: 2 });
    expect(preview.back).toMatchObject([{ type: "Balance", purse: "principal", paid: "42.50", fee: "8.50", refund: "34.00" }]);
    const left = await late(() => giveUp(order.id, lineIds));
    expect(left).toMatchObject({
      orderStatus: "paid",
      payStatus: "part_refunded",
      refunded: "34.00",
      fee: "8.50",
      places: "2 号 14:00–15:00",
    });
    expect(left.lines.map((line) => [line.status, line.refunded, line.fee])).toEqual([
      ["released", "34.00", "8.50"],
      ["active", "0.00", "0.00"],
    ]);
    expect(await cellsOf(lineIds[0] ?? "")).toEqual([]);
    expect(await postedAs(order.id, "refund of lines")).toEqual(
      [
        `refund discount.member ct-85 -750 ${day}`,
        `refund income.place g-b 5000 ${day}`,
        "refund purse.principal m-1 -3400",
        `refund income.fee g-b -850 ${day}`,
      ].map((text) => text.replace("refund", "refund of lines")),
    );
    expect((await refusalOf(giveUp(order.id, [left.lines[1]?.id ?? ""]))).key).toBe("refundAllLines");
    expect((await refusalOf(giveUp(order.id, lineIds))).key).toBe("lineGone");
    const gone = await late(() => cancelled(t, order.id));
    expect(gone).toMatchObject({ refunded: "68.00", fee: "17.00", orderStatus: "cancelled" });
  });

  it("of a fee may be waived by who may, and lines of an unpaid order are taken off", async () => {
    const day = newDay();
    const paid = await book(t, { day, runs: [run("b-1"), run("b-2")], mode: "pay", payments: [{ type: "Cash", amount: "100" }] });
    const waive = (as = {}) => clockAt(day, at(13), () => giveUp(paid.id, [paid.lines[0]?.id ?? ""], { waiveFee: true }, as));
    expect((await refusalOf(waive(without("booking_waive_fee")))).key).toBe("approvalNeeded");
    expect(await waive()).toMatchObject({ refunded: "50.00", fee: "0.00" });
    const held = await book(t, { day, runs: [run("b-3"), run("b-4")] });
    const less = await giveUp(held.id, [held.lines[0]?.id ?? ""]);
    expect(less).toMatchObject({ total: "50.00", due: "50.00", orderStatus: "held", payStatus: "unpaid" });
    expect(await payFor(t, { id: held.id, due: "50.00" })).toMatchObject({ orderStatus: "paid" });
  });

  it("of an amount goes back by one method where asked, at most what that one has left", async () => {
    const day = "2026-12-18";
    const payments = [
      { type: "WeChat", amount: "40" },
      { type: "Cash", amount: "60" },
    ];
    const order = await book(t, { day, runs: [run("b-9"), run("b-10")], mode: "pay", payments });
    const by = (amount: string, method?: string) =>
      t.act((ctx) => refundAmount(ctx, booking.refundAmount.input.parse({ id: order.id, amount, method, reason: "灯坏了" })));
    const input = booking.refundAmountPreview.input.parse({ id: order.id, amount: "30", method: "Cash" });
    const seen = await t.look((ctx) => refundAmountPreview(ctx, input));
    expect(seen.back.filter((part) => part.refund !== "0.00")).toMatchObject([{ type: "Cash", refund: "30.00" }]);
    expect(await by("30", "Cash")).toMatchObject({ refunded: "30.00", payStatus: "part_refunded" });
    expect(await postedAs(order.id, "refund of an")).toEqual([
      `refund of an amount discount.manual 3000 ${day}`,
      "refund of an amount tender.cash -3000",
    ]);
    expect((await refusalOf(by("30.01", "Cash"))).data).toEqual({ most: "30.00" });
    expect((await refusalOf(by("1", "BankCard"))).data).toEqual({ most: "0.00" });
    expect(await by("70")).toMatchObject({ refunded: "100.00", payStatus: "refunded" });
  });

  it("of an amount lowers what was earned on the day of play, never below nothing", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1"), run("b-2")], mode: "pay", payments: [{ type: "WeChat", amount: "100" }] });
    expect(
      await t.look((ctx) => refundAmountPreview(ctx, booking.refundAmountPreview.input.parse({ id: order.id, amount: "30" }))),
    ).toMatchObject({
      refund: "30.00",
      fee: "0.00",
      back: [{ type: "WeChat", refund: "30.00" }],
    });
    expect(await giveAmount(order.id, "30")).toMatchObject({ refunded: "30.00", payStatus: "part_refunded", orderStatus: "paid" });
    expect(await postedAs(order.id, "refund of an")).toEqual([
      `refund of an amount discount.manual 3000 ${day}`,
      "refund of an amount tender.wechat -3000",
    ]);
    expect((await refusalOf(giveAmount(order.id, "70.01"))).data).toEqual({ most: "70.00" });
    expect(await giveAmount(order.id, "70")).toMatchObject({ refunded: "100.00", payStatus: "refunded" });
    expect(await cancelled(t, order.id)).toMatchObject({ orderStatus: "cancelled", refunded: "100.00" });
  });
});

describe("a part payment", () => {
  it("waits on the order, counts when the rest is paid, and is less than what is due", async () => {
    const order = await book(t, { day: newDay(), runs: [run("b-1")], mode: "reserve" });
    expect(await part(order.id, "20")).toMatchObject({ payStatus: "part_paid", orderStatus: "reserved", due: "30.00" });
    expect((await refusalOf(part(order.id, "30"))).key).toBe("partOnly");
    expect(await payFor(t, { id: order.id, due: "30.00" })).toMatchObject({ orderStatus: "paid", payStatus: "paid", paid: "50.00" });
  });

  it("in cash stays owed when the hold runs out, the desk gets a message, and pays it out", async () => {
    const order = await book(t, { day: newDay(), runs: [run("b-1")] });
    await part(order.id, "20", "Cash");
    await part(order.id, "10");
    t.now = new Date(morning.getTime() + 16 * 60_000);
    await jobs();
    t.now = morning;
    expect(await seen(order.id)).toMatchObject({ orderStatus: "expired", refunded: "10.00", payStatus: "part_refunded" });
    const message = await t.database
      .dbFor("v-1")
      .selectFrom("message")
      .selectAll()
      .where("resource_id", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(message.title).toBe(`${order.no} 有现金 20.00 待退给客人`);
    expect((await refusalOf(giveAmount(order.id, "20.01"))).data).toEqual({ most: "20.00" });
    expect(await giveAmount(order.id, "20")).toMatchObject({ refunded: "30.00", payStatus: "refunded" });
    const owed = await t.database.dbFor("v-1").selectFrom("balance").select("amount").where("subject", "=", order.id).execute();
    expect(owed).toEqual([{ amount: 0 }]);
  });
});

describe("the policy", () => {
  const set = (values: Partial<Input<typeof booking.modifyPolicy>>) =>
    t.act(async (ctx) => modifyPolicy(ctx, booking.modifyPolicy.input.parse({ ...(await policy(ctx)), ...values })));

  it("of no-shows keeps its percent and gives the rest back by itself; a waiver gives that back too, by who may", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1")], mode: "pay", payments: [{ type: "WeChat", amount: "50" }] });
    const kept = await book(t, { day, runs: [run("b-2")], mode: "pay", payments: [{ type: "WeChat", amount: "50" }] });
    const venue = { ...t.venue, no_show_percent: 40 };
    t.now = instant(day, at(15), t.venue.zone);
    await t.act((ctx) => bookingJobs.reduce((before, job) => before.then(() => job.run(ctx)), Promise.resolve<unknown>(undefined)), {
      venue,
    });
    expect(await seen(order.id)).toMatchObject({ orderStatus: "no_show", refunded: "30.00", fee: "20.00", payStatus: "part_refunded" });
    expect((await seen(kept.id)).lines[0]?.status).toBe("missed");
    expect((await refusalOf(giveAmount(order.id, "20", without("booking_waive_fee")))).key).toBe("forbidden");
    expect((await refusalOf(giveAmount(order.id, "20.01"))).data).toEqual({ most: "20.00" });
    expect(await giveAmount(order.id, "5")).toMatchObject({ refunded: "35.00", fee: "15.00", payStatus: "part_refunded" });
    expect(await giveAmount(order.id, "15")).toMatchObject({ refunded: "50.00", fee: "0.00", payStatus: "refunded" });
    expect((await refusalOf(giveAmount(order.id, "0.01"))).data).toEqual({ most: "0.00" });
    t.now = morning;
  });

  it("of no-shows leaves what was paid in cash owed as cash, though another method still holds its part of the fee", async () => {
    const payments = [
      { type: "Cash", amount: "25" },
      { type: "WeChat", amount: "25" },
    ] as const;
    const day = "2026-12-21";
    const order = await book(t, { day, runs: [run("b-1")], mode: "pay", payments: [...payments] });
    const venue = { ...t.venue, no_show_percent: 40 };
    await clockAt(day, at(15), async () => {
      for (const job of bookingJobs) await t.act(job.run, { venue });
    });
    const back = (one: { payments: readonly { type: string; refunded: string }[] }) =>
      one.payments.map(({ type, refunded }) => [type, refunded]);
    expect(back(await seen(order.id))).toEqual([
      ["Cash", "0.00"],
      ["WeChat", "15.00"],
    ]);
    const input = { id: order.id, amount: 1_500 };
    expect((await t.look((ctx) => refundAmountPreview(ctx, input))).back.filter((one) => one.refund !== "0.00")).toMatchObject([
      { type: "Cash", refund: "15.00" },
    ]);
    expect(back(await giveAmount(order.id, "15"))).toEqual([
      ["Cash", "15.00"],
      ["WeChat", "15.00"],
    ]);
  });

  it("that keeps a no-show in full lets who may give some back", async () => {
    const day = newDay();
    const order = await book(t, { day, runs: [run("b-1")], mode: "pay", payments: [{ type: "WeChat", amount: "50" }] });
    await clockAt(day, at(15), jobs);
    expect((await refusalOf(giveAmount(order.id, "20", without("booking_waive_fee")))).key).toBe("forbidden");
    expect(await giveAmount(order.id, "20")).toMatchObject({ orderStatus: "no_show", refunded: "20.00" });
  });

  it("is the program's where it has one, and follows what was changed", async () => {
    await set({ holdMinutes: 25, offerMinutes: 7 });
    const venue = await t.database.dbFor("v-1").selectFrom("venue").selectAll().where("id", "=", "v-1").executeTakeFirstOrThrow();
    expect(await t.look((ctx) => policy(ctx), { venue })).toMatchObject({ holdMinutes: 25, offerMinutes: 7, noShowPercent: 100 });
    const db = t.database.dbFor("v-1");
    await db.updateTable("program").set({ hold_minutes: 5, late_cancel_percent: 50 }).where("id", "=", "g-b").execute();
    const day = newDay();
    const held = await book(t, { day, runs: [run("b-1")] });
    expect(held.holdUntil).toBe(new Date(morning.getTime() + 5 * 60_000).toISOString());
    const paid = await payFor(t, held);
    expect((await clockAt(day, at(13), () => cancelled(t, paid.id))).fee).toBe("25.00");
    await db.updateTable("program").set({ hold_minutes: null, late_cancel_percent: null }).where("id", "=", "g-b").execute();
  });
});

describe("random refunds", () => {
  it("conserve money: what went back, what was kept as a fee and what is left make what was paid", async () => {
    let seed = 7;
    const next = (n: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    for (let round = 0; round < 12; round++) {
      const day = `2026-12-${String(15 + (round % 5)).padStart(2, "0")}`;
      const start = at(8) + round * 60;
      const order = await book(t, { day, runs: ["b-1", "b-2", "b-3"].map((place) => run(place, start, start + 60)) });
      const total = fen(order.due);
      const cash = next(total - 2) + 1;
      const money = (amount: number): string => (amount / 100).toFixed(2);
      await payFor(t, order, [
        { type: "Cash", amount: money(cash) },
        { type: "WeChat", amount: money(total - cash) },
      ]);
      await giveAmount(order.id, money(next(3_000) + 1));
      t.now = instant(day, start - 60, t.venue.zone);
      await giveUp(order.id, [order.lines[next(3)]?.id ?? ""]);
      await giveAmount(order.id, money(next(2_000) + 1));
      if (round % 3 === 0) await cancelled(t, order.id);
      t.now = morning;
      const end = await seen(order.id);
      const payments = end.payments.map((one) => [fen(one.amount), fen(one.refunded)] as const);
      expect(payments.reduce((sum, [amount]) => sum + amount, 0)).toBe(total);
      expect(payments.reduce((sum, [, refunded]) => sum + refunded, 0)).toBe(fen(end.refunded));
      const active = end.lines.filter((line) => line.status === "active").map((line) => fen(line.trace.price) - fen(line.refunded));
      expect(fen(end.refunded) + fen(end.fee) + active.reduce((sum, left) => sum + left, 0)).toBe(total);
    }
  });
});

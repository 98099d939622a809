/** Closing places: what is hit is moved at its price or given back in full, the ground is locked, all of it or nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking";
import type { Input } from "../../src/contract/call";
import { closing } from "../../src/contract/closing";
import { addDays, instant } from "../../src/contract/time";
import { lock } from "../../src/server/domains/booking/lock";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { view } from "../../src/server/domains/booking/view";
import { apply } from "../../src/server/domains/closing/apply";
import { list, view as viewClosing } from "../../src/server/domains/closing/list";
import { preview } from "../../src/server/domains/closing/preview";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, refusalOf, seedBooking } from "../support/booking";
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

let days = 0;
/** Mondays to Fridays of the coming weeks, each once. */
const newDay = (): string => addDays("2026-11-23", Math.floor(days / 5) * 7 + (days++ % 5));
const run = (placeId: string, start = at(14), end = at(15)) => ({ placeId, start, end });
const cash = (amount: string) => ({ mode: "pay" as const, payments: [{ type: "Cash", amount }] });
type Wish = Omit<Input<typeof closing.preview>, "reason">;
const wish = (day: string, placeIds: string[], start = at(13), end = at(16)): Wish => ({ placeIds, from: day, to: day, start, end });
const look = (input: Wish) => t.look((ctx) => preview(ctx, closing.preview.input.parse({ reason: "屋顶漏水", ...input })));
const close = (input: Wish, fingerprint: string) =>
  t.act((ctx) => apply(ctx, closing.apply.input.parse({ reason: "屋顶漏水", ...input, fingerprint })), { action: "closing.apply" });
const order = (id: string) => t.look((ctx) => view(ctx, { id }));
const locksOf = async (day: string) =>
  (
    await t.database
      .dbFor("v-1")
      .selectFrom("place_lock")
      .select(["place_id", "start_minute", "end_minute"])
      .where("day", "=", day)
      .where("status", "=", "locked")
      .orderBy("place_id")
      .orderBy("start_minute")
      .execute()
  ).map((row) => [row.place_id, row.start_minute, row.end_minute]);

describe("closing", () => {
  it("moves to the nearest free place at the same price, refunds in full what finds none, locks, and tells the desk", async () => {
    const day = newDay();
    const moves = await book(t, { day, runs: [run("b-2")], ...cash("50"), name: "甲" });
    const goes = await book(t, { day, runs: [run("b-2", at(18), at(19))], ...cash("80"), name: "乙" });
    for (const n of [1, 3, 4, 5, 6, 7, 8, 9, 10]) await book(t, { day, runs: [run(`b-${n}`, at(18), at(19))], mode: "reserve" });
    const input = wish(day, ["b-2"], at(13), at(20));
    const seen = await look(input);
    expect(seen.hits.map((hit) => [hit.name, hit.proposal, hit.toPlaceId, hit.refund])).toEqual([
      ["甲", "move", "b-1", "0.00"],
      ["乙", "refund", null, "80.00"],
    ]);
    expect(seen).toMatchObject({ moves: 1, refunds: 1, refundTotal: "80.00", locks: [{ placeId: "b-2", start: at(13), end: at(20) }] });
    const before = await countRows(t);
    await look(input);
    expect(await countRows(t)).toEqual(before);
    const late = instant(day, at(13), t.venue.zone);
    const now = t.now;
    t.now = late;
    const done = await close(input, (await look(input)).fingerprint).finally(() => (t.now = now));
    expect(done).toMatchObject({ moves: 1, refunds: 1, refundTotal: "80.00", places: "2 号", reason: "屋顶漏水" });
    expect(await order(moves.id)).toMatchObject({ places: "1 号 14:00–15:00", orderStatus: "paid", total: "50.00", refunded: "0.00" });
    expect(await order(goes.id)).toMatchObject({ orderStatus: "cancelled", refunded: "80.00", fee: "0.00" });
    expect(await locksOf(day)).toEqual([["b-2", at(13), at(20)]]);
    const told = await t.database
      .dbFor("v-1")
      .selectFrom("message")
      .select(["title", "text"])
      .where("resource_id", "in", [moves.id, goes.id])
      .orderBy("id")
      .execute();
    expect(told.map((message) => message.title).sort()).toEqual([
      `停场通知 乙 2 号 ${day} 18:00–19:00`,
      `停场通知 甲 2 号 ${day} 14:00–15:00`,
    ]);
    expect((await t.look((ctx) => list(ctx, closing.list.input.parse({ from: day, to: day })))).content).toEqual([done]);
    const kept = await t.look((ctx) => viewClosing(ctx, { id: done.id }));
    expect(kept).toMatchObject(done);
    expect(kept.hits.map((hit) => [hit.orderId, hit.name, hit.placeName, hit.start, hit.end, hit.toPlaceName, hit.refund])).toEqual([
      [moves.id, "甲", "2", at(14), at(15), "1", "0.00"],
      [goes.id, "乙", "2", at(18), at(19), null, "80.00"],
    ]);
    expect((await refusalOf(t.look((ctx) => viewClosing(ctx, { id: "none" })))).key).toBe("missing");
  });

  it("is refused with the new preview when anything changed since, and then nothing has happened", async () => {
    const day = newDay();
    const hit = await book(t, { day, runs: [run("b-2")], mode: "reserve" });
    const input = wish(day, ["b-2"]);
    for (const change of [
      () => payFor(t, hit),
      () => book(t, { day, runs: [run("b-1")], mode: "reserve" }),
      () => book(t, { day, runs: [run("b-2", at(15), at(16))], mode: "reserve" }),
      () => cancelled(t, hit.id),
    ]) {
      const { fingerprint } = await look(input);
      await change();
      const before = await countRows(t);
      const refusal = await refusalOf(close(input, fingerprint));
      expect([refusal.key, refusal.data["preview"]]).toEqual(["closingChanged", await look(input)]);
      expect(await countRows(t)).toEqual(before);
    }
    await close(input, (await look(input)).fingerprint);
  });

  it("refunds instead of moving where told, of orders in part, and takes closed lines off unpaid ones", async () => {
    const day = newDay();
    const paid = await book(t, { day, runs: [run("b-2"), run("b-9")], ...cash("100"), name: "甲" });
    const open = await book(t, { day, runs: [run("b-3"), run("b-9", at(10), at(11))], mode: "reserve", name: "乙" });
    const begun = await book(t, { day, runs: [run("b-4"), run("b-9", at(11), at(12))], name: "丙" });
    await t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id: begun.id, payments: [{ type: "WeChat", amount: "60" }] })));
    const lines = [paid, open, begun].map((one) => one.lines.find((line) => ["b-2", "b-3", "b-4"].includes(line.placeId))?.id ?? "");
    const input = { ...wish(day, ["b-2", "b-3", "b-4"]), refundLineIds: lines };
    const seen = await look(input);
    expect(seen.hits.map((one) => [one.name, one.proposal, one.refund])).toEqual([
      ["甲", "refund", "50.00"],
      ["乙", "refund", "0.00"],
      ["丙", "refund", "60.00"],
    ]);
    await close(input, seen.fingerprint);
    expect(await order(paid.id)).toMatchObject({
      orderStatus: "paid",
      refunded: "50.00",
      payStatus: "part_refunded",
      places: "9 号 14:00–15:00",
    });
    expect(await order(open.id)).toMatchObject({ orderStatus: "reserved", due: "50.00", places: "9 号 10:00–11:00" });
    expect(await order(begun.id)).toMatchObject({ orderStatus: "cancelled", refunded: "60.00" });
  });

  it("covers linked ground: hits what shares it, and locks what of it is not locked yet", async () => {
    const day = newDay();
    await t.act((ctx) => lock(ctx, booking.lock.input.parse({ day, runs: [run("k-east", at(13), at(14))], reason: "练习" })));
    const half = await book(t, { day, runs: [run("k-west")], mode: "reserve", name: "甲" });
    const input = wish(day, ["k-full"]);
    const seen = await look(input);
    expect(seen.hits.map((one) => [one.placeId, one.proposal])).toEqual([["k-west", "refund"]]);
    await close(input, seen.fingerprint);
    expect(await locksOf(day)).toEqual([
      ["k-east", at(13), at(14)],
      ["k-full", at(14), at(16)],
      ["k-west", at(13), at(14)],
    ]);
    expect((await order(half.id)).orderStatus).toBe("cancelled");
    const again = await refusalOf(look(input));
    expect(again.key).toBe("slotClosed");
  });

  it("covers several days, at most a month, and two who close the same at once close it once", async () => {
    const day = "2026-12-14";
    const input = { ...wish(day, ["b-1", "b-2"]), to: "2026-12-16" };
    await book(t, { day, runs: [run("b-1")], mode: "reserve" });
    const seen = await look(input);
    expect(seen.locks).toHaveLength(6);
    expect((await refusalOf(look({ ...input, to: "2027-01-20" }))).key).toBe("closingTooLong");
    const outcomes = await Promise.allSettled([close(input, seen.fingerprint), close(input, seen.fingerprint)]);
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(await locksOf("2026-12-16")).toHaveLength(2);
  });
});

/** Closing places: what is hit is moved at its price or given back in full, the places are locked, all of it or nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { closing } from "../../src/contract/closing/closing";
import { addDays, instant } from "../../src/contract/core/time";
import { freePlace } from "../../src/server/domains/booking/free-place";
import { lock } from "../../src/server/domains/booking/lock";
import { payPart } from "../../src/server/domains/booking/pay-part";
import { view } from "../../src/server/domains/booking/view";
import { sellCard } from "../../src/server/domains/cards/sell";
import { apply, storeHits } from "../../src/server/domains/closing/apply";
import { list, view as viewClosing } from "../../src/server/domains/closing/list";
import { plan } from "../../src/server/domains/closing/plan";
import { preview } from "../../src/server/domains/closing/preview";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, refusalOf, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 5);
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
  it("keeps what became of more bookings than a statement takes", async () => {
    const day = newDay();
    await book(t, { day, runs: [run("b-2")], ...cash("50") });
    const input = { reason: "屋顶漏水", ...wish(day, ["b-2"]) };
    const { hits } = await t.look((ctx) => plan(ctx, closing.preview.input.parse(input)));
    const [hit] = hits;
    if (!hit) throw new Error("nothing is hit");
    const { fingerprint } = await look(wish(day, ["b-2"]));
    const { id } = await close(wish(day, ["b-2"]), fingerprint);
    const many = Array.from({ length: 5_100 }, (_, i) => ({ ...hit, lineId: `line-${i}` }));
    await t.act((ctx) => storeHits(ctx, id, many));
    const { count } = await t.database
      .dbFor("v-1")
      .selectFrom("closing_hit")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("closing_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(5_101);
  });

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
      ["丙", "refund", "10.00"],
    ]);
    await close(input, seen.fingerprint);
    expect(await order(paid.id)).toMatchObject({
      orderStatus: "paid",
      refunded: "50.00",
      payStatus: "part_refunded",
      places: "9 号 14:00–15:00",
    });
    expect(await order(open.id)).toMatchObject({ orderStatus: "reserved", due: "50.00", places: "9 号 10:00–11:00" });
    // Its payment is enough for the court that stays open, so the order retains it.
    expect(await order(begun.id)).toMatchObject({
      orderStatus: "paid",
      payStatus: "part_refunded",
      total: "50.00",
      paid: "60.00",
      refunded: "10.00",
      places: "9 号 11:00–12:00",
    });
    expect(await cancelled(t, begun.id)).toMatchObject({ refunded: "60.00", payStatus: "refunded" });
  });

  it("gives uses of cards back with their lines, and leaves what a card or a part payment paid for elsewhere as paid", async () => {
    const day = newDay();
    const card = async (memberId: string) => {
      await seedMember(t, memberId);
      const sold = { memberId, packageCardId: "pk", payments: [{ type: "WeChat" as const, amount: 10_000 }] };
      const holdingId = await t.act((ctx) => sellCard(ctx, sold));
      await t.database.dbFor("v-1").updateTable("holding").set({ times: 1 }).where("id", "=", holdingId).execute();
      return holdingId;
    };
    const usesOf = async (id: string) =>
      (await t.database.dbFor("v-1").selectFrom("holding").select("used").where("id", "=", id).executeTakeFirstOrThrow()).used;
    /** The card covers the first run, the second is due. */
    const partly = async (memberId: string, holdingId: string, places: [string, string], start: number) => {
      const { id } = await book(t, { day, memberId, runs: places.map((place) => run(place, start, start + 60)), mode: "reserve" });
      await t.act((ctx) => payPart(ctx, booking.payPart.input.parse({ id, cards: [{ holdingId, uses: 1 }] })));
      return id;
    };
    const [one, two] = [await card("m-c1"), await card("m-c2")];
    const keeps = await partly("m-c1", one, ["b-6", "b-7"], at(14));
    const loses = await partly("m-c2", two, ["b-7", "b-8"], at(15));
    const free = await book(t, {
      day,
      runs: [run("b-7", at(13), at(14)), run("b-9", at(13), at(14))],
      discount: { amount: "100.00", reason: "周年庆" },
    });
    const lineIds = (await Promise.all([keeps, loses, free.id].map(order))).flatMap((one) =>
      one.lines.filter((line) => line.placeId === "b-7").map((line) => line.id),
    );
    const input = { ...wish(day, ["b-7"]), refundLineIds: lineIds };
    const seen = await look(input);
    expect(seen).toMatchObject({ refunds: 3, refundTotal: "0.00" });
    // Said before: the card's use of the second goes back, the first keeps what covers its other court.
    expect(seen.hits.map(({ orderId, cardUses, voucherUses }) => `${orderId} ${cardUses} ${voucherUses}`).sort()).toEqual(
      [`${keeps} 0 0`, `${loses} 1 0`, `${free.id} 0 0`].sort(),
    );
    await close(input, seen.fingerprint);
    expect(await order(keeps)).toMatchObject({ orderStatus: "paid", payStatus: "paid", due: "0.00", places: "6 号 14:00–15:00" });
    expect(await order(loses)).toMatchObject({ orderStatus: "reserved", payStatus: "unpaid", due: "50.00", places: "8 号 15:00–16:00" });
    expect(await order(free.id)).toMatchObject({ orderStatus: "held", payStatus: "unpaid", due: "0.00", places: "9 号 13:00–14:00" });
    expect([await usesOf(one), await usesOf(two)]).toEqual([1, 0]);
    expect(await payFor(t, free, [])).toMatchObject({ orderStatus: "paid", payStatus: "paid" });
    expect(await cancelled(t, keeps)).toMatchObject({ orderStatus: "cancelled", payStatus: "refunded" });
    expect(await usesOf(one)).toBe(0);
  });

  it("moves or refunds a booking whole; in part only where asked", async () => {
    const day = newDay();
    const places = ["b-1", "b-2", "b-3", "b-4", "b-5", "b-6", "b-7", "b-8"];
    // One court of the ten is left free: of two lines only one finds a place.
    await book(t, { day, runs: [run("b-9")], ...cash("50"), name: "占一" });
    const pair = await book(t, { day, runs: [run("b-1"), run("b-2")], ...cash("100"), name: "两片" });
    const input = wish(day, places);
    const whole = await look(input);
    const of = (seen: typeof whole) => seen.hits.map((hit) => [hit.proposal, hit.toPlaceName !== null]);
    expect(of(whole)).toEqual([
      ["refund", true],
      ["refund", false],
    ]);
    expect(whole.refundTotal).toBe("100.00");
    const first = whole.hits[0]?.lineId ?? "";
    const asked = { ...input, moveLineIds: [first] };
    const parted = await look(asked);
    expect(of(parted)).toEqual([
      ["move", true],
      ["refund", false],
    ]);
    await close(asked, parted.fingerprint);
    expect(await order(pair.id)).toMatchObject({ orderStatus: "paid", refunded: "50.00", places: "10 号 14:00–15:00" });
  });

  it("leaves what is free of charge of an order that continues, paid or not", async () => {
    const day = newDay();
    const given = await t.act((ctx) =>
      freePlace(ctx, booking.freePlace.input.parse({ day, runs: [run("b-2"), run("b-9")], name: "赞助商", reason: "赞助" })),
    );
    const lineId = given.lines.find((line) => line.placeId === "b-2")?.id ?? "";
    const input = { ...wish(day, ["b-2"]), refundLineIds: [lineId] };
    await close(input, (await look(input)).fingerprint);
    expect(await order(given.id)).toMatchObject({ orderStatus: "paid", payStatus: "paid", refunded: "0.00", places: "9 号 14:00–15:00" });
    const rest = { ...wish(day, ["b-9"]), refundLineIds: given.lines.map((line) => line.id) };
    await close(rest, (await look(rest)).fingerprint);
    expect(await order(given.id)).toMatchObject({ orderStatus: "cancelled", paid: "0.00", refunded: "0.00" });
  });

  it("covers linked places: hits what overlaps, and locks what is not locked yet", async () => {
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

/** A court that a voucher paid and that is given up: the use goes back to the voucher in the same transaction, but for what the policy keeps. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { closing } from "../../src/contract/closing/closing";
import { grouponGoods, redemption, vouchers } from "../../src/contract/marketing/groupon";
import { marketingDays } from "../../src/contract/marketing/marketing-report";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";
import { bookingJobs } from "../../src/server/domains/booking/jobs";
import { lockOrder } from "../../src/server/kernel/orders";
import { lockVouchers } from "../../src/server/kernel/vouchers";
import { checkLedger } from "../../src/server/ledger/check";
import { at as hour, postingsOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { heldWhileWaiting } from "../support/gate";
import { onSale, sell } from "../support/groupon";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import type { TestVenue } from "../support/venue";

let server: TestServer;
let admin: Client;
let desk: TestVenue;
const voucher = callsOf(vouchers);
const MORNING = new Date(`${TODAY}T10:00:00+08:00`);
const DAY = "2026-11-26";
const WHY = "客人改期";

async function at(now: Date): Promise<void> {
  server.now = now;
  desk.now = now;
  admin = await server.as("admin");
}
beforeAll(async () => {
  server = await testServer();
  desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), MORNING);
  await seedBooking(desk);
});
beforeEach(() => at(MORNING));
afterAll(async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  await server.close();
});

let hours = 0;
/** An hour of the day that no other test takes. */
const slot = (day = DAY) => ({ placeId: `b-${5 + (hours % 3)}`, day, start: hour(8 + 2 * Math.floor(hours++ / 3)) });

/** A voucher for court time, and a booking that it paid. */
async function booked({ times = 1, more = {}, on = slot() }: { times?: number; more?: object; on?: ReturnType<typeof slot> } = {}) {
  const goods = await onSale(admin, { redeems: "slot", program: "g-b", minutes: 60, ...more });
  const { id } = (await sell(admin, goods, { memberId: "m-1" })).data;
  const { code, msg, data } = await admin.call(redemption.redeem, { id, times, slot: on });
  if (code !== 200) throw new Error(msg);
  const [row] = await query<{ orderId: string }>(server.url, `SELECT order_id AS "orderId" FROM voucher_use WHERE id = $1`, [data.use.id]);
  return { id, goods, useId: data.use.id, orderId: row?.orderId ?? "" };
}
const look = (id: string) => admin.ok(voucher.view, { id });
const policy = async (more: object) => admin.ok(booking.modifyPolicy, { ...(await admin.ok(booking.policy, {})), ...more });

describe("a cancelled booking", () => {
  it("gives its voucher the use and its worth back, says so before, and not again by undoing", async () => {
    const { id, goods, orderId, useId } = await booked();
    expect(await look(id)).toMatchObject({ state: "part_used", used: 1, worth: "66.67" });
    const { voucherCode } = await look(id);
    expect(await admin.ok(booking.refundPreview, { id: orderId })).toMatchObject({
      refund: "0.00",
      uses: 0,
      voucher: { title: "羽毛球 3 次券", voucherCode, uses: 1, usesBack: 1 },
    });
    expect(await admin.ok(booking.cancel, { id: orderId, reason: WHY })).toMatchObject({ orderStatus: "cancelled" });
    expect(await look(id)).toMatchObject({ state: "unused", used: 0, worth: "100.00" });
    expect((await admin.call(redemption.undo, { id: useId, reason: WHY })).msg).toContain("已经撤销");
    expect((await admin.call(booking.cancel, { id: orderId, reason: WHY })).code).toBe(409);
    expect(await look(id)).toMatchObject({ used: 0, worth: "100.00" });
    expect((await postingsOf(desk, id)).filter((line) => line.startsWith("voucher undo"))).toEqual([
      `voucher undo voucher.value ${id} -3333`,
      `voucher undo income.groupon ${goods} 3333 ${TODAY}`,
    ]);
    expect(await postingsOf(desk, orderId)).toEqual([]);
  });

  it("gives it back on a later day, and the report takes it from that day", async () => {
    const { id, orderId } = await booked();
    const read = async () => {
      const { rows } = await admin.ok(reportCalls(marketingDays).read, { from: TODAY, to: TOMORROW });
      return rows.map(({ redeemed, redeemedAmount }) => [Number(redeemed), String(redeemedAmount)] as const);
    };
    const [before] = await read();
    await at(new Date(`${TOMORROW}T10:00:00+08:00`));
    await admin.ok(booking.cancel, { id: orderId, reason: WHY });
    expect(await look(id)).toMatchObject({ state: "unused", worth: "100.00" });
    expect(await read()).toEqual([before, [-1, "-33.33"]]);
  });

  it("keeps whole uses by the policy where it is late, as of a package card", async () => {
    await policy({ lateCancelPercent: 50 });
    const late = async (times: number) => {
      const { id, orderId } = await booked({ times, on: slot(TODAY) });
      await admin.ok(booking.cancel, { id: orderId, reason: WHY });
      return look(id);
    };
    hours = 9;
    try {
      expect(await late(1)).toMatchObject({ state: "unused", used: 0, worth: "100.00" });
      hours = 12;
      const kept = await late(2);
      expect(kept).toMatchObject({ state: "part_used", used: 1, worth: "66.67" });
      await policy({ lateCancelPercent: 100 });
      hours = 15;
      expect(await late(1)).toMatchObject({ state: "part_used", used: 1, worth: "66.67" });
    } finally {
      await policy({ lateCancelPercent: 20 });
      hours = 3;
    }
  });

  it("pays its worth out where the rest of the voucher was refunded since", async () => {
    const { id, goods, orderId } = await booked();
    await admin.ok(voucher.refund, { id, reason: "搬家" });
    expect(await look(id)).toMatchObject({ state: "refunded", refunded: "66.67" });
    await admin.ok(booking.cancel, { id: orderId, reason: WHY });
    expect(await look(id)).toMatchObject({ state: "refunded", used: 0, refunded: "100.00", worth: "0.00" });
    expect(await postingsOf(desk, id)).toContain("voucher refund tender.wechat -3333");
    expect(await admin.ok(callsOf(grouponGoods).view, { id: goods })).toMatchObject({ left: 50 });
  });
});

it("goes back where only the voucher's court is given up and what was added to it stays", async () => {
  const { id, orderId } = await booked();
  const order = await admin.ok(booking.view, { id: orderId });
  const lineId = order.lines[0]?.id ?? "";
  const more = { id: orderId, lineId, end: (order.lines[0]?.end ?? 0) + 60 };
  const { pay } = await admin.ok(booking.extendPreview, more);
  const longer = await admin.ok(booking.extend, { ...more, payments: [{ type: "Cash", amount: pay }] });
  expect((await admin.ok(booking.refundLinesPreview, { id: orderId, lineIds: [lineId] })).voucher).toMatchObject({ usesBack: 1 });
  const added = longer.lines.find((line) => line.id !== lineId)?.id ?? "";
  expect((await admin.ok(booking.refundLinesPreview, { id: orderId, lineIds: [added] })).voucher).toBeUndefined();
  await admin.ok(booking.refundLines, { id: orderId, lineIds: [lineId], reason: WHY });
  expect(await look(id)).toMatchObject({ state: "unused", worth: "100.00" });
  expect(await admin.ok(booking.view, { id: orderId })).toMatchObject({ orderStatus: "paid", paid: pay, refunded: "0.00" });
});

it("goes back whole when the venue closes its court", async () => {
  const day = "2026-11-27";
  await policy({ lateCancelPercent: 100 });
  const { id, orderId } = await booked({ on: { placeId: "b-7", day, start: hour(14) } });
  const line = (await admin.ok(booking.view, { id: orderId })).lines[0]?.id ?? "";
  const wish = { placeIds: ["b-7"], from: day, to: day, start: hour(13), end: hour(16), reason: "屋顶漏水", refundLineIds: [line] };
  const moved = await admin.ok(closing.preview, { ...wish, refundLineIds: [] });
  expect(moved.hits).toMatchObject([{ proposal: "move", voucherUses: 0 }]);
  const seen = await admin.ok(closing.preview, wish);
  expect(seen.hits).toMatchObject([{ proposal: "refund", refund: "0.00", cardUses: 0, voucherUses: 1 }]);
  const { code, msg } = await admin.call(closing.apply, { ...wish, fingerprint: seen.fingerprint });
  expect([code, code === 200 ? "" : msg]).toEqual([200, ""]);
  await policy({ lateCancelPercent: 20 });
  const { orderStatus } = await admin.ok(booking.view, { id: orderId });
  expect([orderStatus, (await look(id)).used]).toEqual(["cancelled", 0]);
});

it.each([
  [0, 0],
  [50, 1],
  [100, 2],
] as const)("goes back from a no-show but for what the policy keeps: %i percent", async (noShowPercent, used) => {
  await policy({ noShowPercent });
  const { id, orderId } = await booked({ times: 2, on: { placeId: `b-${5 + used}`, day: "2026-11-25", start: hour(8) } });
  await at(new Date("2026-11-25T12:00:00+08:00"));
  const clock = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), desk.now);
  for (const job of bookingJobs) await clock.act(job.run);
  expect(await admin.ok(booking.view, { id: orderId })).toMatchObject({ orderStatus: "no_show" });
  expect(await look(id)).toMatchObject({ used, worth: ["100.00", "66.67", "33.34"][used] });
  await at(MORNING);
  await policy({ noShowPercent: 100 });
});

describe("who gives up a voucher's court", () => {
  const court = (start: number) => ({ placeId: "b-8", day: "2026-11-25", start: hour(start) });
  /** True if it already holds the order while it waits for the voucher: undoing the use locks the voucher, then the order. */
  const hasOrder = async ({ id, orderId }: { id: string; orderId: string }, giveUp: () => Promise<unknown>): Promise<boolean> => {
    const lock = { on: `voucher WHERE id = '${id}'`, rows: [["id", `booking_order WHERE id = '${orderId}'`]] } as const;
    return (await heldWhileWaiting(server.url, giveUp, lock)).length > 0;
  };

  it("waits for the voucher without its order: cancelling, giving up a line, closing the court", async () => {
    const one = await booked({ on: court(8) });
    expect(await hasOrder(one, () => admin.ok(booking.cancel, { id: one.orderId, reason: WHY }))).toBe(false);

    const other = await booked({ on: court(10) });
    const line = (await admin.ok(booking.view, { id: other.orderId })).lines[0];
    const more = { id: other.orderId, lineId: line?.id ?? "", end: (line?.end ?? 0) + 60 };
    const { pay } = await admin.ok(booking.extendPreview, more);
    await admin.ok(booking.extend, { ...more, payments: [{ type: "Cash", amount: pay }] });
    const given = { id: other.orderId, lineIds: [more.lineId], reason: WHY };
    expect(await hasOrder(other, () => admin.ok(booking.refundLines, given))).toBe(false);

    const closed = await booked({ on: court(14) });
    const wish = { placeIds: ["b-8"], from: court(14).day, to: court(14).day, start: hour(14), end: hour(15), reason: "屋顶漏水" };
    const { fingerprint } = await admin.ok(closing.preview, wish);
    expect(await hasOrder(closed, () => admin.ok(closing.apply, { ...wish, fingerprint }))).toBe(false);
  });

  it("waits for it without the order when nobody came", async () => {
    await policy({ noShowPercent: 0 });
    const missed = await booked({ on: court(18) });
    const clock = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), new Date("2026-11-25T20:00:00+08:00"));
    const miss = bookingJobs.find(({ name }) => name === "booking.miss");
    expect(await hasOrder(missed, () => clock.act((ctx) => miss?.run(ctx) ?? Promise.resolve()))).toBe(false);
    expect(await look(missed.id)).toMatchObject({ used: 0, worth: "100.00" });
    await policy({ noShowPercent: 100 });
  });

  it("would have it where the order came first", async () => {
    const one = await booked({ on: court(20) });
    const backwards = () =>
      desk.act(async (ctx) => {
        await lockOrder(ctx, one.orderId);
        await lockVouchers(ctx, [one.orderId]);
      });
    expect(await hasOrder(one, backwards)).toBe(true);
  });
});

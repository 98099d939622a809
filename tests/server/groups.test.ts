/** The consumer class "group": who books as a group pays the plan's group prices, and the reason of the price says so. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { bookingOrders } from "../../src/contract/booking/booking-orders";
import { callsOf } from "../../src/contract/core/resource/calls";
import type { Input } from "../../src/contract/core/call";
import { fixed } from "../../src/contract/fixed/fixed";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { extend } from "../../src/server/domains/booking/extend";
import { move } from "../../src/server/domains/booking/move";
import { quote } from "../../src/server/domains/booking/quote";
import { replay } from "../../src/server/kernel/price/replay";
import { bookingOrderServices } from "../../src/server/domains/booking/orders";
import { view } from "../../src/server/domains/booking/view";
import { create, preview } from "../../src/server/domains/fixed/change";
import { join } from "../../src/server/domains/waitlist/join";
import { entryOf } from "../../src/server/domains/waitlist/list";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, countRows, payFor, plan, refusalOf, seedBooking } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
const week = (price: number) => Array.from({ length: 7 }, () => Array.from({ length: 48 }, () => price));
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  // A group pays 20.00 a half hour until 18:00; in the evening what everybody pays.
  const group = week(2_000).map((day) => day.map((price, half) => (half < 36 ? price : null)));
  await t.database
    .dbFor("v-1")
    .updateTable("price_plan")
    .set({ matrix: JSON.stringify({ ...plan, member: week(2_200), group }) })
    .where("id", "=", "pp-1")
    .execute();
});
afterAll(async () => {
  expect(await checkLedger(t.database.dbFor(t.venue.id), t.venue.id)).toEqual([]);
  await t.close();
});

const DAY = "2026-11-24";
const run = (placeId: string, start: number, end: number) => ({ placeId, start, end });
const quoted = (input: Omit<Input<typeof booking.quote>, "venueId" | "day">) =>
  t.look((ctx) => quote(ctx, booking.quote.input.parse({ venueId: t.venue.id, day: DAY, ...input })));

describe("a group", () => {
  it("pays the group's prices, told from the walk-in's and the member's in the trace", async () => {
    const runs = [run("b-1", at(17), at(19))];
    const matched = async (input: { asGroup?: boolean; memberId?: string }) => {
      const { lines, total } = await quoted({ runs, ...input });
      const trace = lines[0]?.trace;
      if (trace) expect(replay(trace).price).toBe(Number(total) * 100);
      return [total, trace?.steps.filter((step) => step.matched).map(({ rule, consumer, amount }) => [rule, consumer, amount])];
    };
    // 17:00–18:00 at 25.00 or 20.00 a half hour, 18:00–19:00 at 40.00 for both.
    expect(await matched({})).toEqual(["130.00", [["plan", undefined, "130.00"]]]);
    expect(await matched({ asGroup: true })).toEqual([
      "120.00",
      [
        ["plan", "group", "40.00"],
        ["plan", undefined, "80.00"],
      ],
    ]);
    expect(await matched({ memberId: "m-2" })).toEqual(["88.00", [["plan", "member", "88.00"]]]);
  });

  it("waits as a group, and is offered the group's price", async () => {
    const wish = { day: DAY, start: at(8), end: at(9), programId: "g-b", placeId: "b-9" };
    const wait = (more: Partial<Input<typeof waitlist.join>>) => t.act((ctx) => join(ctx, waitlist.join.input.parse({ ...wish, ...more })));
    const holder = await book(t, { day: DAY, runs: [run("b-9", at(8), at(9))], mode: "reserve" });
    expect((await refusalOf(wait({ memberId: "m-2", asGroup: true }))).key).toBe("groupMember");
    const waiting = await wait({ name: "陆家嘴社", asGroup: true });
    expect(waiting).toMatchObject({ asGroup: true, state: "waiting" });
    await cancelled(t, holder.id);
    const { orderId } = await t.look((ctx) => entryOf(ctx, waiting.id));
    expect(await t.look((ctx) => view(ctx, { id: orderId ?? "" }))).toMatchObject({ asGroup: true, total: "40.00", orderStatus: "held" });
    await cancelled(t, orderId ?? "");
  });

  it("stays a group: its order says so, and an extension and a move are priced like it", async () => {
    const order = await book(t, { day: DAY, runs: [run("b-1", at(8), at(9))], name: "张江社", asGroup: true });
    expect(order).toMatchObject({ asGroup: true, total: "40.00", name: "张江社", memberId: null });
    await payFor(t, order);
    const lineId = order.lines[0]?.id ?? "";
    const longer = await t.act((ctx) =>
      extend(ctx, booking.extend.input.parse({ id: order.id, lineId, end: at(9, 30), payments: [{ type: "WeChat", amount: "20.00" }] })),
    );
    expect(longer.total).toBe("60.00");
    const moved = await t.act((ctx) =>
      move(ctx, booking.move.input.parse({ id: order.id, lineId, to: { ...run("b-2", at(10), at(11)), day: DAY } })),
    );
    expect(moved.total).toBe("60.00");
    const page = await t.look((ctx) => bookingOrderServices.list(ctx, callsOf(bookingOrders).list.input.parse({ q: "张江" })));
    expect(page.content.map((row) => row.asGroup)).toEqual([true]);
    const walkIn = await book(t, { day: DAY, runs: [run("b-3", at(8), at(9))] });
    expect(walkIn).toMatchObject({ asGroup: false, total: "50.00" });
  });

  it("is no member: a member books at member prices", async () => {
    const before = await countRows(t);
    expect((await refusalOf(quoted({ runs: [run("b-4", at(8), at(9))], memberId: "m-2", asGroup: true }))).key).toBe("groupMember");
    const both = { day: DAY, runs: [run("b-4", at(8), at(9))], memberId: "m-2", asGroup: true };
    expect((await refusalOf(book(t, both))).key).toBe("groupMember");
    expect(await countRows(t)).toEqual(before);
  });

  it("has fixed bookings at its prices, by tariff, and their orders are the group's", async () => {
    const terms = {
      name: "张江社",
      phone: "13800000000",
      placeIds: ["b-5"],
      weekdays: [3],
      start: at(14),
      end: at(16),
      from: "2026-11-25",
      to: "2026-12-02",
      payMode: "monthly" as const,
    };
    const planned = (asGroup: boolean) => t.look((ctx) => preview(ctx, fixed.preview.input.parse({ ...terms, asGroup })));
    expect([(await planned(false)).total, (await planned(true)).total]).toEqual(["200.00", "160.00"]);
    const contract = await t.act((ctx) => create(ctx, fixed.create.input.parse({ ...terms, asGroup: true, activate: true })));
    expect(contract).toMatchObject({ asGroup: true, unitPrice: "80.00" });
    const page = await t.look((ctx) => bookingOrderServices.list(ctx, callsOf(bookingOrders).list.input.parse({ source: "fixed" })));
    expect(page.content.map((row) => [row.asGroup, row.total])).toEqual([
      [true, "80.00"],
      [true, "80.00"],
    ]);
    expect(
      (await refusalOf(t.look((ctx) => preview(ctx, fixed.preview.input.parse({ ...terms, memberId: "m-2", asGroup: true }))))).key,
    ).toBe("groupMember");
  });
});

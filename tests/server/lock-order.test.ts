/**
 * In which order a change of money takes its locks: documents and goods, then members, then numbers and purses. Each flow is stopped where it
 * waits for the member; what it holds by then must be none of what those hold who have the member and come after it.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { sale } from "../../src/contract/sale/sale";
import { create as bookCourt } from "../../src/server/domains/booking/create";
import { pay } from "../../src/server/domains/booking/pay";
import { bookSession } from "../../src/server/domains/capacitySessions/book";
import { bookAtTill } from "../../src/server/domains/coaches/bookings";
import { recharge } from "../../src/server/domains/members/recharge";
import { create } from "../../src/server/domains/sale/lines";
import { returns } from "../../src/server/domains/sale/returns";
import { members } from "../../src/contract/members/members";
import { at, evening, seedBooking, seedMember, TODAY } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { heldWhileWaiting, type Lock } from "../support/gate";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 3, 40);
  await seedMember(t, "wang", { name: "王芳", principal: 50_000, gift: 5_000 });
  // A number and a purse of each kind exist, and the shift is open: there is a row that could be held.
  await sell({});
  await t.act((ctx) => bookSession(ctx, { hallBookingId: "hb", attendees: 1, payments: [{ type: "Cash", amount: 3_000 }] }));
});
afterAll(() => t.close());

const water = { productId: "water", quantity: 1 };
const byPurse = (amount: string) => [{ type: "Balance" as const, amount }];
const sell = (input: Partial<Input<typeof sale.create>>) =>
  t.act((ctx) => create(ctx, sale.create.input.parse({ memberId: "wang", lines: [water], payments: byPurse("3.33"), ...input })));

const MEMBER: Lock = {
  on: "member WHERE venue_id = 'v-1' AND id = 'wang'",
  // Whoever has the member takes these next, and would wait in a circle for one that is held.
  rows: [
    ["account", "balance WHERE venue_id = 'v-1' AND subject = 'wang'"],
    ["name", "counter WHERE venue_id = 'v-1'"],
  ],
};
const heldBefore = (change: () => Promise<unknown>, lock = MEMBER): Promise<string[]> => heldWhileWaiting(t.url, change, lock);

describe("who waits for a member holds neither purse nor number", () => {
  it("selling goods from the purse", async () => {
    expect(await heldBefore(() => sell({}))).toEqual([]);
  });
  it("selling a cart of goods, a ticket and a recharge", async () => {
    const items = [
      { kind: "session" as const, of: "hb" },
      { kind: "recharge" as const, amount: "20.00" },
    ];
    const payments = [...byPurse("33.33"), { type: "Cash" as const, amount: "20.00" }];
    expect(await heldBefore(() => sell({ items, payments }))).toEqual([]);
  });
  it("taking goods back", async () => {
    const sold = await sell({});
    const lines = sold.lines.map(({ id }) => ({ lineId: id, quantity: 1, to: "shop" as const }));
    expect(
      await heldBefore(() => t.act((ctx) => returns(ctx, sale.returns.input.parse({ saleId: sold.id, lines, reason: "退货" })))),
    ).toEqual([]);
  });
  it("booking a session", async () => {
    const draft = { hallBookingId: "hb", attendees: 1, memberId: "wang", payments: [{ type: "Balance" as const, amount: 3_000 }] };
    expect(await heldBefore(() => t.act((ctx) => bookSession(ctx, draft)))).toEqual([]);
  });
  it("recharging", async () => {
    const input = members.recharge.input.parse({ memberId: "wang", pay: "10.00", method: "Cash" });
    expect(await heldBefore(() => t.act((ctx) => recharge(ctx, input)))).toEqual([]);
  });
  it("paying what is due of a booking", async () => {
    const order = await t.act((ctx) => bookCourt(ctx, booking.create.input.parse({ ...evening, name: undefined, memberId: "wang" })));
    const input = booking.pay.input.parse({ id: order.id, payments: byPurse(order.total), cards: [] });
    expect(await heldBefore(() => t.act((ctx) => pay(ctx, input)))).toEqual([]);
  });
  it("booking a class at the till", async () => {
    await query(
      t.url,
      `INSERT INTO coach (venue_id, id, name, phone, programs, level, hour_price, share, state, created_at) VALUES ('v-1', 'coach', '教练', '13700000001', '{}', 'senior', 0, 0, 'approved', now())`,
    );
    await query(
      t.url,
      `INSERT INTO coach_class (venue_id, id, title, coach_id, place_id, day, start, minutes, capacity, price, weeks, state, created_at)
       VALUES ('v-1', 'class', '提高班', 'coach', 'b-1', '${TODAY}', 1200, 60, 4, 1000, 1, 'planned', now())`,
    );
    const payments = [{ type: "Balance" as const, amount: 1_000 }];
    expect(await heldBefore(() => t.act((ctx) => bookAtTill(ctx, { classId: "class", memberId: "wang", payments })))).toEqual([]);
  });
});

it("a cart that pays a booking has it before its goods, as goods that are added to a booking do", async () => {
  const input = { ...evening, runs: [{ placeId: "b-4", start: at(20), end: at(21) }], name: undefined, memberId: "wang" };
  const order = await t.act((ctx) => bookCourt(ctx, booking.create.input.parse(input)));
  const lock: Lock = {
    on: `booking_order WHERE venue_id = 'v-1' AND id = '${order.id}'`,
    rows: [["id", "product WHERE venue_id = 'v-1'"], ...MEMBER.rows],
  };
  const due = (Number(order.total) + 3.33).toFixed(2);
  expect(await heldBefore(() => sell({ items: [{ kind: "order", of: order.id }], payments: byPurse(due) }), lock)).toEqual([]);
});

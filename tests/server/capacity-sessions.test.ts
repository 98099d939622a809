import { afterAll, beforeAll, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { addDays } from "../../src/contract/core/time";
import { sellCard } from "../../src/server/domains/cards/sell";
import { find } from "../../src/server/domains/capacitySessions/find";
import { book, list, view } from "../../src/server/domains/capacitySessions/view";
import { countRows, postingsOf, refusalOf, seedBooking, seedMember, TODAY } from "../support/booking";
import { paid, seedCommerce } from "../support/commerce";
import { addSession, seedPool } from "../support/capacity-sessions";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 24, 3, 5);
  await seedMember(t, "han", { name: "韩梅" });
});
afterAll(() => t.close());
const take = (input: Omit<Input<typeof capacitySessions.book>, "id">) =>
  t.act((ctx) => book(ctx, capacitySessions.book.input.parse({ id: "hb", ...input })));
const buy = (packageCardId: string) => t.act((ctx) => sellCard(ctx, { memberId: "han", packageCardId, payments: paid(10_000) }));

it("sells places for money, earned on the session's day", async () => {
  const taken = await take({ attendees: 2, name: "散客", payments: [{ type: "WeChat", amount: "60.00" }] });
  expect(taken).toMatchObject({ attendees: 2, total: "60.00", payTypes: ["WeChat"], session: { leftPlace: 3, maxPlace: 5, name: "晚场" } });
  expect((await postingsOf(t, taken.id)).sort()).toEqual([`session income.session h-b -6000 ${TODAY}`, "session tender.wechat 6000"]);
});

it("sells places for uses of the member's own card that opens the hall", async () => {
  const holdingId = await buy("pk");
  const taken = await take({ attendees: 2, memberId: "han", holdingId });
  expect(taken).toMatchObject({ total: "0.00", payTypes: [], holdingId, name: "韩梅", session: { leftPlace: 1 } });
  const rows = await countRows(t);
  expect((await refusalOf(take({ attendees: 1, holdingId }))).key).toBe("missing");
  expect((await refusalOf(take({ attendees: 1, memberId: "han", holdingId, payments: [{ type: "Cash", amount: "30.00" }] }))).key).toBe(
    "paymentSum",
  );
  expect(await countRows(t)).toEqual(rows);
  const short = await buy("pk");
  const yesterday = addDays(TODAY, -1);
  await t.database.dbFor("v-1").updateTable("holding").set({ expires_on: yesterday }).where("id", "=", short).execute();
  const expired = await refusalOf(take({ attendees: 1, memberId: "han", holdingId: short }));
  expect([expired.key, expired.data]).toEqual(["cardNotUsable", { expiresOn: yesterday }]);
  const other = await buy("pk-k");
  expect((await refusalOf(take({ attendees: 1, memberId: "han", holdingId: other }))).key).toBe("cardNotUsable");
});

it("refuses whole when too few places are left, the sum is wrong, or the session is over", async () => {
  const left = async () => (await t.look((ctx) => view(ctx, { id: "hb" }))).leftPlace;
  const rows = await countRows(t);
  expect((await refusalOf(take({ attendees: 2, name: "x", payments: [{ type: "Cash", amount: "60.00" }] }))).key).toBe("sessionFull");
  expect((await refusalOf(take({ attendees: 1, name: "x", payments: [{ type: "Cash", amount: "29.00" }] }))).key).toBe("paymentSum");
  const now = t.now;
  t.now = new Date("2026-11-21T08:00:00Z");
  expect((await refusalOf(take({ attendees: 1, name: "x", payments: [{ type: "Cash", amount: "30.00" }] }))).key).toBe("slotPast");
  t.now = now;
  expect(await left()).toBe(1);
  expect(await countRows(t)).toEqual(rows);
});

it("shows a day's sessions and who booked one, to its own venue only", async () => {
  expect((await t.look((ctx) => list(ctx, { day: TODAY, days: 1 }))).content.map((row) => [row.id, row.leftPlace])).toEqual([["hb", 1]]);
  const whole = await t.look((ctx) => view(ctx, { id: "hb" }));
  expect(whole.bookings.reduce((sum, one) => sum + one.attendees, 0)).toBe(whole.maxPlace - whole.leftPlace);
  const venue = await addVenue(t.database, "v-2");
  expect((await t.look((ctx) => list(ctx, { day: TODAY, days: 1 }), { venue })).content).toEqual([]);
  expect((await refusalOf(t.look((ctx) => view(ctx, { id: "hb" }), { venue }))).key).toBe("missing");
});

it("finds bookings by number, name, phone and its last digits: what is still to come first, the nearest before the others", async () => {
  await seedPool(t);
  const [soon, later, past] = await Promise.all([
    addSession(t, { day: TODAY, start: 1_200 }),
    addSession(t, { day: addDays(TODAY, 3), start: 600 }),
    addSession(t, { day: addDays(TODAY, 1), start: 600 }),
  ]);
  const sold = (id: string, name: string, phone: string) =>
    t.act((ctx) => book(ctx, capacitySessions.book.input.parse({ id, name, phone, payments: [{ type: "WeChat", amount: "30.00" }] })));
  const far = await sold(later, "卢照邻", "13912344321");
  const near = await sold(soon, "骆宾王", "13812344321");
  const over = await sold(past, "卢照邻", "13712344321");
  await t.database
    .dbFor("v-1")
    .updateTable("hall_booking")
    .set({ starts_at: new Date("2026-11-20T02:00:00Z"), ends_at: new Date("2026-11-20T03:00:00Z") })
    .where("id", "=", past)
    .execute();
  const found = async (q: string, venue?: TestVenue["venue"]) =>
    (await t.look((ctx) => find(ctx, { q }), venue ? { venue } : {})).content.map((one) => one.no);
  expect(await found("4321")).toEqual([near.no, far.no, over.no]);
  expect(await found("卢照邻")).toEqual([far.no, over.no]);
  expect(await found("139123")).toEqual([far.no]);
  expect(await found(near.no.toLowerCase())).toEqual([near.no]);
  expect(await found("9999")).toEqual([]);
  const [one] = (await t.look((ctx) => find(ctx, { q: near.no }))).content;
  expect(one).toMatchObject({ phone: "138****4321", session: { id: soon, leftPlace: 9 } });
  expect(await found("4321", await addVenue(t.database, "v-3"))).toEqual([]);
});

/** Halls, prices, members and bookings for tests. Amounts in fen, times in minutes from midnight. */
import { type BookingOrderDetail, booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { cancel } from "../../src/server/domains/booking/cancel";
import { checkIn } from "../../src/server/domains/booking/check-in";
import { create } from "../../src/server/domains/booking/create";
import { pay } from "../../src/server/domains/booking/pay";
import type { PlanMatrix } from "../../src/server/kernel/price/rules";
import type { Ctx } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import type { Request } from "../../src/server/http/perform";
import { post } from "../../src/server/ledger/post";
import type { TestVenue } from "./venue";

/** The test venue's today, a Saturday. */
export const TODAY = "2026-11-21";
export const TOMORROW = "2026-11-22";
export const at = (hour: number, minute = 0): number => hour * 60 + minute;

const EVENING = 36;
/** Weekdays 25, evenings from 18:00 40, weekends 40, weekend evenings 50 yuan per half hour. */
export const plan: PlanMatrix = {
  walkIn: Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 48 }, (_, half) => (day < 5 ? (half < EVENING ? 2500 : 4000) : half < EVENING ? 4000 : 5000)),
  ),
  peak: Array.from({ length: 7 }, (_, day) => Array.from({ length: 48 }, (_, half) => day >= 5 || half >= EVENING)),
};

const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);

/**
 * A badminton hall "h-b" with courts "b-1" … "b-10", a basketball hall "h-k" where "k-full" covers the units of "k-east" and "k-west",
 * a plan for badminton and a default price for basketball, card types "ct-85" (85 %) and "ct-full", member "m-1" (85 %) with 500 yuan
 * principal and 100 gift, and "m-2" without a discount and with empty purses.
 */
export async function seedBooking(t: TestVenue, venueId = t.venue.id): Promise<void> {
  const db = t.database.dbFor(venueId);
  const own = { venue_id: venueId };
  await db
    .insertInto("program")
    .values([
      { ...own, id: "g-b", name: "羽毛球", sport: "badminton", default_price: null },
      { ...own, id: "g-k", name: "篮球", sport: "basketball", slot_minutes: 60, default_price: 6000 },
    ])
    .execute();
  const hours = { open_minutes: week(at(6)), close_minutes: week(at(23)) };
  await db
    .insertInto("hall")
    .values([
      { ...own, id: "h-b", program_id: "g-b", name: "羽毛球馆", position: 1, ...hours },
      { ...own, id: "h-k", program_id: "g-k", name: "篮球馆", position: 2, ...hours },
    ])
    .execute();
  const courts = Array.from({ length: 10 }, (_, i) => `${i + 1}`);
  await db
    .insertInto("unit")
    .values([
      ...courts.map((name) => ({ ...own, id: `u-${name}`, hall_id: "h-b", name })),
      { ...own, id: "u-east", hall_id: "h-k", name: "东" },
      { ...own, id: "u-west", hall_id: "h-k", name: "西" },
    ])
    .execute();
  await db
    .insertInto("place")
    .values([
      ...courts.map((name, position) => ({ ...own, id: `b-${name}`, hall_id: "h-b", name, unit_ids: [`u-${name}`], position })),
      { ...own, id: "k-full", hall_id: "h-k", name: "全场", unit_ids: ["u-east", "u-west"], position: 0 },
      { ...own, id: "k-east", hall_id: "h-k", name: "东半", unit_ids: ["u-east"], position: 1 },
      { ...own, id: "k-west", hall_id: "h-k", name: "西半", unit_ids: ["u-west"], position: 2 },
    ])
    .execute();
  await db
    .insertInto("price_plan")
    .values({
      ...own,
      id: "pp-1",
      program_id: "g-b",
      name: "秋冬羽毛球",
      valid_from: "2026-01-01",
      valid_to: "2027-12-31",
      matrix: JSON.stringify(plan),
    })
    .execute();
  await db
    .insertInto("card_type")
    .values([
      { ...own, id: "ct-85", name: "金卡", colour: 300, place_percent: 85 },
      { ...own, id: "ct-full", name: "普卡", colour: 100 },
    ])
    .execute();
  await seedMember(t, "m-1", { name: "沈佩仪", cardTypeId: "ct-85", principal: 50_000, gift: 10_000 }, venueId);
  await seedMember(t, "m-2", { name: "陈一鸣", cardTypeId: "ct-full", principal: 0, gift: 0 }, venueId);
}

let members = 0;
/** A member with filled purses, the way a recharge posts them. */
export async function seedMember(
  t: TestVenue,
  id: string,
  {
    name = id,
    cardTypeId = "ct-full",
    principal = 0,
    gift = 0,
  }: { name?: string; cardTypeId?: string; principal?: number; gift?: number } = {},
  venueId = t.venue.id,
): Promise<void> {
  members++;
  await t.database
    .dbFor(venueId)
    .insertInto("member")
    .values({
      venue_id: venueId,
      id,
      card_no: `C${members}`,
      name,
      phone: `137${String(members).padStart(8, "0")}`,
      card_type_id: cardTypeId,
      created_at: t.now,
    })
    .execute();
  if (venueId === t.venue.id && principal + gift > 0) await t.act((ctx) => fill(ctx, id, principal, gift));
}

/** Fills purses as a recharge does: money into the bank, gifts as a cost. */
export const fill = (ctx: Ctx, memberId: string, principal: number, gift: number): Promise<string> =>
  post(ctx, {
    document: { kind: "adjustment", id: ctx.newId(), no: "" },
    operation: "recharge",
    legs: [
      { account: "tender.transfer", amount: principal },
      { account: "purse.principal", amount: -principal, subject: memberId },
      { account: "cost.gift", amount: gift, earnedOn: TODAY },
      { account: "purse.gift", amount: -gift, subject: memberId },
    ],
  });

export type Booking = Input<typeof booking.create>;
/** Court 5 this evening, 20:00–21:00: list 100.00. */
export const evening: Booking = { day: TODAY, runs: [{ placeId: "b-5", start: at(20), end: at(21) }], mode: "hold", name: "王伟" };

/** Books as the desk does. */
export const book = (t: TestVenue, input: Partial<Booking> = {}, as?: Partial<Request>): Promise<BookingOrderDetail> =>
  t.act((ctx) => create(ctx, booking.create.input.parse({ ...evening, ...input })), { action: "booking.create", ...as });
/** Pays an order in cash or as told. */
export const payFor = (
  t: TestVenue,
  order: { id: string; due: string },
  payments: Input<typeof booking.pay>["payments"] = [{ type: "Cash", amount: order.due }],
  as?: Partial<Request>,
): Promise<BookingOrderDetail> =>
  t.act((ctx) => pay(ctx, booking.pay.input.parse({ id: order.id, payments })), { action: "booking.pay", ...as });
export const cancelled = (
  t: TestVenue,
  id: string,
  input: Partial<Input<typeof booking.cancel>> = {},
  as?: Partial<Request>,
): Promise<BookingOrderDetail> =>
  t.act((ctx) => cancel(ctx, booking.cancel.input.parse({ id, reason: "客人有事", ...input })), { action: "booking.cancel", ...as });
export const checkedIn = (t: TestVenue, id: string, undo = false, as?: Partial<Request>): Promise<BookingOrderDetail> =>
  t.act((ctx) => checkIn(ctx, { id, undo, early: true }), { action: "booking.checkIn", ...as });

/** The refusal that a promise ends in; fails when it ends in anything else. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => new Error("was not refused"),
    (error: unknown) => error,
  );
  if (outcome instanceof AppError) return outcome;
  throw outcome;
}

/** Postings of an order, in order, as `account subject? amount earnedOn?`; subjects of shifts are left out. */
export async function postingsOf(t: TestVenue, orderId: string): Promise<string[]> {
  const rows = await t.database
    .dbFor(t.venue.id)
    .selectFrom("ledger_tx as t")
    .innerJoin("posting as p", (join) => join.onRef("p.venue_id", "=", "t.venue_id").onRef("p.tx_id", "=", "t.id"))
    .where("t.document_id", "=", orderId)
    .orderBy("t.posted_at")
    .orderBy("t.id")
    .orderBy("p.seq")
    .select(["t.operation", "p.account", "p.subject", "p.amount", "p.earned_on"])
    .execute();
  return rows.map((row) =>
    [row.operation, row.account, row.account === "tender.cash" ? "" : row.subject, row.amount, row.earned_on ?? ""]
      .filter((part) => part !== "")
      .join(" "),
  );
}

/** Counts the rows of each kind: two equal answers prove that nothing was left behind. */
export async function countRows(t: TestVenue): Promise<Record<string, number>> {
  const db = t.database.dbFor(t.venue.id);
  const counts: Record<string, number> = {};
  for (const table of [
    "booking_order",
    "booking_line",
    "occupancy",
    "payment",
    "ledger_tx",
    "posting",
    "shift",
    "audit_log",
    "outbox",
    "waitlist_entry",
    "place_lock",
    "closing",
  ] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    counts[table] = row.n;
  }
  return counts;
}

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { finance } from "../../src/contract/finance/finance";
import { capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import type { Code } from "../../src/contract/core/permissions";
import { instant } from "../../src/contract/core/time";
import { grid } from "../../src/server/domains/booking/grid";
import { dashboard } from "../../src/server/domains/finance/dashboard";
import type { Ctx } from "../../src/server/http/context";
import { type Document, type Leg, post } from "../../src/server/ledger/post";
import { list as sessionBoard } from "../../src/server/domains/capacitySessions/view";
import { enrol, seedMembers } from "../support/members";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const zone = "Asia/Shanghai";
let documents = 0;
/** Posts at a time of Shanghai ("2026-11-21 09:00"). */
async function booked(at: string, kind: Document["kind"], legs: readonly Leg[]): Promise<void> {
  const keep = t.now;
  t.now = new Date(`${at.replace(" ", "T")}:00+08:00`);
  documents++;
  const no = `D${documents}`;
  await t.act((ctx: Ctx) => post(ctx, { document: { kind, id: no, no }, operation: "test", legs }));
  t.now = keep;
}
const look = (input = {}, codes?: readonly Code[]) =>
  t.look((ctx) => dashboard(ctx, finance.dashboard.input.parse(input)), codes ? { codes: new Set(codes) } : {});
const pay = (account: Leg["account"], amount: number): Leg => ({ account, amount });
const earn = (account: Leg["account"], amount: number, earnedOn: string): Leg => ({ account, amount, earnedOn });
const order = (id: string, day: string, start: number, state: string, extra: object = {}) =>
  t.database
    .dbFor("v-1")
    .insertInto("booking_order")
    .values({
      venue_id: "v-1",
      id,
      no: id.toUpperCase(),
      source: "desk",
      member_id: null,
      card_type_id: null,
      name: `客 ${id}`,
      program_id: "pr",
      day,
      start_minute: start,
      end_minute: start + 60,
      starts_at: instant(day, start, zone),
      ends_at: instant(day, start + 60, zone),
      places: "1 号",
      list: 10_000,
      discount: 0,
      total: 10_000,
      paid: state === "paid" || state === "checked_in" ? 10_000 : 0,
      order_status: state,
      pay_status: "paid",
      hold_until: state === "held" ? new Date(t.now.getTime() + 600_000) : null,
      person_id: "",
      operator: "",
      created_at: t.now,
      ...extra,
    })
    .execute();

beforeAll(async () => {
  t = await testVenue();
  await seedMembers(t);
  const db = t.database.dbFor("v-1");
  await db.insertInto("program").values({ venue_id: "v-1", id: "pr", name: "羽毛球", sport: "badminton", default_price: 5_000 }).execute();
  const hours = (minute: number) => Array.from({ length: 7 }, () => minute);
  await db
    .insertInto("hall")
    .values({ venue_id: "v-1", id: "h", program_id: "pr", name: "一馆", open_minutes: hours(8 * 60), close_minutes: hours(22 * 60) })
    .execute();
  await db
    .insertInto("unit")
    .values(["u1", "u2"].map((id) => ({ venue_id: "v-1", id, hall_id: "h", name: id })))
    .execute();
  await db
    .insertInto("place")
    .values([
      { venue_id: "v-1", id: "east", hall_id: "h", name: "东半", unit_ids: ["u1"], position: 1 },
      { venue_id: "v-1", id: "west", hall_id: "h", name: "西半", unit_ids: ["u2"], position: 2 },
      { venue_id: "v-1", id: "full", hall_id: "h", name: "全场", unit_ids: ["u1", "u2"], position: 3 },
    ])
    .execute();
});
afterAll(() => t.close());

describe("takings and earned", () => {
  beforeAll(async () => {
    // Today, Saturday 2026-11-21; the clock is at 10:00.
    await booked("2026-11-21 08:30", "recharge", [
      pay("tender.wechat", 50_000),
      { account: "purse.principal", amount: -50_000, subject: "m" },
    ]);
    await booked("2026-11-21 09:00", "order", [
      pay("tender.cash", 3_000),
      { account: "purse.principal", amount: 5_000, subject: "m" },
      earn("discount.member", 2_000, "2026-11-21"),
      earn("income.place", -10_000, "2026-11-21"),
    ]);
    // Paid today, played tomorrow: takings of today, earned tomorrow.
    await booked("2026-11-21 09:10", "order", [pay("tender.wechat", 8_000), earn("income.place", -8_000, "2026-11-22")]);
    // Paid yesterday, played today.
    await booked("2026-11-20 20:00", "order", [pay("tender.alipay", 6_000), earn("income.place", -6_000, "2026-11-21")]);
    // A refund lowers both; a cost is separate; a purchase and a float are not takings.
    await booked("2026-11-21 09:20", "order", [pay("tender.cash", -1_000), earn("income.place", 1_000, "2026-11-21")]);
    await booked("2026-11-21 09:30", "recharge", [
      earn("cost.gift", 700, "2026-11-21"),
      { account: "purse.gift", amount: -700, subject: "m" },
    ]);
    await booked("2026-11-21 09:40", "receipt", [pay("tender.transfer", -9_900), pay("payable.supplier", 9_900)]);
    await booked("2026-11-21 09:45", "shift", [pay("tender.cash", 20_000), pay("cash.safe", -20_000)]);
    // Last Saturday: before 10:00, after 10:00.
    await booked("2026-11-14 09:59", "order", [pay("tender.cash", 4_000), earn("income.place", -4_000, "2026-11-14")]);
    await booked("2026-11-14 10:01", "order", [pay("tender.cash", 7_000), earn("income.place", -7_000, "2026-11-14")]);
  });

  it("are what the postings of the day come to", async () => {
    const day = await look();
    expect(day.takings).toEqual({
      value: "600.00",
      compared: "40.00",
      recharge: "500.00",
      byMethod: [
        { type: "WeChat", amount: "580.00" },
        { type: "Cash", amount: "20.00" },
      ],
    });
    expect(day.earned).toEqual({ value: "130.00", compared: "40.00", goal: null });
    expect(day.trend).toHaveLength(14);
    expect(day.trend.at(-1)).toEqual({ day: "2026-11-21", takings: "600.00", earned: "130.00" });
    expect(day.trend.at(-2)).toEqual({ day: "2026-11-20", takings: "60.00", earned: "0.00" });
    expect(day.trend[6]).toEqual({ day: "2026-11-14", takings: "110.00", earned: "110.00" });
  });

  it("of a day that is over compare with the whole day a week before", async () => {
    const day = await look({ day: "2026-11-21" });
    t.now = new Date("2026-11-22T02:00:00Z");
    const later = await look({ day: "2026-11-21" });
    t.now = new Date("2026-11-21T02:00:00Z");
    expect(day.takings?.compared).toBe("40.00");
    expect(later.takings?.compared).toBe("110.00");
    expect(later.upcoming).toEqual([]);
  });

  it("are for those who may see the venue's money", async () => {
    const cashier = await look({}, ["venue_booking"]);
    expect([cashier.takings, cashier.earned, cashier.trend]).toEqual([null, null, []]);
    expect((await look({}, ["settlement"])).takings?.value).toBe("600.00");
  });

  it("are the venue's own", async () => {
    const other = await addVenue(t.database, "v-2");
    const theirs = await t.look((ctx) => dashboard(ctx, {}), { venue: other });
    expect(theirs).toMatchObject({ takings: { value: "0.00", byMethod: [] }, earned: { value: "0.00" }, heat: { rows: [] } });
    expect(theirs.utilisation).toEqual({ percent: 0, booked: 0, slots: 0, freeTonight: 0 });
  });
});

describe("utilisation and heat", () => {
  beforeAll(async () => {
    // East 19:00–20:30, and both halves 8:00–8:30.
    const cells: [string, number][] = [
      ["u1", 1140],
      ["u1", 1170],
      ["u1", 1200],
      ["u1", 480],
      ["u2", 480],
    ];
    await t.database
      .dbFor("v-1")
      .insertInto("occupancy")
      .values(
        cells.map(([unit_id, minute]) => ({ venue_id: "v-1", unit_id, slot_start: instant("2026-11-21", minute, zone), holder_id: "x" })),
      )
      .execute();
  });

  it("count units, not places: linked courts do not count twice", async () => {
    const { utilisation, heat } = await look();
    // Two units, 14 hours of two slots; tonight from 18:00 four hours of two slots each, less three.
    // The cells are taken by nobody's booking: they are not free, and not sold.
    expect(utilisation).toEqual({ slots: 56, booked: 5, percent: 0, freeTonight: 13 });
    expect(heat.hours).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    const row = (name: string) => heat.rows.find((one) => one.name === name)?.percent;
    expect(row("东半")).toEqual([50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 50, 0]);
    expect(row("西半")?.[0]).toBe(50);
    expect(row("全场")).toEqual([50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 50, 25, 0]);
  });

  it("take hours at which the hall is closed, and days on which the venue is, for no free time, as the grid does", async () => {
    const db = t.database.dbFor("v-1");
    const inGrid = async () => (await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: "2026-11-21" })))).days[0]?.counters.slots;
    const before = await look();
    expect(await inGrid()).toBe(before.utilisation.slots);
    const closed_times = JSON.stringify([{ weekdays: [], start: 1260, end: 1320, reason: "保洁" }]);
    await db.updateTable("hall").set({ closed_times }).where("id", "=", "h").execute();
    const shorter = await look();
    // Two units, two half hours of the evening.
    expect(shorter.utilisation).toMatchObject({ slots: 52, booked: 5, freeTonight: 9 });
    expect(shorter.heat.hours.at(-1)).toBe(20);
    expect(await inGrid()).toBe(52);
    await db.insertInto("holiday").values({ venue_id: "v-1", day: "2026-11-21", name: "检修", kind: "closed", priced_as: 6 }).execute();
    const shut = await look();
    expect(shut.utilisation).toEqual({ slots: 0, booked: 0, percent: 0, freeTonight: 0 });
    expect(shut.heat).toEqual({ hours: [], rows: [] });
    expect(await inGrid()).toBe(0);
    await db.deleteFrom("holiday").where("day", "=", "2026-11-21").execute();
    await db.updateTable("hall").set({ closed_times: "[]" }).where("id", "=", "h").execute();
  });

  it("of a hall sold by capacity count the places of its sessions", async () => {
    const other = await addVenue(t.database, "v-4", { mainTag: "swimming" });
    const db = t.database.dbFor("v-4");
    await db.insertInto("program").values({ venue_id: "v-4", id: "sw", name: "游泳", sport: "swimming", default_price: null }).execute();
    const week = (minute: number) => Array.from({ length: 7 }, () => minute);
    await db
      .insertInto("hall")
      .values({
        venue_id: "v-4",
        id: "pool",
        program_id: "sw",
        name: "泳池",
        sells: "capacity",
        open_minutes: week(360),
        close_minutes: week(1320),
      })
      .execute();
    await db
      .insertInto("hall_booking")
      .values({
        venue_id: "v-4",
        id: "s",
        hall_id: "pool",
        day: "2026-11-21",
        start_minute: 1080,
        end_minute: 1200,
        starts_at: instant("2026-11-21", 1080, zone),
        ends_at: instant("2026-11-21", 1200, zone),
        price: 3_000,
        max_place: 40,
        left_place: 30,
        status: "on_shelf",
      })
      .execute();
    const pool = await t.look((ctx) => dashboard(ctx, {}), { venue: other });
    const swimmer = { venue_id: "v-4", hall_booking_id: "s", member_id: null, name: "", total: 0, paid: 0, holding_id: null };
    const booked = (id: string, heads: number, entered: number, status = "booked") => ({ ...swimmer, id, no: id, heads, entered, status });
    const by = { person_id: "", operator: "", at: t.now };
    await db
      .insertInto("session_order")
      .values([booked("1", 4, 3), booked("2", 6, 0), booked("3", 2, 0, "cancelled")].map((one) => ({ ...one, ...by })))
      .execute();
    expect((await t.look((ctx) => dashboard(ctx, {}), { venue: other })).arrivals).toEqual({
      arrived: 3,
      expected: 10,
      noShow: 0,
      inside: 3,
    });
    const board = await t.look((ctx) => sessionBoard(ctx, capacitySessions.list.input.parse({ day: "2026-11-21", days: 1 })), {
      venue: other,
    });
    expect(board.content.map(({ entered, maxPlace, leftPlace }) => [entered, maxPlace - leftPlace])).toEqual([[3, 10]]);
    expect(pool.utilisation).toEqual({ slots: 40, booked: 10, percent: 25, freeTonight: 30 });
    expect(pool.heat).toEqual({ hours: [18, 19], rows: [{ placeId: "pool", name: "泳池", percent: [25, 25] }] });
  });
});

describe("guests", () => {
  beforeAll(async () => {
    await order("a", "2026-11-21", 9 * 60, "checked_in");
    await order("b", "2026-11-21", 8 * 60, "finished");
    await order("c", "2026-11-21", 8 * 60, "no_show");
    await order("d", "2026-11-21", 12 * 60, "paid");
    await order("e", "2026-11-21", 11 * 60, "held");
    await order("f", "2026-11-21", 11 * 60, "held", { hold_until: new Date(t.now.getTime() - 1) });
    await order("g", "2026-11-21", 14 * 60, "paid");
    await order("h", "2026-11-21", 11 * 60, "cancelled");
    await order("i", "2026-11-22", 11 * 60, "paid");
  });

  it("are counted as expected, arrived, inside and not come", async () => {
    expect((await look()).arrivals).toEqual({ expected: 5, arrived: 2, inside: 1, noShow: 1 });
  });

  it("of the next three hours are listed in their order with what they owe, lapsed holds left out", async () => {
    const { upcoming } = await look();
    expect(upcoming.map((row) => [row.orderId, row.start, row.orderStatus, row.total, row.due])).toEqual([
      ["e", 660, "held", "100.00", "100.00"],
      ["d", 720, "paid", "100.00", "0.00"],
    ]);
    // Only for those who may open them.
    for (const code of ["settlement", "booking_place_order_list"] as const) expect((await look({}, [code])).upcoming).toEqual([]);
  });

  it("after midnight show too", async () => {
    const keep = t.now;
    await order("late", "2026-11-22", 30, "paid");
    t.now = new Date("2026-11-21T15:00:00Z");
    expect((await look()).upcoming.map((row) => row.orderId)).toEqual(["late"]);
    t.now = keep;
  });
});

describe("what needs attention", () => {
  beforeAll(async () => {
    const db = t.database.dbFor("v-1");
    await db.insertInto("product_class").values({ venue_id: "v-1", id: "pc", name: "商品" }).execute();
    const product = (id: string, low_limit: number, stocked = true) => ({
      venue_id: "v-1",
      id,
      class_id: "pc",
      name: id,
      barcode: null,
      unit: "筒",
      price: 100,
      low_limit,
      stocked,
    });
    await db
      .insertInto("product")
      .values([product("low", 10), product("gone", 10), product("fine", 10), product("service", 10, false)])
      .execute();
    await db
      .insertInto("stock")
      .values([
        { venue_id: "v-1", warehouse: "shop", product_id: "low", quantity: 10 },
        { venue_id: "v-1", warehouse: "main", product_id: "low", quantity: 99 },
        { venue_id: "v-1", warehouse: "shop", product_id: "fine", quantity: 11 },
      ])
      .execute();
    const member = await enrol(t, { name: "魏子健" });
    await db
      .insertInto("package_card")
      .values({ venue_id: "v-1", id: "pk", name: "20 次卡", program_id: "pr", price: 60_000, times: 20, valid_days: 90 })
      .execute();
    const holding = (id: string, expires_on: string, state = "active") => ({
      venue_id: "v-1",
      id,
      no: id,
      package_card_id: "pk",
      name: "20 次卡",
      member_id: member.id,
      times: 20,
      bonus_times: 2,
      used: 18,
      price: 60_000,
      state,
      activated_on: null,
      expires_on,
      person_id: "",
      operator: "",
      at: t.now,
    });
    await db
      .insertInto("holding")
      .values([
        holding("k1", "2026-11-23"),
        holding("k2", "2026-11-28"),
        holding("k3", "2026-11-29"),
        holding("k4", "2026-11-22", "refunded"),
      ])
      .execute();
  });

  it("is goods at or below their limit in the shop, and cards that end within a week", async () => {
    const day = await look();
    expect(day.lowStock).toEqual([
      { productId: "gone", name: "gone", left: 0, limit: 10, unit: "筒" },
      { productId: "low", name: "low", left: 10, limit: 10, unit: "筒" },
    ]);
    expect(day.lowStockCount).toBe(2);
    expect(day.expiringCards.map((row) => [row.holdingId, row.memberName, row.left, row.expiresOn])).toEqual([
      ["k1", "魏子健", 4, "2026-11-23"],
      ["k2", "魏子健", 4, "2026-11-28"],
    ]);
    expect(day.expiringCardCount).toBe(2);
  });

  it("is shown to those who may open its screens", async () => {
    const coach = await look({}, ["venue_booking"]);
    expect(coach).toMatchObject({ lowStock: [], lowStockCount: 0, expiringCards: [], expiringCardCount: 0 });
  });
});

it("answers exactly what the contract says", async () => {
  expect(finance.dashboard.output.parse(await look())).toEqual(await look());
});

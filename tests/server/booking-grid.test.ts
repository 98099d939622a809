import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking, BookingOrderDetail, Grid } from "../../src/contract/booking/booking";
import { bookingOrders } from "../../src/contract/booking/booking-orders";
import { callsOf } from "../../src/contract/core/resource/calls";
import type { Input } from "../../src/contract/core/call";
import { instant } from "../../src/contract/core/time";
import { granules } from "../../src/server/kernel/occupancy/cells";
import { grid } from "../../src/server/domains/booking/grid";
import { bookingOrderServices } from "../../src/server/domains/booking/orders";
import { load } from "../../src/server/domains/booking/load";
import { lock } from "../../src/server/domains/booking/lock";
import { move } from "../../src/server/domains/booking/move";
import { searchPlaces } from "../../src/server/domains/booking/places";
import { refundLines } from "../../src/server/domains/booking/refund-lines";
import { view } from "../../src/server/domains/booking/view";
import { checkLedger } from "../../src/server/ledger/check";
import { at, book, cancelled, checkedIn, refusalOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { unzip } from "../support/unzip";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

const gridOf = async (input: Input<typeof booking.grid>) => Grid.parse(await t.look((ctx) => grid(ctx, booking.grid.input.parse(input))));
const cash = (amount: string) => ({ mode: "pay" as const, payments: [{ type: "Cash", amount }] });

describe("the grid", () => {
  it("shows places with their links, hours, and each list price once", async () => {
    const shown = await gridOf({ day: "2026-11-23", days: 7 });
    expect(shown.places.map((place) => place.id)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `b-${i + 1}`),
      "k-full",
      "k-east",
      "k-west",
    ]);
    expect(shown.places.find((place) => place.id === "k-full")?.linkedIds.sort()).toEqual(["k-east", "k-west"]);
    expect(shown.places.find((place) => place.id === "k-east")?.linkedIds).toEqual(["k-full"]);
    // Weekdays, weekend, and basketball's default.
    expect(shown.tariffs.length).toBe(3);
    const prices = (day: number, place: number) => shown.tariffs[shown.days[day]?.tariff[place] ?? -1];
    expect(prices(0, 0)?.prices.length).toBe(34);
    expect([prices(0, 0)?.prices[0], prices(0, 0)?.prices[24], prices(5, 0)?.prices[24]]).toEqual(["25.00", "40.00", "50.00"]);
    expect([prices(0, 0)?.peak[0], prices(0, 0)?.peak[24]]).toEqual([false, true]);
    expect(prices(0, 10)?.prices).toEqual(Array.from({ length: 17 }, () => "120.00"));
    expect(shown.days[0]?.hours).toEqual([
      { hallId: "h-b", open: at(6), close: at(23) },
      { hallId: "h-k", open: at(6), close: at(23) },
    ]);
  });

  it("prices a holiday as its weekday and names it", async () => {
    await t.database
      .dbFor("v-1")
      .insertInto("holiday")
      .values({ venue_id: "v-1", day: "2026-12-01", name: "馆庆", priced_as: 7 })
      .execute();
    const shown = await gridOf({ day: "2026-11-30", days: 2, hallId: "h-b" });
    expect(shown.days.map((day) => [day.holiday, day.kind])).toEqual([
      [null, null],
      ["馆庆", "holiday"],
    ]);
    expect(shown.days.map((day) => shown.tariffs[day.tariff[0] ?? -1]?.prices[24])).toEqual(["40.00", "50.00"]);
  });

  it("says what kind of day each special day is, in the grid and in the strip", async () => {
    const special = { "2027-02-05": "holiday", "2027-02-06": "workday", "2027-02-07": "closed", "2027-02-08": "special" } as const;
    await t.database
      .dbFor("v-1")
      .insertInto("holiday")
      .values(Object.entries(special).map(([day, kind]) => ({ venue_id: "v-1", day, name: "春节调休", kind, priced_as: 1 })))
      .execute();
    const shown = await gridOf({ day: "2027-02-04", days: 5, placeId: "b-1" });
    const strip = await t.look((ctx) => load(ctx, { from: "2027-02-04", days: 5 }));
    for (const { days } of [shown, strip]) {
      expect(days.map((day) => day.kind)).toEqual([null, ...Object.values(special)]);
      expect(days.slice(1).every((day) => day.holiday === "春节调休")).toBe(true);
    }
  });

  it("shows what stands: orders with their state and masked phone, locks with their reason, no hold whose time is up", async () => {
    const day = TOMORROW;
    const held = await book(t, { day, runs: [{ placeId: "b-1", start: at(9), end: at(10) }], phone: "13812345678" });
    const paid = await book(t, { day, runs: [{ placeId: "b-2", start: at(9), end: at(10) }], ...cash("80") });
    await book(t, { day, runs: [{ placeId: "k-full", start: at(9), end: at(10) }], mode: "reserve" });
    const gone = await book(t, { day, runs: [{ placeId: "b-3", start: at(9), end: at(10) }], ...cash("80") });
    await cancelled(t, gone.id, { waiveFee: true });
    await t.act((ctx) =>
      lock(ctx, booking.lock.input.parse({ day, runs: [{ placeId: "b-4", start: at(9), end: at(9, 30) }], reason: "地胶维修" })),
    );
    const shown = await gridOf({ day });
    const cell = (place: string) => shown.bookings.find((row) => row.placeId === place);
    expect(cell("b-1")).toMatchObject({
      status: "held",
      payStatus: "unpaid",
      orderId: held.id,
      phone: "138****5678",
      due: "80.00",
      start: at(9),
    });
    expect(cell("b-2")).toMatchObject({ status: "paid", payStatus: "paid", due: "0.00", orderNo: paid.no });
    expect(cell("b-3")).toBeUndefined();
    expect(cell("b-4")).toMatchObject({ kind: "lock", status: "locked", orderId: null, note: "地胶维修", end: at(9, 30) });
    // Twelve units of 34 half hours; the full court counts its two units.
    expect(shown.days[0]?.counters).toEqual({
      slots: 408,
      booked: 2 + 2 + 4 + 1,
      paid: 2,
      free: 399,
      utilisation: 2,
      receivable: "280.00",
      received: "80.00",
      due: "200.00",
      elsewhere: "0.00",
    });
    const now = t.now;
    t.now = new Date(now.getTime() + 15 * 60_000);
    expect((await gridOf({ day })).bookings.some((row) => row.placeId === "b-1")).toBe(false);
    t.now = now;
    expect((await gridOf({ day, programId: "g-k" })).bookings.map((row) => row.placeId)).toEqual(["k-full"]);
    const strip = await t.look((ctx) => load(ctx, { from: TODAY, days: 3 }));
    expect(strip.days.map((one) => [one.day, one.booked, one.slots])).toEqual([
      [TODAY, 0, 408],
      [TOMORROW, 9, 408],
      ["2026-11-23", 0, 408],
    ]);
  });

  it("shows as free, without a reason, what its price makes free, and counts none of it as paid", async () => {
    const day = "2026-12-03";
    await t.database
      .dbFor("v-1")
      .insertInto("temporary_price")
      .values({
        venue_id: "v-1",
        id: "open-day",
        name: "开放日",
        program_id: "g-b",
        place_ids: ["b-1", "b-2"],
        valid_from: day,
        valid_to: day,
        price: 0,
        reason: "开放日",
        operator: "测试员",
        created_at: t.now,
      })
      .execute();
    const onCourt = (placeId: string) => ({ day, runs: [{ placeId, start: at(9), end: at(10) }] });
    await book(t, { ...onCourt("b-1"), mode: "pay", payments: [] });
    await book(t, { ...onCourt("b-2"), mode: "reserve" });
    await book(t, { ...onCourt("b-3"), ...cash("50") });
    const { bookings, days } = await gridOf({ day });
    const free = new Map(bookings.map((row) => [row.placeId, row.free]));
    expect(["b-1", "b-2", "b-3"].map((place) => free.get(place))).toEqual(["", "", null]);
    expect(days[0]?.counters).toMatchObject({ booked: 6, paid: 2, received: "50.00" });
  });

  it("shows in the week of a court what is booked on courts that overlap it, and counts it by units", async () => {
    const day = "2026-11-24";
    await book(t, { day, runs: [{ placeId: "k-full", start: at(9), end: at(11) }], ...cash("240") });
    await book(t, { day, runs: [{ placeId: "k-west", start: at(12), end: at(13) }], mode: "reserve" });
    await book(t, { day, runs: [{ placeId: "k-east", start: at(14), end: at(15) }], mode: "reserve" });
    const week = await gridOf({ day, days: 7, placeId: "k-east" });
    expect(week.places.map((place) => [place.id, place.linkedIds])).toEqual([
      ["k-full", ["k-east"]],
      ["k-east", ["k-full"]],
    ]);
    expect(week.bookings.map((row) => [row.placeId, row.start])).toEqual([
      ["k-east", at(14)],
      ["k-full", at(9)],
    ]);
    expect(week.days[0]?.counters).toEqual({
      slots: 34,
      booked: 4 + 2,
      paid: 4,
      free: 28,
      utilisation: 18,
      receivable: "120.00",
      received: "0.00",
      due: "120.00",
      elsewhere: "0.00",
    });
    expect((await gridOf({ day, days: 7, placeId: "k-full" })).days[0]?.counters).toMatchObject({
      slots: 68,
      booked: 8 + 2 + 2,
      receivable: "240.00",
    });
  });

  it("counts as received the fees kept of what was given up, an order or a line of one, of the asked courts", async () => {
    const day = "2026-11-25";
    const run = (placeId: string) => ({ placeId, start: at(14), end: at(15) });
    const whole = await book(t, { day, runs: [run("b-1")], ...cash("50") });
    const part = await book(t, { day, runs: [run("b-2"), run("b-3")], ...cash("100") });
    const free = await book(t, { day, runs: [run("b-4")], ...cash("50") });
    const countersOf = async (placeId?: string) => (await gridOf({ day, ...(placeId ? { placeId } : {}) })).days[0]?.counters;
    expect(await countersOf()).toMatchObject({ booked: 8, paid: 8, receivable: "200.00", received: "200.00", due: "0.00" });
    const now = t.now;
    t.now = instant(day, at(12), t.venue.zone);
    await cancelled(t, whole.id);
    await cancelled(t, free.id, { waiveFee: true });
    const lineIds = part.lines.filter((line) => line.placeId === "b-2").map((line) => line.id);
    await t.act((ctx) => refundLines(ctx, booking.refundLines.input.parse({ id: part.id, lineIds, reason: "人少" })));
    t.now = now;
    // A fifth of each is kept; what stands is the third court.
    expect(await countersOf()).toMatchObject({ booked: 2, paid: 2, receivable: "70.00", received: "70.00", due: "0.00" });
    expect((await countersOf("b-1"))?.received).toBe("10.00");
    expect((await countersOf("b-2"))?.received).toBe("10.00");
    expect((await countersOf("b-3"))?.received).toBe("50.00");
    expect((await countersOf("b-4"))?.received).toBe("0.00");
    expect((await gridOf({ day })).bookings.map((row) => row.placeId)).toEqual(["b-3"]);
    const places = t.database.dbFor("v-1").updateTable("place").where("id", "=", "b-1");
    await places.set({ active: false }).execute();
    expect((await countersOf())?.received).toBe("70.00");
    await places.set({ active: true }).execute();
  });

  it("answers in few queries, whatever the number of places and days", async () => {
    let queries = 0;
    const seen = { ...t, database: t.database };
    await seen.look(async (ctx) => {
      const counting = ctx.db.withPlugin({
        transformQuery: (args) => {
          queries++;
          return args.node;
        },
        transformResult: (args) => Promise.resolve(args.result),
      });
      await grid({ ...ctx, db: counting }, { day: TODAY, days: 7 });
    });
    expect(queries).toBeLessThanOrEqual(6);
  });

  it("gives an empty venue an empty grid", async () => {
    const other = { venue: { ...t.venue, id: "v-9" } };
    expect(await t.look((ctx) => grid(ctx, { day: TODAY, days: 1 }), other)).toMatchObject({
      places: [],
      bookings: [],
      tariffs: [],
      halls: [],
    });
    expect(await t.look((ctx) => searchPlaces(ctx, { venueId: "v-9" }), other)).toEqual({ halls: [], places: [] });
  });
});

const orders = callsOf(bookingOrders);

describe("an order of several days", () => {
  it("is found on each day on which it has a line, and on no day between", async () => {
    const [first, between, last] = ["2026-12-15", "2026-12-16", "2026-12-17"];
    const runs = [
      { placeId: "b-1", start: at(9), end: at(10) },
      { placeId: "b-2", start: at(9), end: at(10) },
    ];
    const order = await book(t, { day: first, runs, name: "两日客", ...cash("100") });
    const on = async (from: string | undefined, to: string | undefined, more: Input<typeof orders.list> = {}) =>
      (await t.look((ctx) => bookingOrderServices.list(ctx, orders.list.input.parse({ from, to, ...more })))).content.filter(
        (row) => row.id === order.id,
      ).length;
    const moveTo = (day: string) => {
      const to = { placeId: "b-2", start: at(9), end: at(10), day };
      return t.act((ctx) => move(ctx, booking.move.input.parse({ id: order.id, lineId: order.lines[1]?.id ?? "", to })));
    };
    await moveTo(last);
    expect([await on(first, first), await on(between, between), await on(last, last)]).toEqual([1, 0, 1]);
    expect([await on(between, last, { q: "两日" }), await on(between, undefined), await on(undefined, between)]).toEqual([1, 1, 1]);
    expect((await t.look((ctx) => bookingOrderServices.sums(ctx, { from: last, to: last, q: "两日" }))).count).toBe(1);
    await moveTo(first);
    expect([await on(first, first), await on(last, last), await on(between, undefined)]).toEqual([1, 0, 0]);
  });
});

describe("the list of orders", () => {
  const found = async (input: Input<typeof orders.list>) =>
    (await t.look((ctx) => bookingOrderServices.list(ctx, orders.list.input.parse(input)))).content.map((row) => row.name);

  it("finds by number, name, phone, card number and pinyin, and filters by every state", async () => {
    const db = t.database.dbFor("v-1");
    await db.updateTable("member").set({ pinyin: "shenpeiyi", initials: "spy", card_no: "GOLD-7" }).where("id", "=", "m-1").execute();
    const day = "2026-12-05";
    const run = (placeId: string) => ({ day, runs: [{ placeId, start: at(9), end: at(10) }] });
    const order = await book(t, { ...run("b-1"), memberId: "m-1" });
    await book(t, { ...run("b-2"), name: "赵六", phone: "13911112222", ...cash("80") });
    const gone = await book(t, { ...run("b-3"), name: "孙七", ...cash("80") });
    await cancelled(t, gone.id);
    for (const q of ["shenp", "SPY", "gold", "沈佩", order.no, order.no.toLowerCase()]) expect(await found({ q }), q).toEqual(["沈佩仪"]);
    for (const q of ["139111", "2222", "赵"]) expect(await found({ q }), q).toEqual(["赵六"]);
    expect(await found({ q: "没有" })).toEqual([]);
    const of = (input: Input<typeof orders.list>) => found({ from: day, to: day, sort: "name,asc", ...input });
    expect((await of({})).sort()).toEqual(["孙七", "沈佩仪", "赵六"].sort());
    expect(await of({ orderStatus: "cancelled" })).toEqual(["孙七"]);
    expect((await of({ orderStatus: ["held", "cancelled"] })).sort()).toEqual(["孙七", "沈佩仪"].sort());
    expect(await of({ payStatus: "refunded" })).toEqual(["孙七"]);
    expect((await of({ payTypes: "cash" })).sort()).toEqual(["孙七", "赵六"].sort());
    expect(await of({ memberId: "m-1" })).toEqual(["沈佩仪"]);
    expect(await of({ source: "fixed" })).toEqual([]);
    expect(await t.look((ctx) => bookingOrderServices.sums(ctx, { from: day, to: day }))).toEqual({
      count: 3,
      list: "240.00",
      discount: "12.00",
      total: "228.00",
      paid: "160.00",
      refunded: "80.00",
      due: "68.00",
    });
  });

  it("sorts by the day and its hours", async () => {
    const day = "2026-12-04";
    for (const hour of [15, 9]) await book(t, { day, runs: [{ placeId: "b-1", start: at(hour), end: at(hour + 1) }], name: `客${hour}` });
    const by = (direction: string) => found({ from: day, to: day, sort: `day,${direction}` });
    expect([await by("asc"), await by("desc")]).toEqual([
      ["客9", "客15"],
      ["客15", "客9"],
    ]);
  });

  it("goes into an Excel file, row by row", async () => {
    const file = await t.look((ctx) => bookingOrderServices.excel(ctx, orders.excel.input.parse({ from: "2026-12-05", to: "2026-12-05" })));
    const chunks: Buffer[] = [];
    for await (const chunk of file.body) chunks.push(Buffer.from(chunk as Uint8Array));
    const sheet = unzip(Buffer.concat(chunks)).get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet.match(/<row /g)?.length).toBe(4);
    expect(sheet).toContain("139****2222");
    expect(sheet).toContain("沈佩仪");
  });
});

describe("a day on which the clocks change", () => {
  const zone = "Europe/Berlin";
  it("has no cells in the hour that is skipped, and twice as many in the one that is repeated", () => {
    const hours = (day: string, from: number, to: number) =>
      granules(day, at(from), at(to), zone)?.map((time) => time.toISOString().slice(11, 16));
    expect(hours("2027-03-28", 1, 3)).toBeUndefined();
    expect(hours("2027-03-28", 1, 2)).toEqual(["00:00", "00:30"]);
    expect(hours("2027-03-28", 3, 4)).toEqual(["01:00", "01:30"]);
    expect(hours("2027-10-31", 2, 3)).toEqual(["00:00", "00:30", "01:00", "01:30"]);
    expect(hours("2027-10-31", 3, 4)).toEqual(["02:00", "02:30"]);
    expect(granules("2027-10-31", 0, 1440, zone)?.length).toBe(50);
  });

  it("is booked by the wall clock, and the cells of the day never overlap", async () => {
    const berlin = await testVenue({ zone });
    try {
      await seedBooking(berlin);
      const day = "2027-10-31";
      berlin.now = instant(day, 0, zone);
      const night = Array.from({ length: 7 }, () => 0);
      await berlin.database.dbFor("v-1").updateTable("hall").set({ open_minutes: night }).where("id", "=", "h-b").execute();
      const run = (start: number, end: number) => ({ day, runs: [{ placeId: "b-1", start, end }] });
      const long = await book(berlin, run(at(2), at(3)));
      for (const [from, to] of [
        [1, 2],
        [3, 4],
      ] as const)
        await book(berlin, run(at(from), at(to)));
      expect((await refusalOf(book(berlin, run(at(2, 30), at(3))))).key).toBe("slotTaken");
      const cells = await berlin.database
        .dbFor("v-1")
        .selectFrom("occupancy")
        .selectAll()
        .where("holder_id", "=", long.lines[0]?.id ?? "")
        .execute();
      expect(cells.length).toBe(4);
      expect(await berlin.look((ctx) => load(ctx, { from: day, days: 2 }))).toMatchObject({ days: [{ booked: 8 }, { booked: 0 }] });
      expect(await checkLedger(berlin.database.dbFor("v-1"), "v-1")).toEqual([]);
      berlin.now = instant("2027-03-27", 0, zone);
      expect((await refusalOf(book(berlin, { day: "2027-03-28", runs: [{ placeId: "b-1", start: at(2), end: at(2, 30) }] }))).key).toBe(
        "slotClosed",
      );
    } finally {
      await berlin.close();
    }
  });
});

describe("every answer", () => {
  it("is as the contract says, through every move of an order", async () => {
    const day = "2026-12-06";
    const order = await book(t, {
      day,
      runs: [{ placeId: "b-1", start: at(9), end: at(10) }],
      memberId: "m-1",
      mode: "pay",
      payments: [{ type: "Balance", amount: "68" }],
    });
    const onTheDay = async <T>(work: () => Promise<T>): Promise<T> => {
      const before = t.now;
      t.now = instant(day, 0, t.venue.zone);
      return work().finally(() => (t.now = before));
    };
    for (const answer of [
      order,
      await onTheDay(() => checkedIn(t, order.id)),
      await onTheDay(() => checkedIn(t, order.id, true)),
      await cancelled(t, order.id),
      await t.look((ctx) => view(ctx, { id: order.id })),
    ]) {
      expect(() => BookingOrderDetail.parse(answer)).not.toThrow();
    }
    const last = await t.look((ctx) => view(ctx, { id: order.id }), { language: "en" });
    expect(last.changes.map((change) => `${change.action}: ${change.detail}`)).toEqual([
      "Booked: paid, received 68.00",
      "Check-in: paid → checked in",
      "Check-in: checked in → paid",
      "Cancelled: paid → cancelled, gave back 68.00, reason: 客人有事",
    ]);
  });

  it("tells the other desks which order changed on which day, and what money came in", async () => {
    const day = "2026-12-07";
    const order = await book(t, { day, runs: [{ placeId: "b-1", start: at(9), end: at(10) }], ...cash("50") });
    const events = await t.database.dbFor("v-1").selectFrom("outbox").selectAll().where("order_id", "=", order.id).orderBy("id").execute();
    expect(events.map((event) => [event.type, event.amount, event.data["day"]])).toEqual([
      ["payment", 5000, undefined],
      ["booking_changed", 0, day],
    ]);
  });
});

describe("checking the book", () => {
  it("finds each kind of damage", async () => {
    const db = t.database.dbFor("v-1");
    expect(await checkLedger(db, "v-1")).toEqual([]);
    const order = await book(t, { day: "2026-12-08", runs: [{ placeId: "b-1", start: at(9), end: at(10) }], ...cash("50") });
    const line = order.lines[0]?.id ?? "";
    const found = async (damage: () => Promise<unknown>, mend: () => Promise<unknown>) => {
      await damage();
      const checks = (await checkLedger(db, "v-1")).map((finding) => finding.check);
      await mend();
      return checks;
    };
    const set = (paid: number) => () => db.updateTable("booking_order").set({ paid }).where("id", "=", order.id).execute();
    expect(await found(set(4999), set(5000))).toEqual([
      "what an order was paid, did not give back and did not keep as a fee is earned or still owed",
      "what an order says of its money is what was posted",
      "the payments of an order are what it was paid and gave back",
    ]);
    const purse = (amount: number) => () =>
      db
        .updateTable("balance")
        .set((eb) => ({ amount: eb("amount", "+", amount) }))
        .where("subject", "=", "m-1")
        .where("account", "=", "purse.principal")
        .execute();
    expect(await found(purse(1), purse(-1))).toContain("kept balances are the sums of their postings");
    const [cell] = await db.selectFrom("occupancy").selectAll().where("holder_id", "=", line).limit(1).execute();
    if (!cell) throw new Error("no cell");
    expect(
      await found(
        () => db.deleteFrom("occupancy").where("unit_id", "=", cell.unit_id).where("slot_start", "=", cell.slot_start).execute(),
        () => db.insertInto("occupancy").values(cell).execute(),
      ),
    ).toEqual(["each standing line and lock holds exactly its cells"]);
    const stray = { ...cell, slot_start: instant("2027-01-01", 600, t.venue.zone), holder_id: "nobody" };
    expect(
      await found(
        () => db.insertInto("occupancy").values(stray).execute(),
        () => db.deleteFrom("occupancy").where("holder_id", "=", "nobody").execute(),
      ),
    ).toEqual(["each taken cell has a living holder"]);
    expect(await checkLedger(db, "v-1")).toEqual([]);
  });
});

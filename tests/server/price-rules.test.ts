import { api } from "../../src/contract/all";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { baseDiscounts } from "../../src/contract/prices/discounts";
import { pricePlans } from "../../src/contract/prices/price-plans";
import { addDays } from "../../src/contract/core/time";
import { attendeesOf, replay } from "../../src/server/kernel/price/replay";
import { quote } from "../../src/server/domains/booking/quote";
import { view as order } from "../../src/server/domains/booking/view";
import * as base from "../../src/server/domains/prices/base-discounts";
import { checkOverlap, copy, create, lockProgram, modify, preview, remove } from "../../src/server/domains/prices/plan-change";
import * as plans from "../../src/server/domains/prices/plans";
import * as programChange from "../../src/server/domains/prices/programs";
import * as promoted from "../../src/server/domains/prices/promotions";
import * as temporary from "../../src/server/domains/prices/temporary";
import { loadPlaces } from "../../src/server/kernel/places";
import { loadRules } from "../../src/server/kernel/price/tariff";
import { grid } from "../../src/server/domains/booking/grid";
import { at, book, cancelled, payFor, plan as matrix, refusalOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { excelRows } from "../support/unzip";
import { testVenue, type TestVenue } from "../support/venue";

const { promotions, temporaryPrices, programs } = api;

let t: TestVenue;
beforeEach(async () => {
  t = await testVenue();
  t.now = new Date("2026-11-21T10:00:00+08:00");
  await seedBooking(t);
});
afterEach(() => t.close());

const yuanWeek = (price: string | null): (string | null)[][] => Array.from({ length: 7 }, () => Array.from({ length: 48 }, () => price));
type Draft = Input<typeof pricePlans.create>;
const draft = (extra: Partial<Draft> = {}): Draft => ({
  name: "元旦",
  programId: "g-b",
  priority: 5,
  from: "2026-11-21",
  to: "2026-12-31",
  prices: { walkIn: yuanWeek("60.00") },
  ...extra,
});
const add = (extra: Partial<Draft> = {}) =>
  t.act((ctx) => create(ctx, pricePlans.create.input.parse(draft(extra))), { action: "pricePlans.create" });
const change = (id: string, extra: Partial<Draft> = {}) =>
  t.act((ctx) => modify(ctx, pricePlans.modify.input.parse({ ...draft(extra), id })), { action: "pricePlans.modify" });
const priceOf = async (extra: Partial<Input<typeof booking.quote>> = {}) => {
  const input = { venueId: t.venue.id, day: TODAY, runs: [{ placeId: "b-5", start: at(20), end: at(21) }], ...extra };
  return t.look((ctx) => quote(ctx, booking.quote.input.parse(input)));
};
const rulesOf = (line: { trace: { steps: readonly { rule: string; matched: boolean; name: string }[] } } | undefined): string[] =>
  (line?.trace.steps ?? []).filter((step) => step.matched).map((step) => `${step.rule} ${step.name}`);

describe("what a slot costs", () => {
  it("comes from the temporary price, then the plan of the highest priority, then the program's default", async () => {
    expect((await priceOf()).total).toBe("100.00");
    await add();
    expect((await priceOf()).total).toBe("120.00");
    await t.act((ctx) =>
      temporary.create(
        ctx,
        temporaryPrices.create.input.parse({
          name: "周年庆",
          programId: "g-b",
          from: TODAY,
          to: TODAY,
          start: at(20),
          end: at(20, 30),
          price: "9.90",
          reason: "周年庆典",
        }),
      ),
    );
    const { lines, total } = await priceOf();
    expect(total).toBe("69.90");
    expect(rulesOf(lines[0])).toEqual(["temporary 周年庆", "plan 元旦"]);
    expect((await priceOf({ runs: [{ placeId: "k-full", start: at(20), end: at(21) }] })).total).toBe("120.00");
  });

  it("is for the member level that a temporary price names, and shows on the grid only when it is for everyone", async () => {
    const input = { name: "金卡日", programId: "g-b", from: TODAY, to: TODAY, price: "10.00", reason: "会员日", cardTypeId: "ct-85" };
    const made = await t.act((ctx) => temporary.create(ctx, temporaryPrices.create.input.parse(input)));
    expect((await priceOf()).total).toBe("100.00");
    expect((await priceOf({ memberId: "m-1" })).total).toBe("17.00");
    const shown = async () => {
      const seen = await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: TODAY })));
      return seen.tariffs[seen.days[0]?.tariff[0] ?? -1]?.prices[28];
    };
    expect(await shown()).toBe("50.00");
    await t.act((ctx) => temporary.modify(ctx, temporaryPrices.modify.input.parse({ ...input, cardTypeId: null, id: made.id })));
    expect(await shown()).toBe("10.00");
  });

  it("takes the base discount of card type and program, then the best promotion", async () => {
    await t.act((ctx) =>
      base.modify(ctx, baseDiscounts.modify.input.parse({ percents: [{ cardTypeId: "ct-85", programId: "g-b", percent: 70 }] })),
    );
    expect((await priceOf({ memberId: "m-1" })).total).toBe("70.00");
    const promo = { name: "夜场", from: TODAY, to: TODAY, start: at(18), kind: "minus" as const, amount: "12.34", stackable: true };
    const { id } = await t.act((ctx) => promoted.create(ctx, promotions.create.input.parse(promo)));
    expect((await priceOf({ memberId: "m-1" })).total).toBe("57.66");
    expect((await priceOf()).total).toBe("87.66");
    await t.act((ctx) => promoted.turn(ctx, { id, on: false, unpaid: "leave" }));
    expect((await priceOf()).total).toBe("100.00");
    const table = await t.act((ctx) =>
      base.modify(ctx, baseDiscounts.modify.input.parse({ percents: [{ cardTypeId: "ct-85", programId: "g-b", percent: null }] })),
    );
    expect(table.cardTypes.find((type) => type.id === "ct-85")?.percents).toEqual([null, null]);
    expect((await priceOf({ memberId: "m-1" })).total).toBe("85.00");
  });

  it("counts the attendees where a temporary price is per head, and the sold line says how many", async () => {
    const input = { name: "临打", programId: "g-b", from: TODAY, to: TODAY, price: "7.50", unit: "head" as const, reason: "按人计价" };
    await t.act((ctx) => temporary.create(ctx, temporaryPrices.create.input.parse(input)));
    expect((await priceOf({ attendees: 4 })).total).toBe("60.00");
    const sold = await book(t, { attendees: 4, mode: "pay", payments: [{ type: "Cash", amount: "60.00" }] });
    const [line] = sold.lines;
    expect(line?.trace.steps[0]?.detail).toBe("20:00–21:00 2×7.50×4");
    expect(line && attendeesOf(line.trace)).toBe(4);
    expect(line && replay(line.trace).price).toBe(6000);
  });

  it("is kept with the sold line, and its trace gives the same fen when everything has changed since", async () => {
    await t.act((ctx) =>
      promoted.create(
        ctx,
        promotions.create.input.parse({ name: "九折", from: TODAY, to: TODAY, kind: "percent", percent: 90, stackable: true }),
      ),
    );
    const sold = await book(t, { memberId: "m-1", mode: "pay", payments: [{ type: "Cash", amount: "76.50" }] });
    await add();
    const [line] = (await t.look((ctx) => order(ctx, { id: sold.id }))).lines;
    expect(rulesOf(line)).toEqual(["plan 秋冬羽毛球", "member 金卡", "promotion 九折"]);
    expect(line && replay(line.trace)).toEqual({ list: 10_000, discount: 2350, price: 7650 });
  });

  it("is read for all programs at once, plans in the order in which they count", async () => {
    await add();
    const rules = await t.look(async (ctx) => loadRules(ctx, await loadPlaces(ctx), TODAY, addDays(TODAY, 6)));
    expect(rules.get("g-b")?.plans.map((one) => one.name)).toEqual(["元旦", "秋冬羽毛球"]);
    expect(rules.get("g-k")?.defaultPrice).toBe(6000);
  });
});

describe("a price plan", () => {
  it("comes back as it was saved, marks dearer hours as peak, and is listed with its range", async () => {
    const walkIn = yuanWeek("60.00").map((row, day) =>
      row.map((price, half) => (day > 4 && half >= 36 ? "88.80" : half < 12 ? null : price)),
    );
    const made = await add({ prices: { walkIn, member: yuanWeek("50.00") }, placeIds: ["b-5", "b-6"] });
    const seen = await t.look((ctx) => plans.view(ctx, { id: made.id }));
    expect(seen).toMatchObject({
      lowest: "60.00",
      highest: "88.80",
      state: "current",
      placeNames: "5 号, 6 号",
      prices: { walkIn, group: null },
    });
    expect(seen.peak[5]?.[36]).toBe(true);
    expect(seen.peak[4]?.[36]).toBe(false);
    expect((await priceOf({ memberId: "m-2" })).total).toBe("100.00");
    const page = await t.look((ctx) => plans.list(ctx, pricePlans.list.input.parse({ state: "current", programId: "g-b" })));
    expect(page.content.map((row) => row.name)).toEqual(["元旦", "秋冬羽毛球"]);
  });

  it("is refused with both names where another of equal priority has a place and a day in common", async () => {
    await add({ name: "甲", placeIds: ["b-1", "b-2"] });
    const error = await refusalOf(add({ name: "乙", from: "2026-12-31", to: "2027-01-31", placeIds: ["b-2"] }));
    expect(error.key).toBe("planOverlap");
    expect(error.text("zh")).toBe("“乙”与“甲”优先级同为 5，2026-12-31 至 2026-12-31 的场地重叠；请改优先级、日期或场地");
    expect((await refusalOf(add({ name: "全场" }))).key).toBe("planOverlap");
    await add({ name: "别的场", placeIds: ["b-3"] });
    await add({ name: "别的优先级", priority: 6 });
    await add({ name: "别的日子", from: "2027-01-01", to: "2027-01-31" });
    const off = await add({ name: "停用", on: false, unpaid: "leave" });
    expect(off.state).toBe("off");
    expect((await refusalOf(change(off.id, { name: "启用" }))).key).toBe("planOverlap");
  });

  it("is copied switched off, and priced with only when switched on", async () => {
    const made = await add();
    const twin = await t.act((ctx) => copy(ctx, { id: made.id, name: "元旦 2" }));
    expect(twin).toMatchObject({ name: "元旦 2", on: false, state: "off", prices: made.prices });
    await t.act((ctx) => remove(ctx, { id: made.id, unpaid: "leave" }));
    expect((await priceOf()).total).toBe("100.00");
    await change(twin.id);
    expect((await priceOf()).total).toBe("120.00");
  });

  it("cannot name a place of another program, nor end before it begins", async () => {
    expect((await refusalOf(add({ placeIds: ["k-full"] }))).key).toBe("missing");
    expect((await refusalOf(add({ programId: "g-none" }))).key).toBe("missing");
    const result = pricePlans.create.input.safeParse(draft({ to: "2026-11-20", prices: { walkIn: yuanWeek(null) } }));
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual(expect.arrayContaining(["prices.walkIn"]));
    expect(pricePlans.create.input.safeParse(draft({ to: "2026-11-20" })).error?.issues.map((issue) => issue.path.join("."))).toEqual([
      "to",
    ]);
  });

  it("of two that overlap and are saved at once, only one is", async () => {
    const outcomes = await Promise.allSettled([add({ name: "甲" }), add({ name: "乙" }), add({ name: "丙" })]);
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of outcomes) if (one.status === "rejected") expect(one.reason).toMatchObject({ key: "planOverlap" });
  });

  it("would be saved twice without the program's lock", async () => {
    const saved = await Promise.all([unguarded("甲", false), unguarded("乙", false)]);
    expect(saved).toEqual([true, true]);
    await t.database.dbFor(t.venue.id).deleteFrom("price_plan").where("priority", "=", 5).execute();
    expect((await Promise.all([unguarded("甲", true), unguarded("乙", true)])).filter(Boolean)).toHaveLength(1);
  });

  /** Saves as `create` does, with or without the lock, and lingers before it commits. @returns whether it was saved */
  function unguarded(name: string, locked: boolean): Promise<boolean> {
    return t.act(async (ctx) => {
      if (locked) await lockProgram(ctx, "g-b");
      const input = pricePlans.create.input.parse(draft({ name }));
      const free = await checkOverlap(ctx, input, "").then(
        () => true,
        () => false,
      );
      if (free) {
        await ctx.db
          .insertInto("price_plan")
          .values({
            venue_id: t.venue.id,
            id: name,
            program_id: "g-b",
            name,
            priority: 5,
            valid_from: input.from,
            valid_to: input.to,
            matrix: JSON.stringify(matrix),
          })
          .execute();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return free;
    });
  }
});

describe("a change of plans", () => {
  const effect = (extra: Partial<Draft> = {}) => t.look((ctx) => preview(ctx, pricePlans.preview.input.parse(draft(extra))));

  it("shows the unpaid bookings that it makes dearer, and leaves them unless requested", async () => {
    const held = await book(t, { day: TOMORROW, memberId: "m-1" });
    const reserved = await book(t, { day: TOMORROW, mode: "reserve", runs: [{ placeId: "b-6", start: at(20), end: at(21) }] });
    const paid = await book(t, { day: TOMORROW, runs: [{ placeId: "b-7", start: at(20), end: at(21) }] });
    await payFor(t, paid);
    const seen = await effect();
    expect(seen).toMatchObject({ count: 2, from: "185.00", to: "222.00", difference: "37.00", paidKept: 1 });
    expect(seen.orders.map((one) => [one.orderNo, one.status, one.from, one.to])).toEqual([
      [held.no, "held", "85.00", "102.00"],
      [reserved.no, "reserved", "100.00", "120.00"],
    ]);
    expect((await effect({ placeIds: ["b-6"] })).count).toBe(1);
    expect((await effect({ from: "2026-12-01" })).count).toBe(0);
    expect((await effect({ priority: 0, on: false, unpaid: "leave" })).count).toBe(0);
    await add();
    expect((await t.look((ctx) => order(ctx, { id: held.id }))).total).toBe("85.00");
  });

  it("re-prices unpaid bookings on request, their manual discount kept, and never a paid one", async () => {
    const held = await book(t, { day: TOMORROW, discount: { amount: "10.00", reason: "老客户" } });
    const paid = await book(t, { day: TOMORROW, runs: [{ placeId: "b-7", start: at(20), end: at(21) }] });
    await payFor(t, paid);
    const made = await add({ unpaid: "reprice" });
    const after = await t.look((ctx) => order(ctx, { id: held.id }));
    expect(after).toMatchObject({ list: "120.00", discount: "10.00", total: "110.00", due: "110.00" });
    expect(rulesOf(after.lines[0])).toEqual(["plan 元旦", "manual "]);
    expect(after.lines[0] && replay(after.lines[0].trace).price).toBe(11_000);
    expect(await t.look((ctx) => order(ctx, { id: paid.id }))).toMatchObject({ total: "100.00", paid: "100.00" });
    await payFor(t, after);
    await t.act((ctx) => remove(ctx, { id: made.id, unpaid: "reprice" }));
    expect(await t.look((ctx) => order(ctx, { id: held.id }))).toMatchObject({ total: "110.00", paid: "110.00" });
  });
});

describe("temporary prices that meet", () => {
  it.each([
    ["zh", "周一 周三", "每天"],
    ["en", "Mon Wed", "Every day"],
  ] as const)("say in a file on which days they stand, in words: %s", async (language, some, all) => {
    const input = { name: "甲", programId: "g-b", from: TODAY, to: TODAY, start: at(9), end: at(12), price: "20.00", reason: "试营业" };
    for (const weekdays of [[3, 1], []])
      await t.act((ctx) => temporary.create(ctx, temporaryPrices.create.input.parse({ ...input, weekdays })));
    const file = await t.look((ctx) => temporary.excel(ctx, temporaryPrices.excel.input.parse({})), { language });
    const rows = (await excelRows(file.body)).filter((row) => row.includes("甲"));
    expect(rows.map((row) => row.slice(6, 9))).toEqual(
      expect.arrayContaining([
        [some, "09:00", "12:00"],
        [all, "09:00", "12:00"],
      ]),
    );
  });

  it("are named as a warning, and both are kept", async () => {
    const input = {
      name: "甲",
      programId: "g-b",
      from: TODAY,
      to: "2026-11-30",
      weekdays: [6, 7],
      start: at(8),
      end: at(12),
      price: "20.00",
      reason: "试营业",
    };
    await t.act((ctx) => temporary.create(ctx, temporaryPrices.create.input.parse(input)));
    const meets = async (extra: object) => {
      const other = temporaryPrices.overlaps.input.parse({ ...input, name: "乙", ...extra });
      return (await t.look((ctx) => temporary.overlaps(ctx, other))).content.map((row) => row.name);
    };
    expect(await meets({})).toEqual(["甲"]);
    expect(await meets({ cardTypeId: "ct-85", placeIds: ["b-1"] })).toEqual(["甲"]);
    for (const apart of [{ weekdays: [1] }, { start: at(12), end: at(13) }, { from: "2026-12-01", to: "2026-12-02" }, { programId: "g-k" }])
      expect(await meets(apart)).toEqual([]);
  });
});

describe("a program", () => {
  const input = { name: "乒乓球", sport: "tableTennis" as const, open: Array(7).fill(at(8)), close: Array(7).fill(at(22)) };

  it("is deleted while nothing uses it, and refused with what does", async () => {
    const made = await t.act((ctx) => programChange.create(ctx, programs.create.input.parse(input)));
    expect(made).toMatchObject({ halls: 0, plans: 0, slotMinutes: 30, daysAhead: null });
    await t.act((ctx) => programChange.remove(ctx, { id: made.id }));
    const error = await refusalOf(t.act((ctx) => programChange.remove(ctx, { id: "g-b" })));
    expect(error.text("zh")).toBe("“羽毛球”还在使用：1 个场区、1 个价格方案。未删除，请先处理这些");
  });

  it("has a booking horizon and hold time of its own, else the venue's", async () => {
    const far = addDays(TODAY, 5);
    const set = (extra: object) =>
      t.act((ctx) =>
        programChange.modify(ctx, programs.modify.input.parse({ ...input, name: "羽毛球", sport: "badminton", id: "g-b", ...extra })),
      );
    await book(t, { day: far });
    await set({ daysAhead: 3, holdMinutes: 5 });
    const error = await refusalOf(book(t, { day: far, runs: [{ placeId: "b-6", start: at(20), end: at(21) }] }));
    expect(error.text("en")).toBe("Bookings open 3 days ahead");
    const held = await book(t);
    expect(Date.parse(held.holdUntil ?? "") - t.now.getTime()).toBe(5 * 60_000);
    await book(t, { day: far, runs: [{ placeId: "k-full", start: at(20), end: at(21) }] });
  });

  it("gives no hall hours in which it would be closed while booked, and names the bookings there", async () => {
    const db = t.database.dbFor(t.venue.id);
    await db.updateTable("hall").set({ own_hours: false }).where("id", "=", "h-b").execute();
    const early = await book(t, { day: TOMORROW, runs: [{ placeId: "b-9", start: at(6), end: at(7) }], mode: "reserve", name: "早鸟" });
    const set = (extra: object = {}) =>
      t.act((ctx) =>
        programChange.modify(ctx, programs.modify.input.parse({ ...input, name: "羽毛球", sport: "badminton", id: "g-b", ...extra })),
      );
    const hours = () => db.selectFrom("hall").select("open_minutes").where("id", "=", "h-b").executeTakeFirstOrThrow();
    const error = await refusalOf(set());
    expect(error.text("zh")).toBe("9 号 还有 1 个未来的预订或锁定（最近：11-22 06:00 9 号 早鸟），请先换场、取消或解锁");
    expect(error.data).toMatchObject({ count: 1, bookings: [{ orderId: early.id, start: at(6) }] });
    expect((await hours()).open_minutes[0]).toBe(at(6));
    await set({ open: Array(7).fill(at(6)) });
    await cancelled(t, early.id);
    await set();
    expect((await hours()).open_minutes[0]).toBe(at(8));
    await db.updateTable("hall").set({ own_hours: true }).where("id", "=", "h-b").execute();
  });

  it("gives its hours to halls without their own", async () => {
    const db = t.database.dbFor(t.venue.id);
    await db.updateTable("hall").set({ own_hours: false }).where("id", "=", "h-b").execute();
    await t.act((ctx) =>
      programChange.modify(ctx, programs.modify.input.parse({ ...input, name: "羽毛球", sport: "badminton", id: "g-b" })),
    );
    await t.act((ctx) =>
      programChange.modify(ctx, programs.modify.input.parse({ ...input, name: "篮球", sport: "basketball", id: "g-k" })),
    );
    const halls = await db.selectFrom("hall").select(["id", "close_minutes"]).orderBy("id").execute();
    expect(halls.map((hall) => [hall.id, hall.close_minutes[0]])).toEqual([
      ["h-b", at(22)],
      ["h-k", at(23)],
    ]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import type { Input } from "../../src/contract/core/call";
import { type HallDetail, halls } from "../../src/contract/places/places";
import { grid } from "../../src/server/domains/booking/grid";
import { lock } from "../../src/server/domains/booking/lock";
import { searchPlaces } from "../../src/server/domains/booking/places";
import { create, modify, remove } from "../../src/server/domains/places/hall-change";
import { list, view } from "../../src/server/domains/places/halls";
import { at, book, cancelled, refusalOf, seedBooking, TODAY, TOMORROW } from "../support/booking";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

type Draft = Input<typeof halls.create>;
const spot = (key: string, column: number, more: Partial<NonNullable<Draft["places"]>[number]> = {}) => ({
  key,
  name: key,
  row: 1,
  column,
  ...more,
});
const hall: Draft = {
  name: "综合馆",
  programId: "g-k",
  maxRow: 1,
  maxColumn: 4,
  places: [
    spot("full", 1, { name: "全场", parts: ["left", "right"] }),
    spot("left", 1, { name: "甲半" }),
    spot("right", 2, { name: "乙半" }),
  ],
};
const add = (input: Partial<Draft> = {}): Promise<HallDetail> =>
  t.act((ctx) => create(ctx, halls.create.input.parse({ ...hall, ...input })));
const draftOf = (detail: HallDetail): Input<typeof halls.modify> => ({
  id: detail.id,
  version: detail.version,
  name: detail.name,
  programId: detail.programId,
  sells: detail.sells,
  maxRow: detail.maxRow,
  maxColumn: detail.maxColumn,
  placeStart: detail.placeStart,
  position: detail.position,
  ownHours: detail.ownHours,
  open: detail.open,
  close: detail.close,
  closed: detail.closed,
  placeIcon: detail.placeIcon,
  vrUrl: detail.vrUrl,
  places: detail.map.map(({ id, name, row, column, icon, on, parts }) => ({ key: id, name, row, column, icon, on, parts })),
});
const save = (detail: HallDetail, change: Partial<Input<typeof halls.modify>> = {}): Promise<HallDetail> =>
  t.act((ctx) => modify(ctx, halls.modify.input.parse({ ...draftOf(detail), ...change })));
const named = (detail: HallDetail, name: string): string => detail.map.find((place) => place.name === name)?.id ?? "";
const changedPlaces = (detail: HallDetail, name: string, change: object) =>
  draftOf(detail).places?.map((place) => (place.name === name ? { ...place, ...change } : place)) ?? [];
const linksOf = async (hallId: string): Promise<Map<string, string[]>> => {
  const { places } = await t.look((ctx) => searchPlaces(ctx, { venueId: "v-1", hallId }));
  const names = new Map(places.map((place) => [place.id, place.name]));
  return new Map(places.map((place) => [place.name, place.linkedIds.map((id) => names.get(id) ?? "").sort()]));
};

describe("a hall with a full court of two halves", () => {
  let made: HallDetail;
  beforeEach(async () => {
    made = await add();
  });

  it("is in the grid, and halves shut the full court", async () => {
    const links = await linksOf(made.id);
    expect(links.get("全场")).toEqual(["乙半", "甲半"].sort());
    expect(links.get("甲半")).toEqual(["全场"]);
    expect(made.map.map(({ name, parts }) => [name, parts.length])).toEqual([
      ["全场", 2],
      ["甲半", 0],
      ["乙半", 0],
    ]);
    const open = await t.look((ctx) => searchPlaces(ctx, { venueId: "v-1", hallId: made.id }));
    expect(open.halls).toMatchObject([{ name: "综合馆", maxRow: 1, maxColumn: 4, placeStart: 1, vrUrl: "" }]);
    expect(open.places.map(({ name, row, column }) => [name, row, column])).toEqual([
      ["全场", 1, 1],
      ["甲半", 1, 1],
      ["乙半", 1, 2],
    ]);
    const shown = await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: TOMORROW })));
    expect(shown.places.filter((place) => place.hallId === made.id).map((place) => place.name)).toEqual(["全场", "甲半", "乙半"]);
    const run = (name: string) => [{ placeId: named(made, name), start: at(14), end: at(15) }];
    const half = await book(t, { day: TOMORROW, runs: run("甲半") });
    expect((await refusalOf(book(t, { day: TOMORROW, runs: run("全场") }))).key).toBe("slotTaken");
    await cancelled(t, half.id);
    const full = await book(t, { day: TOMORROW, runs: run("全场") });
    expect((await refusalOf(book(t, { day: TOMORROW, runs: run("乙半") }))).key).toBe("slotTaken");
    await cancelled(t, full.id);
  });

  it("keeps its units over saves that only rename, move or reorder", async () => {
    const unitsOf = async () => {
      const { places } = await t.look((ctx) => searchPlaces(ctx, { venueId: "v-1", hallId: made.id }));
      return new Map(places.map((place) => [place.id, [...place.unitIds].sort().join()]));
    };
    const before = await unitsOf();
    const again = await save(made, {
      places: changedPlaces(made, "甲半", { name: "东半场", column: 3, icon: "hoop" }).toReversed(),
    });
    expect(again.map.map((place) => place.name)).toEqual(["乙半", "东半场", "全场"]);
    expect(again.map[1]).toMatchObject({ column: 3, icon: "hoop" });
    expect(await unitsOf()).toEqual(before);
    expect(again.version).toBe(made.version + 1);
  });

  it("refuses who saves over another's save, and says who it was", async () => {
    await save(made, { name: "一号馆" });
    const refusal = await refusalOf(save(made, { name: "二号馆" }));
    expect(refusal.key).toBe("hallChanged");
    expect(refusal.values["by"]).toBe("测试员");
    expect((await t.look((ctx) => view(ctx, { id: made.id }))).name).toBe("一号馆");
  });

  it("lets one of two who save at once win", async () => {
    const outcomes = await Promise.allSettled(["甲", "乙", "丙"].map((name) => save(made, { name })));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect((await refusalOf(Promise.reject(outcome.reason))).key).toBe("hallChanged");
  });

  it("switches no place off that is booked, and lists what is in the way", async () => {
    const order = await book(t, { day: TOMORROW, runs: [{ placeId: named(made, "乙半"), start: at(16), end: at(17) }], name: "王伟" });
    const off = () => save(made, { places: changedPlaces(made, "乙半", { on: false }) });
    const refusal = await refusalOf(off());
    expect(refusal.key).toBe("placeBooked");
    expect(refusal.data).toMatchObject({ count: 1, bookings: [{ orderNo: order.no, name: "王伟", day: TOMORROW, start: at(16) }] });
    expect((await t.look((ctx) => view(ctx, { id: made.id }))).map.every((place) => place.on)).toBe(true);
    await cancelled(t, order.id);
    const after = await off();
    expect(after).toMatchObject({ places: 2, off: 1 });
    expect([...(await linksOf(made.id)).keys()].sort()).toEqual(["全场", "甲半"].sort());
    expect((await refusalOf(book(t, { day: TOMORROW, runs: [{ placeId: named(made, "乙半"), start: at(16), end: at(17) }] }))).key).toBe(
      "missing",
    );
    expect(
      (
        await refusalOf(
          save(after, { places: draftOf(after).places?.filter((place) => place.name !== "乙半" && place.name !== "全场") ?? [] }),
        )
      ).key,
    ).toBe("placeUsed");
  });

  it("gives no place other units while it is booked", async () => {
    const [locked] = [
      await t.act((ctx) =>
        lock(ctx, { day: TOMORROW, runs: [{ placeId: named(made, "全场"), start: at(8), end: at(9) }], reason: "维修" }),
      ),
    ];
    expect(locked.ids).toHaveLength(1);
    const alone = changedPlaces(made, "全场", { parts: [], column: 4 });
    expect((await refusalOf(save(made, { places: alone }))).key).toBe("placeBooked");
  });

  it("makes no place with a past of others with a past", async () => {
    const apart = await add({ name: "旧三场", places: ["A", "B", "C"].map((name, i) => spot(name, i + 1)) });
    const now = t.now;
    for (const name of ["A", "B"])
      await book(t, { day: TODAY, runs: [{ placeId: named(apart, name), start: at(11), end: at(12) }], mode: "reserve" });
    t.now = new Date("2026-11-22T02:00:00Z");
    const a = named(apart, "A");
    const whole = (...parts: string[]) =>
      save(apart, { places: changedPlaces(apart, "A", { parts: parts.map((name) => named(apart, name)) }) });
    expect((await refusalOf(whole("B", "C"))).key).toBe("hallUsed");
    expect((await t.look((ctx) => view(ctx, { id: apart.id }))).map.find((place) => place.id === a)?.parts).toEqual([]);
    t.now = now;
  });

  it("gives a place that is taken apart a unit of its own", async () => {
    await save(made, { places: changedPlaces(made, "全场", { parts: [], column: 4 }) });
    const { places } = await t.look((ctx) => searchPlaces(ctx, { venueId: "v-1", hallId: made.id }));
    expect(places.every((place) => place.linkedIds.length === 0 && place.unitIds.length === 1)).toBe(true);
  });

  it("keeps the hours and the program in which it is booked", async () => {
    await book(t, { day: TOMORROW, runs: [{ placeId: named(made, "甲半"), start: at(20), end: at(21) }] });
    const early = { ownHours: true, open: Array<number>(7).fill(at(8)), close: Array<number>(7).fill(at(20)) };
    expect((await refusalOf(save(made, early))).key).toBe("placeBooked");
    expect((await refusalOf(save(made, { closed: [{ weekdays: [], start: at(20, 30), end: at(21) }] }))).key).toBe("placeBooked");
    expect((await refusalOf(save(made, { programId: "g-b" }))).key).toBe("placeBooked");
    expect((await save(made, { closed: [{ weekdays: [], start: at(12), end: at(13) }] })).closed).toHaveLength(1);
  });
});

describe("the hall", () => {
  it("books nothing at its closed times, and shows them", async () => {
    const made = await add({ places: [spot("A", 1)], closed: [{ weekdays: [7], start: at(12), end: at(13) }] });
    const run = { placeId: named(made, "A"), start: at(12), end: at(13) };
    expect((await refusalOf(book(t, { day: TOMORROW, runs: [run] }))).key).toBe("slotClosed"); // a Sunday
    const hours = (await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day: TOMORROW })))).days[0]?.hours;
    expect(hours?.find((one) => one.hallId === made.id)?.closed).toEqual([{ start: at(12), end: at(13) }]);
    await book(t, { day: "2026-11-23", runs: [run] });
  });

  it("refuses two places of one name or on one spot, and a place made of itself", async () => {
    expect((await refusalOf(add({ places: [spot("A", 1), spot("B", 1)] }))).key).toBe("placeTwice");
    expect((await refusalOf(add({ places: [spot("A", 1), { ...spot("B", 2), name: "A" }] }))).key).toBe("placeTwice");
    const round = [spot("A", 1, { parts: ["B", "C"] }), spot("B", 2, { parts: ["A", "C"] }), spot("C", 3)];
    expect(halls.create.input.safeParse({ ...hall, places: round }).success).toBe(false);
    expect(halls.create.input.safeParse({ ...hall, places: [spot("A", 5)] }).success).toBe(false);
  });

  it("is deleted with its places while nobody has booked it", async () => {
    const made = await add({ name: "新馆" });
    await t.act((ctx) => remove(ctx, { id: made.id }));
    const { content } = await t.look((ctx) => list(ctx, { page: 0, size: 50, q: "新馆" }));
    expect(content).toEqual([]);
    expect((await refusalOf(t.act((ctx) => remove(ctx, { id: "nowhere" })))).key).toBe("missing");
    await book(t, { day: TODAY, runs: [{ placeId: "k-east", start: at(18), end: at(19) }] });
    expect((await refusalOf(t.act((ctx) => remove(ctx, { id: "h-k" })))).key).toBe("hallUsed");
  });

  it("shows the past of a place that is switched off", async () => {
    const made = await add({ name: "旧馆", places: [spot("old", 1, { name: "老场" })] });
    const id = named(made, "老场");
    await book(t, { day: TODAY, runs: [{ placeId: id, start: at(11), end: at(12) }], mode: "reserve" });
    const now = t.now;
    t.now = new Date("2026-11-22T02:00:00Z");
    await save(made, { places: changedPlaces(made, "老场", { on: false }) });
    const shownOn = async (day: string) =>
      (await t.look((ctx) => grid(ctx, booking.grid.input.parse({ day })))).places.some((place) => place.id === id);
    expect([await shownOn(TODAY), await shownOn(TOMORROW)]).toEqual([true, false]);
    t.now = now;
  });
});

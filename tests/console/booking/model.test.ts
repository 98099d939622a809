import { describe, expect, it } from "vitest";
import type { GridBooking } from "../../../src/contract/booking/booking";
import { blocksOf, blockAppearance } from "../../../src/console/domains/booking/grid/blocks";
import { cellKey, columnAt, layoutOf, type Layout, programsOf } from "../../../src/console/domains/booking/grid/layout";
import { legendCounts, nextFree, offersFor, runsOf, shortPrice, upNext } from "../../../src/console/domains/booking/grid/model";
import { at, booked, DAY, gridOf, NOW_MS } from "./sample";

const NOW = at(15, 20);
function drawn(bookings: GridBooking[] = [], programId?: string) {
  const layout = layoutOf(gridOf(bookings), DAY, { programId });
  if (!layout) throw new Error("the sample has the day");
  return { layout, blocks: blocksOf(layout, bookings, NOW_MS) };
}
const column = (layout: Layout, placeId: string) => {
  const found = columnAt(layout, placeId, DAY);
  if (!found) throw new Error(placeId);
  return found;
};

describe("layout of the grid", () => {
  it("spans the opening hours of all halls, and shuts a hall outside its own", () => {
    const { layout } = drawn();
    expect([layout.from, layout.rows]).toEqual([at(14), 12]);
    expect(column(layout, "p3").slots[0]).toMatchObject({ start: at(14), open: false, price: null });
  });

  it("reaches over the opening hours to what is booked outside of them, where it is", () => {
    const early = booked({ start: at(12, 30), end: at(13, 30) });
    const { layout, blocks } = drawn([early, booked({ id: "b2", orderId: "o2", placeId: "p4", start: at(20), end: at(21) })]);
    expect([layout.from, layout.rows]).toEqual([at(12, 30), 17]);
    expect(blocks.list.map(({ look, start, end }) => [look, start, end])).toEqual([
      ["paid", at(12, 30), at(13, 30)],
      ["paid", at(20), at(21)],
      ["linked", at(20), at(21)],
    ]);
    expect(layout.byKey.get(cellKey("p1", at(12, 30)))).toMatchObject({ open: false, price: null });
    expect(layout.byKey.get(cellKey("p3", at(16)))).toMatchObject({ rows: 2, price: "110.00" });
    expect(drawn([early], "s2").layout.from).toBe(at(15));
  });

  it("gives each free cell the tariff of its own slot length", () => {
    const { layout } = drawn();
    expect(layout.byKey.get(cellKey("p1", at(18)))).toMatchObject({ rows: 1, price: "50.00", peak: true });
    expect(layout.byKey.get(cellKey("p3", at(16)))).toMatchObject({ rows: 2, end: at(17), price: "110.00" });
  });

  it("says which courts make up a whole one, and numbers courts in a row", () => {
    const [, basketball] = drawn().layout.halls;
    expect(basketball?.whole).toEqual({ name: "全场", parts: ["东半", "西半"] });
  });

  it("counts courts by program and narrows to one", () => {
    expect(programsOf(gridOf()).map(({ name, places }) => `${name} ${places}`)).toEqual(["羽毛球 2", "篮球 3"]);
    expect(drawn([], "s2").layout.columns.map(({ name }) => name)).toEqual(["全场", "东半", "西半"]);
  });

  it("answers nothing for a day that the answer lacks", () => {
    expect(layoutOf(gridOf(), "2026-11-22")).toBeUndefined();
  });
});

describe("blocks", () => {
  it("draws one block for an order on courts side by side", () => {
    const { blocks } = drawn([booked(), booked({ id: "b2", placeId: "p2" })]);
    expect(blocks.list).toHaveLength(1);
    expect(blocks.list[0]).toMatchObject({ column: 0, columns: 2, row: 4, rows: 2 });
  });

  it("joins runs of one order that follow each other, and keeps other orders apart", () => {
    const next = booked({ id: "b2", start: at(17), end: at(18) });
    expect(drawn([booked(), next]).blocks.list).toHaveLength(1);
    expect(drawn([booked(), { ...next, orderId: "o2" }]).blocks.list).toHaveLength(2);
  });

  it("shuts the whole court while a half is taken, and names the half", () => {
    const { layout, blocks } = drawn([booked({ placeId: "p4" })]);
    const linked = blocks.list.find((block) => block.look === "linked");
    expect(linked).toMatchObject({ column: column(layout, "p3").index, rows: 2, linkedTo: "东半" });
    expect(blocks.owners[column(layout, "p5").index]?.[4]).toBeUndefined();
  });

  it("shuts both halves as one hatch while the whole court is taken", () => {
    const { blocks } = drawn([booked({ placeId: "p3" })]);
    expect(blocks.list.filter((block) => block.look === "linked")).toMatchObject([{ columns: 2, linkedTo: "全场" }]);
  });

  it("counts down a hold to its end and never below zero", () => {
    const held = booked({ status: "held", payStatus: "unpaid", holdUntil: "2026-11-21T15:28:00+08:00" });
    expect(drawn([held]).blocks.list[0]?.left).toBe(8);
    expect(drawn([{ ...held, holdUntil: "2026-11-21T15:00:00+08:00" }]).blocks.list[0]?.left).toBe(0);
  });

  it("lets what happened win over the kind, and the kind over the money", () => {
    expect(blockAppearance(booked({ kind: "fixed", status: "checked_in" }))).toBe("live");
    expect(blockAppearance(booked({ kind: "fixed" }))).toBe("fixed");
    expect(blockAppearance(booked({ kind: "deal", status: "no_show" }))).toBe("missed");
    expect(blockAppearance(booked({ kind: "event", status: "checked_in" }))).toBe("event");
    expect(blockAppearance(booked({ kind: "openPlay" }))).toBe("openPlay");
    expect(blockAppearance(booked({ kind: "lock", status: "locked", orderId: null }))).toBe("locked");
  });

  it("counts the legend by what is drawn", () => {
    expect(legendCounts(drawn([booked({ placeId: "p3" })]).blocks)).toEqual({ paid: 1, linked: 1 });
  });
});

describe("what the grid says", () => {
  it("offers a court at once while its running slot is free, else at its next free time", () => {
    const { layout, blocks } = drawn([booked({ start: at(15), end: at(17) })]);
    expect(nextFree(blocks, column(layout, "p2"), NOW)).toBe("now");
    expect(nextFree(blocks, column(layout, "p1"), NOW)).toBe(at(17));
    expect(nextFree(blocks, column(layout, "p1"), at(21))).toBeUndefined();
  });

  it("makes runs of cells that touch and adds their prices", () => {
    const { layout } = drawn();
    const keys = [cellKey("p1", at(18)), cellKey("p1", at(17, 30)), cellKey("p2", at(18))];
    expect(runsOf(layout, keys)).toEqual([
      { placeId: "p1", day: DAY, placeName: "1", start: at(17, 30), end: at(18, 30), slots: 2, list: 9_000 },
      { placeId: "p2", day: DAY, placeName: "2", start: at(18), end: at(18, 30), slots: 1, list: 5_000 },
    ]);
  });

  it("offers the same time on another court first, then other times, and never a taken or past slot", () => {
    const taken = booked();
    const { layout, blocks } = drawn([taken]);
    const offers = offersFor(layout, blocks, taken, NOW);
    expect(offers[0]).toMatchObject({ placeId: "p2", start: at(16), end: at(17) });
    expect(
      offers.slice(1).every((offer) => offer.placeId === "p1" && offer.start >= at(15) && (offer.end <= at(16) || offer.start >= at(17))),
    ).toBe(true);
  });

  it("lists who comes next once an order, late ones included, finished ones not", () => {
    const rows = [
      booked({ id: "b3", orderId: "o3", start: at(18), end: at(19) }),
      booked({ id: "b1", start: at(15), end: at(16) }),
      booked({ id: "b2", placeId: "p2", start: at(15), end: at(16) }),
      booked({ id: "b4", orderId: "o4", status: "finished" }),
      booked({ id: "b5", orderId: "o5", start: at(14), end: at(15) }),
    ];
    expect(upNext(rows, DAY, NOW).map((row) => row.id)).toEqual(["b1", "b3"]);
  });

  it("says whole yuan without decimals and keeps them otherwise", () => {
    expect([shortPrice("40.00"), shortPrice("42.50")]).toEqual(["40", "42.50"]);
  });
});

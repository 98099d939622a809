import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Grid } from "../../../src/contract/booking/booking";
import { cellHtml } from "../../../src/console/domains/booking/grid/cell-html";
import { cellKey } from "../../../src/console/domains/booking/grid/layout";
import { createGridStore, type GridStore } from "../../../src/console/domains/booking/grid/store";
import { at, booked, DAY, gridOf, NOW_MS } from "./sample";

const key = cellKey;
let store: GridStore;
const show = (...bookings: Parameters<typeof gridOf>): void => store.apply(gridOf(...bookings), DAY, NOW_MS);
const watch = (cell: string) => {
  const slot = store.frame()?.layout.byKey.get(cell);
  if (!slot) throw new Error(cell);
  const told = vi.fn();
  store.watchCells((changed) => changed.key === cell && told());
  return { told, view: () => store.view(slot) };
};
const runs = () => store.choice().runs.map((run) => `${run.placeId} ${run.start}-${run.end}`);

beforeEach(() => {
  store = createGridStore();
  show();
});

describe("grid store", () => {
  it("tells only the cells that another desk's booking changes", () => {
    const taken = watch(key("p1", at(16)));
    const other = watch(key("p2", at(16)));
    show([booked()]);
    expect(taken.told).toHaveBeenCalledTimes(1);
    expect(taken.view()).toMatchObject({ free: false, block: { look: "paid" } });
    expect(other.told).not.toHaveBeenCalled();
  });

  it("shows the price of the half hour that runs where it can still be booked, and of one that is over or taken none", () => {
    show([booked({ placeId: "p2", start: at(15), end: at(16) })]);
    const html = (cell: string): string => {
      const slot = store.frame()?.layout.byKey.get(cell);
      if (!slot) throw new Error(cell);
      return cellHtml(slot, store.view(slot), { last: false, across: false }, undefined);
    };
    expect(html(key("p1", at(15)))).toMatch(/class="[^"]*free run[^"]*"[^>]*>40</);
    expect(html(key("p1", at(14, 30)))).toMatch(/class="past[^>]*><\/td>/);
    expect(html(key("p2", at(15)))).not.toContain("40");
  });

  it("draws nothing again when the same answer comes twice", () => {
    show([booked()]);
    const cell = watch(key("p1", at(16)));
    const { layout } = store.frame() ?? {};
    show([booked()]);
    expect(cell.told).not.toHaveBeenCalled();
    expect(store.frame()?.layout).toBe(layout);
  });

  it("selects what a drag covers, leaving out what is taken", () => {
    show([booked({ placeId: "p2" })]);
    store.begin(key("p1", at(16)));
    store.extend(key("p2", at(17)));
    expect(runs()).toEqual([`p1 ${at(16)}-${at(17, 30)}`, `p2 ${at(17)}-${at(17, 30)}`]);
  });

  it("gives back a chosen cell on the second click, and never chooses a past one", () => {
    expect(store.begin(key("p1", at(14)))).toBe(false);
    store.begin(key("p1", at(16)));
    store.begin(key("p1", at(16)));
    expect(store.choice().keys.size).toBe(0);
  });

  it("lets a half court replace the whole one that overlaps it", () => {
    store.begin(key("p3", at(16)));
    store.begin(key("p4", at(16)));
    expect(runs()).toEqual([`p4 ${at(16)}-${at(17)}`]);
  });

  it("extends by keys from where the choice began", () => {
    store.focus(key("p1", at(16)));
    store.toggle();
    store.move(0, 1, true);
    store.move(1, 0, true);
    expect(runs()).toEqual([`p1 ${at(16)}-${at(17)}`, `p2 ${at(16)}-${at(17)}`]);
    store.move(-1, 0, true);
    expect(runs()).toEqual([`p1 ${at(16)}-${at(17)}`]);
  });

  it("steps over a block as one, from whichever row the focus entered", () => {
    show([booked()]);
    store.focus(key("p2", at(16, 30)));
    store.move(-1, 0, false);
    expect(store.focusKey()).toBe(key("p1", at(16)));
    store.move(0, 1, false);
    expect(store.focusKey()).toBe(key("p1", at(17)));
  });

  it("keeps a choice that somebody else took, marked, and books without it", () => {
    store.begin(key("p1", at(16)));
    store.extend(key("p2", at(16)));
    show([booked({ end: at(16, 30) })]);
    expect(runs()).toEqual([`p2 ${at(16)}-${at(16, 30)}`]);
    expect(store.choice().lost).toMatchObject([{ placeId: "p1", block: { booking: { name: "陈建华" } } }]);
    expect(watch(key("p1", at(16))).view().lost).toBe(true);
  });

  it("draws out and walks on from where a person was, when rows appear above", () => {
    store.begin(key("p1", at(17)));
    show([booked({ placeId: "p2", start: at(12), end: at(13) })]);
    store.extend(key("p1", at(18)));
    expect(runs()).toEqual([`p1 ${at(17)}-${at(18, 30)}`]);
    store.clear();
    store.focus(key("p1", at(17)));
    show([booked({ placeId: "p2", start: at(11), end: at(13) })]);
    store.move(0, 1, false);
    expect(store.focusKey()).toBe(key("p1", at(17, 30)));
  });

  it("walks on in what is left of the courts", () => {
    store.focus(key("p4", at(17)));
    store.apply(gridOf(), DAY, NOW_MS, { hallId: "h2" });
    store.move(0, 1, false);
    expect(store.focusKey()).toBe(key("p4", at(18)));
  });

  it("shows what begins within an hour that something else holds", () => {
    const lock = { kind: "single" as const, status: "locked" as const, orderId: null, placeId: "p4" };
    show([
      booked({ ...lock, id: "l1", note: "地板打蜡", start: at(16), end: at(16, 30) }),
      booked({ ...lock, id: "l2", note: "换灯", start: at(16, 30), end: at(18) }),
    ]);
    expect(watch(key("p4", at(16))).view().block?.booking.note).toBe("地板打蜡");
    expect(watch(key("p4", at(17))).view().block).toMatchObject({ booking: { note: "换灯" }, rows: 2 });
  });

  it("begins at the first free slot from now on", () => {
    store = createGridStore();
    show([booked({ start: at(15), end: at(16) })]);
    expect(store.focusKey()).toBe(key("p2", at(15)));
  });

  it("closes slots as the clock passes them", () => {
    const cell = watch(key("p1", at(15)));
    store.tick(NOW_MS + 10 * 60_000);
    expect(cell.view()).toMatchObject({ free: false, past: true });
  });

  it("draws a choice out from its other end when a chosen cell is grasped", () => {
    store.begin(key("p1", at(16)));
    store.extend(key("p1", at(16, 30)));
    expect(store.grasp(key("p1", at(16, 30)))).toBe(true);
    store.extend(key("p1", at(17, 30)));
    expect(runs()).toEqual([`p1 ${at(16)}-${at(18)}`]);
    expect(store.grasp(key("p2", at(16)))).toBe(false);
  });

  it("tells the cell of a booking how many wait for it", () => {
    show([booked()]);
    const cell = watch(key("p1", at(16)));
    const waiting = { day: DAY, programId: "s1", placeId: "p1", start: at(16, 30), end: at(17), count: 2 };
    store.apply({ ...gridOf([booked()]), waiting: [waiting] }, DAY, NOW_MS);
    expect(cell.told).toHaveBeenCalledTimes(1);
    expect(cell.view().waiting).toBe(2);
  });
});

describe("a booking outside the opening hours", () => {
  it("gets rows of its own as it arrives, and takes them along as it leaves", () => {
    const store = createGridStore();
    const grid = gridOf();
    store.apply(grid, DAY, NOW_MS);
    store.apply({ ...grid, bookings: [booked({ start: at(12), end: at(13) })] }, DAY, NOW_MS);
    expect(store.frame()).toMatchObject({ layout: { from: at(12), rows: 16 }, blocks: { list: [{ start: at(12), end: at(13) }] } });
    store.apply(grid, DAY, NOW_MS);
    expect(store.frame()?.layout).toMatchObject({ from: at(14), rows: 12 });
  });
});

describe("week of a court", () => {
  const NEXT = "2026-11-22";
  const week = (bookings: Parameters<typeof gridOf>[0] = []): Grid => {
    const grid = gridOf(bookings);
    return { ...grid, days: [...grid.days, ...grid.days.map((entry) => ({ ...entry, day: NEXT }))] };
  };
  const tomorrow = (minutes: number): string => key("p1", minutes, 1_440);

  it("hatches what a court that overlaps it holds, without a column for it", () => {
    const store = createGridStore();
    store.apply(week([booked({ placeId: "p3", day: NEXT })]), DAY, NOW_MS, { placeId: "p4" });
    const { layout, blocks } = store.frame() ?? {};
    expect(layout?.columns.map((column) => [column.placeId, column.day])).toEqual([
      ["p4", DAY],
      ["p4", NEXT],
    ]);
    expect(blocks?.list).toMatchObject([{ look: "linked", linkedTo: "全场", column: 1, start: at(16), end: at(17) }]);
  });

  it("shows the days of one court side by side, each with its own bookings", () => {
    store.apply(week([booked(), booked({ id: "b2", orderId: "o2", day: NEXT })]), DAY, NOW_MS, { placeId: "p1" });
    const frame = store.frame();
    expect(frame?.layout.columns.map(({ day, placeId }) => `${placeId} ${day}`)).toEqual([`p1 ${DAY}`, `p1 ${NEXT}`]);
    expect(frame?.blocks.list.map(({ column, booking }) => `${column} ${booking.id}`)).toEqual(["0 b1", "1 b2"]);
  });

  it("keeps tomorrow's morning free after today's is over, and a choice on one day, as an order is", () => {
    store.apply(week(), DAY, NOW_MS, { placeId: "p1" });
    expect([watch(key("p1", at(14))).view().free, watch(tomorrow(at(14))).view().free]).toEqual([false, true]);
    store.begin(key("p1", at(16)));
    store.extend(tomorrow(at(17)));
    expect(store.choice().runs.map(({ day, start, end }) => [day, start, end])).toEqual([[DAY, at(16), at(17, 30)]]);
    store.begin(tomorrow(at(18)));
    expect(store.choice().runs.map(({ day, start }) => [day, start])).toEqual([[NEXT, at(18)]]);
  });
});

describe("a booking being moved", () => {
  const over = (placeId: string, minutes: number) => {
    const slot = store.frame()?.layout.byKey.get(key(placeId, minutes));
    if (!slot) throw new Error(placeId);
    store.carrying.over(slot);
    return store.carrying.now();
  };

  it("is placed so that the grabbed part is under the pointer", () => {
    show([booked()]);
    store.carrying.take("move", booked(), at(16, 30));
    expect(over("p2", at(17))).toMatchObject({ to: { placeId: "p2", start: at(16, 30), end: at(17, 30) }, fits: true });
  });

  it("fits over its own cells, never over another's, past the closing hour or where it is", () => {
    show([booked(), booked({ id: "b2", orderId: "o2", start: at(18), end: at(19) })]);
    store.carrying.take("move", booked());
    expect(over("p1", at(16, 30))?.fits).toBe(true);
    expect(over("p1", at(17, 30))?.fits).toBe(false);
    expect(over("p1", at(16))?.fits).toBe(false);
    expect(over("p2", at(19, 30))?.to).toMatchObject({ start: at(19), end: at(20) });
    expect(over("p2", at(14))?.fits).toBe(false);
  });

  it("is drawn out to a later end over free cells only, and cannot be dropped elsewhere", () => {
    show([booked(), booked({ id: "b2", orderId: "o2", start: at(18), end: at(19) })]);
    store.carrying.take("extend", booked());
    expect(over("p2", at(17, 30))).toMatchObject({ to: { placeId: "p1", end: at(18) }, fits: true });
    expect(store.carrying.down()).toMatchObject({ down: true });
    expect(over("p1", at(18, 30))?.fits).toBe(false);
    expect(store.carrying.down()).toBeUndefined();
  });

  it("is carried by keys from cell to cell, over blocks too", () => {
    show([booked()]);
    store.focus(key("p1", at(16)));
    store.carrying.take("move", booked());
    store.move(1, 0, false);
    store.move(0, 1, false);
    expect(store.carrying.now()).toMatchObject({ to: { placeId: "p2", start: at(16, 30) }, fits: true });
  });
});

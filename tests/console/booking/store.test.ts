import { beforeEach, describe, expect, it, vi } from "vitest";
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
  const handle = store.cell(slot);
  handle.subscribe(told);
  return { told, view: handle.view };
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

  it("lets a half court replace the whole one that shares its ground", () => {
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

  it("begins at the first free slot from now on", () => {
    show([booked({ start: at(15), end: at(16) })]);
    store.focus();
    expect(store.focusKey()).toBe(key("p2", at(15)));
  });

  it("closes slots as the clock passes them", () => {
    const cell = watch(key("p1", at(15)));
    store.tick(NOW_MS + 10 * 60_000);
    expect(cell.view()).toMatchObject({ free: false, past: true });
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import type { Grid } from "../../../src/contract/booking";
import { cellKey } from "../../../src/console/domains/booking/grid/layout";
import { createPainter } from "../../../src/console/domains/booking/grid/painter";
import { createGridStore, type GridStore } from "../../../src/console/domains/booking/grid/store";
import { currentT, setLanguage } from "../../../src/console/i18n/i18n";
import { at, booked, DAY, gridOf, NOW_MS } from "./sample";

const NEXT = "2026-11-22";

let store: GridStore;
let table: HTMLTableElement;
const show = (...bookings: Parameters<typeof gridOf>): void => store.apply(gridOf(...bookings), DAY, NOW_MS);
const cell = (placeId: string, minute: number): HTMLElement => {
  const found = table.querySelector<HTMLElement>(`td[data-k="${cellKey(placeId, minute)}"]`);
  if (!found) throw new Error(`no cell ${placeId} ${minute}`);
  return found;
};
const paint = (across = false, painter = createPainter(store, { across, t: currentT() })): (() => () => void) => {
  const frame = store.frame();
  if (!frame) throw new Error("nothing to paint");
  const { layout, today } = frame;
  const nameOf = (column: number): string => layout.columns[column]?.name ?? "";
  const picture = { layout, across, today, language: "zh", nameOf, t: currentT() } as const;
  return () => painter.follow(table, picture);
};

const keyOf = (key: string): [string, number] => {
  const [placeId = "", minute = ""] = key.split("@");
  return [placeId, Number(minute)];
};

beforeEach(async () => {
  await setLanguage("zh");
  store = createGridStore();
  table = document.createElement("table");
});

describe("painter of the grid", () => {
  it("draws each cell once, with its court over it and its hour beside it, either way round", () => {
    show();
    const layout = store.frame()?.layout;
    for (const across of [false, true]) {
      table = document.createElement("table");
      paint(across)();
      const keys = [...table.querySelectorAll<HTMLElement>("td[data-k]")].map((each) => each.dataset["k"]);
      expect(new Set(keys)).toEqual(new Set(layout?.byKey.keys()));
      expect(keys).toHaveLength(layout?.byKey.size ?? 0);
      expect(table.tBodies[0]?.rows).toHaveLength(across ? (layout?.columns.length ?? 0) : (layout?.rows ?? 0));
    }
  });

  it("gives each cell its own lines, either way round", () => {
    show([booked()]);
    const layout = store.frame()?.layout;
    for (const across of [false, true]) {
      table = document.createElement("table");
      paint(across)();
      for (const slot of layout?.byKey.values() ?? [])
        if (!slot.key.startsWith("p3"))
          expect([slot.key, cell(...keyOf(slot.key)).classList.contains("o")]).toEqual([slot.key, (slot.row + slot.rows) % 2 === 0]);
    }
  });

  it("keeps the keys in the table when it is drawn anew", () => {
    document.body.append(table);
    show();
    const stop = paint()();
    table.querySelector<HTMLElement>("td[tabindex]")?.focus();
    stop();
    show([booked({ start: at(13), end: at(14) })]);
    paint()();
    expect(document.activeElement).toHaveAttribute("data-k", store.focusKey());
    table.remove();
  });

  it("takes what a person typed for text, in the first drawing and after it", () => {
    const name = '<img src=x onerror="alert(1)"> & "you"';
    show([booked({ name })]);
    paint()();
    expect(cell("p1", at(16)).querySelector("b")?.textContent).toBe(name);
    show([booked({ name: `${name}!` })]);
    expect(cell("p1", at(16)).querySelector("b")?.textContent).toBe(`${name}!`);
    expect(table.querySelector("img")).toBeNull();
  });

  it("gives each of two alike blocks its own words", () => {
    show([booked({ id: "b1", name: "沈佩仪" }), booked({ id: "b2", orderId: "o2", placeId: "p2", name: "郑凯" })]);
    paint()();
    expect(cell("p1", at(16)).querySelector("b")?.textContent).toBe("沈佩仪");
    expect(cell("p2", at(16)).querySelector("b")?.textContent).toBe("郑凯");
  });

  it("lets flash what appears while somebody looks, and not what came while nobody did", () => {
    show();
    const follow = paint();
    const stop = follow();
    show([booked()]);
    expect(cell("p1", at(16)).firstElementChild).toHaveClass("bk", "news");
    stop();
    show([booked({ id: "b2", orderId: "o2", placeId: "p2" })]);
    expect(cell("p1", at(16)).firstElementChild).toHaveClass("bk");
    follow();
    expect(cell("p1", at(16)).querySelector(".bk")).toBeNull();
    expect(cell("p2", at(16)).firstElementChild).toHaveClass("bk");
    expect(cell("p2", at(16)).firstElementChild).not.toHaveClass("news");
  });

  it("writes another day into the cells that are there, just as if it were drawn anew", () => {
    for (const across of [false, true]) {
      table = document.createElement("table");
      store = createGridStore();
      show([booked(), booked({ id: "b3", orderId: "o3", placeId: "p4", start: at(17), end: at(18) })]);
      const painter = createPainter(store, { across, t: currentT() });
      paint(across, painter)();
      const [before, gone] = [cell("p2", at(15)), cell("p1", at(16))];
      store.begin(cellKey("p2", at(18)));
      const grid = gridOf([booked({ id: "b2", orderId: "o2", placeId: "p2", day: NEXT, start: at(14), end: at(16) })]);
      const [day] = grid.days;
      if (!day) throw new Error("no day");
      const dearer = grid.tariffs.map(({ prices, peak }) => ({ prices: prices.map(() => "45.00"), peak }));
      store.apply({ ...grid, days: [{ ...day, day: NEXT, tariff: [0, 0, 0, 0, 0] }], tariffs: dearer }, NEXT, NOW_MS);
      paint(across, painter)();
      expect(cell("p2", at(15))).toBe(before);
      expect(cell("p1", at(16))).toBe(gone);
      expect(gone).toHaveTextContent("45");
      const drawn = table;
      table = document.createElement("table");
      paint(across)();
      for (const each of [...drawn.querySelectorAll("[class='']"), ...table.querySelectorAll("[class='']")]) each.removeAttribute("class");
      expect(drawn.isEqualNode(table)).toBe(true);
    }
  });

  describe("of a wide hall", () => {
    const COURTS = 60;
    let hall: Grid;
    /** As wide and high as the hall's cells are in a browser, of which the window holds a fifth. */
    const sized = (across: boolean): HTMLElement => {
      const scroller = document.createElement("div");
      const wrap = document.createElement("div");
      scroller.append(wrap);
      wrap.append((table = document.createElement("table")));
      Object.defineProperty(wrap, across ? "offsetHeight" : "offsetWidth", { value: COURTS * 50 });
      Object.defineProperty(scroller, across ? "clientHeight" : "clientWidth", { value: COURTS * 10 });
      return scroller;
    };
    const courts = (across: boolean): number =>
      (across ? table.tBodies[0]?.rows.length : table.tBodies[0]?.rows[0]?.querySelectorAll("td").length) ?? 0;
    beforeEach(() => {
      const grid = gridOf(Array.from({ length: COURTS }, (_, i) => booked({ id: `b${i}`, orderId: `o${i}`, placeId: `w${i}` })));
      const [place] = grid.places;
      const [day] = grid.days;
      if (!place || !day) throw new Error("no court");
      const places = Array.from({ length: COURTS }, (_, i) => ({ ...place, id: `w${i}`, name: String(i + 1) }));
      hall = { ...grid, places, days: [{ ...day, tariff: places.map(() => 0) }] };
      store.apply(hall, DAY, NOW_MS);
    });

    it.each([false, true])("draws what the window can hold, and the rest as it is scrolled to; hours across: %s", (across) => {
      const scroller = sized(across);
      paint(across)();
      const first = courts(across);
      expect(first).toBeLessThan(COURTS / 2);
      scroller[across ? "scrollTop" : "scrollLeft"] = COURTS * 15;
      scroller.dispatchEvent(new Event("scroll"));
      expect(courts(across)).toBe(42);
      scroller[across ? "scrollTop" : "scrollLeft"] = COURTS * 40;
      scroller.dispatchEvent(new Event("scroll"));
      expect(courts(across)).toBe(COURTS);
      expect(table.querySelectorAll(".bk")).toHaveLength(COURTS);
      const drawn = table;
      sized(across);
      paint(across)();
      scroller.dispatchEvent(new Event("scroll"));
      const rows = [...(table.tBodies[0]?.rows ?? [])];
      for (const [i, row] of rows.entries())
        for (const [n, each] of [...row.cells].entries()) expect(drawn.tBodies[0]?.rows[i]?.cells[n]?.isEqualNode(each)).toBe(true);
    });

    it("draws a court that gets the focus, with those before it", () => {
      sized(false);
      paint()();
      store.focus(cellKey("w50", at(18)));
      expect(courts(false)).toBe(51);
      expect(cell("w50", at(18))).toHaveAttribute("tabindex", "0");
    });

    it("leaves out what nobody scrolled to on the next day too", () => {
      sized(false);
      const painter = createPainter(store, { across: false, t: currentT() });
      paint(false, painter)();
      const first = courts(false);
      store.apply({ ...hall, days: hall.days.map((day) => ({ ...day, day: NEXT })), bookings: [] }, NEXT, NOW_MS);
      paint(false, painter)();
      expect(courts(false)).toBe(first);
      expect(table.querySelectorAll(".bk")).toHaveLength(0);
    });
  });

  it("keeps the next free time over a court up to date", () => {
    show();
    paint()();
    const said = (): string | null | undefined => table.querySelector(".cr th:not(.tc) small")?.textContent;
    const before = said();
    show([booked({ start: at(15), end: at(17) })]);
    expect(said()).toBe("17:00");
    expect(said()).not.toBe(before);
  });
});

import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Grid, GridBooking } from "../../../src/contract/booking/booking";
import { cellKey } from "../../../src/console/domains/booking/grid/layout";
import { createPainter } from "../../../src/console/domains/booking/grid/painter";
import { createGridStore, type GridStore } from "../../../src/console/domains/booking/grid/store";
import { currentT, setLanguage } from "../../../src/console/i18n/i18n";
import { at, booked, DAY, gridOf, NOW_MS } from "./sample";
import { FULL } from "../../support/forms";

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

/** The table says and shows what a table says and shows that was never drawn on before. */
function expectAnew(across: boolean): void {
  const drawn = table;
  table = document.createElement("table");
  paint(across)();
  const bare = (of: HTMLTableElement): string => {
    const copy = document.createElement("div");
    copy.append(of.cloneNode(true));
    for (const away of copy.querySelectorAll(".away")) away.remove();
    for (const each of copy.querySelectorAll("[class='']")) each.removeAttribute("class");
    for (const each of copy.querySelectorAll("*")) {
      const sorted = [...each.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const { name } of sorted) each.removeAttribute(name);
      for (const { name, value } of sorted) each.setAttribute(name, value);
    }
    return copy.innerHTML;
  };
  expect(bare(drawn)).toBe(bare(table));
  table = drawn;
}

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

  it("keeps the focus in the table when it is drawn anew", () => {
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
      expectAnew(across);
    }
  });

  it("draws day after day over what was there before, just as if each were drawn anew", () => {
    const stretch = fc.record({
      placeId: fc.constantFrom("p1", "p2", "p3", "p4"),
      half: fc.integer({ min: 0, max: 5 }),
      length: fc.integer({ min: 1, max: 4 }),
      status: fc.constantFrom(...(["held", "reserved", "paid", "checked_in", "finished", "no_show", "locked"] as const)),
      kind: fc.constantFrom(...(["single", "fixed", "deal", "event", "openPlay"] as const)),
      name: fc.constantFrom("陈建华", "沈佩仪", ""),
      note: fc.constantFrom("", "地面维修"),
      due: fc.constantFrom("0.00", "40.00"),
      holdUntil: fc.constantFrom(null, "2026-11-21T15:29:00+08:00"),
      waits: fc.boolean(),
    });
    const days = fc.array(fc.array(stretch, { maxLength: 6 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(days, fc.boolean(), (turns, across) => {
        table = document.createElement("table");
        store = createGridStore();
        const painter = createPainter(store, { across, t: currentT() });
        for (const [n, stretches] of turns.entries()) {
          const day = `2026-12-0${n + 1}`;
          const taken = new Set<string>();
          const waiting: Grid["waiting"] = [];
          const bookings = stretches.flatMap(({ half, length, waits, ...rest }, i) => {
            const start = at(16) + half * 30;
            const halves = Array.from({ length }, (__, k) => `${rest.placeId}/${half + k}`);
            if (start + length * 30 > at(20) || halves.some((each) => taken.has(each))) return [];
            for (const each of halves) taken.add(each);
            const run = { placeId: rest.placeId, day, start, end: start + length * 30 };
            if (waits) waiting.push({ ...run, programId: "s1", count: i + 1 });
            return [booked({ ...rest, ...run, id: `b${i}`, orderId: `o${i}` })];
          });
          const grid = gridOf(bookings);
          store.apply({ ...grid, waiting, days: grid.days.map((each) => ({ ...each, day })) }, day, NOW_MS);
          paint(across, painter)();
          expectAnew(across);
        }
      }),
      { numRuns: FULL ? 60 : 15 },
    );
  });

  it("writes over the block of the day before, where the same is built there", () => {
    show([booked({ name: "沈佩仪" })]);
    const painter = createPainter(store, { across: false, t: currentT() });
    paint(false, painter)();
    const block = cell("p1", at(16)).firstElementChild;
    const turn = (day: string, ...bookings: GridBooking[]): void => {
      const grid = gridOf(bookings);
      store.apply({ ...grid, days: grid.days.map((each) => ({ ...each, day })) }, day, NOW_MS);
      paint(false, painter)();
    };
    turn(NEXT);
    expect(cell("p1", at(16)).querySelector(".bk")).toBeNull();
    turn("2026-11-23", booked({ day: "2026-11-23", name: "郑凯", status: "reserved" }));
    expect(cell("p1", at(16)).querySelector(".bk")).toBe(block);
    expect(block).toHaveClass("reserved");
    expect(block?.querySelector("b")).toHaveTextContent("郑凯");
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

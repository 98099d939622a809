import { beforeEach, describe, expect, it } from "vitest";
import { cellKey } from "../../../src/console/domains/booking/grid/layout";
import { createPainter } from "../../../src/console/domains/booking/grid/painter";
import { createGridStore, type GridStore } from "../../../src/console/domains/booking/grid/store";
import { currentT, setLanguage } from "../../../src/console/i18n/i18n";
import { at, booked, DAY, gridOf, NOW_MS } from "./sample";

let store: GridStore;
let table: HTMLTableElement;
const show = (...bookings: Parameters<typeof gridOf>): void => store.apply(gridOf(...bookings), DAY, NOW_MS);
const cell = (placeId: string, minute: number): HTMLElement => {
  const found = table.querySelector<HTMLElement>(`td[data-k="${cellKey(placeId, minute)}"]`);
  if (!found) throw new Error(`no cell ${placeId} ${minute}`);
  return found;
};
const paint = (across = false): (() => () => void) => {
  const frame = store.frame();
  if (!frame) throw new Error("nothing to paint");
  const { layout, today } = frame;
  const nameOf = (column: number): string => layout.columns[column]?.name ?? "";
  const painter = createPainter(store, { layout, across, today, language: "zh", nameOf, t: currentT() });
  return () => painter.follow(table);
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

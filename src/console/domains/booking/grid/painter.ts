/** Draws the cells into their rows, and afterwards each one alone when the store tells of it. */
import type { T } from "../../../i18n/keys";
import { cellClass, cellHtml, cellInside, cellLabel, type CellPlace } from "./cellHtml";
import { type CellView, sameView } from "./cells";
import type { Layout, Slot } from "./layout";
import type { GridStore } from "./store";

/** What a table of cells is drawn from. */
export interface Picture {
  readonly layout: Layout;
  readonly across: boolean;
  /** A column in words. */
  readonly nameOf: (column: number) => string;
  readonly t: T;
}

function write(element: Element, name: string, value: string | undefined): void {
  if (value !== undefined) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/** The painter of one picture. Its cells outlive the effects of their page, so a page that comes back draws only what changed meanwhile. */
export function createPainter(store: GridStore, { layout, across, nameOf, t }: Picture) {
  const drawn = new Map<string, { readonly element: HTMLElement; view: CellView }>();
  const placeOf = (slot: Slot): CellPlace => ({
    nameOf,
    last: !across && layout.columns[slot.column]?.last === true,
    across,
  });

  /** The cells of each row, top down. */
  const rows = (): readonly (readonly Slot[])[] =>
    across
      ? layout.columns.map((column) => column.slots)
      : Array.from({ length: layout.rows }, (_, row) =>
          layout.columns.flatMap((column) => (column.at[row]?.row === row ? (column.at[row] ?? []) : [])),
        );

  function paintAll(body: HTMLTableSectionElement): void {
    for (const old of body.querySelectorAll("td")) old.remove();
    for (const [i, slots] of rows().entries()) {
      const row = body.rows[i];
      if (!row) continue;
      row.insertAdjacentHTML("beforeend", slots.map((slot) => cellHtml(slot, store.view(slot), placeOf(slot), t)).join(""));
      for (const [n, slot] of slots.entries()) {
        const element = row.cells[n + 1];
        if (element) drawn.set(slot.key, { element, view: store.view(slot) });
      }
    }
  }

  /** @param news somebody looks: a booking that appears, or becomes another, flashes once; other words of the same do not */
  function paint(slot: Slot, view: CellView, news: boolean): void {
    const cell = drawn.get(slot.key);
    // A slot of another layout is left to that layout's painter.
    if (!cell || layout.byKey.get(slot.key) !== slot || sameView(cell.view, view)) return;
    const { element, view: before } = cell;
    cell.view = view;
    const place = placeOf(slot);
    element.className = cellClass(slot, view, place);
    write(element, "tabindex", view.focus ? "0" : undefined);
    write(element, "aria-label", cellLabel(slot, view, place, t));
    write(element, "aria-selected", view.selected ? "true" : undefined);
    const inside = cellInside(slot, view, t);
    if (inside === cellInside(slot, before, t)) return;
    element.innerHTML = inside;
    if (news && view.block && (view.block.key !== before.block?.key || view.block.look !== before.block.look))
      element.firstElementChild?.classList.add("news");
  }

  return {
    /** Draws into the rows of a table, whose heads are there, and follows the store; answers how to stop. */
    follow(body: HTMLTableSectionElement): () => void {
      if (drawn.size === 0) paintAll(body);
      else for (const slot of layout.byKey.values()) paint(slot, store.view(slot), false);
      return store.watchCells((slot, view) => paint(slot, view, true));
    },
  };
}

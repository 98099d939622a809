/** Draws the table of a grid, heads and cells, and afterwards each cell alone when the store tells of it. */
import { cellClass, cellHtml, cellLabel, type CellPlace, fillCell, insideHtml, sameInside } from "./cellHtml";
import type { CellView } from "./cells";
import { bodyHeadHtml, colsHtml, createFreeTimes, headsHtml, type Words } from "./headHtml";
import type { Layout, Slot } from "./layout";
import { createStamps } from "./stamp";
import type { GridStore } from "./store";

/** What a table is drawn from. */
export interface Picture extends Words {
  readonly layout: Layout;
  readonly across: boolean;
}

function write(element: Element, name: string, value: string | undefined): void {
  if (value !== undefined) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/** What the cell says of itself beside its contents: focus, choice, words. */
function writeState(element: Element, view: CellView, label: string | undefined): void {
  write(element, "tabindex", view.focus ? "0" : undefined);
  write(element, "aria-label", label);
  write(element, "aria-selected", view.selected ? "true" : undefined);
}

/** The painter of one picture. Its cells outlive the effects of their page, so a page that comes back draws only what changed meanwhile. */
export function createPainter(store: GridStore, picture: Picture) {
  const { layout, across, t } = picture;
  const drawn = new Map<Slot, HTMLElement>();
  /** Somebody looks on: what appears from now on is news. */
  let watched = false;
  const stamp = createStamps();
  const freeTimes = createFreeTimes(picture);
  const placeOf = (slot: Slot): CellPlace => ({ last: !across && layout.columns[slot.column]?.last === true, across });
  const where = (column: number): string => picture.nameOf(column);

  /** The cells of a row of the table. */
  function cellsOf(row: number): readonly Slot[] {
    if (across) return layout.columns[row]?.slots ?? [];
    const slots: Slot[] = [];
    for (const { at } of layout.columns) {
      const slot = at[row];
      if (slot?.row === row) slots.push(slot);
    }
    return slots;
  }

  function cellOf(slot: Slot): HTMLElement {
    const view = store.view(slot);
    const element = stamp(cellHtml(slot, view, placeOf(slot), t));
    element.setAttribute("data-k", slot.key);
    if (view.block) fillCell(element, view, t);
    if (view.focus || view.selected) writeState(element, view, cellLabel(slot, view, where, t));
    drawn.set(slot, element);
    return element;
  }

  function paintAll(table: HTMLTableElement): void {
    const body = document.createElement("tbody");
    const rows = across ? layout.columns.length : layout.rows;
    for (let i = 0; i < rows; i++) {
      const row = stamp(`<tr>${bodyHeadHtml(picture, i)}</tr>`);
      if (across && layout.columns[i]?.last) row.className = "gs";
      for (const slot of cellsOf(i)) row.appendChild(cellOf(slot));
      body.appendChild(row);
    }
    table.innerHTML = colsHtml(picture) + headsHtml(picture);
    table.appendChild(body);
    freeTimes.take(table);
  }

  /** A booking that appears, or becomes another, flashes once; other words of the same do not. */
  function paint(slot: Slot, view: CellView, before: CellView | undefined): void {
    // A slot of another layout is left to that layout's painter.
    const element = drawn.get(slot);
    if (!element) return;
    element.className = cellClass(slot, view, placeOf(slot));
    writeState(element, view, cellLabel(slot, view, where, t));
    if (before && sameInside(before, view)) return;
    element.innerHTML = insideHtml(slot, view, t);
    fillCell(element, view, t);
    if (watched && view.block && (view.block.key !== before?.block?.key || view.block.look !== before.block.look))
      element.firstElementChild?.classList.add("news");
  }

  return {
    /** Draws into an empty table, and follows the store; answers how to stop. */
    follow(table: HTMLTableElement): () => void {
      if (drawn.size === 0) paintAll(table);
      const sayFree = (): void => {
        const frame = store.frame();
        if (frame?.layout === layout) freeTimes.say(frame);
      };
      sayFree();
      const stops = [store.watchCells(paint), store.watchFrame(sayFree)];
      watched = true;
      return () => {
        watched = false;
        for (const stop of stops) stop();
      };
    },
  };
}

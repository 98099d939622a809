/** Draws the table of a grid, heads and cells, and afterwards each cell alone when the store tells of it. */
import {
  alike,
  blockHtml,
  cellClass,
  cellHtml,
  cellLabel,
  type CellPlace,
  fillBlock,
  plainHtml,
  sameInside,
  type Shape,
  shapeOf,
} from "./cellHtml";
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
  /** What was drawn, in the order of the document. */
  const slots: Slot[] = [];
  let cells: NodeListOf<HTMLElement> | undefined;
  /** The same by slot, from the first change on. */
  const drawn = new Map<Slot, HTMLElement>();
  /** Somebody looks on: what appears from now on is news. */
  let watched = false;
  const stamp = createStamps((shape: Shape) => blockHtml(shape, t));
  const freeTimes = createFreeTimes(picture);
  const places = [false, true].map((last): CellPlace => ({ last, across }));
  const placeOf = (slot: Slot): CellPlace =>
    places[!across && layout.columns[slot.column]?.last === true ? 1 : 0] ?? { last: false, across };
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

  /**
   * The whole table in one text, which the browser reads three times as fast as it takes cell after cell; the blocks are put in as copies.
   * Most cells of a row are alike, and share their part of the text: there are thousands, and the first draw waits for each of them.
   */
  function paintAll(table: HTMLTableElement): void {
    const html = [colsHtml(picture), headsHtml(picture), "<tbody>"];
    const blocks: { readonly i: number; readonly slot: Slot; readonly view: CellView }[] = [];
    const rows = across ? layout.columns.length : layout.rows;
    for (let row = 0; row < rows; row++) {
      html.push(across && layout.columns[row]?.last ? '<tr class="gs">' : "<tr>", bodyHeadHtml(picture, row));
      let like: { readonly slot: Slot; readonly view: CellView; readonly last: boolean } | undefined;
      let rest = "";
      for (const slot of cellsOf(row)) {
        const view = store.view(slot);
        const place = placeOf(slot);
        if (like === undefined || like.view !== view || like.last !== place.last || !alike(like.slot, slot)) {
          like = { slot, view, last: place.last };
          rest = cellHtml(slot, view, place, cellLabel(slot, view, where, t));
        }
        if (view.block) blocks.push({ i: slots.length, slot, view });
        slots.push(slot);
        html.push('<td data-k="', slot.key, '" ', rest);
      }
      html.push("</tr>");
    }
    // Away from the page, so that what is put in costs it nothing.
    const made = document.createElement("table");
    made.innerHTML = `${html.join("")}</tbody>`;
    cells = made.querySelectorAll<HTMLElement>("tbody td");
    for (const { i, slot, view } of blocks) if (cells[i]) putBlock(cells[i], slot, view);
    const hadKeys = table.contains(document.activeElement);
    table.replaceChildren(...made.childNodes);
    if (hadKeys) table.querySelector<HTMLElement>("td[tabindex]")?.focus({ preventScroll: true });
    freeTimes.take(table);
  }

  function putBlock(cell: HTMLElement, slot: Slot, view: CellView): void {
    const { block } = view;
    if (!block) return;
    const made = stamp(shapeOf(block, slot, view, t));
    fillBlock(made, block, t);
    cell.replaceChildren(made);
  }

  /** The cell of a slot; nothing for one of another layout, which is left to that layout's painter. */
  function elementOf(slot: Slot): HTMLElement | undefined {
    if (drawn.size === 0) for (const [i, each] of slots.entries()) if (cells?.[i]) drawn.set(each, cells[i]);
    return drawn.get(slot);
  }

  /** A booking that appears, or becomes another, flashes once; other words of the same do not. */
  function paint(slot: Slot, view: CellView, before: CellView | undefined): void {
    const element = elementOf(slot);
    if (!element) return;
    element.className = cellClass(slot, view, placeOf(slot));
    writeState(element, view, cellLabel(slot, view, where, t));
    if (before && sameInside(before, view)) return;
    if (view.block) putBlock(element, slot, view);
    else element.innerHTML = plainHtml(slot, view);
    if (watched && view.block && (view.block.key !== before?.block?.key || view.block.look !== before.block.look))
      element.firstElementChild?.classList.add("news");
  }

  return {
    /** Draws into an empty table, and follows the store; answers how to stop. */
    follow(table: HTMLTableElement): () => void {
      if (cells === undefined) paintAll(table);
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

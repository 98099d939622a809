/** Draws the table of a grid, headers and cells, and afterwards only the cells that the store reports as changed. */
import { createBlockDrawing } from "./block-drawing";
import { shapeOf } from "./block-html";
import { alike, cellHtml, cellLabel, type CellPlace, updateCell, fillPlain, onlyTicked, sameInside, markChosen } from "./cell-html";
import { type CellView, sameView } from "./cells";
import { bodyHeadHtml, colsHtml, createFreeTimes, headersHtml, type Words } from "./head-html";
import { type Layout, sameForm, type Slot } from "./layout";
import type { GridStore } from "./store";

/** Data that a table is rendered from. */
export interface Picture extends Words {
  readonly layout: Layout;
  readonly across: boolean;
}

/** Courts that a first draw holds at least; all of them, in most venues. */
const FIRST = 16;
/** Pixels that a court takes at least: of width, or of height where the hours run across. */
const COURT = 58;
/** Share of the window that the grid occupies beside menu and panel when the page loads. */
const PART = 0.62;

/** One cell as it was drawn. */
interface Drawn {
  readonly element: HTMLElement;
  readonly view: CellView;
}

/**
 * The painter of one table, which shows one picture after the other; words and axes stay. What it drew outlives the effects of its page, so
 * that a page that comes back draws only what changed meanwhile.
 *
 * Of a wide hall it draws first the courts that the window can hold, and the others when they are scrolled to or get the focus: sixty
 * courts take the browser a second to lay out and paint on a slow desk.
 */
export function createPainter(store: GridStore, { across, t }: Pick<Picture, "across" | "t">) {
  let painted: Picture | undefined;
  let table: HTMLTableElement | undefined;
  /** Cells by court and row, of the courts that are drawn. */
  let courts: (Drawn | undefined)[][] = [];
  /** Headers as they were written: of the table, and of each row. */
  let head = "";
  let rowHeaders: string[] = [];
  let freeTimes: ReturnType<typeof createFreeTimes> | undefined;
  /** Somebody looks on: what appears from now on is news. */
  let watched = false;
  const blocks = createBlockDrawing(t);
  const inner: CellPlace = { last: false, across };
  const outer: CellPlace = { last: true, across };
  const placeOf = ({ layout }: Picture, slot: Slot): CellPlace => (!across && layout.columns[slot.column]?.last === true ? outer : inner);
  const rowsOf = ({ columns, rows }: Layout): number => (across ? columns.length : rows);

  /** The cells of a row of the table, of the courts from `from` to before `to`. */
  function cellsOf({ columns }: Layout, row: number, from: number, to: number): readonly Slot[] {
    if (across) return row >= from && row < to ? (columns[row]?.slots ?? []) : [];
    const found: Slot[] = [];
    for (let column = from; column < to; column++) {
      const slot = columns[column]?.at[row];
      if (slot?.row === row) found.push(slot);
    }
    return found;
  }

  /**
   * Courts as rows of a table that stands nowhere yet, made from one text, which the browser reads three times as fast as it takes cell after
   * cell; the blocks are put in as copies. Most cells of a row are alike, and share their part of the text: there are thousands, and the
   * first draw waits for each of them.
   */
  function make(picture: Picture, from: number, to: number, before: string): HTMLTableElement {
    const { layout, nameOf } = picture;
    const html = [before, "<tbody>"];
    const drawn: { readonly slot: Slot; readonly view: CellView }[] = [];
    for (const [row, rowHeader] of rowHeaders.entries()) {
      if (across && (row < from || row >= to)) continue;
      html.push(across && layout.columns[row]?.last ? '<tr class="gs">' : "<tr>");
      if (across || from === 0) html.push(rowHeader);
      let like: { readonly slot: Slot; readonly view: CellView; readonly place: CellPlace } | undefined;
      let rest = "";
      for (const slot of cellsOf(layout, row, from, to)) {
        const view = store.view(slot);
        const place = placeOf(picture, slot);
        if (like?.view !== view || like.place !== place || !alike(like.slot, slot)) {
          like = { slot, view, place };
          rest = cellHtml(slot, view, place, cellLabel(slot, view, nameOf, t));
        }
        drawn.push({ slot, view });
        html.push('<td data-k="', slot.key, '" ', rest);
      }
      html.push("</tr>");
    }
    const made = document.createElement("table");
    made.innerHTML = `${html.join("")}</tbody>`;
    const cells = made.querySelectorAll<HTMLElement>("tbody td");
    for (const [i, { slot, view }] of drawn.entries()) {
      const element = cells[i];
      if (!element) continue;
      keep(slot, element, view);
      if (view.block) blocks.put(element, view.block, shapeOf(view.block, slot, view, t));
    }
    return made;
  }

  const keep = (slot: Slot, element: HTMLElement, view: CellView): void => {
    (courts[slot.column] ??= [])[slot.row] = { element, view };
  };

  /** The whole table, but for courts that the window has no room for. */
  function drawAll(on: HTMLTableElement, picture: Picture): void {
    const { layout } = picture;
    painted = picture;
    courts = [];
    head = headersHtml(picture);
    rowHeaders = Array.from({ length: rowsOf(layout) }, (_, row) => bodyHeadHtml(picture, row));
    const room = Math.ceil((PART * (across ? window.innerHeight : window.innerWidth)) / COURT);
    const focus = store.focusKey();
    const focused = layout.columns.findIndex(({ slots }) => slots.some(({ key }) => key === focus));
    const made = make(picture, 0, Math.min(layout.columns.length, Math.max(FIRST, room, focused + 1)), colsHtml(picture) + head);
    const hadKeys = on.contains(document.activeElement);
    on.replaceChildren(...made.childNodes);
    if (hadKeys) on.querySelector<HTMLElement>("td[tabindex]")?.focus({ preventScroll: true });
  }

  /** Draws further courts, up to before `to`. */
  function drawOn(to: number): void {
    const from = courts.length;
    const end = Math.min(to, painted?.layout.columns.length ?? 0);
    const body = table?.tBodies[0];
    if (!painted || !body || end <= from) return;
    const rows = [...(make(painted, from, end, "").tBodies[0]?.rows ?? [])];
    if (!across) for (const [row, { cells }] of rows.entries()) body.rows[row]?.append(...cells);
    else {
      body.append(...rows);
      sayFree(true);
    }
  }

  /** Another day of the same courts, or other prices: what differs is written into the cells that are there. */
  function drawOver(on: HTMLTableElement, picture: Picture, before: Layout): void {
    const { layout } = picture;
    painted = picture;
    for (const [column, cells] of courts.entries()) {
      const was = before.columns[column]?.at;
      for (const slot of layout.columns[column]?.slots ?? []) {
        const [old, oldSlot] = [cells[slot.row], was?.[slot.row]];
        if (!old || !oldSlot) continue;
        const { element } = old;
        const view = store.view(slot);
        if (slot.key !== oldSlot.key) element.setAttribute("data-k", slot.key);
        // The cell in focus says its day.
        if (!view.focus && alike(oldSlot, slot) && sameView(old.view, view)) continue;
        keep(slot, element, view);
        writeCell(element, slot, view);
        if (oldSlot.price === slot.price && sameInside(old.view, view)) continue;
        if (view.block) blocks.over(element, view.block, shapeOf(view.block, slot, view, t));
        else fillPlain(element, slot, view, blocks.away(element));
      }
    }
    const newHead = headersHtml(picture);
    if (newHead !== head && on.tHead) on.tHead.outerHTML = head = newHead;
    for (const [row, old] of rowHeaders.entries()) {
      const rowHeader = (rowHeaders[row] = bodyHeadHtml(picture, row));
      const cell = on.tBodies[0]?.rows[row]?.cells[0];
      if (rowHeader !== old && cell) cell.outerHTML = rowHeader;
    }
  }

  function writeCell(element: HTMLElement, slot: Slot, view: CellView): void {
    if (painted) updateCell(element, slot, view, placeOf(painted, slot), cellLabel(slot, view, painted.nameOf, t));
  }

  /** A booking that appears, or becomes another, flashes once; other words of the same do not. A slot of another layout is left alone. */
  function paint(slot: Slot, view: CellView, before: CellView | undefined): void {
    if (painted?.layout.columns[slot.column]?.at[slot.row] !== slot) return;
    if (view.focus) drawOn(slot.column + 1);
    const element = courts[slot.column]?.[slot.row]?.element;
    if (!element) return;
    keep(slot, element, view);
    writeCell(element, slot, view);
    if (before && sameInside(before, view)) return;
    if (view.block) blocks.put(element, view.block, shapeOf(view.block, slot, view, t));
    else if (before && onlyTicked(before, view)) markChosen(element, view.selected);
    else fillPlain(element, slot, view);
    if (watched && view.block && (view.block.key !== before?.block?.key || view.block.look !== before.block.look))
      element.firstElementChild?.classList.add("news");
  }

  /** Shows the next free times in the headers. @param anew headers were drawn */
  function sayFree(anew = false): void {
    const frame = store.frame();
    if (anew && table) freeTimes?.take(table);
    if (frame && frame.layout === painted?.layout) freeTimes?.say(frame);
  }

  /** Draws what is scrolled to, and as much again beyond it. */
  function look(): void {
    const wrap = table?.parentElement;
    const scroller = wrap?.parentElement;
    const count = painted?.layout.columns.length ?? 0;
    if (!wrap || !scroller || courts.length >= count) return;
    const [size, at, sees] = across
      ? [wrap.offsetHeight, scroller.scrollTop, scroller.clientHeight]
      : [wrap.offsetWidth, scroller.scrollLeft, scroller.clientWidth];
    if (size > 0) drawOn(Math.ceil(((at + (at > 0 ? 2 : 1) * sees) / size) * count));
  }

  return {
    /** Draws a picture into its table, and follows store and scroller; answers how to stop. */
    follow(on: HTMLTableElement, picture: Picture): () => void {
      table = on;
      if (painted !== picture) {
        if (painted && sameForm(painted.layout, picture.layout)) drawOver(on, picture, painted.layout);
        else drawAll(on, picture);
        freeTimes = createFreeTimes(picture);
        sayFree(true);
      } else sayFree();
      const scroller = on.parentElement?.parentElement;
      const size = new ResizeObserver(look);
      if (scroller) size.observe(scroller);
      scroller?.addEventListener("scroll", look, { passive: true });
      const stops = [
        store.watchCells(paint),
        store.watchFrame(() => sayFree()),
        () => size.disconnect(),
        () => scroller?.removeEventListener("scroll", look),
      ];
      watched = true;
      return () => {
        watched = false;
        for (const stop of stops) stop();
      };
    },
  };
}

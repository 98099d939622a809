/**
 * Cells as HTML: a wide hall has two thousand, and a component and a subscription for each made the grid ten times slower to draw.
 * The HTML of a block says how it is built and looks, so that many share it (stamp.ts); `fillBlock` puts in what a person typed, as text. Pure but for that.
 */
import { clock } from "../../../../contract/time";
import type { T } from "../../../i18n/keys";
import { escapeHtml, iconHtml } from "../../../ui/html";
import { span } from "../words";
import type { Block, Look } from "./blocks";
import { blockExtra, blockLabel, blockName, LOOK_ICON } from "./blockWords";
import type { CellView } from "./cells";
import type { Slot } from "./layout";
import { shortPrice } from "./model";
import { createStamps } from "./stamp";

/** How a cell lies in its table. */
export interface CellPlace {
  /** Of the last court of a hall. */
  readonly last: boolean;
  /** The hours run across. */
  readonly across: boolean;
}

/** A whole cell from behind its key on, but for the block that begins in it. @param label its words, while the focus is on it */
export function cellHtml(slot: Slot, view: CellView, place: CellPlace, label: string | undefined): string {
  const size = slot.rows > 1 ? ` ${place.across ? "colspan" : "rowspan"}="${slot.rows}"` : "";
  const state =
    (view.focus ? ' tabindex="0"' : "") +
    (label === undefined ? "" : ` aria-label="${escapeHtml(label)}"`) +
    (view.selected ? ' aria-selected="true"' : "");
  return `class="${cellClass(slot, view, place)}"${size}${state}>${plainHtml(slot, view)}</td>`;
}

/** Whether cells of one row of the table look the same when they have the same view. */
export const alike = (a: Slot, b: Slot): boolean =>
  a.open === b.open && a.peak === b.peak && a.rows === b.rows && a.price === b.price && endsHour(a) === endsHour(b);

/** Every second half-hour ends with a stronger line. */
const endsHour = (slot: Slot): boolean => (slot.row + slot.rows) % 2 === 0;

function cellClass(slot: Slot, view: CellView, place: CellPlace): string {
  let name = "";
  if (!slot.open) name += " shut";
  else if (view.past) name += " past";
  else if (slot.peak) name += " pk";
  if (view.free) name += view.running ? " free run" : " free";
  if (view.selected) name += view.up ? (view.down ? " sel s-mid" : " sel s-end") : view.down ? " sel s-top" : " sel";
  if (view.lost) name += " lost";
  if (view.block) name += " has";
  if (endsHour(slot)) name += " o";
  if (place.last) name += " gs";
  return name.slice(1);
}

function write(element: Element, name: string, value: string | undefined): void {
  if (element.getAttribute(name) === (value ?? null)) return;
  if (value !== undefined) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/** Gives a cell that is there already its looks, and what it says of itself beside its contents: focus, choice, words. */
export function dressCell(element: Element, slot: Slot, view: CellView, place: CellPlace, label: string | undefined): void {
  write(element, "class", cellClass(slot, view, place));
  // Who has the focus keeps it until it is moved: lost together with the tab stop, it costs a layout of the page half way through.
  write(element, "tabindex", view.focus ? "0" : element === document.activeElement ? "-1" : undefined);
  write(element, "aria-label", label);
  write(element, "aria-selected", view.selected ? "true" : undefined);
}

const checkHtml = (): string => iconHtml("check", "s");
const check = createStamps(checkHtml);

/** What stands in a cell in which no block begins: the price of a free one. */
const plainHtml = (slot: Slot, view: CellView): string => (view.block ? "" : (view.selected ? checkHtml() : "") + priceOf(slot, view));

/** Puts the same into a cell that is there already. */
export function fillPlain(cell: Element, slot: Slot, view: CellView): void {
  cell.textContent = priceOf(slot, view);
  if (view.selected) cell.prepend(check({}));
}

/** Whether two views of a cell say the same in it. */
export const sameInside = (a: CellView, b: CellView): boolean =>
  a.block?.drawn === b.block?.drawn &&
  a.mark === b.mark &&
  a.waiting === b.waiting &&
  (a.block !== undefined || (a.selected === b.selected && a.free === b.free));

const priceOf = (slot: Slot, view: CellView): string => (view.free && slot.price !== null ? shortPrice(slot.price) : "");

/** The cell in words, said when the focus is on it. A block says itself; of other cells the table's heads say enough. @param where its court in words */
export function cellLabel(slot: Slot, view: CellView, where: (column: number) => string, t: T): string | undefined {
  if (!view.focus || view.block) return undefined;
  const state = !slot.open ? "shut" : view.past ? "past" : view.selected ? "selected" : view.free ? "free" : "taken";
  return `${priceOf(slot, view)} ${where(slot.column)} ${span(slot.start, slot.end)} ${t(`booking.cell.${state}`)}`.trim();
}

/** All that the drawing of a block hangs on, but for its words. */
export interface Shape {
  readonly look: Look;
  readonly rows: number;
  readonly columns: number;
  /** Rows of the cell that draws it above it. */
  readonly offset: number;
  /** First row, of a look that shows how much of it is over. */
  readonly row: number;
  /** Minutes that a hold has left. */
  readonly left: number | null;
  /** Its times, where there is room to say them. */
  readonly times: string;
  readonly extra: boolean;
  readonly mark: CellView["mark"];
  /** How many people wait for it to become free. */
  readonly waiting: number;
}

/** The shape of the block that begins in a cell; blocks of one shape share a drawing. */
export function shapeOf(block: Block, slot: Slot, view: CellView, t: T): Shape {
  const { look, rows, columns, left } = block;
  const wide = (look === "event" || look === "openPlay") && columns > 1;
  return {
    look,
    rows,
    columns,
    offset: block.row - slot.row,
    row: look === "live" || look === "event" ? block.row : 0,
    left,
    times: wide ? `${clock(block.start)}–${clock(block.end)}` : "",
    extra: rows > 2 && blockExtra(block, t) !== "",
    mark: view.mark,
    waiting: view.waiting,
  };
}

/** A booking, drawn by its first cell over all that it covers. One slot on one court, the most common, needs no style of its own. */
export function blockHtml({ look, rows, columns, offset, row, left, times, extra, mark, waiting }: Shape, t: T): string {
  let style = "";
  if (rows > 1) style += `--r: ${rows};`;
  if (columns > 1) style += `--c: ${columns};`;
  if (look === "live" || look === "event") style += `--s: ${row};`;
  if (offset > 0) style += `--o: ${offset};`;
  if (rows > 2) style += `--lc: ${rows > 3 ? 4 : 2};`;
  const size = look === "linked" ? "" : rows === 1 ? " r1" : times === "" ? "" : " wide";
  const open = `<div class="bk ${look}${size}${mark ? ` ${mark}` : ""}"${style === "" ? "" : ` style="${style}"`}>`;
  if (look === "linked") return `${open}<span class="st"><span>${iconHtml("link")} </span></span><span class="sr"></span></div>`;
  const said = left === null ? t(`booking.look.${look}`) : t("booking.minutesLeft", { minutes: left });
  const word = times === "" ? said : `${said} · ${times}`;
  const icon = LOOK_ICON[look];
  const stage = rows === 1 ? iconHtml(icon, "m", word) : `<span class="st">${iconHtml(icon)}${escapeHtml(word)}</span>`;
  return (
    `${open}<b></b>${stage}` +
    (extra ? `<span class="ex"></span>` : "") +
    (waiting > 0 ? `<span class="queue">${iconHtml("members", "m", t("booking.wait.badge", { count: waiting }))}${waiting}</span>` : "") +
    "</div>"
  );
}

/** Puts the words of a block into its drawing, as text: nothing that a person typed is markup. */
export function fillBlock(drawn: Element, block: Block, t: T): void {
  if (block.look === "linked") {
    drawn.querySelector(".st > span")?.append(block.linkedTo);
    drawn.querySelector(".sr")?.append(blockLabel(block, t));
    return;
  }
  drawn.firstElementChild?.append(blockName(block, t));
  if (block.rows > 2) drawn.querySelector(".ex")?.append(blockExtra(block, t));
}

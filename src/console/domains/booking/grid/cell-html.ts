/**
 * Cells as HTML: a wide hall has two thousand, and a component and a subscription for each made the grid ten times slower to draw.
 * Blocks are HTML of their own (block-html.ts).
 */
import type { T } from "../../../i18n/keys";
import { escapeHtml, iconHtml } from "../../../ui/html";
import { span } from "../../../../contract/core/time";
import type { CellView } from "./cells";
import type { Slot } from "./layout";
import { shortPrice } from "./model";
import { createStamps } from "./stamp";

/** Position of a cell in its table. */
export interface CellPlace {
  /** True for the last court of a hall. */
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

/** True if cells of one row of the table are rendered alike when they have the same view. */
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
export function updateCell(element: Element, slot: Slot, view: CellView, place: CellPlace, label: string | undefined): void {
  write(element, "class", cellClass(slot, view, place));
  // The focused cell stays focusable until the focus moves: losing it together with the tab stop costs a page layout half way through.
  write(element, "tabindex", view.focus ? "0" : element === document.activeElement ? "-1" : undefined);
  write(element, "aria-label", label);
  write(element, "aria-selected", view.selected ? "true" : undefined);
}

const checkHtml = (): string => iconHtml("check", "s");
const check = createStamps(checkHtml);

/** The content of a cell in which no block begins: the price of a free one. */
const plainHtml = (slot: Slot, view: CellView): string => (view.block ? "" : (view.selected ? checkHtml() : "") + priceOf(slot, view));

/** Leaves of a cell only the element that it ends with. */
export function clearBefore(cell: Element, kept: Element): void {
  while (cell.firstChild && cell.firstChild !== kept) cell.firstChild.remove();
}

/** Puts the same into a cell that is there already. @param kept an element out of sight that stays in it */
export function fillPlain(cell: Element, slot: Slot, view: CellView, kept?: Element): void {
  const price = priceOf(slot, view);
  if (!kept) cell.textContent = price;
  else {
    clearBefore(cell, kept);
    if (price !== "") cell.prepend(price);
  }
  if (view.selected) markChosen(cell, true);
}

/** Marks a cell whose price is shown as chosen, or no longer. */
export function markChosen(cell: Element, chosen: boolean): void {
  if (chosen) cell.prepend(check({}));
  else cell.firstElementChild?.remove();
}

/** True if two views of a cell differ only in the selection mark. */
export const onlyTicked = (a: CellView, b: CellView): boolean => !a.block && !b.block && a.free === b.free && a.selected !== b.selected;

/** True if two views of a cell have the same content. */
export const sameInside = (a: CellView, b: CellView): boolean =>
  a.block?.drawn === b.block?.drawn &&
  a.mark === b.mark &&
  a.waiting === b.waiting &&
  (a.block !== undefined || (a.selected === b.selected && a.free === b.free));

const priceOf = (slot: Slot, view: CellView): string => (view.free && slot.price !== null ? shortPrice(slot.price) : "");

/**
 * The cell in words, announced when it has the focus. A block has its own; for other cells the table's headers are enough.
 * @param where its court in words
 */
export function cellLabel(slot: Slot, view: CellView, where: (column: number) => string, t: T): string | undefined {
  if (!view.focus || view.block) return undefined;
  const state = !slot.open ? "shut" : view.past ? "past" : view.selected ? "selected" : view.free ? "free" : "taken";
  return `${priceOf(slot, view)} ${where(slot.column)} ${span(slot.start, slot.end)} ${t(`booking.cell.${state}`)}`.trim();
}

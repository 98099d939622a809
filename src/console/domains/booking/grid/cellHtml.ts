/**
 * Cells as HTML: a wide hall has two thousand, and a component and a subscription for each made the grid ten times slower to draw.
 * Everything that a person typed goes through `escapeHtml`. Pure.
 */
import { clock } from "../../../../contract/time";
import type { T } from "../../../i18n/keys";
import { escapeHtml, iconHtml } from "../../../ui/html";
import { span } from "../words";
import type { Block } from "./blocks";
import { blockExtra, blockLabel, blockName, LOOK_ICON } from "./blockWords";
import type { CellView } from "./cells";
import type { Slot } from "./layout";
import { shortPrice } from "./model";

/** How a cell lies in its table. */
export interface CellPlace {
  /** A court (and day, in a week) in words. */
  readonly nameOf: (column: number) => string;
  /** Of the last court of a hall. */
  readonly last: boolean;
  /** The hours run across. */
  readonly across: boolean;
}

/** A whole cell. */
export function cellHtml(slot: Slot, view: CellView, place: CellPlace, t: T): string {
  const size = slot.rows > 1 ? ` ${place.across ? "colspan" : "rowspan"}="${slot.rows}"` : "";
  const label = cellLabel(slot, view, place, t);
  const state = `${view.focus ? ' tabindex="0"' : ""}${label === undefined ? "" : ` aria-label="${escapeHtml(label)}"`}${view.selected ? ' aria-selected="true"' : ""}`;
  return `<td data-k="${escapeHtml(slot.key)}" class="${cellClass(slot, view, place)}"${size}${state}>${cellInside(slot, view, t)}</td>`;
}

export function cellClass(slot: Slot, view: CellView, place: CellPlace): string {
  let name = "";
  if (!slot.open) name += " shut";
  else if (view.past) name += " past";
  else if (slot.peak) name += " pk";
  if (view.free) name += view.running ? " free run" : " free";
  if (view.selected) name += view.up ? (view.down ? " sel s-mid" : " sel s-end") : view.down ? " sel s-top" : " sel";
  if (view.lost) name += " lost";
  if (view.block) name += " has";
  if ((slot.row + slot.rows) % 2 === 0) name += " o";
  if (place.last) name += " gs";
  return name.slice(1);
}

/** What stands in a cell: the price of a free one, or the block that begins there. */
export function cellInside(slot: Slot, view: CellView, t: T): string {
  if (view.block) return blockHtml(view.block, view.block.row - slot.row, view.mark, view.waiting, t);
  return (view.selected ? iconHtml("check", "s") : "") + priceOf(slot, view);
}

const priceOf = (slot: Slot, view: CellView): string => (view.free && slot.price !== null ? shortPrice(slot.price) : "");

/** The cell in words, said when the focus is on it. A block says itself; of other cells the table's heads say enough. */
export function cellLabel(slot: Slot, view: CellView, { nameOf }: CellPlace, t: T): string | undefined {
  if (!view.focus || view.block) return undefined;
  const state = !slot.open ? "shut" : view.past ? "past" : view.selected ? "selected" : view.free ? "free" : "taken";
  return `${priceOf(slot, view)} ${nameOf(slot.column)} ${span(slot.start, slot.end)} ${t(`booking.cell.${state}`)}`.trim();
}

/**
 * A booking, drawn by its first cell over all that it covers.
 * @param offset rows of that cell above it
 * @param waiting how many people wait for it to become free
 */
function blockHtml(block: Block, offset: number, mark: CellView["mark"], waiting: number, t: T): string {
  const { look, rows, columns } = block;
  const lines = rows > 3 ? "; --lc: 4" : rows > 2 ? "; --lc: 2" : "";
  const style = `--r: ${rows}; --c: ${columns}; --s: ${block.row}${offset > 0 ? `; --o: ${offset}` : ""}`;
  const marked = mark ? ` ${mark}` : "";
  if (look === "linked")
    return (
      `<div class="bk linked${marked}" style="${style}"><span class="st"><span>${iconHtml("link")} ${escapeHtml(block.linkedTo)}</span></span>` +
      `<span class="sr">${escapeHtml(blockLabel(block, t))}</span></div>`
    );
  const wide = look === "event" && columns > 1;
  const size = rows === 1 ? " r1" : wide ? " wide" : "";
  const said = block.left === null ? t(`booking.look.${look}`) : t("booking.minutesLeft", { minutes: block.left });
  const word = escapeHtml(wide ? `${said} · ${clock(block.start)}–${clock(block.end)}` : said);
  const extra = rows > 2 ? blockExtra(block, t) : "";
  return (
    `<div class="bk ${look}${size}${marked}" style="${style}${lines}"><b>${escapeHtml(blockName(block, t))}</b>` +
    `<span class="st">${iconHtml(LOOK_ICON[look])}${rows === 1 ? `<span class="sr">${word}</span>` : word}</span>` +
    (extra === "" ? "" : `<span class="ex">${escapeHtml(extra)}</span>`) +
    (waiting > 0 ? `<span class="queue">${iconHtml("members", "m", t("booking.wait.badge", { count: waiting }))}${waiting}</span>` : "") +
    "</div>"
  );
}

/**
 * Cells as HTML: a wide hall has two thousand, and a component and a subscription for each made the grid ten times slower to draw.
 * The HTML says how a cell is built and looks, so that many share it (stamp.ts); `fillCell` puts in what a person typed, as text. Pure but for that.
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
  /** Of the last court of a hall. */
  readonly last: boolean;
  /** The hours run across. */
  readonly across: boolean;
}

/** A whole cell but for its key, its state (`cellState`) and typed words (`fillCell`). */
export function cellHtml(slot: Slot, view: CellView, place: CellPlace, t: T): string {
  const size = slot.rows > 1 ? ` ${place.across ? "colspan" : "rowspan"}="${slot.rows}"` : "";
  return `<td class="${cellClass(slot, view, place)}"${size}>${insideHtml(slot, view, t)}</td>`;
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

/** What stands in a cell: the price of a free one, or the block that begins there, still without its names. */
export function insideHtml(slot: Slot, view: CellView, t: T): string {
  if (view.block) return blockHtml(view.block, view.block.row - slot.row, view.mark, view.waiting, t);
  return (view.selected ? iconHtml("check", "s") : "") + priceOf(slot, view);
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

/**
 * A booking, drawn by its first cell over all that it covers. One slot on one court, the most common, needs no style of its own.
 * @param offset rows of that cell above it
 * @param waiting how many people wait for it to become free
 */
function blockHtml(block: Block, offset: number, mark: CellView["mark"], waiting: number, t: T): string {
  const { look, rows, columns } = block;
  let style = "";
  if (rows > 1) style += `--r: ${rows};`;
  if (columns > 1) style += `--c: ${columns};`;
  if (look === "live" || look === "event") style += `--s: ${block.row};`;
  if (offset > 0) style += `--o: ${offset};`;
  if (rows > 2) style += `--lc: ${rows > 3 ? 4 : 2};`;
  const wide = (look === "event" || look === "openPlay") && columns > 1;
  const size = look === "linked" ? "" : rows === 1 ? " r1" : wide ? " wide" : "";
  const open = `<div class="bk ${look}${size}${mark ? ` ${mark}` : ""}"${style === "" ? "" : ` style="${style}"`}>`;
  if (look === "linked") return `${open}<span class="st"><span>${iconHtml("link")} </span></span><span class="sr"></span></div>`;
  const said = block.left === null ? t(`booking.look.${look}`) : t("booking.minutesLeft", { minutes: block.left });
  const word = wide ? `${said} · ${clock(block.start)}–${clock(block.end)}` : said;
  const icon = LOOK_ICON[look];
  const stage = rows === 1 ? iconHtml(icon, "m", word) : `<span class="st">${iconHtml(icon)}${escapeHtml(word)}</span>`;
  return (
    `${open}<b></b>${stage}` +
    (rows > 2 && blockExtra(block, t) !== "" ? `<span class="ex"></span>` : "") +
    (waiting > 0 ? `<span class="queue">${iconHtml("members", "m", t("booking.wait.badge", { count: waiting }))}${waiting}</span>` : "") +
    "</div>"
  );
}

/** Puts the words of the block that begins in a cell into its drawing, as text: nothing that a person typed is markup. */
export function fillCell(cell: Element, { block }: CellView, t: T): void {
  const drawn = cell.firstElementChild;
  if (!block || !drawn) return;
  if (block.look === "linked") {
    drawn.querySelector(".st > span")?.append(block.linkedTo);
    drawn.querySelector(".sr")?.append(blockLabel(block, t));
    return;
  }
  drawn.firstElementChild?.append(blockName(block, t));
  if (block.rows > 2) drawn.querySelector(".ex")?.append(blockExtra(block, t));
}

/**
 * Blocks as HTML. It says how a block is built and looks, so that many share a drawing (stamp.ts); what a person typed is put in afterwards,
 * as text. Pure but for that.
 */
import { clock } from "../../../../contract/core/time";
import type { T } from "../../../i18n/keys";
import { escapeHtml, iconHtml } from "../../../ui/html";
import { ICONS } from "../../../ui/icons";
import type { Block, Look } from "./blocks";
import { blockExtra, blockLabel, blockName, LOOK_ICON } from "./block-words";
import type { CellView } from "./cells";
import type { Slot } from "./layout";

/** Everything that the rendering of a block depends on, except its texts. */
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
  /** Number of people who wait for it to become free. */
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

/** True if two shapes consist of the same elements, so that one can be rendered over the other. */
export const sameBuild = (a: Shape, b: Shape): boolean =>
  (a.look === "linked") === (b.look === "linked") && (a.rows === 1) === (b.rows === 1) && a.extra === b.extra && a.waiting === b.waiting;

function blockClass({ look, rows, times, mark }: Shape): string {
  const size = look === "linked" ? "" : rows === 1 ? " r1" : times === "" ? "" : " wide";
  return `bk ${look}${size}${mark ? ` ${mark}` : ""}`;
}

/** One slot on one court, the most common, needs no style of its own. */
function blockStyle({ look, rows, columns, offset, row }: Shape): string {
  let style = "";
  if (rows > 1) style += `--r: ${rows};`;
  if (columns > 1) style += `--c: ${columns};`;
  if (look === "live" || look === "event") style += `--s: ${row};`;
  if (offset > 0) style += `--o: ${offset};`;
  if (rows > 2) style += `--lc: ${rows > 3 ? 4 : 2};`;
  return style;
}

/** Its stage in a word, with its times where there is room. */
function stageWord({ look, left, times }: Shape, t: T): string {
  const lookText = left === null ? t(`booking.look.${look}`) : t("booking.minutesLeft", { minutes: left });
  return times === "" ? lookText : `${lookText} · ${times}`;
}

/** A booking, drawn by its first cell over all that it covers. */
export function blockHtml(shape: Shape, t: T): string {
  const { look, rows, extra, waiting } = shape;
  const style = blockStyle(shape);
  const open = `<div class="${blockClass(shape)}"${style === "" ? "" : ` style="${style}"`}>`;
  if (look === "linked") return `${open}<span class="st"><span>${iconHtml("link")} </span></span><span class="sr"></span></div>`;
  const word = stageWord(shape, t);
  const icon = LOOK_ICON[look];
  const stage = rows === 1 ? iconHtml(icon, "m", word) : `<span class="st">${iconHtml(icon)}${escapeHtml(word)}</span>`;
  return (
    `${open}<b></b>${stage}` +
    (extra ? `<span class="ex"></span>` : "") +
    (waiting > 0 ? `<span class="queue">${iconHtml("members", "m", t("booking.wait.badge", { count: waiting }))}${waiting}</span>` : "") +
    "</div>"
  );
}

/** Draws a shape over another of the same build. */
export function updateBlock(drawn: Element, was: Shape, shape: Shape, t: T): void {
  drawn.className = blockClass(shape);
  const style = blockStyle(shape);
  if (style !== blockStyle(was)) {
    if (style === "") drawn.removeAttribute("style");
    else drawn.setAttribute("style", style);
  }
  if (shape.look === "linked") return;
  const icon = drawn.querySelector("svg");
  if (LOOK_ICON[shape.look] !== LOOK_ICON[was.look]) icon?.firstElementChild?.setAttribute("d", ICONS[LOOK_ICON[shape.look]]);
  if (shape.look === was.look && shape.left === was.left && shape.times === was.times) return;
  const word = stageWord(shape, t);
  if (shape.rows === 1) icon?.setAttribute("aria-label", word);
  else if (icon?.nextSibling) icon.nextSibling.nodeValue = word;
}

const setText = (element: Element | null | undefined, text: string): void => {
  if (element && element.textContent !== text) element.textContent = text;
};

/** Puts the words of a block into its drawing, as text: nothing that a person typed is markup. */
export function fillBlock(drawn: Element, block: Block, t: T): void {
  if (block.look === "linked") {
    const name = drawn.querySelector(".st > span");
    if (name?.lastChild) name.lastChild.nodeValue = ` ${block.linkedTo}`;
    setText(drawn.querySelector(".sr"), blockLabel(block, t));
    return;
  }
  setText(drawn.firstElementChild, blockName(block, t));
  if (block.rows > 2) setText(drawn.querySelector(".ex"), blockExtra(block, t));
}

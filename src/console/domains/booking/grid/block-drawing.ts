/** The blocks that are drawn in the cells of one table, and how one is drawn in the place of another. */
import type { T } from "../../../i18n/keys";
import { blockHtml, fillBlock, updateBlock, sameBuild, type Shape } from "./block-html";
import type { Block } from "./blocks";
import { clearBefore } from "./cell-html";
import { createStamps } from "./stamp";

interface Drawn {
  readonly element: Element;
  readonly shape: Shape;
}

export function createBlockDrawing(t: T) {
  const stamp = createStamps((shape: Shape) => blockHtml(shape, t));
  const last = new WeakMap<Element, Drawn>();

  /** The block that was drawn last in a cell and still is there, in sight or not. */
  function there(cell: Element): Drawn | undefined {
    const drawn = last.get(cell);
    return drawn?.element.parentNode === cell ? drawn : undefined;
  }

  /** Puts a block into its cell, in the place of all that was there. */
  function put(cell: Element, block: Block, shape: Shape): void {
    const element = stamp(shape);
    fillBlock(element, block, t);
    cell.replaceChildren(element);
    last.set(cell, { element, shape });
  }

  return {
    put,
    /**
     * Draws a block over the last one of its cell: to take an element out and put another in costs the browser ten times as much as to write
     * what differs.
     */
    over(cell: Element, block: Block, shape: Shape): void {
      const drawn = there(cell);
      if (!drawn || !sameBuild(drawn.shape, shape)) return put(cell, block, shape);
      const { element } = drawn;
      updateBlock(element, drawn.shape, shape, t);
      fillBlock(element, block, t);
      clearBefore(cell, element);
      last.set(cell, { element, shape });
    },
    /** Puts the block of a cell out of sight, where it stays for the next one; answers it, if there is one. */
    away(cell: Element): Element | undefined {
      const element = there(cell)?.element;
      if (element) element.className = "away";
      return element;
    },
  };
}

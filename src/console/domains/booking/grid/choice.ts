/** Selection as runs: those that can be booked, and those that somebody else booked meanwhile. Pure. */
import type { Block, Blocks } from "./blocks";
import type { Layout } from "./layout";
import { type ChosenRun, ownerOf, runsOf } from "./model";

/** The choice of the person; all of it lies on one day, as an order does. */
export interface Choice {
  readonly keys: ReadonlySet<string>;
  /** Free runs, to be booked. */
  readonly runs: readonly ChosenRun[];
  /** Runs that somebody else took meanwhile, with the block that holds them. */
  readonly lost: readonly (ChosenRun & { readonly block: Block })[];
}

/** Nothing is chosen. */
export const NO_CHOICE: Choice = { keys: new Set(), runs: [], lost: [] };

/** The choice that a set of cells is, with what holds them now. */
export function choiceOf({ layout, blocks }: { readonly layout: Layout; readonly blocks: Blocks }, selection: ReadonlySet<string>): Choice {
  if (selection.size === 0) return NO_CHOICE;
  const open: string[] = [];
  const gone = new Map<Block, string[]>();
  for (const key of selection) {
    const slot = layout.byKey.get(key);
    const owner = slot && ownerOf(blocks, slot);
    if (owner) gone.set(owner, [...(gone.get(owner) ?? []), key]);
    else open.push(key);
  }
  const lostRuns = [...gone].flatMap(([block, keys]) => runsOf(layout, keys).map((run) => ({ ...run, block })));
  return { keys: new Set(selection), runs: runsOf(layout, open), lost: lostRuns };
}

/** True if two choices have the same cells; their cost may be known for one and not yet for the other. */
export const sameCells = (a: Choice, b: Choice): boolean =>
  a === b || (a.keys.size === b.keys.size && [...a.keys].every((key) => b.keys.has(key)));

import { useReducer } from "react";
import type { Sheet } from "./sheet";

const MOST_STEPS = 100;

interface History {
  readonly past: readonly Sheet[];
  readonly now: Sheet;
  readonly future: readonly Sheet[];
}
type Step = { readonly to: Sheet } | "undo" | "redo";

/** The next state of a sheet with its history. */
export function step({ past, now, future }: History, action: Step): History {
  if (action === "undo") {
    const before = past.at(-1);
    return before ? { past: past.slice(0, -1), now: before, future: [now, ...future] } : { past, now, future };
  }
  if (action === "redo") {
    const [next, ...rest] = future;
    return next ? { past: [...past, now], now: next, future: rest } : { past, now, future };
  }
  return { past: [...past, now].slice(-MOST_STEPS), now: action.to, future: [] };
}

/** A sheet with undo and redo. */
export interface SheetHandle {
  readonly sheet: Sheet;
  readonly change: (to: Sheet) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
}

/** Keeps a sheet while it is edited, with what it was. */
export function useSheet(initial: Sheet): SheetHandle {
  const [{ past, now, future }, act] = useReducer(step, { past: [], now: initial, future: [] });
  return {
    sheet: now,
    change: (to) => act({ to }),
    undo: past.length > 0 ? () => act("undo") : undefined,
    redo: future.length > 0 ? () => act("redo") : undefined,
  };
}

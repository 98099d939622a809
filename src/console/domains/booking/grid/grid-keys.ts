import type { KeyboardEvent } from "react";
import { cellOf, focusCell, type Spot, spotOf } from "./spots";
import type { GridStore } from "./store";

/** Places and slots that a key moves by. */
const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -8],
  PageDown: [0, 8],
  Home: [-1000, 0],
  End: [1000, 0],
};

/**
 * The keys of the grid: walk, choose, open, drop what is being moved, clear the choice. A move is cancelled by the page (use-grid-keys.ts).
 */
export function listenToKeys(
  store: GridStore,
  tell: { readonly onChosen: () => void; readonly onOpen: (spot: Spot) => void; readonly onPutDown: () => void },
) {
  const { carrying } = store;
  return (event: KeyboardEvent<HTMLTableElement>): void => {
    const root = event.currentTarget;
    delete root.dataset["by"];
    const step = STEPS[event.key];
    const carry = carrying.now();
    if (step && !event.altKey && !event.metaKey) {
      event.preventDefault();
      const [x, y] = event.ctrlKey ? [step[0] * 1000, step[1] * 1000] : step;
      const [columns, rows] = root.dataset["across"] === undefined ? [x, y] : [y, x];
      focusCell(store, root, () => store.move(columns, rows, event.shiftKey && !carry));
      if (event.shiftKey && !carry) tell.onChosen();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (carry && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      tell.onPutDown();
    } else if (event.key === " ") {
      event.preventDefault();
      store.toggle();
      tell.onChosen();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const cell = cellOf(event.target);
      const spot = cell ? spotOf(store, cell) : undefined;
      if (!spot) return;
      if (!spot.block && store.choice().keys.size === 0) store.begin(spot.slot.key);
      tell.onOpen(spot);
    } else if (event.key === "Escape" && !carry && store.choice().keys.size > 0) {
      event.preventDefault();
      event.stopPropagation();
      store.clear();
    }
  };
}

import { type RefObject, useCallback, useLayoutEffect } from "react";
import type { Choice } from "./grid/choice";
import type { GridStore } from "./grid/store";
import { useLate } from "./use-late";

/** The choice of the grid, or what `of` makes of it, a moment behind the cells. */
export function useChoice<V>(store: GridStore, of: (choice: Choice) => V): V {
  return useLate(
    store.watchChoice,
    useCallback(() => of(store.choice()), [store, of]),
  );
}

/** Marks a part as busy while the cells are ahead of the choice that it shows. */
export function useLag(store: GridStore, shown: Choice, part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const tell = (): void => {
      if (store.choice() === shown) part.current?.removeAttribute("aria-busy");
      else part.current?.setAttribute("aria-busy", "true");
    };
    tell();
    return store.watchChoice(tell);
  }, [store, shown, part]);
}

/** The whole of it. */
export const entireChoice = (choice: Choice): Choice => choice;

/** True if anything is chosen. */
export const anyChosen = (choice: Choice): boolean => choice.keys.size > 0;

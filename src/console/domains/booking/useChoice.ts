import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from "react";
import type { Choice } from "./grid/choice";
import type { GridStore } from "./grid/store";

/**
 * The choice of the grid, or what `of` makes of it. A moment behind the cells: they answer the hand at once, what the page says about them is drawn
 * in a task of its own. Who acts asks `store.choice()`.
 */
export function useChoice<V>(store: GridStore, of: (choice: Choice) => V): V {
  const [value, setValue] = useState(() => of(store.choice()));
  useEffect(() => {
    const follow = (): void => setValue(() => of(store.choice()));
    follow();
    return store.watchChoice(() => startTransition(follow));
  }, [store, of]);
  return value;
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
export const wholeChoice = (choice: Choice): Choice => choice;

/** Whether anything is chosen. */
export const anyChosen = (choice: Choice): boolean => choice.keys.size > 0;

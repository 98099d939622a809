import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/**
 * A part that opens where something was pressed. When it goes with the keys in it, they return to what had them before it came; without
 * that they would be nowhere, and Escape would no longer shut the drawer around.
 * @returns of the part's outermost element
 */
export function useGiveBack<E extends HTMLElement>(): RefObject<E | null> {
  const part = useRef<E>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const shown = part.current;
    return () => {
      if (before instanceof HTMLElement && shown?.contains(document.activeElement)) before.focus();
    };
  }, [before]);
  return part;
}

import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/**
 * Moves the focus when the part that contains it disappears; otherwise it would be lost. `back` returns it to the element that had it
 * before the part appeared, as from a form that a pressed button opened; `page` moves it to the page, as from a button that leads to its
 * own replacement.
 * @returns of the part's outermost element
 */
export function useKeysOnward<E extends HTMLElement>(to: "back" | "page"): RefObject<E | null> {
  const part = useRef<E>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const next = to === "back" ? before : document.getElementById("page");
      if (next instanceof HTMLElement) next.focus({ preventScroll: to === "page" });
    };
  }, [before, to]);
  return part;
}

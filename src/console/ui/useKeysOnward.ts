import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/**
 * Where the focus moves when the part that has it goes; otherwise it would be nowhere. `back` returns it to what had it before the
 * part came, as from a form that opened where something was pressed; `page` leaves them to the page, as from a button that leads to what takes its place.
 * @returns of the part's outermost element
 */
export function useKeysOnward<E extends HTMLElement>(to: "back" | "page"): RefObject<E | null> {
  const part = useRef<E>(null);
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const shown = part.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      const next = to === "back" ? before : document.getElementById("page");
      if (next instanceof HTMLElement) next.focus({ preventScroll: to === "page" });
    };
  }, [before, to]);
  return part;
}

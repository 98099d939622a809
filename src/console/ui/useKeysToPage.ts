import { type RefObject, useLayoutEffect } from "react";

/** Gives the keys to the page when a part that holds them goes, as a button does that leads to what takes its place. */
export function useKeysToPage(part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = part.current;
    return () => {
      if (here?.contains(document.activeElement)) document.getElementById("page")?.focus({ preventScroll: true });
    };
  }, [part]);
}

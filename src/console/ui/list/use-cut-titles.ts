import { type RefObject, useEffect } from "react";

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;

/** Words that a cell of a table has no room for are shown whole where the pointer rests on it. */
export function useCutTitles(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = ({ target }: MouseEvent): void => {
      const cell = target instanceof Element ? target.closest("td") : null;
      if (!cell) return;
      const words = isCut(cell) || [...cell.querySelectorAll("*")].some(isCut) ? (cell.textContent ?? "") : "";
      if (cell.title !== words) cell.title = words;
    };
    element.addEventListener("mouseover", look, { passive: true });
    return () => element.removeEventListener("mouseover", look);
  }, [box]);
}

import type { PointerEvent as ReactPointerEvent, RefObject } from "react";
import { useRef } from "react";
import type { Tab } from "./model";

/** Less is a click. */
const THRESHOLD = 5;

/**
 * Dragging a tab along the strip: it follows the pointer, and the others make room as it passes their middle. Touch scrolls the strip instead.
 * @returns begins at a pointer that went down on a tab
 */
export function useDragTab(
  strip: RefObject<HTMLDivElement | null>,
  tabs: readonly Tab[],
  move: (id: string, to: number) => void,
): (event: ReactPointerEvent, id: string) => void {
  const latest = useRef(tabs);
  latest.current = tabs;

  return (event, id) => {
    const place = strip.current;
    const tab = place?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"]`);
    if (!place || !tab || event.button !== 0 || event.pointerType === "touch") return;
    const grabbed = event.clientX - tab.getBoundingClientRect().left;
    const from = event.clientX;
    let dragging = false;

    const follow = (x: number): void => {
      const left = place.getBoundingClientRect().left + tab.offsetLeft - place.offsetLeft - place.scrollLeft;
      tab.style.transform = `translateX(${Math.round(x - grabbed - left)}px)`;
    };
    const moved = ({ clientX }: PointerEvent): void => {
      if (!dragging && Math.abs(clientX - from) < THRESHOLD) return;
      dragging = true;
      tab.dataset["dragging"] = "true";
      const middle = clientX - grabbed + tab.offsetWidth / 2;
      const others = [...place.querySelectorAll<HTMLElement>("[data-tab]")].filter((each) => each !== tab);
      const to = others.filter((each) => {
        const { left, width } = each.getBoundingClientRect();
        return left + width / 2 < middle;
      }).length;
      if (latest.current.findIndex((each) => each.id === id) !== to) move(id, to);
      requestAnimationFrame(() => dragging && follow(clientX));
    };
    const done = (): void => {
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", done);
      window.removeEventListener("pointercancel", done);
      if (!dragging) return;
      dragging = false;
      delete tab.dataset["dragging"];
      tab.style.transform = "";
      // What was dragged was not clicked.
      const swallow = (click: Event): void => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", done);
    window.addEventListener("pointercancel", done);
  };
}

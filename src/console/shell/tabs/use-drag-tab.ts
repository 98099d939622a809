import type { PointerEvent as ReactPointerEvent, RefObject } from "react";
import { useRef } from "react";
import type { Tab } from "./model";

/** Less is a click. */
const THRESHOLD = 5;

/**
 * Dragging a tab along the strip: it follows the pointer, and the others make room as it covers half of them. Touch scrolls the strip instead.
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

    const naturalLeft = (): number => place.getBoundingClientRect().left + tab.offsetLeft - place.offsetLeft - place.scrollLeft;
    const follow = (x: number): void => {
      tab.style.transform = `translateX(${Math.round(x - grabbed - naturalLeft())}px)`;
    };
    const onMove = ({ clientX }: PointerEvent): void => {
      if (!dragging && Math.abs(clientX - from) < THRESHOLD) return;
      dragging = true;
      tab.dataset["dragging"] = "true";
      // The edge that leads: a tab makes room as soon as half of it is covered.
      const left = clientX - grabbed;
      const edge = left < naturalLeft() ? left : left + tab.offsetWidth;
      const others = [...place.querySelectorAll<HTMLElement>("[data-tab]")].filter((each) => each !== tab);
      const to = others.filter((each) => {
        const box = each.getBoundingClientRect();
        return box.left + box.width / 2 < edge;
      }).length;
      if (latest.current.findIndex((each) => each.id === id) !== to) move(id, to);
      requestAnimationFrame(() => dragging && follow(clientX));
    };
    const done = (): void => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", done);
      window.removeEventListener("pointercancel", done);
      if (!dragging) return;
      dragging = false;
      delete tab.dataset["dragging"];
      tab.style.transform = "";
      // A drag is not a click.
      const swallow = (click: Event): void => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", done);
    window.addEventListener("pointercancel", done);
  };
}

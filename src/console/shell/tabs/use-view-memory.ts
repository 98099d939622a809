import { useEffect, useLayoutEffect, useRef } from "react";

interface View {
  /** Scroll position of each scrolled element: left, top. */
  readonly scrolled: Map<Element, readonly [number, number]>;
  focused: Element | undefined;
}

/** The frame's own scrollers, of all pages alike: everything that may scroll a page away as a whole. */
const isOuter = (element: Element): boolean => element.id === "page" || element.classList.contains("main");

function scroll(element: Element, left: number, top: number): void {
  if (element.scrollTop !== top) element.scrollTop = top;
  if (element.scrollLeft !== left) element.scrollLeft = left;
}

/**
 * Gives each tab back its scroll and its focus when it is shown again; a page that is new begins at the top, focused.
 * @param ids the tabs whose pages live; the rest is forgotten
 */
export function useViewMemory(active: string | undefined, ids: readonly string[]): void {
  const views = useRef(new Map<string, View>());
  const current = useRef(active);
  const last = useRef<Element>(undefined);
  const opened = useRef(active);
  // Known from its events: to read an element's scroll position lays the whole page out.
  const away = useRef(new Set<Element>());

  useEffect(() => {
    const main = document.querySelector(".main");
    const view = (): View | undefined => {
      const id = current.current;
      if (id === undefined) return undefined;
      const known = views.current.get(id) ?? { scrolled: new Map(), focused: undefined };
      views.current.set(id, known);
      return known;
    };
    const scrolled = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.id === "tabs") return;
      view()?.scrolled.set(target, [target.scrollLeft, target.scrollTop]);
      if (isOuter(target) && target.scrollTop > 0) away.current.add(target);
    };
    const focused = ({ target }: Event): void => {
      const now = view();
      if (now && target instanceof Element && document.getElementById("page")?.contains(target)) now.focused = target;
    };
    main?.addEventListener("scroll", scrolled, { capture: true, passive: true });
    main?.addEventListener("focusin", focused);
    return () => {
      main?.removeEventListener("scroll", scrolled, { capture: true });
      main?.removeEventListener("focusin", focused);
    };
  }, []);

  useLayoutEffect(() => {
    for (const id of views.current.keys()) if (!ids.includes(id)) views.current.delete(id);
  }, [ids]);

  useLayoutEffect(() => {
    if (current.current === active) return;
    current.current = active;
    const storedView = active === undefined ? undefined : views.current.get(active);
    last.current = storedView?.focused;
    for (const outer of away.current) if (!storedView?.scrolled.has(outer)) scroll(outer, 0, 0);
    away.current.clear();
    for (const [element, [left, top]] of storedView?.scrolled ?? []) {
      if (!element.isConnected) {
        storedView?.scrolled.delete(element);
        continue;
      }
      scroll(element, left, top);
      if (isOuter(element) && top > 0) away.current.add(element);
    }
  }, [active]);

  // After the effects of the page. A page that was opened by keys takes them: Tab continues from there, not from wherever the browser last
  // scrolled to. One that is come back to has its focus again, unless somebody walks along the strip by keys; on touch a field that nobody
  // reached for would bring the keyboard up.
  useEffect(() => {
    const fresh = opened.current !== active;
    opened.current = active;
    const before = last.current;
    const page = document.getElementById("page");
    const here = document.activeElement;
    const hasLostFocus = here === document.body || page?.contains(here);
    const free = (): boolean => !here?.matches("#tabs :focus-visible") && matchMedia("(pointer: fine)").matches;
    if (before instanceof HTMLElement && before.isConnected && (hasLostFocus || free())) before.focus({ preventScroll: true });
    else if (fresh && (here === document.body || here?.checkVisibility?.() === false)) page?.focus({ preventScroll: true });
  }, [active]);
}

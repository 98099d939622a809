import { useSyncExternalStore } from "react";

/** Kept, for reading it makes the browser lay the page out. */
let width = 0;

const pageOf = (): HTMLElement | null => document.getElementById("page");
const measured = (): number => (width ||= pageOf()?.clientWidth ?? 0);

function watch(changed: () => void): () => void {
  const observer = new ResizeObserver(() => {
    const now = pageOf()?.clientWidth ?? 0;
    // A page that is kept out of sight has no width.
    if (now === 0 || now === width) return;
    width = now;
    changed();
  });
  const page = pageOf();
  if (page) observer.observe(page);
  return () => observer.disconnect();
}

/** Pixels that the page has from side to side; 0 where that is not known. */
export const usePageWidth = (): number => useSyncExternalStore(watch, measured);

import { useSyncExternalStore } from "react";
import { sidebarOpen } from "../../session/storage";
import { isMobile } from "../../shell/use-mobile";

/** Kept, for reading it makes the browser lay the page out. */
let width = 0;

const pageOf = (): HTMLElement | null => document.getElementById("page");

/**
 * Before the frame is there: the window without the sidebar. Reading that of an empty document costs nothing, and the first list is drawn once, as
 * wide as it will be; what is otherwise after all, the observer hears.
 */
function expected(): number {
  const root = document.documentElement;
  if (isMobile() || !sidebarOpen()) return root.clientWidth;
  return Math.max(0, root.clientWidth - (Number.parseInt(getComputedStyle(root).getPropertyValue("--sidebar"), 10) || 0));
}
const measured = (): number => (width ||= pageOf()?.clientWidth ?? expected());

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

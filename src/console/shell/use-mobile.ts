import { useSyncExternalStore } from "react";

/** Below this width the console is in mobile mode: 992 px. */
const QUERY = "(max-width: 991px)";
const media = typeof matchMedia === "function" ? matchMedia(QUERY) : undefined;

const watch = (changed: () => void): (() => void) => {
  media?.addEventListener?.("change", changed);
  return () => media?.removeEventListener?.("change", changed);
};

/** True if the window is in mobile mode now. */
export const isMobile = (): boolean => media?.matches === true;

/** The same; draws again when that changes. */
export const useMobile = (): boolean => useSyncExternalStore(watch, isMobile, () => false);

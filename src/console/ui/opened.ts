/** Open state of an overlay, opened from anywhere and rendered in one place: help, keys, palette, dialogs. */
import { useSyncExternalStore } from "react";

/** @typeParam T what is known of it while it is open */
export function createOpened<T>() {
  let open: T | undefined;
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void): (() => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  function set(next: T | undefined): void {
    open = next;
    for (const watcher of watchers) watcher();
  }
  return {
    open: (what: T): void => set(what),
    /**
     * Opens it for whoever is drawn for the first time after this; nobody is notified, so that it may be called while something is drawn.
     */
    openFirst: (what: T): void => void (open = what),
    close: (): void => set(undefined),
    /** Returns what is open; undefined when it is closed. Renders again when that changes. */
    useOpen: (): T | undefined => useSyncExternalStore(watch, () => open),
  };
}

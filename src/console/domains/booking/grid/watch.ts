/** Watchers of one value of the store. */
interface Watched {
  /** For `useSyncExternalStore`. */
  readonly watch: (watcher: () => void) => () => void;
  readonly tell: () => void;
}

export function createGridWatch(): Watched {
  const watchers = new Set<() => void>();
  return {
    watch: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    tell: () => {
      for (const watcher of watchers) watcher();
    },
  };
}

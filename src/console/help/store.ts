/** Whether the help stands beside the page. */
import { useSyncExternalStore } from "react";

let open = false;
const watchers = new Set<() => void>();
function set(next: boolean): void {
  open = next;
  for (const watcher of watchers) watcher();
}
export const openHelp = (): void => set(true);
export const closeHelp = (): void => set(false);
export const useHelpOpen = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => open,
  );

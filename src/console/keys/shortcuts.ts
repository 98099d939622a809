/** The keys of the screen on show, as its sheet (`?`) tells them. Whoever listens to keys says so here, once, beside its listener. */
import { useEffect, useSyncExternalStore } from "react";
import type { TKey } from "../i18n/keys";
import { createOpened } from "../ui/opened";

/** Key caps in the order in which they are pressed, and what they do. `Mod` is the platform's command key. */
export type Shortcut = readonly [caps: readonly string[], does: TKey];

/** Keys that work on every screen. */
export const EVERYWHERE: readonly Shortcut[] = [
  [["Mod", "K"], "palette.key.palette"],
  [["?"], "palette.key.keys"],
  [["F1"], "palette.key.help"],
  [["Alt", "1", "…", "8"], "palette.key.tab"],
  [["Alt", "9"], "palette.key.tabLast"],
  [["Alt", "W"], "palette.key.tabClose"],
  [["Alt", "R"], "palette.key.tabRefresh"],
];

/** Keys of every list. */
export const LIST_KEYS: readonly Shortcut[] = [
  [["/"], "palette.key.search"],
  [["J"], "palette.key.down"],
  [["K"], "palette.key.up"],
  [["Enter"], "palette.key.open"],
  [["X"], "palette.key.select"],
];

/** Keys of every form. */
export const FORM_KEYS: readonly Shortcut[] = [
  [["Enter"], "palette.key.save"],
  [["Mod", "Enter"], "palette.key.saveNext"],
];

let activeShortcuts: readonly (readonly Shortcut[])[] = [];
const watchers = new Set<() => void>();
const notifyListeners = (): void => {
  for (const watcher of watchers) watcher();
};
const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Tells of keys while the component is on screen. @param keys one and the same list each time */
export function useShortcuts(keys: readonly Shortcut[]): void {
  useEffect(() => {
    activeShortcuts = [...activeShortcuts, keys];
    notifyListeners();
    return () => {
      activeShortcuts = activeShortcuts.filter((list) => list !== keys);
      notifyListeners();
    };
  }, [keys]);
}

/** The keys of the screen on show, in the order in which its parts told them. */
export const useActiveShortcuts = (): readonly (readonly Shortcut[])[] => useSyncExternalStore(watch, () => activeShortcuts);

const sheet = createOpened<true>();

/** Opens the sheet of keys. */
export const openKeys = (): void => sheet.open(true);
export const closeKeys = sheet.close;
export const useKeysOpen = (): boolean => sheet.useOpen() === true;

/** The update notice between its arrival and the moment at which it is read: waiting behind the message button, then open. */
import { useSyncExternalStore } from "react";
import type { UpdateNotice } from "../../contract/platform/shell";

interface State {
  readonly notice: UpdateNotice | undefined;
  readonly isOpen: boolean;
}

let state: State = { notice: undefined, isOpen: false };
const watchers = new Set<() => void>();

function set(next: State): void {
  state = next;
  for (const watcher of watchers) watcher();
}

export const watchWaiting = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Stores a notice that waits to be read; undefined: it was read. */
export const setWaiting = (notice: UpdateNotice | undefined): void => set({ notice, isOpen: false });

/** Opens the notice that waits. */
export const openWaiting = (): void => set({ ...state, isOpen: state.notice !== undefined });

/** The notice that waits, not yet open. */
export const waitingNotice = (): UpdateNotice | undefined => (state.isOpen ? undefined : state.notice);
const openedNotice = (): UpdateNotice | undefined => (state.isOpen ? state.notice : undefined);

/** The notice that waits behind the message button. */
export const useWaiting = (): UpdateNotice | undefined => useSyncExternalStore(watchWaiting, waitingNotice, waitingNotice);
/** The notice that is open. */
export const useOpened = (): UpdateNotice | undefined => useSyncExternalStore(watchWaiting, openedNotice, openedNotice);

/** True while the person is asked to log in again because the session ended elsewhere. */
let expired = false;
const watchers = new Set<() => void>();

export const isExpired = (): boolean => expired;
export function watchExpired(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
export function setExpired(next: boolean): void {
  expired = next;
  for (const watcher of watchers) watcher();
}

/** Keeps the person on the page with everything on it. The next call that is refused asks again. */
export const stayHere = (): void => setExpired(false);

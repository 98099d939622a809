/** True while the venue's server can't be reached, for screens that work on without it and say so themselves. */
import { useSyncExternalStore } from "react";
import { client, LAST_ATTEMPT } from "./client";
import { ApiError } from "./error";
import { apiAddress } from "./host";

const PROBE_MS = 3_000;
const watchers = new Set<() => void>();
let offline = !navigator.onLine;
let timer: ReturnType<typeof setTimeout> | undefined;

export const isOffline = (): boolean => offline;
export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
/** The number of screens that show by themselves that the server can't be reached. */
let showing = 0;
function subscribeShown(watcher: () => void): () => void {
  const stop = watchConnection(watcher);
  showing++;
  return () => {
    showing--;
    stop();
  };
}
export const useOffline = (): boolean => useSyncExternalStore(subscribeShown, isOffline, isOffline);

function setOffline(next: boolean): void {
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void probe(), PROBE_MS);
  if (offline === next) return;
  offline = next;
  for (const watcher of watchers) watcher();
}

/** Asks for the server's health until it answers. */
async function probe(): Promise<void> {
  const { href } = new URL(apiAddress("/healthz"), location.origin);
  try {
    await client.get(href, { responseType: "blob", attempt: LAST_ATTEMPT, fetchOptions: { cache: "no-store" } });
    setOffline(false);
  } catch {
    setOffline(true);
  }
}

/** Notes how a call ended: anything but an answer of the server means that it can't be reached. */
export function noteFailure(error: unknown): void {
  if (!(error instanceof ApiError)) setOffline(true);
}

/** Notes how a call ended where a screen shows the connection by itself. @returns true if one does */
export function isShownByScreen(error: unknown): boolean {
  if (showing === 0) return false;
  noteFailure(error);
  return true;
}

window.addEventListener("offline", () => setOffline(true));
window.addEventListener("online", () => void probe());
if (offline) setOffline(true);

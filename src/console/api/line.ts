/** Whether the venue's server can be reached, for screens that work on without it and say so themselves. */
import { useSyncExternalStore } from "react";
import { ApiError } from "./error";
import { apiAddress } from "./host";

const PROBE_MS = 3_000;
const watchers = new Set<() => void>();
let lost = !navigator.onLine;
let timer: ReturnType<typeof setTimeout> | undefined;

export const isLost = (): boolean => lost;
export function watchLine(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
let saying = 0;
function watchShown(watcher: () => void): () => void {
  const stop = watchLine(watcher);
  saying++;
  return () => {
    saying--;
    stop();
  };
}
export const useLost = (): boolean => useSyncExternalStore(watchShown, isLost, isLost);

function set(next: boolean): void {
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void probe(), PROBE_MS);
  if (lost === next) return;
  lost = next;
  for (const watcher of watchers) watcher();
}

/** Asks whether the server is there again, until it is. */
async function probe(): Promise<void> {
  try {
    const answer = await fetch(apiAddress("/healthz"), { cache: "no-store" });
    set(!answer.ok);
  } catch {
    set(true);
  }
}

/** Hears how a call ended: anything but an answer of the server means that the line is down. */
export function noteFailure(error: unknown): void {
  if (!(error instanceof ApiError)) set(true);
}

/** Hears how a call ended, where a screen on show says by itself that the line is down. @returns whether one does */
export function saidByScreen(error: unknown): boolean {
  if (saying === 0) return false;
  noteFailure(error);
  return true;
}

window.addEventListener("offline", () => set(true));
window.addEventListener("online", () => void probe());
if (lost) set(true);

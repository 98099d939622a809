import { useSyncExternalStore } from "react";
import { dayOf, MINUTE } from "../../contract/core/time";
import { useZone } from "./zone";

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Tells twice a minute that time goes: one timer for all who watch. Nobody draws again unless what they read of the clock has changed. */
export function watchTime(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, MINUTE / 2);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

let known = { zone: "", minute: 0, day: "" };
/** Notified once a minute: each cell that shows a time asks on each draw. */
export function todayIn(zone: string): string {
  const minute = Math.floor(Date.now() / MINUTE);
  if (known.zone !== zone || known.minute !== minute) known = { zone, minute, day: dayOf(Date.now(), zone) };
  return known.day;
}

/** Today in the venue's zone, `YYYY-MM-DD`; draws again when the day turns. */
export function useToday(): string {
  const zone = useZone();
  const today = (): string => todayIn(zone);
  return useSyncExternalStore(watchTime, today, today);
}

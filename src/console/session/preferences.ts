/**
 * Preferences of the person at the venue: kept on the server, with a copy in this browser so that the first draw already follows them.
 * Values are text; each user of a key reads and writes its own form.
 */
import { useCallback, useSyncExternalStore } from "react";
import { session as calls } from "../../contract/session/session";
import { callDirectly } from "../api/call-directly";
import { session, watchSession } from "./store";

let scope = "";
let values: Readonly<Record<string, string>> = {};
const watchers = new Set<() => void>();

const notifyListeners = (): void => {
  for (const watcher of watchers) watcher();
};

const scopeNow = (): string => {
  const { person, venue } = session();
  return person && venue ? `preferences:${person.userId}:${venue.venueId}` : "";
};

/** Follows the session: another person or venue reads its own copy, then asks the server once. */
function follow(): void {
  const next = scopeNow();
  if (next === scope) return;
  scope = next;
  values = readCopy(next);
  notifyListeners();
  if (next === "") return;
  callDirectly(calls.preferences, {})
    .then((answer) => {
      if (scope !== next) return;
      values = answer.values;
      writeCopy();
      notifyListeners();
    })
    .catch(() => undefined); // the copy serves until the next load
}

function readCopy(key: string): Readonly<Record<string, string>> {
  try {
    const raw: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof raw === "object" && raw !== null
      ? Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, String(value)]))
      : {};
  } catch {
    return {};
  }
}
function writeCopy(): void {
  try {
    localStorage.setItem(scope, JSON.stringify(values));
  } catch {
    // storage full or refused: the server still keeps them
  }
}

watchSession(() => setTimeout(follow, 0));

/** A preference's value, "" where there is none. */
export const preference = (key: string): string => values[key] ?? "";

/** Calls `watcher` after each change; answers how to stop. */
export function watchPreferences(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Changes a preference; an empty text forgets it. The change shows at once and is sent in the background. */
export function setPreference(key: string, next: string): void {
  const { [key]: _, ...rest } = values;
  values = next === "" ? rest : { ...rest, [key]: next };
  writeCopy();
  notifyListeners();
  // The client is not part of the code that asks the first questions.
  import("../api/invoke").then(({ invoke }) => invoke(calls.savePreference, { key, value: next })).catch(() => undefined);
}

/** A preference and how to change it. */
export function usePreference(key: string): readonly [string, (value: string) => void] {
  const value = useSyncExternalStore(watchPreferences, () => preference(key));
  const set = useCallback((next: string) => setPreference(key, next), [key]);
  return [value, set];
}

/** Forgets the copies of all venues but one; without `keep`, of all. */
export function forgetPreferences(keep?: string): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith("preferences:") && (keep === undefined || !key.endsWith(`:${keep}`))) localStorage.removeItem(key);
}

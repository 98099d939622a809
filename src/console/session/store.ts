/**
 * Session of the person: who works here, in which venue, with which codes. One synchronous store, so that a permission or a menu never
 * waits. `storage.ts` defines where each value is stored between loads. A tab works in one venue, held here; the cookie only seeds a new
 * tab.
 */
import { useSyncExternalStore } from "react";
import type { Code } from "../../contract/core/permissions";
import type { Profile, Site } from "../../contract/session/session";
import type { Venue } from "../../contract/venue/venue";

/** The session as the screens see it. */
export interface Session {
  /** Opaque; undefined where the session lives in the HttpOnly cookie alone (a new tab). */
  readonly token: string | undefined;
  readonly person: Profile | undefined;
  /** The venues of the person's list; undefined until they are known. */
  readonly sites: readonly Site[] | undefined;
  /** Source id of the chosen venue. */
  readonly venueId: string | undefined;
  /** Its entry of that list. */
  readonly venue: Site | undefined;
  /** Its full data (zone, policies), once loaded. */
  readonly venueInfo: Venue | undefined;
  /** Menu and button codes at the venue; undefined until fetched. */
  readonly codes: ReadonlySet<Code> | undefined;
}

const EMPTY: Session = {
  token: undefined,
  person: undefined,
  sites: undefined,
  venueId: undefined,
  venue: undefined,
  venueInfo: undefined,
  codes: undefined,
};

let current: Session = EMPTY;
const watchers = new Set<() => void>();

/** The session now, for code outside React. */
export const session = (): Session => current;

/** Changes parts of the session; subscribers are notified. */
export function setSession(change: Partial<Session>): void {
  current = { ...current, ...change };
  for (const watcher of watchers) watcher();
}

/** Forgets everything that memory holds. */
export const emptySession = (): void => setSession(EMPTY);

/** Calls `watcher` after each change; answers how to stop. */
export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The session; draws again when it changes. */
export const useSession = (): Session => useSyncExternalStore(watchSession, session, session);

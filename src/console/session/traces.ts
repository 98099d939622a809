/**
 * Traces of work in the storages of this browser besides the session itself: drafts, open tabs, recent screens, copies of preferences. None
 * of it may appear at another venue, or after the person logged out.
 */
import { forgetPreferences } from "./preferences";

const ONE_VENUE = ["tabs", "recentScreens"];
const DRAFT = /^draft:[^:]*:([^:]*):/;

/** Forgets the open tabs and recent screens. */
export function forgetTabs(): void {
  for (const key of ONE_VENUE) sessionStorage.removeItem(key);
}

/** Forgets all traces but those of one venue; without `venueId`, all. */
export function forgetTraces(venueId?: string): void {
  forgetTabs();
  for (const key of Object.keys(sessionStorage)) {
    const venue = DRAFT.exec(key)?.[1];
    if (venue !== undefined && venue !== venueId) sessionStorage.removeItem(key);
  }
  forgetPreferences(venueId);
}

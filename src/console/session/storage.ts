/**
 * Storage of the session's values between page loads. Cookies: user id, phone, source id, main tag. Local storage: venue and ticket info.
 * Session storage: site list and role. All are a cache that makes the first paint fast: the server's answers replace them.
 */
import type { Profile, Site } from "../../contract/session/session";
import type { Venue } from "../../contract/venue/venue";
import { forgetMarks } from "../live/mark";
import { forgetUnsaid } from "../voice/unspoken";
import { forgetRecent } from "../palette/recent";
import { parseStored } from "./parse";
import { removeCookie, readCookie, writeCookie } from "./cookies";

const COOKIES = { userId: "userId", phone: "phone", sourceId: "sourceId", mainTag: "mainTag", handlingFee: "handlingFee" } as const;
const VENUE_INFO = "venueInfo";
const TICKET_INFO = "ticketInfo";
const SITE_LIST = "siteList";
const ROLE = "role";
const SIDEBAR = "sidebarStatus";
const YEAR_SECONDS = 31_536_000;

/** The venue that this browser worked in last: it seeds a new tab. */
export const storedVenueId = (): string | undefined => readCookie(COOKIES.sourceId) || undefined;

/** Remembers the chosen venue; for the rest of this browser's tabs it is the seed. */
export function storeVenue(venueId: string, mainTag: string | undefined): void {
  writeCookie(COOKIES.sourceId, venueId, YEAR_SECONDS);
  if (mainTag !== undefined) writeCookie(COOKIES.mainTag, mainTag, YEAR_SECONDS);
}

export function storePerson(person: Profile): void {
  writeCookie(COOKIES.userId, person.userId);
  writeCookie(COOKIES.phone, person.phone);
  sessionStorage.setItem(ROLE, JSON.stringify(person.roles));
}

export const storeSites = (sites: readonly Site[]): void => sessionStorage.setItem(SITE_LIST, JSON.stringify(sites));
export const storedSites = (): readonly Site[] | undefined =>
  parseStored(sessionStorage.getItem(SITE_LIST), (value): value is readonly Site[] => Array.isArray(value));

/** Keeps the venue's data, and apart from it the fee of a late refund and what its tickets say. */
export function storeVenueInfo(venue: Venue): void {
  localStorage.setItem(VENUE_INFO, JSON.stringify(venue));
  localStorage.setItem(TICKET_INFO, JSON.stringify({ head: venue.receiptHead, foot: venue.receiptFoot }));
  writeCookie(COOKIES.handlingFee, String(venue.lateCancelPercent), YEAR_SECONDS);
}
/** The kept data of a venue; another venue's is none. */
export const storedVenueInfo = (venueId: string): Venue | undefined =>
  parseStored(
    localStorage.getItem(VENUE_INFO),
    (value): value is Venue => typeof value === "object" && value !== null && "id" in value && value.id === venueId,
  );

/** True if the sidebar is open, which is the default. */
export const sidebarOpen = (): boolean => readCookie(SIDEBAR) !== "0";
export const storeSidebar = (open: boolean): void => writeCookie(SIDEBAR, open ? "1" : "0", YEAR_SECONDS);

/** Forgets the chosen venue. */
export function forgetVenue(): void {
  for (const name of [COOKIES.sourceId, COOKIES.mainTag, COOKIES.handlingFee]) removeCookie(name);
  for (const key of [VENUE_INFO, TICKET_INFO]) localStorage.removeItem(key);
  forgetMarks();
  forgetRecent();
  forgetUnsaid();
}

/** Forgets the person. The venue stays: it will be the first of the next choice. */
export function forgetPerson(): void {
  for (const name of [COOKIES.userId, COOKIES.phone]) removeCookie(name);
  for (const key of [SITE_LIST, ROLE]) sessionStorage.removeItem(key);
}

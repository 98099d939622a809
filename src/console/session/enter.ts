/** Beginning and end of work: the venue is entered, left, and the session ended. */
import { type Profile, type Site, session as calls } from "../../contract/session/session";
import { venue as venueCalls } from "../../contract/venue/venue";
import { callDirectly, earlyCodes } from "../api/call-directly";
import { ApiError } from "../api/error";
import { firstLanguage, setLanguage, t } from "../i18n/i18n";
import { forgetLogin, storeSession, storedToken } from "../login/stored-session";
import { missingCall } from "./failure";
import { session, setSession } from "./store";
import * as kept from "./storage";
import { postToTabs } from "./tabs";
import { forgetTabs, forgetTraces } from "./traces";

/** The browser's own finding: no code of the server. */
const UNVERIFIED = 0;

/** Takes up what earlier loads of this browser kept. */
export function restoreSession(): void {
  const sites = kept.storedSites();
  const venueId = kept.storedVenueId();
  setSession({
    token: storedToken(),
    sites,
    venueId,
    venue: sites?.find((site) => site.venueId === venueId),
    venueInfo: venueId === undefined ? undefined : kept.storedVenueInfo(venueId),
  });
}

/**
 * Makes token and cookie one session: after a link with a token, and in a new tab that has the cookie alone. A server without this call
 * works by whichever the tab has.
 */
export async function exchangeSession(): Promise<void> {
  try {
    const { access_token: token } = await callDirectly(calls.exchange, {});
    storeSession({ accessToken: token });
    setSession({ token });
  } catch {
    // The next request of the session reports why it is invalid.
  }
}

/** Refuses a login that the server let pass: its answer can't be worked with. */
async function refuse(why: "errors.profile" | "errors.noSites"): Promise<never> {
  await setLanguage(firstLanguage());
  throw new ApiError(UNVERIFIED, t(why), undefined);
}

/** A profile without roles is no proof of anybody. */
const proves = ({ roles }: { roles: unknown }): boolean => Array.isArray(roles) && roles.length > 0;

/** Returns the profile for a server without the profile call: the specification fixes the role. @throws whatever else failed */
function fixedProfile(error: unknown): Profile {
  if (missingCall(error) === undefined) throw error;
  return FIXED_PROFILE;
}
const FIXED_PROFILE: Profile = {
  userId: "",
  username: "",
  name: "",
  avatar: null,
  introduction: "",
  phone: "",
  roles: ["admin"],
  secondFactor: "off",
  language: null,
};

/** A venue of the list, of which another server may send the id alone. */
function completeSite(site: Pick<Site, "venueId"> & Partial<Site>): Site {
  const tags = site.tags ?? DEFAULT_TAGS;
  return {
    name: site.venueId,
    logo: null,
    city: "",
    area: "",
    mainTag: tags[0] ?? "badminton",
    siteTypeSourceId: site.venueId,
    bookingsToday: 0,
    utilisation: 0,
    ...site,
    tags,
  };
}
const DEFAULT_TAGS: Site["tags"] = ["badminton", "basketball"];

/**
 * Learns who works here and which venues they may run. The chosen venue is given up if it is not among them.
 * @throws ApiError no roles, or no venues: said where the login is
 */
export async function loadPerson(): Promise<void> {
  const [person, { content }] = await Promise.all([callDirectly(calls.profile, {}).catch(fixedProfile), callDirectly(calls.sites, {})]);
  const sites = content.map(completeSite);
  if (!proves(person)) return refuse("errors.profile");
  if (sites.length === 0) return refuse("errors.noSites");
  kept.storePerson(person);
  kept.storeSites(sites);
  const venue = sites.find((site) => site.venueId === session().venueId);
  if (!venue) kept.forgetVenue();
  setSession({ person, sites, venue, venueId: venue?.venueId, ...(venue ? {} : { venueInfo: undefined, codes: undefined }) });
}

/** Learns what the person may do at the chosen venue, and the venue's data. */
export async function loadVenue(): Promise<void> {
  const { venueId } = session();
  const [codes, venueInfo] = await Promise.all([earlyCodes(), callDirectly(venueCalls.view, {})]);
  if (session().venueId !== venueId) return; // another venue was chosen meanwhile
  kept.storeVenueInfo(venueInfo);
  setSession({ codes, venueInfo });
}

/**
 * Chooses a venue of the list and learns what the person may do there. The other tabs stop until they follow.
 * @throws ApiError the venue or its codes can't be had; the choice is then as before
 */
export async function enterVenue(venueId: string): Promise<void> {
  const before = session();
  const venue = before.sites?.find((site) => site.venueId === venueId);
  setSession({ venueId, venue, venueInfo: undefined, codes: undefined });
  try {
    await loadVenue();
  } catch (error) {
    setSession({ venueId: before.venueId, venue: before.venue, venueInfo: before.venueInfo, codes: before.codes });
    throw error;
  }
  kept.storeVenue(venueId, venue?.mainTag);
  forgetTraces(venueId);
  postToTabs({ type: "venue", venueId, name: venue?.name ?? "" });
}

/** Forgets the session in this browser. `forced`: the venue too. */
export function forgetSession({ forced = false } = {}): void {
  // The cache of the checkout for a lost network reveals who worked here.
  if ("caches" in globalThis) void caches.delete("checkout").catch(() => undefined);
  forgetLogin();
  kept.forgetPerson();
  forgetTabs();
  if (forced) kept.forgetVenue();
}

/**
 * Ends the session on the server and in this browser. Who calls this leaves the page: what is on screen stays until then, so that a person
 * who keeps an unsaved form open can still read it; its draft meets them after the next login.
 */
export async function endSession(how?: { forced: boolean }): Promise<void> {
  await callDirectly(calls.logout, {}).catch(() => undefined); // the browser forgets the session whatever the server says
  forgetSession(how);
}

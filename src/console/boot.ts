/**
 * First load, in one readable place. The guard decides; then everything is requested at once: words, page code, person, codes, venue and
 * the page's first list. React draws once, with the answers in the query cache: no Suspense, no second request, no flash of half a page.
 */
import { callDirectly } from "./api/call-directly";
import { ApiError, HttpError } from "./api/error";
import { readKey } from "./api/keys";
import { dayOf, DEFAULT_ZONE } from "../contract/core/time";
import { firstLanguage, loadWords, setLanguage, t } from "./i18n/i18n";
import { signedIn } from "./login/stored-session";
import { canOpen } from "./providers/access-control";
import { authProvider } from "./providers/auth";
import type { First } from "./registry";
import { HOME, loadPage, realPath, screenAt } from "./resources";
import { endSession, exchangeSession, loadPerson, loadVenue, restoreSession } from "./session/enter";
import { failureKind } from "./session/failure";
import { guard, insidePath, loginPath, sitesPath } from "./session/guard";
import { session } from "./session/store";
import { weighLinkedSession } from "./session/switching";

/** Seed of the first render: an answer for the query cache, or the request for it, which failed or is still pending. */
export type Seed = { readonly key: readonly unknown[] } & ({ readonly data: unknown } | { readonly asked: Promise<unknown> });

/** Longest wait for the first list: then the page draws without it and waits for the same question. */
const PATIENCE_MS = 1_500;

const SITES = "/sites";
/** The page that asks before a link signs somebody else in. */
const SWITCH = "/auth-redirect";

/** Part of App.tsx that the boot needs. */
type App = Pick<typeof import("./App"), "draw">;

/**
 * Draws the console at the address of the window, or leaves for the login.
 * @param loadApp runs the code that draws; its file may be there long before
 */
export async function boot(loadApp: () => Promise<App>): Promise<void> {
  const words = setLanguage(firstLanguage());
  restoreSession();
  try {
    if (!(await admit(words))) return;
    const seeds = await fetchForAddress(words);
    (await loadApp()).draw(seeds);
  } catch (error) {
    await rejectSession(error, words);
  }
}

/** Lets the guard decide over the window's address, and does what it says. False: this page is being left. */
async function admit(words: Promise<void>): Promise<boolean> {
  const verdict = guard({ pathname: location.pathname, search: location.search, hash: location.hash, signedIn: signedIn() });
  const go = (to: string): void => history.replaceState(null, "", to);
  switch (verdict.kind) {
    case "allow":
      if (verdict.clean !== undefined) go(verdict.clean);
      return true;
    case "go":
      if (verdict.to.startsWith("/login")) {
        location.replace(verdict.to);
        return false;
      }
      go(verdict.to);
      return true;
    case "session":
    case "code": {
      const { kind: _, to, ...secrets } = verdict;
      go(to); // first, so that no secret is in the history even if something fails below
      if (verdict.kind === "session" && signedIn()) {
        const decision = await weighLinkedSession(verdict);
        if (decision === "ask") go(SWITCH);
        if (decision !== "take") return true;
      }
      const { success, error } = await authProvider.login(secrets);
      if (success) return true;
      await words;
      redirectToLogin(reasonOf(error, "errors.unknownLogin"), to);
      return false;
    }
  }
}

/** Asks everything that the address needs, in parallel. */
async function fetchForAddress(words: Promise<void>): Promise<readonly Seed[]> {
  if (!signedIn()) {
    const [seeds] = await Promise.all([prepare(location.pathname + location.search), words]);
    return seeds;
  }
  if (session().token === undefined) void exchangeSession();
  const chosen = (): boolean => session().venueId !== undefined;
  const requestedPath = realPath(location.pathname) + location.search;
  const inVenue = screenAt(location.pathname)?.screen.bare !== true;
  const toSites = (): void => {
    if (inVenue && !chosen()) history.replaceState(null, "", sitesPath(requestedPath));
  };
  toSites();
  const person = loadPerson();
  const only = location.pathname === SITES ? person.then(enterOnly, () => undefined) : undefined;
  const seeds = only ? undefined : prepare(location.pathname + location.search);
  const answers = Promise.all([words, person, inVenue && chosen() ? loadVenue() : undefined]);
  wakeCalendar();
  await answers;
  toSites();
  return (await only) ?? seeds ?? prepare(location.pathname + location.search);
}

/** A browser's first date in a time zone costs over 100 ms on a slow till: paid while answers are on their way, not when rows are drawn. */
const wakeCalendar = (): void => void dayOf(Date.now(), session().venueInfo?.zone ?? DEFAULT_ZONE);

/** A single venue is chosen at once: whoever has one never sees the choice. `undefined`: there is a choice, or the page itself says why not. */
async function enterOnly(): Promise<readonly Seed[] | undefined> {
  const [only, second] = session().sites ?? [];
  if (!only || second) return undefined;
  try {
    const { to, seeds } = await enterSite(only.venueId, location.search);
    history.replaceState(null, "", to);
    return seeds;
  } catch {
    return undefined;
  }
}

/**
 * Chooses a venue and asks for the page that follows, together: the page is mostly the one hoped for.
 * @throws ApiError the venue can't be entered
 */
export async function enterSite(venueId: string, search: string): Promise<{ readonly to: string; readonly seeds: readonly Seed[] }> {
  const entered = authProvider.login({ venueId });
  const hoped = redirectPath(search) ?? HOME;
  const seeds = prepare(hoped);
  const { success, error } = await entered;
  if (!success) throw error;
  const to = afterSites(search);
  return { to, seeds: await (to === hoped ? seeds : prepare(to)) };
}

/** Fetches what the login leads to while the person types: words, and the code of the page that was asked for. Failures come back when it counts. */
export function fetchAhead(search: string): void {
  const at = screenAt(new URL(redirectPath(search) ?? HOME, location.origin).pathname);
  void loadWords(firstLanguage()).catch(() => undefined);
  if (at) void loadPage(at.screen).catch(() => undefined);
  wakeCalendar();
}

/** Fetches a page's code and its first answers together. What fails is left to the page, which says so in its own place and does not ask again. */
async function prepare(address: string): Promise<readonly Seed[]> {
  const { pathname, searchParams } = new URL(address, location.origin);
  const at = screenAt(pathname);
  if (!at) return [];
  const first = session().venueId === undefined ? undefined : at.screen.first?.({ search: searchParams, params: at.params });
  const seeds = withTimeout(first);
  // The rendering code runs only after the request is sent: on a slow till it needs more time than the answer.
  await first?.catch(() => undefined);
  await loadPage(at.screen).catch(() => undefined);
  return seeds;
}

/** Asks, but no longer than the page should wait for it. Calls whose code can't be had in time are asked by the page. */
async function withTimeout(firsts: Promise<readonly First[]> | undefined): Promise<readonly Seed[]> {
  if (!firsts) return [];
  const patience = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE_MS));
  const questions = await Promise.race([firsts.catch(() => []), patience]);
  return Promise.all((questions ?? []).map((question) => seedOf(question, patience)));
}

async function seedOf({ call, input }: First, patience: Promise<undefined>): Promise<Seed> {
  const key = readKey(call, input);
  const pending = callDirectly(call, input);
  const answered = pending.then(
    (data) => ({ key, data }),
    () => undefined,
  );
  return (await Promise.race([answered, patience])) ?? { key, asked: pending };
}

const redirectPath = (search: string): string | undefined => insidePath(new URLSearchParams(search).get("redirect"));

/** Returns the page to open once a venue is chosen: the requested page if it may be opened there, else home (wire "Small decisions"). */
function afterSites(search: string): string {
  const target = redirectPath(search);
  const at = target === undefined ? undefined : screenAt(new URL(target, location.origin).pathname);
  return target !== undefined && at && canOpen(at.screen) ? target : HOME;
}

/** The first questions were refused: the session ends. Where no answer came it stays, and the page says so. */
async function rejectSession(error: unknown, words: Promise<void>): Promise<void> {
  await words;
  const kind = failureKind(error);
  if (kind === "busy" || kind === "cancelled") throw error;
  const requestedPath = location.pathname + location.search;
  await endSession({ forced: kind === "siteData" });
  redirectToLogin(reasonOf(error, "errors.unknown"), requestedPath);
}

/** Why there is no session, for the person. */
function reasonOf(error: unknown, unknown: "errors.unknown" | "errors.unknownLogin"): string {
  switch (failureKind(error)) {
    case "expired":
      return t("errors.expiredLogin");
    case "siteData":
      return t("errors.siteData");
    case "refused":
      return (error instanceof ApiError && error.message) || t(unknown);
    case "cancelled":
      return t(unknown);
    case "busy":
      return t(error instanceof HttpError ? "errors.busy" : "errors.offline");
  }
}

const LOGIN_MESSAGE = "login_message";

/** Goes to the login, which shows `text` once and returns to `path`. */
function redirectToLogin(text: string, path: string): void {
  if (text) sessionStorage.setItem(LOGIN_MESSAGE, text);
  location.replace(path.startsWith(SITES) ? `/login${path.slice(SITES.length)}` : loginPath(path));
}

/** The navigation guard, as a pure function: asked before the console draws and on every navigation. */

/** Input of the guard. */
interface Visit {
  readonly pathname: string;
  /** With the question mark, or empty. */
  readonly search: string;
  readonly hash?: string;
  readonly signedIn: boolean;
}

/** Decision of the guard. An address in it no longer carries a token or a code. */
type Verdict =
  /** The page may be shown; `clean` where something had to be removed from the address. */
  | { readonly kind: "allow"; readonly clean?: string }
  | { readonly kind: "go"; readonly to: string }
  /** Keep this token and venue as the session, then continue. */
  | { readonly kind: "session"; readonly token: string; readonly venueId: string; readonly to: string }
  /** Log in with this one-time code, then continue; on failure show the error and go to /login. */
  | { readonly kind: "code"; readonly code: string; readonly to: string };

const PUBLIC = ["/login", "/auth-redirect", "/setup", "/umpire", "/404", "/401"];
const SECRETS = ["token", "venueId", "code"];

const isPublic = (pathname: string): boolean => PUBLIC.some((path) => pathname === path || pathname.startsWith(`${path}/`));

const INSIDE = "https://inside.invalid";

/**
 * A path inside this site, or `undefined`. Read as a browser reads it: `//host`, `/\host` and `/<tab>/host` would leave the site, and so would
 * the path that `/.//host` comes to.
 */
export function insidePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith("/") || !URL.canParse(path, INSIDE)) return undefined;
  const { origin, pathname } = new URL(path, INSIDE);
  return origin === INSIDE && !pathname.startsWith("//") ? path : undefined;
}

/** The login, returning to `path` afterwards. */
export const loginPath = (path: string): string => (path === "/" || path === "" ? "/login" : `/login?redirect=${encodeURIComponent(path)}`);

/** The venue choice, going to `path` afterwards. */
export const sitesPath = (path: string | undefined): string =>
  path === undefined ? "/sites" : `/sites?redirect=${encodeURIComponent(path)}`;

/**
 * Decides what becomes of a visit.
 * - `token` and `venueId` in the query: kept as the session, then /sites.
 * - Signed in: /login goes to /sites; everything else is allowed.
 * - Not signed in: `code` logs in, then /sites; public routes are allowed; any other path goes to /login and returns.
 */
export function guard({ pathname, search, hash = "", signedIn }: Visit): Verdict {
  const query = new URLSearchParams(search);
  const [token, venueId, code] = SECRETS.map((name) => query.get(name) ?? "");
  for (const name of SECRETS) query.delete(name);
  const rest = query.toString();
  const clean = `${pathname}${rest ? `?${rest}` : ""}${hash}`;
  const sites = sitesPath(insidePath(query.get("redirect")));

  if (token && venueId) return { kind: "session", token, venueId, to: sites };
  if (signedIn && pathname === "/login") return { kind: "go", to: sites };
  const allow: Verdict = { kind: "allow", ...(`${pathname}${search}${hash}` === clean || !(token || code) ? {} : { clean }) };
  if (signedIn) return allow;
  if (code) return { kind: "code", code, to: sites };
  // `/redirect/x` is x drawn anew: who has no session comes to the login that leads to x.
  const again = /^\/redirect(?=\/)/;
  return isPublic(pathname.replace(again, "")) ? allow : { kind: "go", to: loginPath(clean.replace(again, "")) };
}

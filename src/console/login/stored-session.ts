/**
 * Login data that a browser stores. The session itself is the server's HttpOnly cookie, which scripts can't read and all tabs share. The
 * token that is sent with every call lives only as long as its tab (sessionStorage): a script that enters the page later finds none in a
 * closed tab, and a new tab begins with the cookie and receives the token of its session.
 */

/** Storage key of the session token, in sessionStorage. */
const TOKEN_KEY = "access_token";
/** Cookie that says "a session was opened here" and nothing else: index.html reads it to choose between login and console before paint. */
const MARKER = "signed_in";
const MONTH_SECONDS = 30 * 86_400;

/** Keeps the session that a login opened. */
export function storeSession({ accessToken }: { accessToken: string }): void {
  sessionStorage.setItem(TOKEN_KEY, accessToken);
  document.cookie = `${MARKER}=1; path=/; max-age=${MONTH_SECONDS}; SameSite=Lax`;
}

/** The token of this tab; a new tab has none yet and works by the cookie. */
export const storedToken = (): string | undefined => sessionStorage.getItem(TOKEN_KEY) ?? undefined;

/** True if a session was opened in this browser and not ended. The server decides. */
export const signedIn = (): boolean => storedToken() !== undefined || document.cookie.split("; ").includes(`${MARKER}=1`);

/** Forgets it: the next page load shows the login. */
export function forgetLogin(): void {
  sessionStorage.removeItem(TOKEN_KEY);
  document.cookie = `${MARKER}=; path=/; max-age=0; SameSite=Lax`;
}

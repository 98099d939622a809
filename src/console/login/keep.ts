/** What a browser keeps of a login. Tabs share it, so logging out in one logs out all. */

/** Storage key of the session token. */
export const TOKEN_KEY = "access_token";
/** Cookie that says "a session was opened here" and nothing else: index.html reads it to choose between login and console before paint. */
const MARKER = "signed_in";
const MONTH_SECONDS = 30 * 86_400;

/** Keeps the session that a login opened. */
export function keepLogin({ accessToken }: { accessToken: string }): void {
  localStorage.setItem(TOKEN_KEY, accessToken);
  document.cookie = `${MARKER}=1; path=/; max-age=${MONTH_SECONDS}; SameSite=Lax`;
}

/** Forgets it: the next page load shows the login. */
export function forgetLogin(): void {
  localStorage.removeItem(TOKEN_KEY);
  document.cookie = `${MARKER}=; path=/; max-age=0; SameSite=Lax`;
}

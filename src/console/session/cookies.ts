/** Cookies that the console reads and writes itself. Values are URI-encoded. */

/** Value of a cookie, or `undefined`. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
}

/** Writes a cookie for the whole site. Without `seconds` it ends with the browser. */
export function writeCookie(name: string, value: string, seconds?: number): void {
  const age = seconds === undefined ? "" : `; max-age=${seconds}`;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax${age}${secure}`;
}

export const removeCookie = (name: string): void => writeCookie(name, "", 0);

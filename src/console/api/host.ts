/**
 * Base of the venue API: the page's own origin, unless its `<meta name="api-host">` names another. This configures the running console, not
 * its build (docs/operators.md "Console and API on different origins").
 */

/** On test hosts the test API is called, and the mini-program's trial version opens. */
export const isTestHost = (host: string): boolean => /(^|[.-])(test|dev|staging|localhost)([.-]|$)|^127\./.test(host);

/**
 * The origin of the API, "" for the page's own.
 * @param host that the page was opened at
 */
export function apiHost(host: string = location.hostname): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="api-host"]');
  const test = named?.dataset["test"] ?? "";
  return (isTestHost(host) && test !== "" ? test : (named?.content ?? "")).replace(/\/$/, "");
}

/** Address of a path of the API: a call, a stored file. What is a whole address already stays as it is. */
export const apiAddress = (path: string): string => (/^\/(?!\/)/.test(path) ? apiHost() + path : path);

/**
 * Returns sanitised HTML whose pictures and links to the API have whole addresses: a frame of its own may not set a base address (`base-uri 'none'`).
 */
export const withApiAddresses = (html: string): string =>
  html.replaceAll(/\b(src|href)="(\/[^"]*)"/g, (_, name: string, path: string) => `${name}="${apiAddress(path)}"`);

/** Address of the API's websocket at a path. */
export function socketAddress(path: string): string {
  const address = new URL(apiAddress(path), location.origin);
  address.protocol = address.protocol.replace("http", "ws");
  return address.href;
}

/**
 * Fetches code. Not while the browser knows that it is offline: it remembers a file that failed for as long as the window stands, and would
 * never ask for it again.
 */
export const fetched = <T>(load: () => Promise<T>): Promise<T> =>
  navigator.onLine ? load() : Promise.reject(new TypeError("the browser is offline"));

/** The checkout is kept for when the network is away. */
const isCheckoutCached = (): boolean => location.pathname === "/sale/sale-from2" && Boolean(navigator.serviceWorker?.controller);
/**
 * Fetches code. Not while the browser knows that it is offline: it remembers a file that failed for as long as the window stands, and would
 * never ask for it again.
 */
export const fetched = <T>(load: () => Promise<T>): Promise<T> =>
  navigator.onLine || isCheckoutCached() ? load() : Promise.reject(new TypeError("the browser is offline"));

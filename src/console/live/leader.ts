/**
 * One tab of the browser announces: the one that was looked at last. The tab that leads holds a lock; it gives it up to a tab that
 * comes into sight, and the browser passes it on when the tab closes or dies.
 */
import { followLease } from "./lease";

const LOCK = "venue-console:announce";
const CHANNEL = "venue-console:in-sight";

/**
 * Follows who leads. Where the browser has no locks (a page without TLS) a lease in its storage replaces them.
 * @param changed called with each change, first with the present state
 * @returns how to step down for good
 */
export function followLead(changed: (leads: boolean) => void): () => void {
  if (!("locks" in navigator)) return followLease(changed);
  const channel = new BroadcastChannel(CHANNEL);
  const ending = new AbortController();
  let giveUp: (() => void) | undefined;

  const stand = (): void => {
    navigator.locks
      .request(LOCK, { signal: ending.signal }, () => {
        changed(true);
        return new Promise<void>((resolve) => {
          giveUp = () => {
            giveUp = undefined;
            changed(false);
            resolve();
          };
        });
      })
      .then(() => {
        if (!ending.signal.aborted) stand();
      })
      .catch(() => undefined); // stepped down while waiting
  };
  const appear = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only
    if (document.visibilityState === "visible") channel.postMessage("");
  };
  channel.addEventListener("message", () => {
    if (document.visibilityState !== "visible" || !document.hasFocus()) giveUp?.();
  });
  document.addEventListener("visibilitychange", appear);
  addEventListener("focus", appear);
  changed(false);
  stand();
  appear();
  return () => {
    document.removeEventListener("visibilitychange", appear);
    removeEventListener("focus", appear);
    ending.abort();
    giveUp?.();
    channel.close();
  };
}

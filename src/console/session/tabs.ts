/** Messages between the tabs of one browser: the venue that was chosen, and the end of the session. */

/** A message between tabs. */
type TabMessage = { readonly type: "venue"; readonly venueId: string; readonly name: string } | { readonly type: "logout" };

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("venue-console") : undefined;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only
export const postToTabs = (message: TabMessage): void => channel?.postMessage(message);

/** Calls `heard` with each message of another tab; answers how to stop. */
export function subscribeToTabs(heard: (message: TabMessage) => void): () => void {
  const listen = ({ data }: MessageEvent<TabMessage>): void => heard(data);
  channel?.addEventListener("message", listen);
  return () => channel?.removeEventListener("message", listen);
}

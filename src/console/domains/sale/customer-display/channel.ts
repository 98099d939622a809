/**
 * The line between a till and its customer display: two windows of one browser. Each till has a channel of its own, so that two tills on one
 * machine never show each other's carts.
 */
import type { DisplayState } from "./state";

type Message =
  | { readonly type: "state"; readonly state: DisplayState; readonly openedAt: number }
  /** A display asks for the state, at once and then again and again. */
  | { readonly type: "hello" };

/** The display asks this often; a cart that has not been confirmed for `SILENT_MS` may be an old one. */
const ASK_MS = 4_000;
export const SILENT_MS = 10_000;
const ID = "customer_display";

/** Gives this window's till an identity, which outlives a reload. */
export function newTillId(): string {
  const id = crypto.randomUUID();
  sessionStorage.setItem(ID, id);
  return id;
}

/** Returns the identity of this window's till. */
export const tillId = (): string => sessionStorage.getItem(ID) ?? newTillId();

/** Returns the address of a till's display. */
export const displayPath = (id: string): string => `/customer-display?till=${encodeURIComponent(id)}`;

function openChannel(id: string, onMessage: (message: Message) => void) {
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(`customer-display:${id}`) : undefined;
  let isOpen = true;
  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => onMessage(data));
  return {
    post: (message: Message): void => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only
      if (isOpen) channel?.postMessage(message);
    },
    close: (): void => {
      isOpen = false;
      channel?.close();
    },
  };
}

/**
 * Opens the till's end: sends each state, and answers a display that asks.
 * @param onTaken another till has the identity already: the browser copies it with a duplicated tab
 */
export function openTillEnd(id: string, onTaken: () => void) {
  const openedAt = Date.now();
  let last: DisplayState | undefined;
  const send = (): void => {
    if (last) channel.post({ type: "state", state: last, openedAt });
  };
  const channel = openChannel(id, (message) => {
    if (message.type === "hello") send();
    else if (message.openedAt < openedAt) onTaken();
    else if (message.openedAt > openedAt) send();
  });
  return {
    show: (state: DisplayState): void => {
      last = state;
      send();
    },
    /** Shows the venue's pictures, since the cart is not on the till's screen any more. */
    rest: (): void => {
      if (last) channel.post({ type: "state", state: { ...last, member: undefined, of: { kind: "idle" } }, openedAt });
    },
    close: channel.close,
  };
}

/** Opens the display's end; answers how to close it. */
export function openDisplayEnd(id: string, onState: (state: DisplayState) => void): () => void {
  const channel = openChannel(id, (message) => {
    if (message.type === "state") onState(message.state);
  });
  const ask = (): void => channel.post({ type: "hello" });
  ask();
  const timer = setInterval(ask, ASK_MS);
  return () => {
    clearInterval(timer);
    channel.close();
  };
}

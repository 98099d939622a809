/**
 * The line between a till and its customer display: two windows of one browser. Each till has a channel of its own, so that two tills on one
 * machine never show each other's carts.
 */
import type { DisplayState } from "./state";

type Message = { readonly type: "state"; readonly state: DisplayState } | { readonly type: "hello" };

/** The till repeats itself this often; a cart that has not been repeated for `SILENT_MS` may be an old one. */
export const REPEAT_MS = 4_000;
export const SILENT_MS = 10_000;
const ID = "customer_display";

/** Returns the identity of this window's till, which outlives a reload. */
export function tillId(): string {
  const known = sessionStorage.getItem(ID);
  if (known !== null) return known;
  const id = crypto.randomUUID();
  sessionStorage.setItem(ID, id);
  return id;
}

/** Returns the address of a till's display. */
export const displayPath = (id: string): string => `/customer-display?till=${encodeURIComponent(id)}`;

function openChannel(id: string, onMessage: (message: Message) => void) {
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(`customer-display:${id}`) : undefined;
  channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => onMessage(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only
    post: (message: Message): void => channel?.postMessage(message),
    close: (): void => channel?.close(),
  };
}

/** The till's end: sends states, and the last one again to a display that is opened later. */
export function openTillEnd(id: string) {
  let last: DisplayState | undefined;
  const send = (): void => {
    if (last) channel.post({ type: "state", state: last });
  };
  const channel = openChannel(id, ({ type }) => {
    if (type === "hello") send();
  });
  const timer = setInterval(send, REPEAT_MS);
  return {
    show: (state: DisplayState): void => {
      last = state;
      send();
    },
    /** Leaves the display with the venue's pictures. */
    close: (): void => {
      clearInterval(timer);
      if (last) channel.post({ type: "state", state: { ...last, member: undefined, of: { kind: "idle" } } });
      channel.close();
    },
  };
}

/** The display's end; answers how to close it. */
export function openDisplayEnd(id: string, onState: (state: DisplayState) => void): () => void {
  const channel = openChannel(id, (message) => {
    if (message.type === "state") onState(message.state);
  });
  channel.post({ type: "hello" });
  return channel.close;
}

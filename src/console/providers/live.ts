import type { LiveProvider } from "@refinedev/core";
import { LIVE_TYPES, touchedBy } from "../live/event";
import { hear } from "../live/socket";

/** The venue's websocket as Refine's live channels: `resources/<name>` hears of changes to that resource, `*` of all. */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, callback }) =>
    hear(LIVE_TYPES, (message) => {
      for (const name of touchedBy(message)) {
        const own = `resources/${name}`;
        if (channel === "*" || channel === own) callback({ channel: own, type: "updated", payload: {}, date: new Date() });
      }
    }),
  unsubscribe: (stop: () => void) => stop(),
};

import type { LiveProvider } from "@refinedev/core";
import { hear } from "../live/socket";

/** Refine's live mode on the venue's websocket: an event that names a resource reaches the lists of that resource. */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, types, callback }) =>
    hear(["booking_changed", "booking_online", "changed"], (event) => {
      const resource = event.type === "changed" ? event.resource : "booking";
      if (channel !== `resources/${resource}` || !(types.includes("*") || types.includes("updated"))) return;
      callback({ channel, type: "updated", payload: {}, date: new Date() });
    }),
  unsubscribe: (stop: () => void) => stop(),
};

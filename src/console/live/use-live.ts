import { useEffect, useRef, useSyncExternalStore } from "react";
import type { LiveState } from "../shell/menu";
import type { LiveMessage, LiveType } from "./event";
import { hear, liveState, watchLive } from "./socket";

/** Calls `callback` with each live message of these types while the component is on screen. The newest callback is the one called. */
export function useLive(types: readonly LiveType[], callback: (message: LiveMessage) => void): void {
  const newest = useRef(callback);
  useEffect(() => {
    newest.current = callback;
  });
  const typeNames = types.join(",");
  useEffect(() => hear(typeNames.split(",") as LiveType[], (message) => newest.current(message)), [typeNames]);
}

/** The state of the live connection. */
export const useLiveState = (): LiveState => useSyncExternalStore(watchLive, liveState, liveState);

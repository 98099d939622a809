import { useEffect, useState } from "react";
import { useLiveState } from "../../live/use-live";

/** A line that is away for a moment is no news. */
const GRACE_MS = 3_000;
const ASK_MS = 15_000;

/**
 * True if the live connection has been down for a while; the grid is then polled every 15 s instead.
 * @param refresh asks for the grid again
 */
export function useLine(refresh: () => void): boolean {
  const state = useLiveState();
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (state === "live") {
      setAway(false);
      return undefined;
    }
    const timer = setTimeout(() => setAway(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    if (!away) return undefined;
    const timer = setInterval(refresh, ASK_MS);
    return () => clearInterval(timer);
  }, [away, refresh]);
  return away && state !== "unsupported";
}

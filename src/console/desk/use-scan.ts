import { useEffect, useRef, useState } from "react";
import type { ScanKind } from "./recognise";
import { type ScanHandler, subscribeToScans } from "./scanner";

let renderCount = 0;

/**
 * Takes scans of these kinds while the component is on screen; the innermost that asks gets them, and may leave one to the next by
 * answering `false`. The newest handler is the one called.
 * @param first asks before everybody: for who takes only codes that it knows
 */
export function useScan(kinds: ScanKind | readonly ScanKind[], handler: ScanHandler, first = false): void {
  // A component is drawn after the one that holds it, and a dialog after its page.
  const [rank] = useState(() => (first ? Infinity : ++renderCount));
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  const kindNames = typeof kinds === "string" ? kinds : kinds.join(",");
  useEffect(() => subscribeToScans(kindNames.split(",") as ScanKind[], rank, (scan) => newest.current(scan)), [kindNames, rank]);
}

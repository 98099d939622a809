import { useEffect, useState } from "react";

const WAIT_MS = 250;

/**
 * A value once it has stood still for a moment, so that not every key asks the server, and whether that is the value of now. While it is
 * not, what was asked by the settled one is not what is on screen: nothing may be confirmed by it. Compared by what it says.
 * @param waitMs milliseconds for which it must stand still
 */
export function useSettled<T>(value: T, waitMs = WAIT_MS): readonly [settled: T, now: boolean] {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
    // The text represents the value.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, waitMs]);
  return [settled, text === JSON.stringify(settled)];
}

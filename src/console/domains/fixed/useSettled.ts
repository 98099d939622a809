import { useEffect, useState } from "react";

const WAIT_MS = 250;

/** A value once it has stood still for a moment, so that not every key asks the server. Compared by what it says. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
    // The text stands for the value.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
  return settled;
}

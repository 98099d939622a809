import { useEffect, useRef, useState } from "react";

const TICK_MS = 15_000;

/** The time, renewed four times a minute. @param onTick also runs then */
export function useMinute(onTick?: () => void): Date {
  const [now, setNow] = useState(() => new Date());
  const latest = useRef(onTick);
  useEffect(() => {
    latest.current = onTick;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
      latest.current?.();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

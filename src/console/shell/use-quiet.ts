import { useEffect, useState } from "react";

/** Delay of everything that is not part of a page, so that the page loads first. */
const WAIT_MS = 1_500;

/** True once the first page is long on screen: for what must not be in its way. */
export function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return quiet;
}

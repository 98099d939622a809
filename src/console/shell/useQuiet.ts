import { useEffect, useState } from "react";

/** What is not part of a page waits until the page has had its time. */
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

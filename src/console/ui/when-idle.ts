/** Longest wait: a busy page may never be idle. */
const PATIENCE_MS = 2000;
/** Delay in browsers that can't detect idleness, such as Safari. */
const GUESS_MS = 300;

/**
 * Runs once the browser has nothing else to do.
 * @returns how to call it off
 */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const id = requestIdleCallback(run, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(run, GUESS_MS);
  return () => clearTimeout(id);
}

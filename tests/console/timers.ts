/** Timers of libraries outlive what they were set for; without a window, React throws when one of them sets a state. */
const pending = new Set<ReturnType<typeof setTimeout>>();
const set = globalThis.setTimeout;

globalThis.setTimeout = Object.assign((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
  const timer = set(() => {
    pending.delete(timer);
    run(...args);
  }, ms);
  pending.add(timer);
  return timer;
}, set);

/** Stops the timers that have not run: for the end of a file of tests, before its window goes. */
export function stopTimers(): void {
  for (const timer of pending) clearTimeout(timer);
  pending.clear();
}

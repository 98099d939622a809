import { startTransition, useEffect, useState } from "react";

/**
 * Returns the value of a store with a slight delay: updates that the user waits for render at once, and those that only describe them
 * render in a task of their own. Code that acts reads the store itself.
 * @param watch as for `useSyncExternalStore`; neither it nor `get` may change with each draw
 */
export function useLate<V>(watch: (watcher: () => void) => () => void, get: () => V): V {
  const [value, setValue] = useState(get);
  useEffect(() => {
    const follow = (): void => setValue(() => get());
    follow();
    return watch(() => startTransition(follow));
  }, [watch, get]);
  return value;
}

import { startTransition, useEffect, useState } from "react";

/**
 * What a store says, a moment behind it: what the hand waits for is drawn at once, and what only speaks of it in a task of its own. Who acts
 * asks the store itself.
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

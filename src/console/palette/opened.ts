import { KBarContext, VisualState } from "@refinedev/kbar";
import { useCallback, useContext, useSyncExternalStore } from "react";

const SHOWN: readonly VisualState[] = [VisualState.animatingIn, VisualState.showing];

/**
 * Whether the palette is open, known within the event that opens it. Kbar's own hook hears of it a task later, and the letters of
 * whoever types at once went to the page behind.
 */
export function useOpened(): boolean {
  const { getState, subscribe } = useContext(KBarContext);
  const watch = useCallback(
    (changed: () => void) => {
      const stop = subscribe(({ visualState }) => visualState, changed);
      return () => void stop();
    },
    [subscribe],
  );
  return useSyncExternalStore(watch, () => SHOWN.includes(getState().visualState));
}

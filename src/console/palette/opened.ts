import { KBarContext, type KBarState, VisualState } from "@refinedev/kbar";
import { useCallback, useContext, useSyncExternalStore } from "react";

const SHOWN: readonly VisualState[] = [VisualState.animatingIn, VisualState.showing];

/** Returns the value that kbar compares to detect whether its readers are concerned, with the type that it declares for that. */
function selectOpen<C>(state: KBarState): C;
function selectOpen({ visualState }: KBarState): unknown {
  return visualState;
}

/**
 * True if the palette is open, updated within the event that opens it. Kbar's own hook reacts a task later, and the letters of a fast
 * typist would reach the page behind.
 */
export function useOpened(): boolean {
  const { getState, subscribe } = useContext(KBarContext);
  const watch = useCallback(
    (changed: () => void) => {
      // Kbar's types have no way to unsubscribe.
      let watching = true;
      subscribe(selectOpen, () => watching && changed());
      return () => void (watching = false);
    },
    [subscribe],
  );
  return useSyncExternalStore(watch, () => SHOWN.includes(getState().visualState));
}

import { KBarContext, type KBarState, VisualState } from "@refinedev/kbar";
import { useCallback, useContext, useSyncExternalStore } from "react";

const SHOWN: readonly VisualState[] = [VisualState.animatingIn, VisualState.showing];

/** What kbar compares to see whether its readers are concerned, with the type that it declares for that. */
function selectOpen<C>(state: KBarState): C;
function selectOpen({ visualState }: KBarState): unknown {
  return visualState;
}

/**
 * Whether the palette is open, known within the event that opens it. Kbar's own hook hears of it a task later, and the letters of
 * whoever types at once went to the page behind.
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

import { useEffect, useId } from "react";

/** Forms on screen with changes that are not saved. One blocker in the shell asks for all of them. */
const dirty = new Set<string>();

export const anyUnsaved = (): boolean => dirty.size > 0;
/** The person chose to lose the changes. */
export const forgetUnsaved = (): void => dirty.clear();

/**
 * While `isDirty`, leaving the page, closing the tab or switching the venue asks first.
 * @returns says that all is saved, at once: who saves and leaves in one go can't wait for the next drawing
 */
export function useUnsaved(isDirty: boolean): () => void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return undefined;
    dirty.add(id);
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => {
      dirty.delete(id);
      window.removeEventListener("beforeunload", ask);
    };
  }, [id, isDirty]);
  return () => void dirty.delete(id);
}

import { useContext, useEffect, useId } from "react";
import { TabContext } from "./tab";

/** Forms with changes that are not saved, by their tab ("" where there is none). A hidden tab keeps its own. */
const dirty = new Map<string, Set<string>>();

const confirmUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
function change(tab: string, id: string, unsaved: boolean): void {
  const forms = dirty.get(tab) ?? new Set();
  if (unsaved) forms.add(id);
  else forms.delete(id);
  if (forms.size > 0) dirty.set(tab, forms);
  else dirty.delete(tab);
  if (dirty.size > 0) window.addEventListener("beforeunload", confirmUnload);
  else window.removeEventListener("beforeunload", confirmUnload);
}

export const anyUnsaved = (): boolean => dirty.size > 0;
export const unsavedIn = (tab: string): boolean => dirty.has(tab);

/** The person chose to lose the changes, of one tab or of all. */
export function forgetUnsaved(tab?: string): void {
  for (const [each, forms] of tab === undefined ? dirty : [[tab, dirty.get(tab) ?? []] as const])
    for (const id of forms) change(each, id, false);
}

/**
 * While `isDirty`, closing the tab, leaving a page that is not kept alive, or switching the venue asks first. Another tab may be looked at
 * meanwhile: what was typed stays.
 * @returns says that all is saved, at once: who saves and leaves in one go can't wait for the next drawing
 */
export function useUnsaved(isDirty: boolean): () => void {
  const id = useId();
  const tab = useContext(TabContext);
  const place = tab?.id ?? "";
  useEffect(() => {
    if (!isDirty) {
      change(place, id, false);
      return undefined;
    }
    change(place, id, true);
    return () => {
      if (tab?.onShow() !== false) change(place, id, false);
    };
  }, [id, isDirty, tab, place]);
  return () => change(place, id, false);
}

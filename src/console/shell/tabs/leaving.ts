/** Effect of leaving a tab by a navigation: a question, its closing, or nothing. */
import { anyUnsaved, unsavedIn } from "../../ui/use-unsaved";
import { placeOf } from "./place";

let finished: string | undefined;
let closing: ((id: string) => void) | undefined;

/** Registers the function that closes finished tabs. Returns the function that unregisters it. */
export function closeFinished(closeTab: (id: string) => void): () => void {
  closing = closeTab;
  return () => {
    closing = undefined;
  };
}

/** The page of a tab has done its work. Holds for what is called in the same breath. */
export function finishTab(id: string): void {
  finished = id;
  setTimeout(() => {
    finished = undefined;
  }, 0);
}

/** A navigation begins: a finished tab that is left by it closes. */
export function noteLeaving(from: string, to: string): void {
  const id = placeOf(from)?.id;
  if (id !== undefined && id === finished && placeOf(to)?.id !== id) closing?.(id);
}

/**
 * True if a navigation would lose typed input. Another tab loses nothing while pages are kept alive.
 * @param keeping whether pages are kept alive at all
 */
export function wouldLoseInput(from: string, to: string, keeping: boolean): boolean {
  if (from === to) return false;
  const here = placeOf(from);
  const next = placeOf(to);
  if (!here || !next) return anyUnsaved();
  if (here.id !== next.id && keeping && here.keeps) return false;
  return unsavedIn(here.id);
}

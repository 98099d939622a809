/**
 * Sentences that were announced and not said yet, kept for the tab that announces next: one that reloads or closes while a sentence waits
 * must not swallow it.
 */
import { FRESH_MS } from "../live/mark";

const KEY = "voice.unsaid";

interface Kept {
  readonly at: number;
  readonly sentence: string;
}

function read(): readonly Kept[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as Kept[]).filter(({ at }) => Date.now() - at < FRESH_MS) : [];
  } catch {
    return [];
  }
}
function write(kept: readonly Kept[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // storage full or refused: this tab says it all the same
  }
}

/** Returns the sentences that are not yet spoken, oldest first. */
export const unsaid = (): readonly string[] => read().map(({ sentence }) => sentence);
export const storeUnspoken = (sentence: string): void => write([...read(), { at: Date.now(), sentence }]);
/** Takes one away: it is heard. */
export function removeUnspoken(sentence: string): void {
  const stored = read();
  const first = stored.findIndex((one) => one.sentence === sentence);
  write(stored.filter((_, i) => i !== first));
}
/** Forgets all: the venue was left. */
export const forgetUnsaid = (): void => localStorage.removeItem(KEY);

/** Keystrokes that are counted, for what a person must be able to do with few of them. */
import type { Page } from "playwright-core";

/** The keyboard of a page, counted from now on; a key with its modifiers is one stroke. */
export function countedKeys({ keyboard }: Page): { press: (...keys: readonly string[]) => Promise<void>; strokes: () => number } {
  let strokes = 0;
  return {
    press: async (...keys) => {
      for (const key of keys) await keyboard.press(key);
      strokes += keys.length;
    },
    strokes: () => strokes,
  };
}

import { useEffect } from "react";
import { type Shortcut, useShortcuts } from "../../keys/shortcuts";
import { isOfInputMethod } from "../../keys/ime";

/** Keys of the page, for its sheet. */
const KEYS: readonly Shortcut[] = [
  [["/"], "competitions.key.find"],
  [["J"], "competitions.key.next"],
  [["K"], "competitions.key.previous"],
  [["Enter"], "competitions.key.step"],
  [["←", "→"], "competitions.key.point"],
  [["Z"], "competitions.key.undo"],
  [["N"], "competitions.key.period"],
  [["0", "…", "9"], "competitions.key.whole"],
];

/** Actions of the scoring keys. */
interface ScoreKeys {
  readonly point: (side: 0 | 1) => void;
  readonly undo: () => void;
  /** Begins the next period of a timed match. */
  readonly period: () => void;
  /** Does the next step in the life of a match: start, confirm, the next one. */
  readonly step: () => void;
  /** Returns the field for a whole score; the key that led there is its first character. */
  readonly whole: () => HTMLInputElement | null;
}

/** Actions of the keys in the list of matches. */
interface MatchKeys {
  readonly find: () => void;
  readonly move: (by: 1 | -1) => void;
}

/** Hears keys while the page is on show and no dialog is open; not while somebody types. @param act answers whether a key was for it */
function usePageKeys(act: (event: KeyboardEvent) => boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event)) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]")) return;
      if (act(event)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [act]);
}

/** Keys of the list of matches, and the sheet of all keys of the page. */
export function useMatchKeys({ find, move }: MatchKeys): void {
  useShortcuts(KEYS);
  usePageKeys(({ key }) => {
    if (key === "/") find();
    else if (key === "j") move(1);
    else if (key === "k") move(-1);
    else return false;
    return true;
  });
}

/** Keys of the match that is scored. A key held down is one point. */
export function useScoreKeys({ point, undo, period, step, whole }: ScoreKeys): void {
  usePageKeys((event) => {
    const { key, repeat, target } = event;
    if (/^\d$/.test(key)) {
      // The field gets the key itself.
      whole()?.focus();
      return false;
    }
    if (key === "Enter") {
      if (target instanceof Element && target.closest("button, a, [role=button]")) return false;
      step();
    } else if (key === "ArrowLeft" || key === "ArrowRight") {
      if (!repeat) point(key === "ArrowLeft" ? 0 : 1);
    } else if (key === "z") undo();
    else if (key === "n") period();
    else return false;
    return true;
  });
}

import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { flushSync } from "react-dom";
import { runPendingActs, whenTyped } from "../../desk/scanner";
import { type Shortcut, useShortcuts } from "../../keys/shortcuts";
import { isOfInputMethod } from "../../keys/ime";

const KEYS: readonly Shortcut[] = [
  [["/"], "sale.key.search"],
  [["F2"], "sale.key.member"],
  [["F3"], "sale.key.quick"],
  [["F4"], "sale.key.hold"],
  [["F6"], "sale.key.price"],
  [["F7"], "sale.key.round"],
  [["F8"], "sale.key.discount"],
  [["F9"], "sale.key.pay"],
  [["1", "…", "4"], "sale.key.way"],
  [["+"], "sale.key.split"],
  [["Esc"], "sale.key.back"],
];

/** Actions of the till's keys. `back` returns true if the key was for it. */
interface TillKeys {
  readonly member: () => void;
  readonly quick: () => void;
  readonly hold: () => void;
  readonly discount: () => void;
  readonly price: () => void;
  readonly round: () => void;
  readonly pay: () => void;
  readonly search: () => void;
  readonly way: (place: number) => void;
  readonly split: () => void;
  readonly back: () => boolean;
}

/** Handles the till's keys wherever the focus is, while the till is visible and no dialog is open. */
export function useTillKeys(root: RefObject<HTMLElement | null>, keys: TillKeys): void {
  useShortcuts(KEYS);
  const newest = useRef(keys);
  // Updates the handlers after every render, before the next key event.
  useLayoutEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (root.current === null || root.current.closest("[hidden], [inert]") || document.querySelector("dialog[open]")) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event)) return;
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
      const digit = /^[1-9]$/.test(event.key);
      // A digit may be the first of a scan, which chooses no method.
      if (digit && !typing) return whenTyped(() => newest.current.way(Number(event.key) - 1));
      // No scan contains these keys: digits before them were typed, and the method that they choose counts for the key.
      if (/^(F\d+|Escape|\+)$/.test(event.key)) flushSync(runPendingActs);
      const now = newest.current;
      const acts: Readonly<Record<string, () => void>> = {
        F2: now.member,
        F3: now.quick,
        F4: now.hold,
        F6: now.price,
        F7: now.round,
        F8: now.discount,
        F9: now.pay,
      };
      const act = acts[event.key];
      if (act) act();
      else if (event.key === "Escape") {
        if (!now.back()) return;
      } else if (typing) return;
      else if (event.key === "/") now.search();
      else if (event.key === "+") now.split();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [root]);
}

import { useEffect, type RefObject } from "react";
import { type Shortcut, useShortcuts } from "../../keys/shortcuts";
import { isOfInputMethod } from "../../keys/ime";

/** Keys of the board, for its sheet. */
const KEYS: readonly Shortcut[] = [
  [["←", "→", "↑", "↓"], "capacitySessions.key.walk"],
  [["Enter"], "capacitySessions.key.open"],
  [["F2"], "capacitySessions.key.booker"],
  [["["], "capacitySessions.key.previous"],
  [["]"], "capacitySessions.key.next"],
  [["T"], "capacitySessions.key.today"],
  [["Esc"], "capacitySessions.key.close"],
];

interface BoardKeys {
  readonly toBooker: () => void;
  readonly previous: () => void;
  readonly next: () => void;
  readonly today: () => void;
  readonly close: () => boolean;
}

/** The card that lies nearest in the direction of an arrow. */
function neighbour(cards: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = from.getBoundingClientRect();
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const forward = key === "ArrowRight" || key === "ArrowDown";
  let nearest: HTMLElement | undefined;
  let least = Infinity;
  for (const card of cards) {
    const box = card.getBoundingClientRect();
    const ahead = (across ? box.left - at.left : box.top - at.top) * (forward ? 1 : -1);
    if (card === from || ahead < 4) continue;
    const aside = Math.abs(across ? box.top - at.top : box.left - at.left);
    const distance = ahead + aside * 3;
    if (distance < least) [nearest, least] = [card, distance];
  }
  return nearest;
}

/** Hears the board's keys while it is on show and no dialog is open; letters are not heard while somebody types. */
export function useBoardKeys(root: RefObject<HTMLElement | null>, keys: BoardKeys): void {
  useShortcuts(KEYS);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      if (root.current === null || root.current.closest("[hidden], [inert]") || document.querySelector("dialog[open]")) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event)) return;
      const typing = target?.closest("input, textarea, select, [contenteditable]") != null;
      const card = target?.closest<HTMLElement>("[data-session]");
      if (event.key === "F2") keys.toBooker();
      else if (event.key.startsWith("Arrow") && card) {
        neighbour([...root.current.querySelectorAll<HTMLElement>("[data-session]")], card, event.key)?.focus();
      } else if (event.key === "Escape") {
        if (!keys.close()) return;
      } else if (typing) return;
      else if (event.key === "[") keys.previous();
      else if (event.key === "]") keys.next();
      else if (event.key === "t") keys.today();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

import { useEffect, type RefObject } from "react";
import { isOfInputMethod } from "../../keys/ime";

/** Actions of the page's keys; a key without an action is left to others. */
interface PageKeys {
  readonly toBooker: () => void;
  readonly submit: () => boolean;
  readonly search: () => void;
  readonly previous: () => void;
  readonly next: () => void;
  readonly today: () => void;
  readonly upNext: () => void;
  readonly checkIn: () => boolean;
  readonly move: () => boolean;
  readonly extend: () => boolean;
  readonly wait: () => boolean;
  readonly cancel: () => boolean;
  readonly turn: () => void;
  /** Cancels a move; heard while somebody types too. */
  readonly letGo: () => boolean;
  readonly escape: () => boolean;
}

/** Hears the page's keys, wherever the focus is, while the page is on show and no dialog is open. Letters are not heard while somebody types, nor Escape by which an open layer or a field's own text goes. */
export function useGridKeys(root: RefObject<HTMLElement | null>, keys: PageKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
      if (root.current === null || root.current.closest("[hidden], [inert]") || document.querySelector("dialog[open]")) return;
      if (hear(event, typing, keys)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
}

/** True if the key was for the page. */
function hear(event: KeyboardEvent, typing: boolean, keys: PageKeys): boolean {
  const done = (act: () => void): boolean => {
    act();
    return true;
  };
  if (event.key === "F2") return done(keys.toBooker);
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return keys.submit();
  if (event.key === "Escape" && !event.defaultPrevented && !isOfInputMethod(event) && keys.letGo()) return true;
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return false;
  switch (event.key) {
    case "/":
      return done(keys.search);
    case "[":
      return done(keys.previous);
    case "]":
      return done(keys.next);
    case "t":
      return done(keys.today);
    case "n":
      return done(keys.upNext);
    case "c":
      return keys.checkIn();
    case "m":
      return keys.move();
    case "e":
      return keys.extend();
    case "w":
      return keys.wait();
    case "x":
      return keys.cancel();
    case "r":
      return done(keys.turn);
    case "Escape":
      return keys.escape();
    default:
      return false;
  }
}

/** Keys of the matrix: what they are called in the sheet of keys, and where the arrows go. */
import type { Shortcut } from "../../../keys/shortcuts";

export const MATRIX_KEYS: readonly Shortcut[] = [
  [["↑", "↓", "←", "→"], "prices.key.walk"],
  [["Shift", "↑↓←→"], "prices.key.extend"],
  [["0", "…", "9"], "prices.key.type"],
  [["Delete"], "prices.key.clear"],
  [["P"], "prices.key.peak"],
  [["Ctrl", "Space"], "prices.key.day"],
  [["Shift", "Space"], "prices.key.time"],
  [["Mod", "C"], "prices.key.copy"],
  [["Mod", "V"], "prices.key.paste"],
  [["Mod", "Z"], "prices.key.undo"],
  [["Mod", "Y"], "prices.key.redo"],
];

/** Days and half hours that a key moves by. */
export const MOVES: Readonly<Record<string, readonly [day: number, half: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  PageUp: [0, -4],
  PageDown: [0, 4],
};

/** Menu preferences of a person in a venue: screens pinned on top, groups folded. */
import { useCallback, useMemo } from "react";
import { usePreference } from "../session/preferences";

/** Pinned screens at most: more would be the menu again. */
const MOST_PINS = 20;

/** Reads a stored list of names; what is broken is passed over. */
function namesIn(text: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text === "" ? "[]" : text);
    return Array.isArray(stored) ? stored.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
const textOf = (names: readonly string[]): string => (names.length === 0 ? "" : JSON.stringify(names));

function useNames(key: string): readonly [readonly string[], (names: readonly string[]) => void] {
  const [text, setText] = usePreference(key);
  const names = useMemo(() => namesIn(text), [text]);
  return [names, useCallback((next) => setText(textOf(next)), [setText])];
}

/** Names of the pinned screens in the order in which they were pinned, and how to pin or unpin one. */
export function usePins(): readonly [readonly string[], (name: string) => void] {
  const [pins, setPins] = useNames("menu.pins");
  const toggle = useCallback(
    (name: string) => setPins(pins.includes(name) ? pins.filter((each) => each !== name) : [...pins, name].slice(-MOST_PINS)),
    [pins, setPins],
  );
  return [pins, toggle];
}

/** Keys of the folded groups, and how to fold others. */
export const useFoldedGroups = (): readonly [readonly string[], (keys: readonly string[]) => void] => useNames("menu.folded");

/**
 * Light, dark or as the system says, and the theme colour: kept per browser, applied on `<html>`, watched by whoever draws from it.
 * index.html applies the same stored values before the first paint, from `theme` and `theme_css`.
 */
import { useSyncExternalStore } from "react";
import { brandScale, readColour } from "./colour";

/** Mode that the person chose; `system` follows the device. */
export type Mode = "light" | "dark" | "system";

/** The house colour. tokens.css is drawn for it, so it replaces nothing. */
export const DEFAULT_COLOUR = "#409EFF";

/** The eight preset theme colours of the settings drawer. */
export const PRESET_COLOURS = [DEFAULT_COLOUR, "#1890FF", "#304156", "#212121", "#11A983", "#13C2C2", "#6959CD", "#F5222D"] as const;

/** The theme in force. */
export interface Theme {
  readonly mode: Mode;
  /** `#RRGGBB` */
  readonly colour: string;
  /** True if `mode` resolves to dark on this device now. */
  readonly dark: boolean;
}

const MODE_KEY = "theme";
const COLOUR_KEY = "theme_colour";
/** Custom properties of the chosen colour, `{ light, dark }` as style text: what index.html reads. */
const CSS_KEY = "theme_css";

const systemDark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : undefined;
const watchers = new Set<() => void>();

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage switched off: the choice lasts as long as the page
  }
};
const store = (key: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // as above
  }
};

const isMode = (text: string | null): text is Mode => text === "light" || text === "dark" || text === "system";
const isDark = (mode: Mode): boolean => (mode === "system" ? systemDark?.matches === true : mode === "dark");

function load(): Theme {
  const storedMode = stored(MODE_KEY);
  const mode = isMode(storedMode) ? storedMode : "system";
  return { mode, colour: readColour(stored(COLOUR_KEY) ?? "") ?? DEFAULT_COLOUR, dark: isDark(mode) };
}

let current: Theme = load();

const properties = (colour: string, dark: boolean): [string, string][] =>
  colour === DEFAULT_COLOUR ? [] : Object.entries(brandScale(colour, dark));
const styleText = (colour: string, dark: boolean): string =>
  properties(colour, dark)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");

function apply(theme: Theme): void {
  const html = document.documentElement;
  html.dataset.theme = theme.dark ? "dark" : "light";
  html.style.cssText = "";
  for (const [name, value] of properties(theme.colour, theme.dark)) html.style.setProperty(name, value);
}

function become(next: Theme): void {
  current = next;
  apply(next);
  for (const watcher of watchers) watcher();
}

/**
 * Chooses mode, colour or both; the rest stays. Applied at once and kept for the next visit.
 * @throws RangeError when `colour` is no hexadecimal colour
 */
export function chooseTheme(choice: { mode?: Mode; colour?: string }): void {
  const mode = choice.mode ?? current.mode;
  const colour = choice.colour === undefined ? current.colour : readColour(choice.colour);
  if (!colour) throw new RangeError(`not a colour: ${choice.colour}`);
  store(MODE_KEY, mode);
  const house = colour === DEFAULT_COLOUR;
  store(COLOUR_KEY, house ? undefined : colour);
  store(CSS_KEY, house ? undefined : JSON.stringify({ light: styleText(colour, false), dark: styleText(colour, true) }));
  become({ mode, colour, dark: isDark(mode) });
}

/** The theme in force now. */
export const currentTheme = (): Theme => current;

/** Calls `watcher` after each change; answers how to stop. */
function watchTheme(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

systemDark?.addEventListener?.("change", () => {
  if (current.mode === "system") become({ ...current, dark: systemDark.matches });
});
if (typeof window !== "undefined")
  window.addEventListener("storage", (event) => {
    if (event.key === MODE_KEY || event.key === COLOUR_KEY) become(load());
  });

/** The theme in force; draws again when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(watchTheme, currentTheme, currentTheme);

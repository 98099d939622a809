/**
 * Frame settings of a person: tabs, header, logo, density, and with them theme, colour and language. Applied at once, stored in this
 * browser for the next first paint, and on the server per person and venue.
 */
import { useSyncExternalStore } from "react";
import type { Language } from "../../contract/core/enums";
import { chooseLanguage, currentLanguage } from "../i18n/i18n";
import { parseStored } from "../session/parse";
import { preference, setPreference, watchPreferences } from "../session/preferences";
import { readColour } from "../theme/colour";
import { chooseTheme, currentTheme, type Mode } from "../theme/mode";

/** Settings of the frame itself. */
interface FrameSettings {
  /** The tab bar is there, and pages are kept alive in it. */
  readonly tagsView: boolean;
  /** Top bar and tabs stay while the page scrolls. */
  readonly fixedHeader: boolean;
  readonly sidebarLogo: boolean;
}

/** All that one person's choice may name. */
interface Choice extends Partial<FrameSettings> {
  readonly mode?: Mode;
  /** `#RRGGBB` */
  readonly colour?: string;
  readonly language?: Language;
}

const KEY = "frame";
const FIRST: FrameSettings = { tagsView: true, fixedHeader: true, sidebarLogo: true };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** Reads a kept choice; what is broken or unknown is passed over. */
export function readChoice(text: string | null): Choice {
  const stored = parseStored(text === "" ? null : text, isObject) ?? {};
  const { tagsView, fixedHeader, sidebarLogo, mode, colour, language } = stored;
  const known = typeof colour === "string" ? readColour(colour) : undefined;
  return {
    ...(typeof tagsView === "boolean" ? { tagsView } : {}),
    ...(typeof fixedHeader === "boolean" ? { fixedHeader } : {}),
    ...(typeof sidebarLogo === "boolean" ? { sidebarLogo } : {}),
    ...(mode === "light" || mode === "dark" || mode === "system" ? { mode } : {}),
    ...(known === undefined ? {} : { colour: known }),
    ...(language === "zh" || language === "en" ? { language } : {}),
  };
}

const framed = ({ tagsView, fixedHeader, sidebarLogo }: Choice): FrameSettings => ({
  tagsView: tagsView ?? current.tagsView,
  fixedHeader: fixedHeader ?? current.fixedHeader,
  sidebarLogo: sidebarLogo ?? current.sidebarLogo,
});

let current: FrameSettings = FIRST;
current = framed(readChoice(localStorage.getItem(KEY)));
const watchers = new Set<() => void>();

async function apply(choice: Choice): Promise<void> {
  const { mode, colour, language } = choice;
  const theme = currentTheme();
  if ((mode !== undefined && mode !== theme.mode) || (colour !== undefined && colour !== theme.colour))
    chooseTheme({ mode: mode ?? theme.mode, colour: colour ?? theme.colour });
  const next = framed(choice);
  if (JSON.stringify(next) !== JSON.stringify(current)) {
    current = next;
    localStorage.setItem(KEY, JSON.stringify(next));
    for (const watcher of watchers) watcher();
  }
  if (language !== undefined && language !== currentLanguage()) await chooseLanguage(language);
}

/** Applies a choice at once and keeps it. */
export async function choose(choice: Choice): Promise<void> {
  await apply(choice);
  const { mode, colour } = currentTheme();
  setPreference(KEY, JSON.stringify({ ...current, mode, colour, language: currentLanguage() } satisfies Choice));
}

/** Follows what the server keeps, e.g. a choice made at another desk; answers how to stop. */
export function followSettings(): () => void {
  let seen = "";
  const follow = (): void => {
    const stored = preference(KEY);
    if (stored === seen) return;
    seen = stored;
    void apply(readChoice(stored));
  };
  follow();
  return watchPreferences(follow);
}

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The settings in force. */
export const frameSettings = (): FrameSettings => current;
/** The settings in force; draws again when they change. */
export const useSettings = (): FrameSettings => useSyncExternalStore(watch, frameSettings, frameSettings);

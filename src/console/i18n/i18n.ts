/**
 * The words on screen. One language is loaded, the other only when somebody switches to it; nothing waits in Suspense: the boot awaits
 * the first bundle, a switch awaits the second before it changes anything.
 */
import i18next from "i18next";
import { LANGUAGES, type Language } from "../../contract/core/enums";
import { readCookie, writeCookie } from "../session/cookies";
import type { Params, T, TKey } from "./keys";

const LANGUAGE_COOKIE = "language";
const YEAR_SECONDS = 31_536_000;
const NAMESPACE = "words";

const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((language) => language === text);

/** The language that a new page starts in: the cookie, then the browser, then English. */
export function firstLanguage(
  cookie: string | undefined = readCookie(LANGUAGE_COOKIE),
  browser: readonly string[] = navigator.languages ?? [navigator.language],
): Language {
  if (isLanguage(cookie)) return cookie;
  return browser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

/** Fetches the texts of the frame (shell, lists, forms) in a language. @throws when they can't be fetched */
export const loadWords = (language: Language) => (language === "zh" ? import("../locales/zh/index") : import("../locales/en/index"));

/** Fetches the texts of the domains' pages in a language. @throws when they can't be fetched */
export const importPageWords = (language: Language) => (language === "zh" ? import("../locales/zh/pages") : import("../locales/en/pages"));

const watchers = new Set<() => void>();
let language: Language | undefined;
/** True once a page of a domain was opened; from then on each change of language fetches the pages' texts, too. */
let needsPageWords = false;
let announceStart: () => void;
const started = new Promise<void>((resolve) => {
  announceStart = resolve;
});
/** Cache of texts without values: a page requests hundreds of them. */
const texts = new Map<TKey, string>();
let translate: T = (key) => (typeof key === "string" ? key : key[currentLanguage()]);

const fillMarks = (text: string, params: Params | undefined): string =>
  params ? text.replace(/\{(\w+)\}/g, (mark, name: string) => String(params[name] ?? mark)) : text;

/** Loads a language and shows it. @throws when its bundle can't be fetched; the language on screen then stays */
export async function setLanguage(next: Language): Promise<void> {
  const [frame, pages] = await Promise.all([loadWords(next), needsPageWords ? importPageWords(next) : undefined]);
  const words = { ...frame.words, ...pages?.words };
  if (!i18next.isInitialized)
    await i18next.init({
      lng: next,
      fallbackLng: false,
      ns: NAMESPACE,
      defaultNS: NAMESPACE,
      resources: { [next]: { [NAMESPACE]: words } },
      initAsync: false,
      nsSeparator: false,
      interpolation: { prefix: "{", suffix: "}", escapeValue: false, skipOnVariables: true },
    });
  else {
    i18next.addResourceBundle(next, NAMESPACE, words);
    await i18next.changeLanguage(next);
  }
  language = next;
  const fixed = i18next.getFixedT(next, NAMESPACE);
  texts.clear();
  const ofKey = (key: TKey, params?: Params): string => {
    if (params) return fixed(key, params);
    const text = texts.get(key) ?? fixed(key);
    texts.set(key, text);
    return text;
  };
  translate = (key, params) => (typeof key === "string" ? ofKey(key, params) : fillMarks(key[next], params));
  document.documentElement.lang = next === "zh" ? "zh-CN" : "en";
  announceStart();
  for (const watcher of watchers) watcher();
}

/** Loads the texts of the domains' pages in the language on screen; before the first language is on screen, waits for it. @throws when they can't be fetched */
export async function loadPageWords(): Promise<void> {
  needsPageWords = true;
  const fetched = currentLanguage();
  const [{ words }] = await Promise.all([importPageWords(fetched), started]);
  if (!i18next.getResource(fetched, NAMESPACE, Object.keys(words)[0] ?? "")) {
    i18next.addResourceBundle(fetched, NAMESPACE, words);
    texts.clear();
  }
  if (currentLanguage() !== fetched) await loadPageWords();
}

/** Changes the language by a person's choice, and remembers it in this browser. */
export async function chooseLanguage(next: Language): Promise<void> {
  await setLanguage(next);
  writeCookie(LANGUAGE_COOKIE, next, YEAR_SECONDS);
}

/** Until words are there: the language that they are fetched in, so that the first answers come in it, too. */
export const currentLanguage = (): Language => language ?? firstLanguage();
/** The words outside React; inside, `useT`. */
export const currentT = (): T => translate;
/** A key that need not be ours (Refine asks for its own): `undefined` where we have no such words. */
export const translateIfKnown = (key: string, params?: Record<string, unknown>): string | undefined =>
  i18next.exists(key) ? i18next.t(key, params ?? {}) : undefined;
/** For code outside React: `t` of the language on screen at the time of the call. */
export const t: T = (key, params) => translate(key, params);

/** Calls `watcher` after each change of language; answers how to stop. */
export function watchLanguage(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

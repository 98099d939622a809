/**
 * The words on screen. One language is loaded, the other only when somebody switches to it; nothing waits in Suspense: the boot awaits
 * the first bundle, a switch awaits the second before it changes anything.
 */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { LANGUAGES, type Language } from "../../contract/enums";
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

/** The words of a language, fetched once. @throws when they can't be had */
export const loadWords = (language: Language) => (language === "zh" ? import("../locales/zh/index") : import("../locales/en/index"));

const watchers = new Set<() => void>();
let language: Language | undefined;
let translate: T = (key) => (typeof key === "string" ? key : key[currentLanguage()]);

const fillMarks = (text: string, params: Params | undefined): string =>
  params ? text.replace(/\{(\w+)\}/g, (mark, name: string) => String(params[name] ?? mark)) : text;

/** The text of a key, straight from the words, its marks filled: a page asks for hundreds, and i18next takes its time over each. */
function textAt(words: object, key: string, params: Params | undefined): string | undefined {
  let at: unknown = words;
  for (const part of key.split(".")) at = typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined;
  if (typeof at !== "string" || !at.includes("{")) return typeof at === "string" ? at : undefined;
  return params && fillMarks(at, params);
}

/** Loads a language and shows it. @throws when its bundle can't be fetched; the language on screen then stays */
export async function setLanguage(next: Language): Promise<void> {
  const { words } = await loadWords(next);
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      lng: next,
      fallbackLng: false,
      ns: NAMESPACE,
      defaultNS: NAMESPACE,
      resources: { [next]: { [NAMESPACE]: words } },
      initAsync: false,
      pluralSeparator: "\u0000", // one text for every number: the words say "{count} rows"
      contextSeparator: "\u0000",
      nsSeparator: false,
      interpolation: { prefix: "{", suffix: "}", escapeValue: false, skipOnVariables: true },
      react: { useSuspense: false },
    });
  else {
    i18next.addResourceBundle(next, NAMESPACE, words);
    await i18next.changeLanguage(next);
  }
  language = next;
  const fixed = i18next.getFixedT(next, NAMESPACE);
  const ofKey = (key: TKey, params?: Params): string => textAt(words, key, params) ?? (params ? fixed(key, params) : fixed(key));
  translate = (key, params) => (typeof key === "string" ? ofKey(key, params) : fillMarks(key[next], params));
  document.documentElement.lang = next === "zh" ? "zh-CN" : "en";
  for (const watcher of watchers) watcher();
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
export const lookUp = (key: string, params?: Record<string, unknown>): string | undefined =>
  i18next.exists(key) ? i18next.t(key, params ?? {}) : undefined;
/** For code outside React: `t` of the language on screen at the time of the call. */
export const t: T = (key, params) => translate(key, params);

/** Calls `watcher` after each change of language; answers how to stop. */
export function watchLanguage(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

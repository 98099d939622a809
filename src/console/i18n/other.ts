/** Words of the language that is not on screen: titles are found by either name. */
import type { Language } from "../../contract/core/enums";
import { currentLanguage, importPageWords, loadWords } from "./i18n";

/** Function that finds the word of a key; undefined: the language has no such word. */
export type LookUp = (key: string) => string | undefined;

const known = new Map<Language, LookUp>();
const other = (): Language => (currentLanguage() === "zh" ? "en" : "zh");

/** The way to look up a key in the other language, once it is here. */
export const knownWords = (): LookUp | undefined => known.get(other());

/** @returns a way to look up a key in the other language; fetched when it is first asked for */
export async function words(): Promise<LookUp> {
  const language = other();
  const [frame, pages] = await Promise.all([loadWords(language), importPageWords(language)]);
  const all = { ...frame.words, ...pages.words };
  const lookUp: LookUp = (key) => {
    let at: unknown = all;
    for (const part of key.split(".")) at = typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined;
    return typeof at === "string" ? at : undefined;
  };
  known.set(language, lookUp);
  return lookUp;
}

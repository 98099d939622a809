/** Words of the language that is not on screen: titles are found by either name. */
import { currentLanguage, loadWords } from "./i18n";

/** @returns a way to look up a key in the other language; fetched when it is first asked for */
export async function words(): Promise<(key: string) => string | undefined> {
  const { words: all } = await loadWords(currentLanguage() === "zh" ? "en" : "zh");
  return (key) => {
    let at: unknown = all;
    for (const part of key.split(".")) at = typeof at === "object" && at !== null ? Reflect.get(at, part) : undefined;
    return typeof at === "string" ? at : undefined;
  };
}

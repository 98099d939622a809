import type { I18nProvider } from "@refinedev/core";
import { LANGUAGES, type Language } from "../../contract/enums";
import { chooseLanguage, lookUp } from "../i18n/i18n";

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

/**
 * Refine's words come from ours. A new object for each language: `useTranslate` is memoised on it.
 * Refine asks for keys of its own ("buttons.save") with an English default: unknown keys give that default.
 */
export function i18nProvider(language: Language): I18nProvider {
  return {
    translate: (key, options, defaultMessage) => {
      const fallback = typeof options === "string" ? options : defaultMessage;
      return lookUp(key, typeof options === "object" ? options : undefined) ?? fallback ?? key;
    },
    changeLocale: async (next) => {
      if (isLanguage(next)) await chooseLanguage(next);
    },
    getLocale: () => language,
  };
}

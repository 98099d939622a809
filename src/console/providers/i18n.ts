import type { I18nProvider } from "@refinedev/core";
import { LANGUAGES, type Language } from "../../contract/core/enums";
import { chooseLanguage, translateIfKnown, t } from "../i18n/i18n";
import { screenOf } from "../resources";

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text);

const TITLE = /^([\w-]+)\.titles\.(list|create|edit|show)$/;
const NAME = /^([\w-]+)\.\1$/;

/** Refine's names of resources and of their pages: the titles of the registry. */
function titleOf(key: string): string | undefined {
  const [, resource = "", action = "list"] = TITLE.exec(key) ?? NAME.exec(key) ?? [];
  if (action !== "list" && action !== "create" && action !== "edit" && action !== "show") return undefined;
  const screen = screenOf(resource, action);
  return screen && t(screen.title);
}

/**
 * Refine's words come from ours: its own under `refine`, names of resources from the registry. A new object for each language: `useTranslate`
 * is memoised on it. What is unknown gives the default that Refine sends along.
 */
export function i18nProvider(language: Language): I18nProvider {
  return {
    translate: (key, options, defaultMessage) => {
      const fallback = typeof options === "string" ? options : defaultMessage;
      const values = typeof options === "object" ? options : undefined;
      return translateIfKnown(`refine.${key}`, values) ?? titleOf(key) ?? translateIfKnown(key, values) ?? fallback ?? key;
    },
    changeLocale: async (next) => {
      if (isLanguage(next)) await chooseLanguage(next);
    },
    getLocale: () => language,
  };
}

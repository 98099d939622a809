import type { Language } from "../../contract/enums";
import { useT } from "../i18n/useT";

/** The language on screen. Each locale names itself, so this needs nothing but the words. */
export function useWords(): Language {
  return useT()("ui.languageCode") === "en" ? "en" : "zh";
}

import { useSyncExternalStore } from "react";
import type { Language } from "../../contract/core/enums";
import { currentLanguage, currentT, watchLanguage } from "./i18n";
import type { T } from "./keys";

/** The words in the language on screen: `const t = useT(); t("ui.retry")`. Draws again when the language changes. */
export const useT = (): T => useSyncExternalStore(watchLanguage, currentT, currentT);

/** The language on screen. */
export const useLanguage = (): Language => useSyncExternalStore(watchLanguage, currentLanguage, currentLanguage);

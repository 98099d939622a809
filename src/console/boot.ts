/** First load. */
import { firstLanguage, setLanguage } from "./i18n/i18n";

export async function boot(): Promise<void> {
  await setLanguage(firstLanguage());
}

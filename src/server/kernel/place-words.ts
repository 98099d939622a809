/** Courts as people say them. */
import type { Language } from "../../contract/core/enums";

/** A court as people say it: a bare number or letter gets its word, `5` → `5 号`, `Court 5`. */
export function placeLabel(name: string, language: Language): string {
  const short = name.replace(/^(\d+)\s*号场?$/, "$1");
  if (!/^\w{1,3}$/.test(short)) return name;
  return language === "zh" ? `${short} 号` : `Court ${short}`;
}

/** Courts as people say them: `5 号, 6 号`, `Court 5, Court 6`. */
export const placeLabels = (names: readonly string[], language: Language): string =>
  names.map((name) => placeLabel(name, language)).join(", ");

/**
 * Formats the stored courts of a document, "5 号 20:00–21:00, 6 号", in a language. They are stored in Chinese, as `placeLabel` formats them.
 */
export const placesIn = (kept: string, language: Language): string =>
  language === "zh" ? kept : kept.replace(/(?<![^\s])(\w{1,3}) 号(?=$|[\s,])/g, "Court $1");

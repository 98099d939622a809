/** Courts as people say them. */
import type { T } from "../i18n/keys";

/** Header of a column: a bare number stays a number. */
export const placeShort = (name: string): string => name.replace(/^(\d+)\s*号场?$/, "$1");

/** A court in a sentence: `5` → `5 号`, `Court 5`; a name stays as it is. */
export function placeLabel(name: string, t: T): string {
  const short = placeShort(name);
  return /^\w{1,3}$/.test(short) ? t("common.court", { name: short }) : name;
}

/** Courts in words of the server (`5 号 20:00–21:00, 6 号 …`), each said in the language on screen, and listed as it lists. */
export const placesIn = (text: string, t: T): string =>
  text
    .replace(/(^|[\s,])(\d{1,3}) 号/g, (_, before: string, name: string) => `${before}${t("common.court", { name })}`)
    .replaceAll(", ", t("shell.listComma"));

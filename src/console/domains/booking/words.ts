/** Small words that the whole domain says the same way. */
import type { Language } from "../../../contract/enums";
import { clock } from "../../../contract/time";
import type { T } from "../../i18n/keys";
import { sayDay, shortDay, weekdayName } from "../../ui/sayTime";

/** Head of a column: a bare number stays a number. */
export const placeShort = (name: string): string => name.replace(/^(\d+)\s*号场?$/, "$1");

/** A court in a sentence: `5` → `5 号`, `Court 5`; a name stays as it is. */
export function placeLabel(name: string, t: T): string {
  const short = placeShort(name);
  return /^\w{1,3}$/.test(short) ? t("booking.court", { name: short }) : name;
}

/** Courts in words of the server (`5 号 20:00–21:00, 6 号 …`), each said in the language on screen, and listed as it lists. */
export const placesIn = (text: string, t: T): string =>
  text
    .replace(/(^|[\s,])(\d{1,3}) 号/g, (_, before: string, name: string) => `${before}${t("booking.court", { name })}`)
    .replaceAll(", ", t("shell.listComma"));

/** `3 格`, `3 slots`, `1 slot`. */
export const slotCount = (count: number, t: T): string => (count === 1 ? t("booking.choice.slot") : t("booking.choice.slots", { count }));

/** `2 片场地`, `2 courts`, `1 court`. */
export const placeCount = (count: number, t: T): string =>
  count === 1 ? t("booking.choice.place") : t("booking.choice.places", { count });

/** `20:00–21:00`. */
export const span = (start: number, end: number): string => `${clock(start)}–${clock(end)}`;

/** Over a day of a strip: its weekday, and the year where that is not today's, for the day below has no room for it. */
export const stripHead = (day: string, today: string, language: Language): string =>
  day.slice(0, 4) === today.slice(0, 4) ? weekdayName(day, language) : `${weekdayName(day, language)} ${day.slice(0, 4)}`;

/** Times of an order's line, with its day where it is another than the order's: `20:00–21:00`, `周日 11-22 20:00–21:00`. */
export const lineTimes = (
  line: { readonly day: string; readonly start: number; readonly end: number },
  day: string,
  today: string,
  language: Language,
): string => `${line.day === day ? "" : `${sayDay(line.day, today, language)} `}${span(line.start, line.end)}`;

/** A day with times: `今天（周六 11-21）20:00–21:00`, `Today, Sat 21 Nov, 20:00–21:00`. */
export function dayTimes(day: string, times: string, today: string, language: Language, t: T): string {
  const title = dayTitle(day, today, language, t);
  return language === "en" ? `${title}, ${times}` : title.endsWith("）") ? `${title}${times}` : `${title} ${times}`;
}

/** A day in a heading: `今天（周六 11-21）`, `Today, Sat 21 Nov`; another day without the first word. */
export function dayTitle(day: string, today: string, language: Language, t: T): string {
  const date = `${weekdayName(day, language)} ${shortDay(day, language, today)}`;
  return day === today ? t("booking.todayDate", { date }) : date;
}

/** Small words that the whole domain says the same way. */
import type { Language } from "../../../contract/enums";
import { clock } from "../../../contract/time";
import type { T } from "../../i18n/keys";
import { shortDay, weekdayName } from "../../ui/sayTime";

/** Head of a column: a bare number stays a number. */
export const placeShort = (name: string): string => name.replace(/^(\d+)\s*号场?$/, "$1");

/** A court in a sentence: `5` → `5 号`, `Court 5`; a name stays as it is. */
export function placeLabel(name: string, t: T): string {
  const short = placeShort(name);
  return /^\w{1,3}$/.test(short) ? t("booking.court", { name: short }) : name;
}

/** `3 格`, `3 slots`, `1 slot`. */
export const slotCount = (count: number, t: T): string => (count === 1 ? t("booking.choice.slot") : t("booking.choice.slots", { count }));

/** `2 片场地`, `2 courts`, `1 court`. */
export const placeCount = (count: number, t: T): string =>
  count === 1 ? t("booking.choice.place") : t("booking.choice.places", { count });

/** `20:00–21:00`. */
export const span = (start: number, end: number): string => `${clock(start)}–${clock(end)}`;

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

/** Days and weekdays in headings and forms. */
import type { Language } from "../../contract/core/enums";
import type { T, TKey } from "../i18n/keys";
import { shortDay, weekdayName } from "./format-time";
import { useLanguage } from "../i18n/use-t";
import { useMemo } from "react";

/** Over a day of a strip: its weekday, and the year where that is not today's, for the day below has no room for it. */
export const stripHead = (day: string, today: string, language: Language): string =>
  day.slice(0, 4) === today.slice(0, 4) ? weekdayName(day, language) : `${weekdayName(day, language)} ${day.slice(0, 4)}`;

/** A day with times: `今天（周六 11-21）20:00–21:00`, `Today, Sat 21 Nov, 20:00–21:00`. */
export function dayTimes(day: string, times: string, today: string, language: Language, t: T): string {
  const title = dayTitle(day, today, language, t);
  return language === "en" ? `${title}, ${times}` : title.endsWith("）") ? `${title}${times}` : `${title} ${times}`;
}

/** A day in a heading: `今天（周六 11-21）`, `Today, Sat 21 Nov`; another day without the first word. */
export function dayTitle(day: string, today: string, language: Language, t: T): string {
  const date = `${weekdayName(day, language)} ${shortDay(day, language, today)}`;
  return day === today ? t("ui.todayDate", { date }) : date;
}

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const DAY_KEYS: readonly TKey[] = ["ui.days.d1", "ui.days.d2", "ui.days.d3", "ui.days.d4", "ui.days.d5", "ui.days.d6", "ui.days.d7"];
/** A weekday in short, 1 = Monday: 三, Wed. */
export const dayWord = (day: number, t: T): string => t(DAY_KEYS[day - 1] ?? "ui.days.d1");

/** Any Monday: weekdays are named by its week. */
const MONDAY = "2026-11-16";
const dayOfWeek = (day: number): string => `${MONDAY.slice(0, 8)}${16 + day}`;
/** Names of the weekdays, Monday first: 周一, Mon. */
export function useWeekdays(): readonly string[] {
  const language = useLanguage();
  return useMemo(() => Array.from({ length: 7 }, (_, day) => weekdayName(dayOfWeek(day), language)), [language]);
}

/** Texts of customers' pages: a sentence in the page's language, days. */
import { weekday } from "../contract/core/time";
import { type Site, translate } from "./layout";

export type Speak = (zh: string, en: string, values?: Readonly<Record<string, string | number>>) => string;
export const speak =
  (site: Site): Speak =>
  (zh, en, values = {}) =>
    translate(site, { zh, en }, values);

const WEEKDAYS = { zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"], en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] };
export const weekdayName = (site: Site, day: string): string => WEEKDAYS[site.language][weekday(day) - 1] ?? "";
export const dayName = (site: Site, day: string): string => `${day.slice(5)} ${weekdayName(site, day)}`;

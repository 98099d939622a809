/** Periods that reports offer. Days are YYYY-MM-DD in the venue's zone. */
import { addDays, addMonths, daysBetween, weekday } from "../../contract/core/time";

interface Period {
  readonly from: string;
  readonly to: string;
}
const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

export const PERIODS = {
  today: { zh: "今天", en: "Today", of: (today: string): Period => ({ from: today, to: today }) },
  yesterday: { zh: "昨天", en: "Yesterday", of: (today: string): Period => ({ from: addDays(today, -1), to: addDays(today, -1) }) },
  week: { zh: "本周至今", en: "This week", of: (today: string): Period => ({ from: addDays(today, 1 - weekday(today)), to: today }) },
  month: { zh: "本月至今", en: "This month", of: (today: string): Period => ({ from: monthStart(today), to: today }) },
  lastMonth: {
    zh: "上月",
    en: "Last month",
    of: (today: string): Period => ({ from: addMonths(monthStart(today), -1), to: addDays(monthStart(today), -1) }),
  },
  year: { zh: "今年至今", en: "This year", of: (today: string): Period => ({ from: `${today.slice(0, 4)}-01-01`, to: today }) },
} as const;
export type PeriodName = keyof typeof PERIODS;

/** The period of the same length before or after. */
export function shifted({ from, to }: Period, steps: number): Period {
  const whole = from.endsWith("-01") && addDays(to, 1).endsWith("-01") && from.slice(0, 7) === to.slice(0, 7);
  if (whole) {
    const start = addMonths(from, steps);
    return { from: start, to: addDays(addMonths(start, 1), -1) };
  }
  const length = (daysBetween(from, to) + 1) * steps;
  return { from: addDays(from, length), to: addDays(to, length) };
}

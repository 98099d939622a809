/** The year as twelve months of weeks, Monday first. Pure. */
import type { CalendarDay, CalendarYear } from "../../../../contract/places/places";
import { addDays, weekday } from "../../../../contract/core/time";

/** Weeks of a month; null where a week lies in another month. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const first = `${year}-${String(month).padStart(2, "0")}-01`;
  const days: (string | null)[] = Array.from({ length: weekday(first) - 1 }, () => null);
  for (let day = first; day.slice(0, 7) === first.slice(0, 7); day = addDays(day, 1)) days.push(day);
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The special days of a year by day, and those taken out of it. */
export const daysOf = (year: CalendarYear | undefined) => ({
  special: new Map<string, CalendarDay>((year?.days ?? []).map((day) => [day.day, day])),
  dropped: new Map((year?.dropped ?? []).map((day) => [day.day, day])),
});

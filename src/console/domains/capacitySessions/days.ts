/** Which days the board loads and shows. Pure. */
import { addDays, daysBetween } from "../../../contract/core/time";

/** Days of the strip, and of a week on the board. */
export const STRIP_DAYS = 7;

/** The first day of the strip that holds `day`: strips of seven days, counted from today. */
export const stripFrom = (day: string, today: string): string =>
  addDays(today, Math.floor(daysBetween(today, day) / STRIP_DAYS) * STRIP_DAYS);

/** The days of the strip that begins with `from`. */
export const stripDays = (from: string): readonly string[] => Array.from({ length: STRIP_DAYS }, (_, i) => addDays(from, i));

/** Reads days that people type: `1990-05-06`, `1990/5/6`, `1990.5.6`, `1990年5月6日`, `19900506`. */
import { empty, type Message, type Reading, unreadable } from "./result";
import { cleanSigns } from "./text";

const EMPTY: Message = { zh: "请填写日期", en: "Enter a date" };
const NOT_A_DAY: Message = {
  zh: "读不出日期，请按 年-月-日 填写，例如 1990-05-06",
  en: "This is not a date; enter year, month and day, such as 1990-05-06",
};
const NO_SUCH_DAY: Message = { zh: "没有这一天：{day}", en: "There is no such day: {day}" };
const RANGE: Message = { zh: "日期必须在 1900 年至 2999 年之间", en: "The date must be between 1900 and 2999" };

/** Days that a venue can mean; computing from them stays among days that the database and `Date` write the same way. */
const [FIRST_DAY, LAST_DAY] = ["1900-01-01", "2999-12-31"];

const exists = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day;
};

/** True for a day of the calendar, written `YYYY-MM-DD`, that a venue can mean. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= FIRST_DAY && text <= LAST_DAY && exists(text);

/** Year, month and day with one kind of sign between them, and a time of day after it, which is left out. */
const WITH_SIGNS =
  /^(\d{4})\s*(?:([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})|年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?)(?:[\sT]+\d{1,2}:\d{2}.*)?$/;
const EIGHT_DIGITS = /^(\d{4})(\d{2})(\d{2})$/;

/** Reads a day as `YYYY-MM-DD`. */
export function readDay(input: string | number): Reading<string> {
  const text = cleanSigns(String(input));
  if (text === "") return empty(EMPTY);
  const [, year, ...parts] = EIGHT_DIGITS.exec(text) ?? WITH_SIGNS.exec(text) ?? [];
  const [month, day] = parts.filter((part) => part !== undefined && /^\d+$/.test(part));
  if (year === undefined || month === undefined || day === undefined) return unreadable(NOT_A_DAY);
  const value = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (!exists(value)) return unreadable(NO_SUCH_DAY, { day: text });
  return isDay(value) ? { value } : unreadable(RANGE);
}

/** Reads numbers that people type, and numbers of spreadsheet cells. */
import { empty, type Message, type Reading, unreadable } from "./result";
import { cleanSigns } from "./text";

const EMPTY: Message = { zh: "请填写数字", en: "Enter a number" };
const COMMA: Message = {
  zh: "逗号只能作千分位，例如 1,250；小数点请用 .",
  en: "A comma only separates thousands, as in 1,250; use a point for decimals",
};
const COMMA_IN_WHOLE: Message = { zh: "逗号只能作千分位，例如 1,250", en: "A comma only separates thousands, as in 1,250" };
const NOT_A_NUMBER: Message = { zh: "读不出数字，请填写数字，例如 12", en: "This is not a number; enter digits such as 12" };
const WHOLE: Message = { zh: "请填写整数", en: "Enter a whole number" };
const DECIMALS: Message = { zh: "最多 {n} 位小数", en: "At most {n} decimals" };
const MIN: Message = { zh: "不能小于 {n}", en: "Must not be less than {n}" };
const MAX: Message = { zh: "不能大于 {n}", en: "Must not be greater than {n}" };

const GROUPED = /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+|\d*)(?:\.(\d*))?$/;
const MOST_DIGITS = 15;

/** A number as digits: nothing is lost before the caller decides how many decimals it takes. */
interface Digits {
  readonly isNegative: boolean;
  /** Without leading zeros; "0" for none. */
  readonly whole: string;
  /** Without trailing zeros. */
  readonly decimals: string;
}

/**
 * Splits cleaned text into digits; `.5` and `5.` are numbers. A comma or a space separates thousands only, in groups of three before the
 * point.
 * @returns "comma" where commas stand elsewhere, undefined where the text is no number
 */
export function splitDigits(text: string): Digits | "comma" | undefined {
  const [, sign = "", unsigned = ""] = /^([+-]?)\s*(.*)$/.exec(text) ?? [];
  const match = GROUPED.exec(unsigned);
  if (!match) return /^[\d,.]*\d[\d,.]*$/.test(unsigned) && unsigned.includes(",") ? "comma" : undefined;
  const [, grouped = "", decimals = ""] = match;
  if (grouped === "" && decimals === "") return undefined;
  return {
    isNegative: sign === "-",
    whole: grouped.replace(/[, ]/g, "").replace(/^0+(?=\d)/, "") || "0",
    decimals: decimals.replace(/0+$/, ""),
  };
}

/**
 * Returns the text of a number cell. Spreadsheets calculate in binary, so 1998.9999999998 means 1999: decimals are rounded to twelve
 * significant digits. Whole numbers keep every digit.
 */
export function numberText(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(12)));
}

interface NumberLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** Decimals allowed; none: whole numbers only. */
  readonly decimals?: number | undefined;
}

/** Reads a number within limits. */
export function readNumber(input: string | number, { min, max, decimals = 0 }: NumberLimits = {}): Reading<number> {
  const text = typeof input === "number" ? numberText(input) : cleanSigns(input);
  if (text === "") return empty(EMPTY);
  const digits = splitDigits(text);
  if (digits === "comma") return unreadable(decimals === 0 ? COMMA_IN_WHOLE : COMMA);
  if (digits === undefined || digits.whole.length > MOST_DIGITS) return unreadable(NOT_A_NUMBER);
  if (digits.decimals.length > decimals) return decimals === 0 ? unreadable(WHOLE) : unreadable(DECIMALS, { n: decimals });
  const size = Number(digits.decimals === "" ? digits.whole : `${digits.whole}.${digits.decimals}`);
  const value = digits.isNegative && size !== 0 ? -size : size;
  if (min !== undefined && value < min) return unreadable(MIN, { n: min });
  if (max !== undefined && value > max) return unreadable(MAX, { n: max });
  return { value };
}

/** Reads a percentage: `85`, `85%`, `８５．５％`. */
export function readPercent(input: string | number, limits: NumberLimits = {}): Reading<number> {
  const text = typeof input === "number" ? input : cleanSigns(input).replace(/\s*%$/, "");
  return readNumber(text, { min: 0, max: 100, decimals: 2, ...limits });
}

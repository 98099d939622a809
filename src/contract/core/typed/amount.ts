/** Reads amounts of money that people type. Pure: text is cut into digits, never multiplied as a float. */
import { numberText, splitDigits } from "./number";
import { empty, type Message, type Reading, unreadable } from "./result";
import { cleanSigns } from "./text";

const EMPTY: Message = { zh: "请填写金额", en: "Enter an amount" };
const COMMA: Message = {
  zh: "逗号只能作千分位，例如 1,250.00；小数点请用 .",
  en: "A comma only separates thousands, as in 1,250.00; use a point for decimals",
};
const NOT_AN_AMOUNT: Message = { zh: "读不出金额，请填写数字，例如 12.50", en: "This is not an amount; enter digits such as 12.50" };
const DECIMALS: Message = { zh: "金额最多 2 位小数", en: "An amount has at most 2 decimals" };
const NEGATIVE: Message = { zh: "金额不能为负", en: "The amount can't be negative" };
const ZERO: Message = { zh: "金额必须大于 0", en: "The amount must be above 0" };
const TOO_LARGE: Message = { zh: "金额不能大于 {most}", en: "The amount can't be above {most}" };

/** Ten trillion yuan less a fen; sums of many stay far from where whole numbers end. */
const MOST_FEN = 999_999_999_999_999;
const CURRENCY = /^(?:¥|rmb|cny)\s*|\s*(?:元|圆|块|rmb|cny)$/gi;

interface AmountLimits {
  /** True for an amount below zero, as a correction has it. */
  readonly negative?: boolean;
  /** False where zero is no amount. */
  readonly zero?: boolean;
  /** Largest amount, fen. */
  readonly max?: number | undefined;
}

/**
 * Reads an amount in fen: `1,000`, `１２．５`, `12。5`, `¥12.50`, `12.5元`. A comma separates thousands only: `12,5` is refused, because it
 * could mean 12.50 or 125.00. A number, as a spreadsheet cell has it, is rounded likewise.
 */
export function readAmount(input: string | number, { negative = false, zero = true, max = MOST_FEN }: AmountLimits = {}): Reading<number> {
  const text = typeof input === "number" ? numberText(input) : cleanSigns(input);
  if (text === "") return empty(EMPTY);
  // The sign may stand before or after the currency sign.
  const [, outer = "", rest = ""] = /^([+-]?)\s*(.*)$/.exec(text) ?? [];
  const digits = splitDigits(outer + rest.replace(CURRENCY, ""));
  if (digits === "comma") return unreadable(COMMA);
  if (digits === undefined) return unreadable(NOT_AN_AMOUNT);
  if (digits.decimals.length > 2) return unreadable(DECIMALS);
  const size = digits.whole.length > 13 ? Infinity : Number(digits.whole + digits.decimals.padEnd(2, "0"));
  if (digits.isNegative && size > 0 && !negative) return unreadable(NEGATIVE);
  if (size > max) return unreadable(TOO_LARGE, { most: writeFen(max) });
  if (size === 0 && !zero) return unreadable(ZERO);
  return { value: digits.isNegative && size > 0 ? -size : size };
}

/** As `readAmount`; a field without text is zero. */
export function readAmountOrZero(input: string | number, limits?: AmountLimits): Reading<number> {
  const read = readAmount(input, limits);
  return read.problem !== undefined && read.isEmpty ? { value: 0 } : read;
}

const writeFen = (fen: number): string =>
  `${String(Math.trunc(fen / 100)).replace(/\B(?=(\d{3})+$)/g, ",")}.${String(fen % 100).padStart(2, "0")}`;

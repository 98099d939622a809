/**
 * Money. Inside: whole fen in a JavaScript integer (`Fen`). On the wire and on screen: yuan as decimal text ("12.30").
 * A float never carries money: text is cut into digits, never multiplied.
 */
import { z } from "#zod";
import { readAmount } from "./typed/amount";
import { typedIssue } from "./typed/issue";

/** Whole fen (1/100 yuan), an integer within ±2^53. */
export type Fen = number;

const YUAN = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/**
 * Reads yuan text (or a number that another server sent) as fen.
 * @throws RangeError when the text is no amount with at most two decimals
 */
export function fen(yuanText: string | number): Fen {
  const match = YUAN.exec(String(yuanText).trim());
  if (!match) throw new RangeError(`not an amount: ${yuanText}`);
  const [, sign, whole, decimals = ""] = match;
  const value = Number(whole + decimals.padEnd(2, "0"));
  return sign && value !== 0 ? -value : value;
}

/** Writes fen as wire text: `1230` → `"12.30"`. */
export function yuan(amount: Fen): string {
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes fen for people, with thousands separators and a true minus sign: `-123456` → `"−1,234.56"`. */
export function showFen(amount: Fen): string {
  const [whole = "0", decimals = "00"] = yuan(Math.abs(amount)).split(".");
  return `${amount < 0 ? "−" : ""}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

/**
 * Cuts `total` fen in proportion to `weights`, so that the parts sum to `total` exactly (largest remainder; ties to the first).
 * All weights zero: everything falls to the first part.
 */
export function share(total: Fen, weights: readonly number[]): Fen[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (weights.length === 0) return [];
  if (sum === 0) return weights.map((_, i) => (i === 0 ? total : 0));
  const exact = weights.map((w) => (BigInt(total) * BigInt(w) * 1_000_000n) / BigInt(sum));
  const parts = exact.map((e) => Number(e / 1_000_000n));
  let left = total - parts.reduce((a, b) => a + b, 0);
  const order = exact
    .map((e, i) => ({ i, rest: e % 1_000_000n }))
    .sort((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest === total >= 0 ? -1 : 1));
  for (let k = 0; left !== 0; k = (k + 1) % order.length) {
    const at = order[k];
    if (!at) break;
    const step = left > 0 ? 1 : -1;
    parts[at.i] = (parts[at.i] ?? 0) + step;
    left -= step;
  }
  return parts;
}

/** `amount × percent / 100`, rounded half up to the fen. `percent` may carry two decimals (87.5). */
export function percentOf(amount: Fen, percent: number): Fen {
  const hundredths = Math.round(percent * 100);
  const scaled = BigInt(Math.abs(amount)) * BigInt(hundredths);
  const value = Number((scaled + 5_000n) / 10_000n);
  return amount < 0 ? -value : value;
}

/** Wire schema of an amount in an answer: yuan text with two decimals. */
export const Yuan = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .describe("yuan, decimal text");

const typedAmount = (raw: string | number, issues: z.RefinementCtx): Fen => {
  const read = readAmount(raw, { negative: true });
  if (read.problem === undefined) return read.value;
  issues.addIssue(typedIssue(read));
  return z.NEVER;
};

/** Wire schema of an amount in a request: yuan text as people type it (a number is read too); gives fen inside. Never negative. */
export const YuanIn = z
  .union([z.string(), z.number()])
  .transform(typedAmount)
  .refine((value) => value >= 0, { params: { rule: "min", min: 0 }, message: "min" })
  .describe("yuan, at least 0, decimal text with at most two decimals (a number is read too)");

/** As `YuanIn`, and above zero. */
export const YuanAbove0 = z
  .union([z.string(), z.number()])
  .transform(typedAmount)
  .refine((value) => value > 0, { params: { rule: "above", min: 0 }, message: "above" })
  .describe("yuan, above 0, decimal text with at most two decimals (a number is read too)");

/** Highest price of half an hour, yuan: sums of many stay far from where whole numbers end. */
const MOST_YUAN = 100_000;
/** As `YuanIn`, for a price in a rule: at most 100,000 yuan. */
export const PriceIn = YuanIn.refine((value) => value <= MOST_YUAN * 100, { params: { rule: "max", max: MOST_YUAN }, message: "max" });

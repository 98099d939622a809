/** Reading a form's values, whatever its fields left there. */
import { readNumber } from "../../../contract/core/typed/number";

const DECIMALS = { decimals: 6 } as const;

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const orNull = (value: unknown): string | null => text(value).trim() || null;
export const numberOr = (value: unknown, otherwise: number): number => {
  const number = typeof value === "number" ? value : readNumber(text(value), DECIMALS).value;
  return number === undefined || Number.isNaN(number) ? otherwise : number;
};
/** The number that was typed: NaN where there is none, which the contract calls required; Infinity where it is no number, which it refuses. */
export const numberTyped = (value: unknown): number => numberOr(value, text(value).trim() === "" ? Number.NaN : Number.POSITIVE_INFINITY);
export const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.filter((one) => typeof one === "number") : []);
export const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

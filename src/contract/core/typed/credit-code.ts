/** Reads unified social credit codes (GB 32100-2015), which are the tax numbers of organizations. */
import { empty, type Message, type Reading, unreadable } from "./result";
import { cleanSigns } from "./text";

const EMPTY: Message = { zh: "请填写统一社会信用代码", en: "Enter the unified social credit code" };
const LENGTH: Message = { zh: "统一社会信用代码是 18 位，现在是 {n} 位", en: "A unified social credit code has 18 signs; this has {n}" };
const SIGNS: Message = {
  zh: "统一社会信用代码只有数字和大写字母，没有 I、O、S、V、Z",
  en: "A unified social credit code has digits and letters, without I, O, S, V and Z",
};
const CHECK: Message = {
  zh: "校验码不对，请核对是否抄错",
  en: "The check digit does not fit; a sign was copied wrongly",
};

/** Signs by their values. */
const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const LONG = 18;
const WEIGHT = 3;

/** Returns the check sign of the first 17 signs: weights are powers of 3, modulo 31. */
export function checkSignOf(code: string): string {
  let weight = 1;
  let sum = 0;
  for (const sign of code.slice(0, LONG - 1)) {
    sum += ALPHABET.indexOf(sign) * weight;
    weight = (weight * WEIGHT) % ALPHABET.length;
  }
  return ALPHABET[(ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length] ?? "";
}

/** Reads a code with or without separators, in either case. */
export function readCreditCode(input: string): Reading<string> {
  const code = cleanSigns(input).replace(/[\s-]/g, "").toUpperCase();
  if (code === "") return empty(EMPTY);
  if (code.length !== LONG) return unreadable(LENGTH, { n: code.length });
  if (Array.from(code).some((sign) => !ALPHABET.includes(sign))) return unreadable(SIGNS);
  return code.at(-1) === checkSignOf(code) ? { value: code } : unreadable(CHECK);
}

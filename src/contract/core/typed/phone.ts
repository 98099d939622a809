/** Reads mobile numbers of mainland China as people type, paste and import them. */
import { empty, type Message, type Reading, unreadable } from "./result";
import { cleanSigns } from "./text";

const EMPTY: Message = { zh: "请填写手机号", en: "Enter a mobile number" };
const LENGTH: Message = { zh: "手机号是 11 位数字，现在是 {n} 位", en: "A mobile number has 11 digits; this has {n}" };
const START: Message = { zh: "手机号以 13 至 19 开头", en: "A mobile number begins with 13 to 19" };
const DIGITS: Message = { zh: "手机号只能是 11 位数字", en: "A mobile number is 11 digits and nothing else" };
const ABROAD: Message = { zh: "只支持中国大陆手机号（+86）", en: "Only mobile numbers of mainland China (+86) are supported" };

const MOBILE = /^1[3-9]\d{9}$/;
/** Signs between the digits: space, hyphen, point, slash, brackets. */
const SEPARATORS = /[\s\-./()]/g;
/** The country code, where it stands before a mobile number. */
const COUNTRY = /^(?:\+|00)86|^86(?=1[3-9]\d{9}$)/;

/** Returns a phone number without separators and country code; text that is no number stays as typed. */
export function cleanPhone(text: string): string {
  const plain = cleanSigns(text);
  const bare = plain.replace(/^tel:/i, "").replace(SEPARATORS, "").replace(COUNTRY, "");
  return /^\d+$/.test(bare) ? bare : plain;
}

/** Reads a mobile number as its 11 digits: `139 1234 5678`, `+86 139-1234-5678`, `0086…`, full-width digits. */
export function readPhone(input: string | number): Reading<string> {
  const text = cleanPhone(String(input));
  if (text === "") return empty(EMPTY);
  if (MOBILE.test(text)) return { value: text };
  if (text.startsWith("+") || (text.length > 11 && text.startsWith("00"))) return unreadable(ABROAD);
  if (!/^\d+$/.test(text)) return unreadable(DIGITS);
  if (text.length !== 11) return unreadable(LENGTH, { n: text.length });
  return unreadable(START);
}

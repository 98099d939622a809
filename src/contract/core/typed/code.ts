/** Reads barcodes and other codes as people type, scan and import them. */
import { empty, type Message, type Reading, unreadable } from "./result";
import { cleanSigns } from "./text";

const EMPTY: Message = { zh: "请填写条码", en: "Enter a barcode" };
const NOT_A_CODE: Message = {
  zh: "条码只能是字母、数字和 - . / _，最多 {n} 位",
  en: "A barcode has letters, digits and - . / _ only, at most {n}",
};
const ROUNDED: Message = {
  zh: "表格已把这个编号变成 {text}，后面的数字丢了。请把这一列设为“文本”格式后重新填写",
  en: "The spreadsheet has turned this code into {text} and lost digits. Format the column as text and enter it again",
};
/** Explains why a code on a scale's label finds nothing. */
export const WEIGHED: Message = {
  zh: "这是称重商品的条码（20–29 开头，含重量或金额），暂不支持；请从商品里选，或扫固定条码",
  en: "This is the label of weighed goods (prefix 20–29, with weight or price in it), which is not supported; pick the product or scan a fixed barcode",
};

const MOST = 14;

/** Returns a code without full-width forms and invisible marks; digits also without the spaces and hyphens between them. */
export function cleanCode(text: string): string {
  const code = cleanSigns(text);
  const digits = code.replace(/[\s-]/g, "");
  return /^\d+$/.test(digits) ? digits : code;
}

/** Reads a barcode: digits and letters, `690-1234-567892` and full-width digits too. */
export function readBarcode(input: string): Reading<string> {
  const code = cleanCode(input);
  if (code === "") return empty(EMPTY);
  if (isRounded(code)) return unreadable(ROUNDED, { text: input.trim() });
  if (!/^[\dA-Za-z._/-]+$/.test(code) || code.length > MOST) return unreadable(NOT_A_CODE, { n: MOST });
  return { value: code };
}

/** True for text such as `6.9E+12`, which a spreadsheet makes of a long number. */
const isRounded = (text: string): boolean => /^\d(?:\.\d+)?e\+?\d{1,3}$/i.test(text);

/**
 * Reads a code that may have come from a number cell.
 * @returns the problem where digits were lost: more than 15, or scientific notation
 */
export function readCode(input: string | number): Reading<string> {
  const text = typeof input === "number" ? String(input) : cleanSigns(input);
  if (text === "") return empty(EMPTY);
  const isDamaged = typeof input === "number" ? !Number.isSafeInteger(input) || Math.abs(input) >= 1e15 : isRounded(text);
  return isDamaged ? unreadable(ROUNDED, { text }) : { value: text };
}

/**
 * Returns the key by which barcodes are compared: GTINs of 8, 12, 13 and 14 digits padded to 14, so that UPC-A `012345678905` equals
 * `0012345678905`; other codes in capitals.
 */
export function barcodeKey(barcode: string): string {
  const code = cleanCode(barcode);
  return /^(?:\d{8}|\d{12,14})$/.test(code) ? code.padStart(14, "0") : code.toUpperCase();
}

/** True for an EAN-13 with prefix 20–29, which scales print. */
export const isWeighed = (barcode: string): boolean => /^0?2\d{12}$/.test(cleanCode(barcode));

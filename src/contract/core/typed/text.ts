/** Cleans text before it is read: full-width forms, invisible marks, dashes, surrounding space. */

/** Marks that nobody sees: zero-width and direction marks, byte-order mark, soft hyphen, variation selectors, control characters. */
const INVISIBLE = /[\p{Cf}\uFE00-\uFE0F]|(?![\t\n\r])\p{Cc}/gu;
const DASHES = /[\u2010-\u2015\u2212\u2E3A\u2E3B\uFE58\uFE63\uFF0D]/gu;

/** Returns text in NFKC (`１２` → `12`, `￥` → `¥`) without invisible marks and surrounding space. */
export const cleanText = (text: string): string => text.normalize("NFKC").replace(INVISIBLE, "").trim();

/**
 * Returns the text of a number, phone, day or code with ASCII signs: `。` is a point and every dash a hyphen. Superscripts, circled numbers
 * and fractions stay as they are, because NFKC would turn `12²` into `122`.
 */
export const cleanSigns = (text: string): string =>
  text
    .replace(/[^\p{No}]+/gu, cleanSpans)
    .replace(DASHES, "-")
    .trim();

const cleanSpans = (span: string): string => span.normalize("NFKC").replace(INVISIBLE, "").replaceAll("。", ".");

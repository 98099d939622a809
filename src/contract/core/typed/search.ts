/** Cleans what people type into a search box. */
import { cleanPhone } from "./phone";
import { cleanText } from "./text";

/** Digits of a phone, or its beginning, with separators or country code. */
const PHONE_PART = /^(?:\+86|0086|86(?=\D*1[3-9]))?[\s\-()]*1[3-9][\d\s\-()]*$/;

/** Returns the text to search by: `139 1234 5678` and `+86 139-1234` become digits, full-width forms and invisible marks go. */
export function cleanSearch(text: string): string {
  const clean = cleanText(text);
  const signs = clean.replace(/[\u2010-\u2015\u2212]/g, "-");
  return PHONE_PART.test(signs) && signs.replace(/\D/g, "").length <= 15 ? cleanPhone(signs) : clean;
}

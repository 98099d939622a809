/** The words that describe a picture travel in its address, as the fragment that fetching it ignores. */

/** Longest description of a picture, in characters. */
export const MOST_WORDS = 60;
const MARK = "#alt=";

/** The address without its description. */
export const plainAddress = (address: string): string => address.split("#", 1)[0] ?? "";

/** Returns the description of the picture, "" where nobody wrote one. */
export function wordsOf(address: string): string {
  const at = address.indexOf(MARK);
  if (at < 0) return "";
  try {
    return decodeURIComponent(address.slice(at + MARK.length));
  } catch {
    return "";
  }
}

/** The address with its description; "" takes it away. */
export const describedAddress = (address: string, words: string): string =>
  plainAddress(address) + (words === "" ? "" : MARK + encodeURIComponent(words.slice(0, MOST_WORDS)).replaceAll("'", "%27"));

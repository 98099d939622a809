/** Search texts of members for input in Latin letters. */
import { pinyin } from "pinyin-pro";

/**
 * Full pinyin without spaces, and its initials, both lower case: "欧阳娜" → "ouyangna", "oyn". Latin names keep their letters;
 * initials are then those of the words.
 */
export function searchKeys(name: string): { pinyin: string; initials: string } {
  const syllables = pinyin(name, { toneType: "none", type: "array", surname: "head", nonZh: "consecutive", v: true })
    .flatMap((syllable) => syllable.toLowerCase().split(/[^a-z0-9]+/))
    .filter((syllable) => syllable !== "");
  return { pinyin: syllables.join(""), initials: syllables.map((syllable) => syllable.slice(0, 1)).join("") };
}

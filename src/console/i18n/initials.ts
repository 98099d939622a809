/** Finding by what people type: Chinese, English, full pinyin, pinyin initials (`hylb` → 会员列表). The dictionary comes when it is first needed. */

interface Sound {
  readonly full: string;
  readonly initials: string;
}
type Sounds = (text: string) => Sound;

const HAN = /\p{Script=Han}/u;
const plain = (text: string): string => text.toLowerCase().replace(/[\s·,，、-]+/g, "");

let sounds: Sounds | undefined;
const known = new Map<string, Sound>();

/** Loads the pinyin dictionary; until it is here only what is written is found. */
export async function loadPinyin(): Promise<void> {
  if (sounds) return;
  const { customPinyin, pinyin } = await import("pinyin-pro");
  // The dictionary says tiáo, as in 调整.
  customPinyin({ 调拨: "diào bō" });
  sounds = (text) => ({
    full: plain(pinyin(text, { toneType: "none", separator: "" })),
    initials: plain(pinyin(text, { pattern: "first", toneType: "none", separator: "" })),
  });
}

/** True if pinyin is loaded. */
export const hasPinyin = (): boolean => sounds !== undefined;

/**
 * Returns how well `typed` matches `text`: 6 it is all of it or all of its pinyin initials, 5 it begins so, 4 it contains it, 3 its pinyin
 * initials begin so, 2 its pinyin does, 1 its sound contains it, 0 not at all. An empty `typed` matches everything.
 */
export function matchScore(text: string, typed: string): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const want = plain(typed);
  const have = plain(text);
  if (have === want) return 6;
  if (want === "" || have.startsWith(want)) return 5;
  if (have.includes(want)) return 4;
  if (!sounds || !HAN.test(text)) return 0;
  let sound = known.get(text);
  if (!sound) known.set(text, (sound = sounds(text)));
  // Else a short name could never be reached past longer ones that begin alike: 转账 behind 转账记录.
  if (sound.initials === want) return 6;
  if (sound.initials.startsWith(want)) return 3;
  if (sound.full.startsWith(want)) return 2;
  return sound.initials.includes(want) || sound.full.includes(want) ? 1 : 0;
}

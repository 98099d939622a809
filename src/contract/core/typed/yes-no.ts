/** Reads yes and no as people write them into forms and files. */
import type { Language } from "../enums";
import { fill } from "../fill";
import { empty, type Message, type Reading, unreadable } from "./result";
import { cleanText } from "./text";

const EMPTY: Message = { zh: "请填写是或否", en: "Enter yes or no" };
const NEITHER: Message = { zh: "读不出“{text}”，请填写是或否", en: "“{text}” is neither yes nor no" };
const NEITHER_WORD: Message = { zh: "读不出“{text}”，请填写{yes}或{no}", en: "“{text}” is neither {yes} nor {no}" };

const YES = ["是", "对", "有", "√", "✓", "✔", "☑", "yes", "y", "true", "t", "1", "on"];
const NO = ["否", "不", "不是", "无", "没有", "×", "✕", "✗", "✘", "☐", "no", "n", "false", "f", "0", "off", "x"];

/** A field's own words for yes and no, such as 上架 and 下架. */
interface YesNoWords {
  readonly yes: Message;
  readonly no: Message;
}

/** Reads a yes or no; the field's own words count in both languages. */
export function readYesNo(input: string | boolean, words?: YesNoWords): Reading<boolean> {
  if (typeof input === "boolean") return { value: input };
  const text = cleanText(input).toLowerCase();
  if (text === "") return empty(EMPTY);
  const isOneOf = (all: readonly string[], own: Message | undefined): boolean =>
    all.includes(text) || (own !== undefined && Object.values(own).some((word) => cleanText(word).toLowerCase() === text));
  if (isOneOf(YES, words?.yes)) return { value: true };
  if (isOneOf(NO, words?.no)) return { value: false };
  const typed = cleanText(input);
  if (!words) return unreadable(NEITHER, { text: typed });
  const wordIn = (language: Language): string =>
    fill(NEITHER_WORD[language], { text: typed, yes: words.yes[language], no: words.no[language] });
  return { problem: { zh: wordIn("zh"), en: wordIn("en") }, isEmpty: false };
}

/** Words of halls and the calendar in refusals and files, in both languages. */
import type { Language } from "../../../contract/core/enums";
import { span } from "../../../contract/core/time";

const WORDS = {
  hall: { zh: "场区", en: "Hall" },
  place: { zh: "场地", en: "Place" },
  program: { zh: "运动项目", en: "Sports program" },
  hasPlaces: { zh: "已有场地", en: "it has places" },
  hasSessions: { zh: "已有场次", en: "it has sessions" },
  hasBookings: { zh: "已有预订记录", en: "it was booked before" },
  locked: { zh: "锁定", en: "locked" },
  system: { zh: "系统", en: "the system" },
} as const satisfies Record<string, Record<Language, string>>;
type PlaceWord = keyof typeof WORDS;

export const word = (name: PlaceWord, language: Language): string => WORDS[name][language];

/** When a hall is open, in short: its Monday, and whether the other days are like it. */
export function hoursWords(
  { open, close, own }: { readonly open: readonly number[]; readonly close: readonly number[]; readonly own: boolean },
  language: Language,
): string {
  const zh = language === "zh";
  const [from = 0, to = 0] = [open[0], close[0]];
  const time = span(from, to);
  const same = open.every((minute) => minute === from) && close.every((minute) => minute === to);
  const hours = same ? (zh ? `每天 ${time}` : `Daily ${time}`) : zh ? `${time} 起，各日不同` : `From ${time}, differs by day`;
  return own ? hours : `${hours} · ${zh ? "随项目" : "As the program"}`;
}

/** Words of halls and the calendar in refusals and files, in both languages. */
import type { Language } from "../../../contract/enums";

const WORDS = {
  hall: { zh: "场区", en: "Hall" },
  place: { zh: "场地", en: "Place" },
  program: { zh: "运动项目", en: "Sports program" },
  halls: { zh: "场地管理", en: "Halls and places" },
  rows: { zh: "行 × 列", en: "Rows × columns" },
  sellsPlaces: { zh: "按场地", en: "By place" },
  sellsCapacity: { zh: "按场次人数", en: "By session" },
  count: { zh: "在用场地", en: "Places on offer" },
  off: { zh: "停用", en: "Off" },
  hasPlaces: { zh: "已有场地", en: "it has places" },
  hasSessions: { zh: "已有场次", en: "it has sessions" },
  hasBookings: { zh: "已有预订记录", en: "it was booked before" },
  locked: { zh: "锁定", en: "locked" },
  walkIn: { zh: "散客", en: "walk-in" },
  system: { zh: "系统", en: "the system" },
} as const satisfies Record<string, Record<Language, string>>;
export type PlaceWord = keyof typeof WORDS;

export const word = (name: PlaceWord, language: Language): string => WORDS[name][language];

/** Words of price rules in refusals and files, in both languages. */
import type { Language } from "../../../contract/core/enums";
import type { Values } from "../../../contract/core/fill";
import { speaker } from "../../words";

const WORDS = {
  program: { zh: "运动项目", en: "Sports program" },
  plan: { zh: "价格方案", en: "Price plan" },
  sync: { zh: "价格同步", en: "Price sync" },
  place: { zh: "场地", en: "Place" },
  cardType: { zh: "会员卡类型", en: "Card type" },
  halls: { zh: "{n} 个场区", en: "{n} halls" },
  plans: { zh: "{n} 个价格方案", en: "{n} price plans" },
  cards: { zh: "{n} 种次卡", en: "{n} package cards" },
  promotions: { zh: "{n} 个促销", en: "{n} promotions" },
  temporaries: { zh: "{n} 个临时价格", en: "{n} temporary prices" },
  orders: { zh: "已有预订", en: "bookings" },
  everyDay: { zh: "每天", en: "Every day" },
  allPlaces: { zh: "全部场地", en: "All places" },
  running: { zh: "进行中", en: "running" },
  done: { zh: "已完成", en: "done" },
  cancelled: { zh: "已停止", en: "stopped" },
  cancel: { zh: "停止", en: "stop" },
  finish: { zh: "完成", en: "finish" },
  lowest: { zh: "最低价", en: "Lowest price" },
  highest: { zh: "最高价", en: "Highest price" },
} as const satisfies Record<string, Record<Language, string>>;
export type PriceWord = keyof typeof WORDS;

/** A word for what a row says; unknown words stay as they are. */
const wordOf = speaker(WORDS);
/** A word in a language; `values` fill its marks. */
export const word: (name: PriceWord, language: Language, values?: Values) => string = wordOf;

/** Words of games' courts in refusals and files, in both languages. */
import type { Language } from "../../../contract/core/enums";
import { speaker } from "../../words";

const WORDS = {
  game: { zh: "赛事", en: "Game" },
  place: { zh: "场地", en: "Place" },
  ownGame: { zh: "本馆赛事用场，不收场地费", en: "The venue's own game, free of charge" },
  fileName: { zh: "赛事用场", en: "Game courts" },
  "col.no": { zh: "赛事编号", en: "Game no." },
  "col.title": { zh: "赛事", en: "Game" },
  "col.contact": { zh: "联系人", en: "Contact" },
  "col.day": { zh: "日期", en: "Day" },
  "col.time": { zh: "时间", en: "Time" },
  "col.hall": { zh: "场馆", en: "Hall" },
  "col.place": { zh: "场地", en: "Court" },
  "col.order": { zh: "订单号", en: "Order no." },
  "col.operator": { zh: "操作员", en: "Operator" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language; unknown words stay as they are. `values` fill its marks. */
export const word = speaker(WORDS);

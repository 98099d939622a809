/** Words of closings in refusals, logs and messages, in both languages. */
import type { Language } from "../../../contract/core/enums";
import { WORDS as SHARED } from "../../kernel/words";
import { speaker } from "../../words";

const WORDS = {
  closingNow: { zh: "现在涉及 {hits} 个场次", en: "it now hits {hits} bookings" },
  closingLog: { zh: "停场记录", en: "Closing" },
  closingTitle: { zh: "停场通知", en: "Closing:" },
  closingMoved: { zh: "已换到 {to}，价格不变", en: "moved to {to} at the same price" },
  closingGone: { zh: "已退场次，已付的全额退回", en: "given up; what was paid went back in full" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language, also of those that domains share; unknown words stay as they are. `values` fill its marks. */
export const word = speaker({ ...SHARED, ...WORDS });

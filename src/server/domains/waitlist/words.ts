/** Words of the waitlist in messages, in both languages. */
import type { Language } from "../../../contract/core/enums";
import { WORDS as SHARED } from "../../kernel/words";
import { speaker } from "../../words";

const WORDS = {
  offerTitle: { zh: "候补有场：{name} {what}", en: "Free for the waitlist: {name}, {what}" },
  offerText: { zh: "已保留到 {until}，请联系 {phone}", en: "Held until {until}; please call {phone}" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language, also of those that domains share; unknown words stay as they are. `values` fill its marks. */
export const word = speaker({ ...SHARED, ...WORDS });

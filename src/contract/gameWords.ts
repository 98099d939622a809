/** Words that several declarations of competitions use. */
import { text } from "./resource/fields";

export const NUMBERS_HINT = { zh: "0 表示不限", en: "0: no limit" };
export const REASON = { reason: text({ zh: "原因", en: "Reason", required: true, long: true, max: 200 }) };

/** Words that several declarations of competitions use. */
import { text } from "../core/resource/fields";
import { LABELS } from "../core/resource/labels";

export const NUMBERS_HINT = { zh: "0 表示不限", en: "0: no limit" };
export const REASON = { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) };

/** Organiser of a game unless somebody chooses another (the session’s `gameBusiness`). */
export const GAME_BUSINESS = "venue";

/** Draw formats of an event. */
export const FORMATS = {
  knockout: { zh: "单败淘汰", en: "Single elimination" },
  doubleElimination: { zh: "双败淘汰", en: "Double elimination" },
  roundRobin: { zh: "单循环", en: "Round robin" },
  groupsKnockout: { zh: "小组循环 + 淘汰", en: "Groups, then knockout" },
  qualifying: { zh: "资格赛 + 淘汰", en: "Qualifying, then knockout" },
  swiss: { zh: "瑞士制", en: "Swiss system" },
  monrad: { zh: "蒙拉德（打出全部名次）", en: "Monrad (every place is played for)" },
} as const;
export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as [FormatName, ...FormatName[]];

/** A sheet of settings is made and deleted with what it belongs to. */
export const MADE_WITH_OWNER = ["create", "delete"] as const;
/** The field that says what that is. */
export const OWNER = { required: true, once: true, filter: true, hidden: true } as const;

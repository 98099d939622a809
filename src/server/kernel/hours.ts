/** When something may be used: days of the week and hours of the day. */
import { WEEKDAYS } from "../../contract/members/card-types";
import type { Language } from "../../contract/core/enums";
import { clock, weekday } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { refuse } from "../resource/refuse";

/** Nothing given: always. Minutes from midnight. */
export interface Hours {
  /** Days of the week, Monday = "1"; empty: every day. */
  readonly weekdays: readonly string[];
  readonly startMinute: number | null;
  readonly endMinute: number | null;
}
const MIDNIGHT = 1_440;

/** True if a stretch of a day lies within the hours. */
export const isWithin = (hours: Hours, day: string, start: number, end: number): boolean =>
  (hours.weekdays.length === 0 || hours.weekdays.includes(String(weekday(day)))) &&
  (hours.startMinute === null || (hours.startMinute <= start && end <= (hours.endMinute ?? MIDNIGHT)));

/** The hours in words: "周一、周二 08:00–18:00". */
export function hoursText({ weekdays, startMinute, endMinute }: Hours, language: Language): string {
  const days = Object.entries(WEEKDAYS).flatMap(([key, label]) => (weekdays.includes(key) ? [label[language]] : []));
  const time = startMinute === null ? "" : `${clock(startMinute)}–${clock(endMinute ?? MIDNIGHT)}`;
  return [days.join(language === "zh" ? "、" : ", "), time].filter((part) => part !== "").join(" ");
}

/** Refuses hours of which only one end is given, or that end before they begin. */
export function checkHours(ctx: Ctx, { startMinute, endMinute }: { startMinute: number | null; endMinute: number | null }): void {
  if ((startMinute === null) !== (endMinute === null))
    throw refuse(
      ctx,
      { zh: "可用时段的起止要一起填", en: "Give both ends of the hours" },
      {},
      startMinute === null ? "startMinute" : "endMinute",
    );
  if (startMinute !== null && endMinute !== null && endMinute <= startMinute)
    throw refuse(ctx, { zh: "可用时段的结束要晚于开始", en: "The hours must end after they begin" }, {}, "endMinute");
}

/** How contracts are said on screen. */
import type { FixedState, OccurrenceState } from "../../../contract/states";
import { clock } from "../../../contract/time";
import type { T, TKey } from "../../i18n/keys";
import type { Tone } from "../../ui/StatusTag";

export const FIXED_TONE: Record<FixedState, Tone> = {
  draft: "neutral",
  active: "success",
  paused: "waiting",
  expired: "warning",
  ended: "neutral",
};
export const OCCURRENCE_TONE: Record<OccurrenceState, Tone> = {
  planned: "success",
  used: "waiting",
  no_show: "waiting",
  settled: "neutral",
  leave: "warning",
  moved: "neutral",
  cancelled: "neutral",
};

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const DAY_KEYS: readonly TKey[] = [
  "fixed.days.d1",
  "fixed.days.d2",
  "fixed.days.d3",
  "fixed.days.d4",
  "fixed.days.d5",
  "fixed.days.d6",
  "fixed.days.d7",
];
/** A weekday in short, 1 = Monday: 三, Wed. */
export const dayWord = (day: number, t: T): string => t(DAY_KEYS[day - 1] ?? "fixed.days.d1");

export const timeSpan = (start: number, end: number): string => `${clock(start)}–${clock(end)}`;

/** A pattern in words: 每周三 19:00–21:00, Wed 19:00–21:00. */
export function patternWords(
  { weekdays, everyWeeks, start, end }: { weekdays: readonly number[]; everyWeeks: number; start: number; end: number },
  t: T,
): string {
  const days = weekdays.map((day) => dayWord(day, t)).join(t("fixed.and"));
  const time = timeSpan(start, end);
  return everyWeeks > 1 ? t("fixed.everySome", { weeks: everyWeeks, days, time }) : t("fixed.every", { days, time });
}

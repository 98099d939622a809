/** Words for contracts on screen. */
import type { FixedState, OccurrenceState } from "../../../contract/core/states";
import { span } from "../../../contract/core/time";
import type { T } from "../../i18n/keys";
import type { Tone } from "../../ui/StatusTag";
import { dayWord } from "../../ui/format-days";

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

/** A pattern in words: 每周三 19:00–21:00, Wed 19:00–21:00. */
export function patternWords(
  { weekdays, everyWeeks, start, end }: { weekdays: readonly number[]; everyWeeks: number; start: number; end: number },
  t: T,
): string {
  const days = weekdays.map((day) => dayWord(day, t)).join(t("fixed.and"));
  const time = span(start, end);
  return everyWeeks > 1 ? t("fixed.everySome", { weeks: everyWeeks, days, time }) : t("fixed.every", { days, time });
}

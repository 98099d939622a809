/** Words for price rules on screen. */
import { DAY_MINUTES, span } from "../../../contract/core/time";
import type { T } from "../../i18n/keys";

/** Days and hours of a rule in words: `周一至周五 06:00–09:00`, `每天`, `周三、周六`. `names` are the weekdays' names, Monday first. */
export function formatWindow(
  { weekdays, start, end }: { weekdays: readonly number[]; start: number; end: number },
  names: readonly string[],
  t: T,
): string {
  const days = [...weekdays].sort((a, b) => a - b);
  const name = (day: number | undefined): string => names[(day ?? 1) - 1] ?? "";
  const straight = days.length > 2 && days.every((day, i) => i === 0 || day === (days[i - 1] ?? 0) + 1);
  const which =
    days.length === 0 || days.length === 7
      ? t("ui.everyDay")
      : straight
        ? t("prices.daySpan", { from: name(days[0]), to: name(days.at(-1)) })
        : days.map(name).join(t("prices.and"));
  return start === 0 && end === DAY_MINUTES ? which : `${which} ${span(start, end)}`;
}

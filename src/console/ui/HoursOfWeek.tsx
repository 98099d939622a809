import { span } from "../../contract/core/time";
import { useT } from "../i18n/use-t";
import type { HoursValue } from "./form/WeekHours";
import { useWeekdays } from "./format-days";

/** Hours of a week in short: said once where every day has the same. The days one by one stand in the tip. `none`: what a day without hours is called. */
export function HoursOfWeek({ hours: { open, close }, none }: { hours: HoursValue; none: string }) {
  const t = useT();
  const names = useWeekdays();
  const days = open.map((from, day) => {
    const to = close[day] ?? 0;
    return to > from ? span(from, to) : none;
  });
  const all = days.map((hours, day) => `${names[day] ?? ""} ${hours}`).join("\n");
  const kinds = new Set(days);
  const [workdays, weekend] = [new Set(days.slice(0, 5)), new Set(days.slice(5))];
  const short =
    kinds.size === 1
      ? `${t("ui.everyDay")} ${days[0]}`
      : workdays.size === 1 && weekend.size === 1
        ? `${days[0]}${t("ui.comma")}${t("ui.weekend")} ${days[5]}`
        : t("ui.hoursDiffer");
  return <span title={all}>{short}</span>;
}

/** What the screens of programs add: opening hours of a week, in words and as a field. */
import "./prices.css";
import { Form } from "antd";
import type { AnyRow, ControlProps, Parts } from "../../resource/parts";
import { useT } from "../../i18n/useT";
import { type HoursValue, WeekHours } from "../../ui/form/WeekHours";
import { span } from "../../../contract/time";
import { useWeekdays } from "../../ui/sayDays";

/** Opening hours, said once where every day has the same. */
function Hours({ row }: { row: AnyRow }) {
  const t = useT();
  const names = useWeekdays();
  const { open, close } = row as AnyRow & HoursValue;
  const days = open.map((from, day) => {
    const to = close[day] ?? 0;
    return to > from ? span(from, to) : t("prices.closedDay");
  });
  const all = days.map((hours, day) => `${names[day] ?? ""} ${hours}`).join("\n");
  const kinds = new Set(days);
  const [workdays, weekend] = [new Set(days.slice(0, 5)), new Set(days.slice(5))];
  const short =
    kinds.size === 1
      ? `${t("prices.everyDay")} ${days[0]}`
      : workdays.size === 1 && weekend.size === 1
        ? `${days[0]}${t("prices.comma")}${t("prices.preset.weekend")} ${days[5]}`
        : t("prices.hoursDiffer");
  return <span title={all}>{short}</span>;
}

/** Both ends of the hours in one control. */
function Week({ value, id }: ControlProps) {
  const form = Form.useFormInstance();
  const close = Form.useWatch<readonly number[]>("close", { form, preserve: true });
  return (
    <WeekHours
      {...(id === undefined ? {} : { id })}
      value={{ open: value ?? [], close: close ?? [] }}
      onChange={(hours) => form.setFieldsValue(hours)}
    />
  );
}

export const parts: Parts = {
  cells: { open: (row) => <Hours row={row} /> },
  controls: { open: Week, close: null },
};

/** Additions to the screens of programs: weekly opening hours, in words and as a field. */
import "./prices.css";
import { Form } from "antd";
import type { AnyRow, ControlProps, Parts } from "../../resource/parts";
import { useT } from "../../i18n/use-t";
import { HoursOfWeek } from "../../ui/HoursOfWeek";
import { type HoursValue, WeekHours } from "../../ui/form/WeekHours";

function Hours({ row }: { row: AnyRow }) {
  const t = useT();
  return <HoursOfWeek hours={row as AnyRow & HoursValue} none={t("ui.closedDay")} />;
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

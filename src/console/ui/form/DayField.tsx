import dayjs from "dayjs";
import { DatePicker } from "../DatePicker";

/** A day as `YYYY-MM-DD` text in antd's picker. */
export function DayField({ value, onChange, id }: { value?: string; onChange?: (day: string) => void; id?: string }) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      style={{ width: "100%" }}
      allowClear={false}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format("YYYY-MM-DD") : "")}
    />
  );
}

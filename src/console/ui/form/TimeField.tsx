import { TimePicker } from "antd";
import dayjs from "dayjs";
import { useMemo } from "react";
import { clock, DAY_MINUTES } from "../../../contract/core/time";

export interface TimeFieldProps {
  /** Minutes from midnight; null: none. */
  readonly value?: number | null;
  readonly onChange?: (minute: number | null) => void;
  readonly id?: string;
  readonly clears?: boolean;
  readonly "aria-label"?: string;
}

/** A time of day in antd's picker, which can't say 24:00: the end of a day shows as 23:59. */
export function TimeField({ value, onChange, clears = true, ...rest }: TimeFieldProps) {
  // As in `DayField`.
  const pickerValue = useMemo(
    () => (typeof value === "number" ? dayjs(`2000-01-01T${clock(Math.min(value, DAY_MINUTES - 1))}:00`) : null),
    [value],
  );
  return (
    <TimePicker
      {...rest}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      allowClear={clears}
      style={{ width: "100%" }}
      value={pickerValue}
      onChange={(at) => onChange?.(at ? at.hour() * 60 + at.minute() : null)}
    />
  );
}

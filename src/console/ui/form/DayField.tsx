import dayjs from "dayjs";
import { useMemo } from "react";
import { DatePicker } from "../DatePicker";

export interface DayFieldProps {
  /** `YYYY-MM-DD`; empty or null: none. */
  readonly value?: string | null;
  /** Gets "" where it was cleared. */
  readonly onChange?: (day: string) => void;
  readonly id?: string;
  /** First and last day that can be chosen. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Offers to leave it empty. */
  readonly clears?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly "aria-label"?: string;
  readonly "aria-invalid"?: boolean | undefined;
  readonly "aria-describedby"?: string | undefined;
}

/** A day as `YYYY-MM-DD` text in antd's picker. Where there is no antd yet, `DayInput`. */
export function DayField({ value, onChange, min, max, clears = false, ...rest }: DayFieldProps) {
  // The same object from draw to draw: another one would put back what is being typed.
  const shown = useMemo(() => (value ? dayjs(value) : null), [value]);
  return (
    <DatePicker
      {...rest}
      style={{ width: "100%" }}
      allowClear={clears}
      value={shown}
      {...(min ? { minDate: dayjs(min) } : {})}
      {...(max ? { maxDate: dayjs(max) } : {})}
      onChange={(day) => onChange?.(day ? day.format("YYYY-MM-DD") : "")}
    />
  );
}

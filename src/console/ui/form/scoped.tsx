/** Fields of antd with all that they need around them, for plain forms, which fetch them: `DayInput`, `TimeInput`, `PickDay`. */
import dayjs from "dayjs";
import { AntdScope } from "../AntdScope";
import { DatePicker } from "../DatePicker";
import { DayField, type DayFieldProps } from "./DayField";
import { TimeField, type TimeFieldProps } from "./TimeField";

export const ScopedDay = (props: DayFieldProps) => (
  <AntdScope>
    <DayField {...props} inForm={false} />
  </AntdScope>
);

export const ScopedTime = (props: TimeFieldProps) => (
  <AntdScope>
    <TimeField {...props} />
  </AntdScope>
);

/** The keys of an open calendar are its own from the start. */
const focusOf = (picker: { focus: () => void } | null): void => picker?.focus();

/** An open calendar, beside what opened it. */
export const OpenCalendar = ({ value, label, onPick, onClose }: OpenCalendarProps) => (
  <AntdScope>
    <DatePicker
      ref={focusOf}
      open
      allowClear={false}
      className="picker-field"
      aria-label={label}
      value={dayjs(value)}
      onChange={(day) => {
        onClose();
        onPick(day.format("YYYY-MM-DD"));
      }}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    />
  </AntdScope>
);
export interface OpenCalendarProps {
  readonly value: string;
  readonly label: string;
  readonly onPick: (day: string) => void;
  readonly onClose: () => void;
}

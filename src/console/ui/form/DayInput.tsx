/** antd's pickers in plain forms: their code comes with the first of them, not with the page. */
import { type ComponentType, useRef, useState } from "react";
import { Button } from "../Button";
import { lazyPart } from "../lazy-part";
import type { DayFieldProps } from "./DayField";
import type { OpenCalendarProps } from "./scoped";
import type { TimeFieldProps } from "./TimeField";

const Day = lazyPart(async () => (await import("./scoped")).ScopedDay);
const Time = lazyPart(async () => (await import("./scoped")).ScopedTime);
const Calendar: ComponentType<OpenCalendarProps> = lazyPart(async () => (await import("./scoped")).OpenCalendar);

/** A day as `YYYY-MM-DD` text. */
export const DayInput = (props: DayFieldProps) => (
  <span className="picked">
    <Day {...props} />
  </span>
);

/** A time of day, minutes from midnight. */
export const TimeInput = (props: TimeFieldProps) => (
  <span className="picked">
    <Time {...props} />
  </span>
);

/** A button that opens a calendar to go to another day. */
export function PickDay({ value, label, onPick }: { value: string; label: string; onPick: (day: string) => void }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  return (
    <span className="picker" ref={root}>
      <Button kind="quiet" icon="calendar" aria-label={label} aria-expanded={open} onClick={() => setOpen(true)} />
      {open && (
        <Calendar
          value={value}
          label={label}
          onPick={onPick}
          onClose={() => {
            setOpen(false);
            root.current?.querySelector("button")?.focus();
          }}
        />
      )}
    </span>
  );
}

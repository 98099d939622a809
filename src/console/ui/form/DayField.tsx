import dayjs from "dayjs";
import {
  createContext,
  type FocusEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { isDay, readDay } from "../../../contract/core/typed/day";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { DatePicker } from "../DatePicker";

export interface DayFieldProps {
  /** `YYYY-MM-DD`; empty or null: none. In a form also the text that can't be read, which the form's rule refuses. */
  readonly value?: string | null;
  /** Gets "" where it was cleared. */
  readonly onChange?: (day: string) => void;
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void;
  readonly id?: string;
  /** First and last day that can be chosen. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Offers to leave it empty. */
  readonly clears?: boolean;
  /** False outside of antd's forms: text that can't be read counts as no day there. */
  readonly inForm?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly "aria-label"?: string;
  readonly "aria-invalid"?: boolean | undefined;
  readonly "aria-describedby"?: string | undefined;
}

const BETWEEN = "ui.dayField.chooseDay";
const NOT_BEFORE = "ui.dayField.chooseLaterDay";
const NOT_AFTER = "ui.dayField.chooseEarlierDay";

/** Returns why a day between no such limits is refused. */
function outOfRange(t: T, from: string | undefined, to: string | undefined): string {
  if (from === undefined) return t(NOT_AFTER, { to: to ?? "" });
  return to === undefined ? t(NOT_BEFORE, { from }) : t(BETWEEN, { from, to });
}
/** Text that can't be read, which the picker would drop. */
const UnreadText = createContext<{ readonly text?: string; readonly messageId?: string; readonly onEdit: (text: string) => void }>({
  onEdit: () => undefined,
});

/** The input of the picker, which shows text that can't be read until it is edited. */
function DayText({ ref, value, onChange, ...rest }: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  const unread = useContext(UnreadText);
  return (
    <input
      {...rest}
      ref={ref}
      {...(unread.text === undefined ? {} : { "aria-invalid": true, "aria-describedby": unread.messageId })}
      value={unread.text ?? value}
      onChange={(event) => {
        unread.onEdit(event.target.value);
        onChange?.(event);
      }}
    />
  );
}
const COMPONENTS = { input: DayText };

interface Unread {
  readonly text: string;
  readonly problem: string;
}
/** Returns what a form still contains of text that could not be read. */
function unreadOf(value: string | null | undefined, t: T): Unread | undefined {
  const { problem } = readDay(value ?? "");
  return value && problem ? { text: value, problem: t(problem) } : undefined;
}

/** A day as `YYYY-MM-DD` text in antd's picker, typed in any usual form and read on Tab and Enter. Where there is no antd yet, `DayInput`. */
export function DayField({ value, onChange, onBlur, min, max, clears = false, inForm = true, ...rest }: DayFieldProps) {
  const t = useT();
  const [unread, setUnread] = useState(() => unreadOf(value, t));
  const messageId = useId();
  // The input also shows the day under the pointer; only what was typed is read.
  const typed = useRef<string>(undefined);
  const context = useMemo(
    () => ({
      ...(unread ? { text: unread.text, messageId } : {}),
      onEdit: (text: string) => {
        typed.current = text;
        setUnread(undefined);
      },
    }),
    [unread, messageId],
  );
  // The same object from draw to draw: another one would put back what is being typed.
  const pickerValue = useMemo(() => (value && isDay(value) ? dayjs(value) : null), [value]);
  const readTyped = (): void => {
    const text = typed.current;
    typed.current = undefined;
    if (text === undefined) return;
    const { value: day, problem } = readDay(text);
    if (day === undefined && text.trim() === "") {
      setUnread(undefined);
      if (clears && value) onChange?.("");
    } else if (day === undefined || (min && day < min) || (max && day > max)) {
      setUnread({ text, problem: problem ? t(problem) : outOfRange(t, min, max) });
      onChange?.(inForm && day === undefined ? text : "");
    } else {
      setUnread(undefined);
      if (day !== value) onChange?.(day);
    }
  };
  return (
    <UnreadText value={context}>
      <DatePicker
        {...rest}
        style={{ width: "100%" }}
        allowClear={clears}
        value={pickerValue}
        components={COMPONENTS}
        {...(unread ? { status: "error" as const } : {})}
        {...(min ? { minDate: dayjs(min) } : {})}
        {...(max ? { maxDate: dayjs(max) } : {})}
        onChange={(day) => {
          typed.current = undefined;
          setUnread(undefined);
          onChange?.(day ? day.format("YYYY-MM-DD") : "");
        }}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
          if (event.key === "Enter") readTyped();
        }}
        onBlur={(event) => {
          readTyped();
          onBlur?.(event);
        }}
      />
      {unread && (
        <span className="field-error" id={messageId} role="alert">
          {unread.problem}
        </span>
      )}
    </UnreadText>
  );
}

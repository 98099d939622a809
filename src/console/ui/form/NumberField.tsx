import { Input } from "antd";
import { type FocusEvent, type ReactNode, useState } from "react";
import { readNumber } from "../../../contract/core/typed/number";
import { FieldProblem, hasProblem } from "../FieldProblem";

interface Props {
  readonly value?: number | null;
  readonly onChange?: (value: number | null) => void;
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void;
  readonly id?: string;
  readonly min?: number;
  readonly max?: number;
  /** Decimals allowed; none: whole numbers only. */
  readonly decimals?: number;
  readonly placeholder?: string;
  readonly suffix?: ReactNode;
  readonly "aria-label"?: string;
}

/** Value of a field whose text can't be read, as in `read.ts`: the contract rejects it. */
const UNREADABLE = Number.POSITIVE_INFINITY;

/**
 * A number, read by the contract's reader. antd's number field puts the former number back where it can't read the text, so that a form
 * saves what nobody typed: here the text stays, with a message below it.
 */
export function NumberField({ value = null, onChange, onBlur, min, max, decimals = 0, ...rest }: Props) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly isBlurred: boolean }>();
  const showsTypedText = typed !== undefined && (!typed.isBlurred || value === UNREADABLE);
  const text = showsTypedText ? typed.text : value === null || value === UNREADABLE ? "" : String(value);
  const reading = readNumber(text, { min, max, decimals });
  return (
    <>
      <Input
        {...rest}
        // The keypad of phones for numbers has no minus.
        {...(min !== undefined && min < 0 ? {} : { inputMode: decimals === 0 ? "numeric" : "decimal" })}
        autoComplete="off"
        value={text}
        {...(hasProblem(reading) ? { "aria-invalid": true } : {})}
        onChange={(event) => {
          const next = readNumber(event.target.value, { decimals });
          setTyped({ text: event.target.value, isBlurred: false });
          onChange?.(next.problem === undefined ? next.value : next.isEmpty ? null : UNREADABLE);
        }}
        onBlur={(event) => {
          setTyped({ text, isBlurred: true });
          onBlur?.(event);
        }}
      />
      <FieldProblem of={reading} />
    </>
  );
}

// oxlint-disable-next-line no-restricted-imports -- here it gets the contract's reader as its parser
import { InputNumber, type InputNumberProps } from "antd";
import { useState } from "react";
import { readNumber } from "../../../contract/core/typed/number";
import { FieldProblem } from "../FieldProblem";

interface Props extends Omit<InputNumberProps<string | number>, "value" | "onChange" | "parser" | "precision" | "onInput"> {
  readonly value?: number | null;
  readonly onChange?: (value: number | null) => void;
  /** Decimals allowed; none: whole numbers only. */
  readonly decimals?: number;
}

/**
 * A number in antd's field, read by the contract's reader: antd's own drops what it does not know, so that 12,5 becomes 125. Text that can't
 * be read changes nothing and is explained below the field.
 */
export function NumberField({ value, onChange, decimals = 0, ...rest }: Props) {
  const [typed, setTyped] = useState("");
  const parse = (text = ""): string | number => (text.trim() === "" ? "" : (readNumber(text, { decimals }).value ?? Number.NaN));
  return (
    <>
      <InputNumber<string | number>
        style={{ width: "100%" }}
        {...rest}
        value={value ?? null}
        precision={decimals}
        parser={parse}
        onInput={setTyped}
        onChange={(next) => {
          onChange?.(typeof next === "number" ? next : null);
        }}
      />
      <FieldProblem of={readNumber(typed, { decimals })} />
    </>
  );
}

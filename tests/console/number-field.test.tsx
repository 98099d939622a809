import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { NumberField } from "../../src/console/ui/form/NumberField";

function Held({ decimals, onChange }: { readonly decimals: number; readonly onChange: (value: number | null) => void }) {
  const [value, setValue] = useState<number | null>(80);
  return (
    <NumberField
      aria-label="Percent"
      value={value}
      decimals={decimals}
      min={0}
      max={2_000}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

function type(text: string, decimals = 2) {
  const onChange = vi.fn<(value: number | null) => void>();
  render(<Held decimals={decimals} onChange={onChange} />);
  const input = screen.getByLabelText("Percent");
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
  return { onChange, input };
}

it.each([
  ["87.5", 87.5],
  ["８７．５", 87.5],
  ["87。5", 87.5],
  ["1,000", 1_000],
  ["87.", 87],
])("reads %s as %d", (text, value) => {
  const { onChange, input } = type(text);
  expect(onChange).toHaveBeenLastCalledWith(value);
  expect(input).toHaveValue(String(value));
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each([
  ["12,5", 2, "逗号只能作千分位"],
  ["12.5", 0, "请填写整数"],
  ["1x", 2, "读不出数字"],
])("keeps %s, says why it is no value, and gives a form what its rule rejects", (text, decimals, message) => {
  const { onChange, input } = type(text, decimals);
  expect(onChange).toHaveBeenLastCalledWith(Number.POSITIVE_INFINITY);
  expect(input).toHaveValue(text);
  expect(input).toHaveAttribute("aria-invalid", "true");
  expect(screen.getByRole("alert")).toHaveTextContent(message);
});

it("says a limit instead of moving the number to it", () => {
  const { onChange, input } = type("2001");
  expect(onChange).toHaveBeenLastCalledWith(2_001);
  expect(input).toHaveValue("2001");
  expect(screen.getByRole("alert")).toHaveTextContent("不能大于 2000");
});

it("gives nothing for a field that is emptied", () => expect(type("").onChange).toHaveBeenLastCalledWith(null));

it("stands alone: no field of the console leaves the reading of numbers to the browser or to antd", () => {
  const root = path.join(import.meta.dirname, "../../src/console");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const others = files.filter((file) => /type="number"|\bInputNumber\b/.test(readFileSync(path.join(root, file), "utf8")));
  expect(others.filter((file) => file !== path.join("ui", "form", "NumberField.tsx"))).toEqual([]);
});

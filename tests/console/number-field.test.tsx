import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { NumberField } from "../../src/console/ui/form/NumberField";

function type(text: string, decimals = 2) {
  const onChange = vi.fn<(value: number | null) => void>();
  render(<NumberField aria-label="Percent" value={80} decimals={decimals} onChange={onChange} />);
  const input = screen.getByLabelText("Percent");
  fireEvent.focus(input);
  fireEvent.input(input, { target: { value: text } });
  fireEvent.blur(input);
  return onChange;
}

it.each([
  ["87.5", 87.5],
  ["８７．５", 87.5],
  ["87。5", 87.5],
  ["1,000", 1_000],
])("reads %s as %d", (text, value) => {
  expect(type(text)).toHaveBeenLastCalledWith(value);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("refuses 12,5 with a message instead of reading 125", () => {
  expect(type("12,5")).not.toHaveBeenCalled();
  expect(screen.getByRole("alert")).toHaveTextContent("逗号只能作千分位");
});

it("refuses 12.5 where only whole numbers count", () => {
  expect(type("12.5", 0)).not.toHaveBeenCalled();
  expect(screen.getByRole("alert")).toHaveTextContent("请填写整数");
});

it("gives nothing for a field that is emptied", () => expect(type("")).toHaveBeenLastCalledWith(null));

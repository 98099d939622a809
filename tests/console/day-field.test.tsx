import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { DayField, type DayFieldProps } from "../../src/console/ui/form/DayField";

it("keeps a day that is being typed when its form is drawn anew", () => {
  const onChange = vi.fn();
  const field = () => <DayField aria-label="Day" value="2026-11-23" onChange={onChange} />;
  const { rerender } = render(field());
  const input = screen.getByLabelText("Day");
  fireEvent.mouseDown(input);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: "2026-12-15" } });
  rerender(field());
  fireEvent.keyDown(input, { key: "Enter", code: "Enter" });
  fireEvent.blur(input);
  expect(onChange).toHaveBeenLastCalledWith("2026-12-15");
});

/** A field that keeps what it gives. */
function Kept({ onValue, ...props }: DayFieldProps & { onValue: (day: string) => void }) {
  const [day, setDay] = useState("2026-11-23");
  return (
    <DayField
      {...props}
      aria-label="Day"
      value={day}
      onChange={(next) => {
        setDay(next);
        onValue(next);
      }}
    />
  );
}
function type(text: string): HTMLInputElement {
  const input = screen.getByLabelText<HTMLInputElement>("Day");
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
  return input;
}

it.each(["1990/5/6", "1990.5.6", "1990年5月6日", "19900506", "１９９０－５－６"])("reads %s when it is left", (text) => {
  const onValue = vi.fn();
  render(<Kept onValue={onValue} />);
  expect(type(text).value).toBe("1990-05-06");
  expect(onValue).toHaveBeenLastCalledWith("1990-05-06");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("keeps text that it can't read, says why, and gives it to the form's rule", () => {
  const onValue = vi.fn();
  render(<Kept onValue={onValue} />);
  expect(type("1990-02-30").value).toBe("1990-02-30");
  expect(screen.getByRole("alert")).toHaveTextContent("没有这一天：1990-02-30");
  expect(onValue).toHaveBeenLastCalledWith("1990-02-30");
  expect(type("1990-02-28").value).toBe("1990-02-28");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("gives no day outside of a form where text can't be read or the day is out of range", () => {
  const onValue = vi.fn();
  render(<Kept inForm={false} min="2026-11-01" onValue={onValue} />);
  expect(type("昨天").value).toBe("昨天");
  expect(onValue).toHaveBeenLastCalledWith("");
  expect(type("2026/10/1").value).toBe("2026/10/1");
  expect(screen.getByRole("alert")).toHaveTextContent("2026-11-01");
});

it("takes what was typed, not the day under the pointer that the input shows meanwhile", () => {
  const onValue = vi.fn();
  render(<Kept onValue={onValue} />);
  const input = screen.getByLabelText<HTMLInputElement>("Day");
  fireEvent.mouseDown(input);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: "20261215" } });
  const cell = document.querySelector('td[title="2026-11-17"]');
  if (!cell) throw new Error("the calendar is closed");
  fireEvent.mouseEnter(cell);
  expect(input.value).toBe("2026-11-17");
  fireEvent.blur(input);
  expect(onValue.mock.calls.at(-1)).toEqual(["2026-12-15"]);
});

import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { DayField } from "../../src/console/ui/form/DayField";

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

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Stepper } from "../../../src/console/ui/Stepper";

function Attendees() {
  const [attendees, setAttendees] = useState(2);
  return <Stepper value={attendees} min={1} max={3} label="人数" onValue={setAttendees} />;
}

it.each([
  ["增加", 3],
  ["减少", 1],
])("a number at its end keeps the focus on %s and goes no further", async (name, end) => {
  render(<Attendees />);
  const button = screen.getByRole("button", { name });
  button.focus();
  await userEvent.keyboard("{Enter}{Enter} ");
  expect(screen.getByRole("status")).toHaveTextContent(String(end));
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).toBeEnabled();
});

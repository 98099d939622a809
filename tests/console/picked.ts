// Pickers bring antd with them, the heaviest of all imports: here it is there before a test begins to wait for one.
import "../../src/console/ui/form/scoped";
import { fireEvent, screen } from "@testing-library/react";

/** Types a day or a time into a picker, as a person who tabs on. */
export async function typeInto(label: string, text: string): Promise<void> {
  const input = await screen.findByLabelText(label);
  fireEvent.mouseDown(input);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: "Enter", code: "Enter" });
  fireEvent.blur(input);
}

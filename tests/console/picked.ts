import { fireEvent, screen } from "@testing-library/react";

/** Types a day or a time into a picker, as a person who tabs on. Its code may come only now. */
export async function typeInto(label: string, text: string): Promise<void> {
  const input = await screen.findByLabelText(label, {}, { timeout: 10_000 });
  fireEvent.mouseDown(input);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: "Enter", code: "Enter" });
  fireEvent.blur(input);
}

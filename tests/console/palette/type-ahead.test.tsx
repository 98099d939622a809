import { KBarProvider } from "@refinedev/kbar";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useOpened } from "../../../src/console/palette/opened";

const Field = () => (useOpened() ? <input aria-label="命令" /> : null);

it("is there before the next key can be pressed", async () => {
  render(
    <KBarProvider>
      <Field />
    </KBarProvider>,
  );
  // As a keyboard does it: without waiting for what React has put off to a later task.
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "k", code: "KeyK", ctrlKey: true, bubbles: true, cancelable: true }));
  await Promise.resolve();
  expect(screen.getByLabelText("命令")).toBeInTheDocument();
});

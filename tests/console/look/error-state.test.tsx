/** An error replaces the content; a retry by keyboard leaves the focus on the page. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { ErrorState } from "../../../src/console/ui/ErrorState";

beforeEach(() => setLanguage("zh"));

function Page() {
  const [failed, setFailed] = useState(true);
  return (
    <main id="page" tabIndex={-1}>
      {failed ? <ErrorState what="服务繁忙" onRetry={() => setFailed(false)} /> : <p>内容</p>}
      <button type="button" onClick={() => setFailed(false)}>
        别处
      </button>
    </main>
  );
}

it("focuses the page when trying again brings the content", async () => {
  render(<Page />);
  screen.getByRole("button", { name: "重试" }).focus();
  await userEvent.setup().keyboard("{Enter}");
  expect(screen.getByText("内容")).toBeInTheDocument();
  expect(screen.getByRole("main")).toHaveFocus();
});

it("leaves the focus where somebody works meanwhile", async () => {
  render(<Page />);
  await userEvent.setup().click(screen.getByRole("button", { name: "别处" }));
  expect(screen.getByRole("button", { name: "别处" })).toHaveFocus();
});

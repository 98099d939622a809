/** Booker of an order: an obstacle to sending a walk-in's number is shown as soon as the number is left, not before it could be right. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef, useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { Booker, type BookerDraft, NO_BOOKER } from "../../../src/console/desk/Booker";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";

function Desk() {
  const [booker, setBooker] = useState<BookerDraft>({ ...NO_BOOKER, walkIn: true });
  return (
    <QueryClientProvider client={queryClient}>
      <Booker booker={booker} onBooker={setBooker} input={createRef()} errors={{}} />
      <button type="button">预订</button>
    </QueryClientProvider>
  );
}

beforeEach(() => setLanguage("zh"));

it("says what a mobile number lacks once it is left, and takes it back while it is mended", async () => {
  const user = userEvent.setup();
  render(<Desk />);
  const phone = screen.getByLabelText("手机号");
  await user.type(phone, "12345");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(screen.getByRole("button", { name: "预订" }));
  expect(screen.getByRole("alert")).toHaveTextContent("手机号是 11 位数字，现在是 5 位");
  expect(phone).toHaveAccessibleDescription("手机号是 11 位数字，现在是 5 位");
  await user.clear(phone);
  await user.type(phone, "13800001111");
  await user.click(screen.getByRole("button", { name: "预订" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

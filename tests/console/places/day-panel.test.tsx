/** A day that can't be closed for its bookings leads to the wizard that moves or refunds them. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { asksToClose } from "../../../src/console/domains/booking/use-grid-address";
import { DayPanel } from "../../../src/console/domains/places/calendar/DayPanel";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import type { Code } from "../../../src/contract/core/permissions";
import { calendar } from "../../../src/contract/places/places";
import { handle, Refusal } from "../server";

const DAY = "2099-05-01";
beforeEach(() => setLanguage("zh"));
afterEach(() => queryClient.clear());

async function close(codes: readonly Code[]): Promise<void> {
  setSession({ venueId: "v1", codes: new Set(codes) });
  const standing = { orderNo: "B1", name: "王伟", place: "1", day: DAY, start: 600, end: 660 };
  handle(calendar.preview, () => {
    throw new Refusal(409, "这天有 1 条预订，没有改动", { bookings: [standing], count: 1 });
  });
  const nothing = (): void => undefined;
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <DayPanel day={DAY} special={undefined} dropped={undefined} onSaved={nothing} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText("这一天是"), "closed");
  await user.type(screen.getByLabelText("原因"), "电路检修");
  await user.click(screen.getByRole("button", { name: /保存/ }));
  expect(await screen.findByText(/王伟/)).toBeInTheDocument();
}

it("names the bookings and links to the wizard on that day", async () => {
  await close(["venue_calendar", "calendar_modify", "booking_close"]);
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "用停场向导移走或退款" });
  const { pathname, search } = new URL(link.href);
  expect([pathname, new URLSearchParams(search).get("day"), asksToClose(search)]).toEqual(["/book/venue-booking", DAY, true]);
});

it("shows no such link to who may not close", async () => {
  await close(["venue_calendar", "calendar_modify"]);
  expect(screen.queryByRole("link")).toBeNull();
});

/** Closing courts beside the grid: the log of closings keeps what it shows, and the focus goes back to the grid when the wizard is gone. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BookingGrid } from "../../../src/console/domains/booking/BookingGrid";
import { ClosingLog } from "../../../src/console/domains/booking/closing/ClosingLog";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking } from "../../../src/contract/booking/booking";
import { closing, type Closing } from "../../../src/contract/closing/closing";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { handle, pageOfRows, Refusal } from "../server";
import { at, DAY, gridOf, NOW_MS } from "./sample";

const closingOf = (id: string, reason: string): Closing => ({
  id,
  at: `${DAY}T10:00:00+08:00`,
  operator: "admin",
  reason,
  from: DAY,
  to: DAY,
  start: at(16),
  end: at(17),
  places: "1 号",
  moves: 0,
  refunds: 0,
  refundTotal: "0.00",
});

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ["Date"] });
  await setLanguage("zh");
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

it("keeps the closings that are shown when older ones can't be had, and gets them at the next try", async () => {
  let fails = true;
  const first = Array.from({ length: 20 }, (_, i) => closingOf(`c${i}`, `第 ${i} 次`));
  handle(closing.list, ({ page, size }) => {
    const older = Number(page) > 0 || Number(size) > 20;
    if (older && fails) throw new Refusal(403, "读不到");
    const rows = Number(page) > 0 ? [closingOf("c20", "最早一次")] : older ? [...first, closingOf("c20", "最早一次")] : first;
    return { ...pageOfRows(rows), number: Number(page), last: older };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <ClosingLog opened={undefined} onOrder={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findByText("第 19 次");
  await userEvent.click(screen.getByRole("button", { name: "更早的记录" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("读不到");
  expect(screen.getAllByRole("listitem")).toHaveLength(20);
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "更早的记录" }));
  await screen.findByText("最早一次");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getAllByRole("listitem")).toHaveLength(21);
  expect(screen.queryByRole("button", { name: "更早的记录" })).toBeNull();
});

it.each(["cancelled", "done"] as const)("gives the focus back to the grid when the wizard is %s", async (how) => {
  window.history.replaceState(null, "", `/book/venue-booking?day=${DAY}`);
  Object.defineProperty(window, "innerWidth", { value: 1440, configurable: true });
  const grid = gridOf();
  handle(booking.grid, () => grid);
  handle(booking.load, () => ({ days: [] }));
  handle(booking.places, () => ({
    halls: grid.halls.map((hall) => ({ ...hall, maxRow: 1, maxColumn: 1, placeStart: 1, vrUrl: "" })),
    places: grid.places.map((place) => ({ ...place, row: 1, column: 1, icon: "" })),
  }));
  const preview = { fingerprint: "12345678", hits: [], locks: [], moves: 0, refunds: 0, refundTotal: "0.00" };
  handle(closing.preview, () => preview);
  handle(closing.apply, () => closingOf("c1", "地胶维修"));
  handle(closing.list, () => pageOfRows([closingOf("c1", "地胶维修")]));
  handle(closing.view, () => ({ ...closingOf("c1", "地胶维修"), hits: [] }));
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <BookingGrid />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("grid");
  await user.click(screen.getByRole("button", { name: /更多/ }));
  await user.click(screen.getByRole("button", { name: "停场处理…" }));
  const wizard = await screen.findByRole("dialog");
  if (how === "cancelled") fireEvent(wizard, new Event("cancel", { cancelable: true }));
  else {
    await user.click(within(wizard).getByLabelText("1 号"));
    await user.type(within(wizard).getByLabelText("原因"), "地胶维修");
    await user.click(within(wizard).getByRole("button", { name: "查看受影响的预订" }));
    await user.click(await within(wizard).findByRole("button", { name: "确认停场" }));
    await screen.findByText("地胶维修");
  }
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement?.closest("[role=grid]")).not.toBeNull());
});

/** The chosen session on a day on which the venue is closed, whatever days the board beside it shows. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRef } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CancelBooking } from "../../../src/console/domains/capacitySessions/CancelBooking";
import { SessionPanel } from "../../../src/console/domains/capacitySessions/SessionPanel";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { NoticeHost } from "../../../src/console/ui/notices";
import { capacitySessions, type SessionBooking } from "../../../src/contract/capacitySessions/capacity-sessions";
import { handle } from "../server";

let closed: string | null = null;
let price = "0.00";

const SESSION = {
  id: "s1",
  hallId: "h1",
  hallName: "泳池",
  name: "晚场",
  programName: "游泳",
  day: "2026-12-24",
  startTime: 1_080,
  endTime: 1_170,
  price: "0.00",
  maxPlace: 10,
  leftPlace: 10,
  entered: 0,
  onShelf: true,
  status: "on_shelf" as const,
};

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["session_book"]) });
  handle(capacitySessions.view, ({ id }) => ({
    ...SESSION,
    id,
    price,
    bookings: [],
    closed,
  }));
});
afterEach(() => {
  queryClient.clear();
  closed = null;
  price = "0.00";
});

async function open() {
  const element = (
    <QueryClientProvider client={queryClient}>
      <SessionPanel id="s1" today="2026-11-21" booker={createRef()} onClose={() => undefined} />
      <NoticeHost />
    </QueryClientProvider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  await screen.findByRole("heading", { name: /晚场/ });
}
const sell = () => screen.queryByRole("button", { name: "预订" });

it("offers no places on a closed day", async () => {
  closed = "换水";
  await open();
  expect(sell()).toBeNull();
  expect(screen.queryByRole("group", { name: "办理" })).toBeNull();
});

it("keeps what was typed when the day is closed meanwhile, says so and sells nothing", async () => {
  closed = null;
  await open();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "散客" }));
  await user.type(screen.getByLabelText(/姓名/), "贺知章");
  expect(sell()).toBeEnabled();
  closed = "换水";
  await act(() => queryClient.invalidateQueries());
  await screen.findByText("换水：这一天闭馆，不售票。");
  expect(screen.getByLabelText(/姓名/)).toHaveValue("贺知章");
  expect(sell()).toBeDisabled();
  closed = null;
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(sell()).toBeEnabled());
});

it("says what goes back of cash that was handed over", async () => {
  price = "30.00";
  const paid: unknown[] = [];
  handle(capacitySessions.book, ({ attendees = 1, payments }) => {
    paid.push(payments);
    return {
      id: "b1",
      no: "S-1",
      sessionId: "s1",
      at: "2026-11-21T10:00:00+08:00",
      name: "贺知章",
      phone: "",
      memberId: null,
      attendees,
      entered: 0,
      total: "30.00",
      paid: "30.00",
      refunded: "0.00",
      fee: "0.00",
      payTypes: ["Cash" as const],
      holdingId: null,
      holdingName: null,
      status: "booked" as const,
      reason: "",
      operator: "",
      session: SESSION,
    };
  });
  await open();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "散客" }));
  await user.type(screen.getByLabelText(/姓名/), "贺知章");
  await user.selectOptions(screen.getByRole("combobox", { name: "收款" }), "Cash");
  await user.type(screen.getByLabelText(/实收现金/), "50");
  await user.click(screen.getByRole("button", { name: /30\.00/ }));
  expect(await screen.findByText("贺知章 1 人，已收 ¥30.00 · 收 50.00，找零 20.00")).toBeInTheDocument();
  expect(paid).toEqual([[{ type: "Cash", amount: "30.00", tendered: "50.00" }]]);
});

it("keeps the focus on the cancellation while what goes back is asked again", async () => {
  handle(capacitySessions.refundPreview, async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const rule = { paid: "30.00", feePercent: 0, hoursBefore: 9, freeHours: 2, fee: "0.00", refund: "30.00" };
    return { ...rule, orderId: "b1", back: [], uses: 0, usesBack: 0 };
  });
  const booking = { id: "b1", name: "贺知章" } as SessionBooking;
  render(
    <QueryClientProvider client={queryClient}>
      <CancelBooking booking={booking} onBack={() => undefined} onDone={() => undefined} />
    </QueryClientProvider>,
  );
  await userEvent.setup().type(await screen.findByRole("textbox"), "有事");
  const button = await screen.findByRole("button", { name: /30\.00/ });
  await waitFor(() => expect(button).toBeEnabled());
  button.focus();
  const again = queryClient.invalidateQueries();
  await waitFor(() => expect(queryClient.isFetching()).toBe(1));
  await act(() => Promise.resolve());
  expect(button).toBeEnabled();
  await act(() => again);
  expect(button).toHaveFocus();
});

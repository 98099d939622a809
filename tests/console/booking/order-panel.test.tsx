/** An order beside the grid: what its payments say, and the question before somebody is let in early. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OrderPanel } from "../../../src/console/domains/booking/panel/OrderPanel";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { AskHost } from "../../../src/console/ui/confirm";
import { booking, type BookingOrderDetail } from "../../../src/contract/booking/booking";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { handle, Refusal } from "../server";
import { DAY, orderOf } from "./sample";

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
});
afterEach(() => queryClient.clear());

function show(order: BookingOrderDetail) {
  handle(booking.view, () => order);
  const nothing = (): void => undefined;
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <OrderPanel
          id={order.id}
          today={DAY}
          act="look"
          carry={undefined}
          onAct={nothing}
          onCarry={nothing}
          onChanged={nothing}
          onClose={nothing}
        />
        <AskHost />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return userEvent.setup();
}

it("says of cash what was handed over and what went back, and nothing where it was the amount", async () => {
  const payment = {
    type: "Cash" as const,
    refunded: "0.00",
    state: "succeeded" as const,
    at: "2026-11-21T09:00:00+08:00",
    operator: "周凯",
    note: "",
  };
  show(
    orderOf({
      payments: [
        { ...payment, id: "1", amount: "85.00", tendered: "100.00" },
        { ...payment, id: "2", amount: "75.00", tendered: "75.00" },
      ],
    }),
  );
  expect(await screen.findByText(/收 100\.00，找零 15\.00/)).toBeVisible();
  expect(screen.getAllByText(/找零/)).toHaveLength(1);
});

it("asks before it checks somebody in earlier than the venue lets in, and continues only where it is meant", async () => {
  const sent: (boolean | undefined)[] = [];
  const order = orderOf();
  handle(booking.checkIn, ({ early }) => {
    sent.push(early);
    if (early !== true) throw new Refusal(409, "离开场还有 61 分钟", { early: 61 });
    return { ...order, orderStatus: "checked_in" as const };
  });
  const user = show(order);
  const press = async (): Promise<void> => user.click(await screen.findByRole("button", { name: "开场" }));
  await press();
  await screen.findByText("早了 61 分钟，现在就给 陈建华 开场？");
  await user.click(screen.getByRole("button", { name: "取消", hidden: true }));
  expect(sent).toEqual([undefined]);
  await press();
  await user.click(await screen.findByRole("button", { name: "提前开场", hidden: true }));
  expect(sent).toEqual([undefined, undefined, true]);
});

it.each([
  ["zh", "已预订", "无需付款", "已付"],
  ["en", "Booked", "Nothing to pay", "Paid"],
] as const)("calls an order that costs nothing booked, not paid: %s", async (language, booked, nothing, paid) => {
  await setLanguage(language);
  show(orderOf({ orderStatus: "paid", payStatus: "paid", total: "0.00", paid: "0.00", payments: [] }));
  expect(await screen.findByText(booked)).toBeVisible();
  expect(screen.getByText(nothing)).toBeVisible();
  expect(screen.queryAllByText(paid).filter((tag) => tag.classList.contains("tag"))).toEqual([]);
});

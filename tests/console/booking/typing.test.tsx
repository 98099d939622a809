/** News of other desks ask again what a form was opened with: whoever types an amount keeps the field, the focus and what they typed. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ApiError } from "../../../src/console/api/error";
import { createGridStore } from "../../../src/console/domains/booking/grid/store";
import { ChangeOrder } from "../../../src/console/domains/booking/panel/ChangeOrder";
import { LostRuns } from "../../../src/console/domains/booking/panel/LostRuns";
import { PayOrder } from "../../../src/console/domains/booking/panel/PayOrder";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking } from "../../../src/contract/booking/booking";
import { members } from "../../../src/contract/members/members";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { handle } from "../server";
import { at, booked, DAY, gridOf, MEMBER, NOW_MS, orderLine, orderOf } from "./sample";

const nothing = (): void => undefined;
const done = (): Promise<void> => Promise.resolve();

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
  handle(members.view, () => ({ ...MEMBER, principal: "300.00", gift: "0.00" }));
});
afterEach(() => queryClient.clear());

const show = (element: ReactElement) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>
    </MemoryRouter>,
  );

/** The first amount of the split, with "30" typed into it. */
async function typed(): Promise<HTMLElement> {
  const [amount] = await screen.findAllByRole("textbox", { name: /金额/ });
  if (!amount) throw new Error("no amount");
  const user = userEvent.setup();
  await user.clear(amount);
  await user.type(amount, "30");
  return amount;
}

/** Asks everything again; the form is looked at while the answer is on its way, and after it. */
async function askedAgain(looks: () => void): Promise<void> {
  const again = queryClient.invalidateQueries();
  await waitFor(() => expect(queryClient.isFetching()).toBeGreaterThan(0));
  await act(done);
  looks();
  await act(() => again);
  looks();
}

it("keeps the amount that is typed for an order while its package cards are offered again", async () => {
  handle(booking.cardOffer, async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { cards: [], due: "160.00" };
  });
  show(
    <PayOrder order={orderOf({ orderStatus: "held", paid: "0.00", due: "160.00", memberId: "m1" })} onDone={nothing} onBack={nothing} />,
  );
  const amount = await typed();
  await askedAgain(() => {
    expect(amount).toHaveFocus();
    expect(amount).toHaveValue("30");
  });
});

it("keeps the amount that is typed for a move while its price is asked again", async () => {
  const order = orderOf({ memberId: "m1" });
  const line = booked({ id: "l1", memberId: "m1" });
  const to = { placeId: "p2", day: DAY, start: at(18), end: at(19) };
  handle(booking.movePreview, async () => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { trace } = orderLine("l1", "1");
    const money = { before: "80.00", after: "140.00", pay: "60.00", refund: "0.00", due: "0.00" };
    return { orderId: "o1", lineId: "l1", ...to, placeName: "2", ...money, trace, cards: [], back: [] };
  });
  const carry = { kind: "move" as const, booking: line, grip: 0, to, fits: true, down: true };
  show(<ChangeOrder order={order} carry={carry} today={DAY} onDone={nothing} onBack={nothing} />);
  const amount = await typed();
  await askedAgain(() => {
    expect(amount).toHaveFocus();
    expect(amount).toHaveValue("30");
  });
});

it("goes to the nearest alternative once after an own refusal, not again when another desk takes more", async () => {
  const store = createGridStore();
  const look = (...bookings: ReturnType<typeof booked>[]): void => store.apply(gridOf(bookings), DAY, NOW_MS);
  const other = booked({ id: "b2", orderId: "o2", placeId: "p2" });
  look();
  store.choose([
    { placeId: "p1", day: DAY, start: at(16), end: at(17) },
    { placeId: "p2", day: DAY, start: at(16), end: at(17) },
  ]);
  const error = new ApiError(409, "", { placeId: "p1", start: at(16), end: at(17) });
  const form = () => (
    <>
      <LostRuns store={store} lost={store.choice().lost} error={error} onSwapped={nothing} />
      <input aria-label="姓名" />
    </>
  );
  look(booked());
  const { rerender } = render(form());
  expect(document.activeElement).toHaveClass("chip");
  for (const run of store.choice().lost) store.drop(run);
  rerender(form());
  screen.getByLabelText("姓名").focus();
  look(booked(), other);
  rerender(form());
  await screen.findAllByRole("button");
  expect(screen.getByLabelText("姓名")).toHaveFocus();
});

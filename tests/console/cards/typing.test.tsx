/** A package card that is sold or given back: what was chosen and typed stays, whatever is read again meanwhile. */
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { RefundPreview } from "../../../src/console/domains/cards/Preview";
import { SellCard } from "../../../src/console/domains/cards/SellCard";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { cards } from "../../../src/contract/cards/cards";
import { members } from "../../../src/contract/members/members";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { MEMBER } from "../booking/sample";
import { handle, pageOfRows, Refusal } from "../server";

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
});
afterEach(() => queryClient.clear());

const CARD = {
  id: "k1",
  name: "游泳十次卡",
  kind: "times" as const,
  price: "300.00",
  times: 10,
  bonusTimes: 0,
  validDays: 90,
  activation: "purchase" as const,
  opens: ["游泳"],
  transferable: true,
  onShelf: true,
  sold: 0,
};

it("keeps who a card is sold to while the cards on sale can't be read again", async () => {
  let fails = false;
  handle(members.view, () => MEMBER);
  handle(cards.definitions, () => {
    if (fails) throw new Refusal(500, "服务繁忙，请稍后再试！");
    return pageOfRows([CARD]);
  });
  const router = createMemoryRouter([{ path: "/", element: <SellCard /> }], { initialEntries: ["/?member=m1"] });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText("沈佩仪");
  const card = await screen.findByText("游泳十次卡");
  fails = true;
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(card).toBeInTheDocument();
  expect(screen.getByText("沈佩仪")).toBeInTheDocument();
});

it("fills in what goes back of a card, follows it, and leaves what somebody typed over it", async () => {
  let back = "210.00";
  handle(cards.preview, () => ({ lines: [], due: "0.00", back, note: `退 ${back}` }));
  function Dialog() {
    const [value, setValue] = useState("");
    return (
      <>
        <RefundPreview
          row={{ id: "h1", createdAt: "2026-11-21T09:00:00+08:00" }}
          values={{ back: value }}
          onValue={(_, next) => setValue(String(next))}
        />
        <input aria-label="退款金额" value={value} onChange={(event) => setValue(event.target.value)} />
      </>
    );
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Dialog />
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText("退款金额");
  await waitFor(() => expect(field).toHaveValue("210.00"));
  back = "180.00";
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(field).toHaveValue("180.00"));
  const user = userEvent.setup();
  await user.clear(field);
  await user.type(field, "150");
  back = "150.50";
  await act(() => queryClient.invalidateQueries());
  await screen.findByText("退 150.50");
  expect(field).toHaveValue("150");
});

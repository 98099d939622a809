/** Whoever may sell is offered goods on a booking, and sees them; who may not is not offered any. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { OrderPanel, type OrderAct } from "../../../src/console/domains/booking/panel/OrderPanel";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking } from "../../../src/contract/booking/booking";
import { type Code, withParents } from "../../../src/contract/core/permissions";
import { stock } from "../../../src/contract/stock/stock";
import { handle, pageOfRows, Refusal } from "../server";
import { DAY, orderOf } from "./sample";

function Panel() {
  const [act, setAct] = useState<OrderAct>("look");
  const nothing = (): void => undefined;
  return (
    <OrderPanel id="o1" today={DAY} act={act} carry={undefined} onAct={setAct} onCarry={nothing} onChanged={nothing} onClose={nothing} />
  );
}
/** The order's panel for a person who holds these codes, over a venue API that asks for codes as the real one does. */
async function open(codes: readonly Code[]) {
  const held = withParents(codes);
  setSession({ venueId: "10001", codes: held });
  handle(booking.view, () => orderOf());
  handle(stock.products, () => {
    if (!stock.products.codes.some((code) => held.has(code))) throw new Refusal(403, "没有权限");
    return pageOfRows([
      {
        id: "water",
        classId: "c1",
        className: "饮料",
        name: "矿泉水",
        spec: "",
        packUnit: "",
        packSize: 1,
        picture: null,
        rental: false,
        deposit: "0.00",
        gift: false,
        barcode: "",
        unit: "瓶",
        price: "3.00",
        stocked: false,
        onHand: 0,
        onHandMain: 0,
        lowLimit: 0,
        onShelf: true,
      },
    ]);
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Panel />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "更多操作" }));
  return user;
}
afterEach(() => queryClient.clear());

it("offers goods to whoever may sell, and shows them", async () => {
  const user = await open(["venue_booking", "sale_create"]);
  await user.click(screen.getByRole("button", { name: "添加商品…" }));
  expect(await screen.findByRole("button", { name: /矿泉水/ })).toBeEnabled();
});

it("offers none to whoever may only look at goods", async () => {
  await open(["venue_booking", "product_list", "booking_cancel"]);
  expect(screen.getByRole("button", { name: "取消预订…" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "添加商品…" })).toBeNull();
});

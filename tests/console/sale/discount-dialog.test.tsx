/** The dialog of a discount by hand: yuan, percent and 折 of the price, a reason, and a main button that never offers to remove what is not there. */
import { KBarProvider } from "@refinedev/kbar";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { sale } from "../../../src/contract/sale/sale";
import { DiscountDialog } from "../../../src/console/domains/sale/DiscountDialog";
import { localQuote } from "../../../src/console/domains/sale/offline/local";
import { EMPTY, type Till } from "../../../src/console/domains/sale/till";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { handle } from "../server";

const RACKET = { productId: "p1", name: "球拍", price: "200.00", left: 9, deposit: "0.00", quantity: 1, off: "", reason: "" };
const CART: Till = { ...EMPTY, lines: [RACKET] };
const onClose = vi.fn();
/** The cart after the dialog's change. */
let till = CART;
async function open(cart: Till = CART) {
  onClose.mockClear();
  till = cart;
  queryClient.clear();
  render(
    <QueryClientProvider client={queryClient}>
      <KBarProvider>
        <DiscountDialog till={cart} most={10} of={undefined} onTill={(change) => (till = change(cart))} onClose={onClose} />
      </KBarProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole("button", { name: "折" })).toBeEnabled());
}
const amount = () => screen.getByRole("textbox", { name: /优惠金额|减多少/ });
const type = (text: string) => fireEvent.change(amount(), { target: { value: text } });
const because = (text: string) => fireEvent.change(screen.getByLabelText("原因"), { target: { value: text } });
const main = () => screen.getByRole("button", { name: /^(确定|取消优惠)/ });

beforeEach(() => {
  setSession({ venueId: "v1", codes: new Set(["sale_discount"]) });
  handle(sale.quote, () => localQuote(CART));
});

it("begins in the amount, and says what is missing instead of offering to remove a discount that is not there", async () => {
  await open();
  await waitFor(() => expect(amount()).toHaveFocus());
  expect(main()).toHaveAccessibleName(/^确定/);
  expect(main()).toBeDisabled();
  expect(screen.getByText("请填写优惠多少")).toBeVisible();
  type("5");
  expect(screen.getByText("请填写原因，至少两个字")).toBeVisible();
  because("熟客");
  fireEvent.click(main());
  expect(till.discount).toEqual({ amount: "5.00", reason: "熟客" });
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ["元", "１２。5", "12.50"],
  ["%", "15", "30.00"],
  ["折", "8.5", "30.00"],
  ["折", "9", "20.00"],
])("takes %s %s as %s yuan off a price of 200", async (unit, text, off) => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: unit }));
  type(text);
  because("熟客");
  fireEvent.click(main());
  expect(till.discount).toEqual({ amount: off, reason: "熟客" });
});

it.each([
  ["%", "101"],
  ["折", "10"],
  ["元", "12,5"],
])("takes nothing for %s %s and keeps what was typed", async (unit, text) => {
  await open();
  fireEvent.click(screen.getByRole("button", { name: unit }));
  type(text);
  because("熟客");
  fireEvent.click(main());
  expect(till).toEqual(CART);
  expect(onClose).not.toHaveBeenCalled();
  expect(amount()).toHaveValue(text);
});

it("removes a discount where there is one and the amount is emptied", async () => {
  await open({ ...CART, discount: { amount: "5.00", reason: "熟客" } });
  type("");
  expect(main()).toHaveAccessibleName("取消优惠");
  fireEvent.click(main());
  expect(till.discount).toEqual({ amount: "", reason: "" });
});

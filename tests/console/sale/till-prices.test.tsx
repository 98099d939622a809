/** Rounding and prices that are set, as the cashier works them, and what the papers of a sale show of them. */
import { KBarProvider } from "@refinedev/kbar";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sale, type SaleDetail, type SaleQuote } from "../../../src/contract/sale/sale";
import { localDetail, localQuote } from "../../../src/console/domains/sale/offline/local";
import { PriceDialog } from "../../../src/console/domains/sale/PriceDialog";
import { Receipt } from "../../../src/console/domains/sale/Receipt";
import { cartInput, EMPTY, nextRounding, type Till } from "../../../src/console/domains/sale/till";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { handle } from "../server";

const RACKET = { productId: "p1", name: "球拍", price: "20.00", left: 9, deposit: "0.00", quantity: 2, off: "", reason: "" };
const CART: Till = { ...EMPTY, lines: [{ ...RACKET, productId: "p0", name: "水" }, RACKET] };
const nothing = (): void => undefined;

beforeEach(() => {
  vi.spyOn(window, "print").mockReturnValue();
  setSession({ venueId: "v1", codes: new Set(["sale_create"]) });
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

it("rounds by one key: the jiao, the yuan, not at all; and not at all from a unit that the cart no longer has", () => {
  const quote = (...units: ("jiao" | "yuan")[]): SaleQuote => ({
    ...localQuote(CART),
    roundings: units.map((unit) => ({ unit, amount: "0.05" })),
  });
  const round = (from: Till["rounding"], of: SaleQuote) => nextRounding({ ...CART, rounding: from }, of);
  const both = quote("jiao", "yuan");
  expect([round(null, both), round("jiao", both), round("yuan", both)]).toEqual(["jiao", "yuan", null]);
  expect([round(null, quote()), round("yuan", quote("jiao"))]).toEqual([null, null]);
  expect(cartInput({ ...CART, rounding: "jiao" }).rounding).toBe("jiao");
  expect(cartInput(CART)).not.toHaveProperty("rounding");
});

function open(cart: Till = CART): { till: () => Till } {
  let till = cart;
  render(
    <QueryClientProvider client={queryClient}>
      <KBarProvider>
        <PriceDialog till={cart} most={10} onTill={(change) => (till = change(till))} onClose={nothing} />
      </KBarProvider>
    </QueryClientProvider>,
  );
  return { till: () => till };
}
const typePrice = (text: string) => fireEvent.change(screen.getByLabelText(/新单价/), { target: { value: text } });
const because = (text: string) => fireEvent.change(screen.getByLabelText("原因"), { target: { value: text } });
const main = () => screen.getByRole("button", { name: /^(确定|恢复原价)/ });

it("sets the price of the line that was put in last, with its reason, and says what is missing", () => {
  const { till } = open();
  expect(screen.getByText("请填写新的单价")).toBeVisible();
  typePrice("12,5");
  expect(main()).toBeDisabled();
  expect(screen.getByLabelText(/新单价/)).toHaveAttribute("aria-invalid", "true");
  typePrice("20");
  expect(screen.getByText("和原价一样")).toBeVisible();
  typePrice("１８。5");
  expect(screen.getByText("请填写原因，至少两个字")).toBeVisible();
  because("展示品");
  fireEvent.click(main());
  expect(till().lines.map(({ setPrice }) => setPrice)).toEqual([undefined, { amount: "18.50", reason: "展示品" }]);
  expect(cartInput(till()).lines[1]).toMatchObject({ price: { amount: "18.50", reason: "展示品" } });
});

it("restores the product's own price", () => {
  const { till } = open({ ...CART, lines: [{ ...RACKET, setPrice: { amount: "18.50", reason: "展示品" } }] });
  typePrice("20");
  expect(main()).toHaveAccessibleName("恢复原价");
  fireEvent.click(main());
  expect(till().lines[0]?.setPrice).toBeUndefined();
});

const sold = (): SaleDetail => {
  const plain = localDetail(
    { ...EMPTY, lines: [RACKET] },
    "0123456789abcdef",
    [{ type: "Cash", amount: 3_600, tendered: 3_600 }],
    new Date("2026-11-21T02:00:00Z"),
  );
  const lines = plain.lines.map((line) => ({
    ...line,
    price: "18.30",
    manualOff: "3.40",
    rounding: "0.60",
    total: "36.00",
    setPrice: { price: "18.30", own: "20.00", reason: "展示品" },
  }));
  return { ...plain, no: "XS20261121-0001", list: "40.00", discount: "3.40", rounding: "0.60", total: "36.00", due: "36.00", lines };
};

it("prints the price that was set beside the product's own, and the rounding between subtotal and total", () => {
  render(<Receipt of={sold()} onClose={nothing} />);
  const text = document.querySelector(".receipt-print .receipt")?.textContent ?? "";
  expect(text).toContain("18.30× 236.60改价（原价 20.00） 展示品");
  expect(text).toContain("小计 2 件36.60抹零−0.60应收 ¥36.00");
});

it("prints a gift receipt with the number and without any amount, which is no copy of the receipt", () => {
  const printed = vi.fn(() => ({ prints: 1 }));
  handle(sale.printed, printed);
  render(<Receipt of={sold()} onClose={nothing} />);
  fireEvent.click(screen.getByRole("button", { name: "礼品小票" }));
  const paper = document.querySelector(".receipt-print .receipt");
  expect(paper).toHaveTextContent("XS20261121-0001");
  expect(paper).toHaveTextContent("球拍× 2");
  expect(paper?.textContent).not.toMatch(/\d\.\d\d|¥/);
  fireEvent.click(screen.getByRole("button", { name: "打印" }));
  expect(printed).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "小票" }));
  expect(document.querySelector(".receipt-print .receipt")).toHaveTextContent("36.00");
});

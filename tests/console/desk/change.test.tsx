/** Cash that was handed over and what went back of it: said where a sale is done, on its receipt, and on the slip of a booking. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Slip } from "../../../src/console/domains/booking/panel/Slip";
import { Done } from "../../../src/console/domains/sale/Done";
import { localDetail } from "../../../src/console/domains/sale/offline/local";
import { Receipt } from "../../../src/console/domains/sale/Receipt";
import { EMPTY } from "../../../src/console/domains/sale/till";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { orderOf } from "../booking/sample";

beforeEach(() => {
  vi.spyOn(window, "print").mockReturnValue();
  setSession({ venueId: "v1" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  queryClient.clear();
  await setLanguage("zh");
});

const water = { productId: "p1", name: "矿泉水", price: "3.00", left: 9, deposit: "0.00", quantity: 2, off: "", reason: "" };
const soldFor = (tendered: number) =>
  localDetail(
    { ...EMPTY, lines: [water] },
    "0123456789abcdef",
    [{ type: "Cash", amount: 600, tendered }],
    new Date("2026-11-21T02:00:00Z"),
  );
/** Names and amounts of a printed paper, a row each. */
const rowsOf = (rows: string): string[] =>
  [...document.querySelectorAll(rows)].map((row) => [...row.children].map((part) => part.textContent.trim()).join(" "));
const nothing = (): void => undefined;

it.each([
  ["zh", "收 ¥10.00，找零 ¥4.00"],
  ["en", "¥10.00 received, change ¥4.00"],
] as const)("the till says both once a sale is done, and neither where it was the amount: %s", async (language, said) => {
  await setLanguage(language);
  const { rerender, container } = render(<Done of={soldFor(1_000)} onPrint={nothing} onNext={nothing} />);
  expect(container.querySelector(".till-change")?.textContent).toBe(said);
  rerender(<Done of={soldFor(600)} onPrint={nothing} onNext={nothing} />);
  expect(container.querySelector(".till-change")).toBeNull();
});

it.each([
  ["zh", "收 10.00", "找零 4.00"],
  ["en", "Tendered 10.00", "Change 4.00"],
] as const)("the receipt of a sale prints both: %s", async (language, given, change) => {
  await setLanguage(language);
  render(<Receipt of={soldFor(1_000)} onClose={nothing} />);
  expect(rowsOf(".receipt-print .receipt-pair")).toEqual(expect.arrayContaining([given, change]));
});

it.each([
  ["zh", "实收现金 100.00", "找零 20.00"],
  ["en", "Cash received 100.00", "Change 20.00"],
] as const)("the slip of a booking prints both: %s", async (language, given, change) => {
  await setLanguage(language);
  const payment = { id: "1", type: "Cash" as const, amount: "80.00", refunded: "0.00", tendered: "100.00", state: "succeeded" as const };
  const order = orderOf({ payments: [{ ...payment, at: "2026-11-21T09:00:00+08:00", operator: "周凯", note: "" }] });
  render(
    <QueryClientProvider client={queryClient}>
      <Slip order={order} onClose={nothing} />
    </QueryClientProvider>,
  );
  expect(rowsOf(".slip-row")).toEqual(expect.arrayContaining([given, change]));
});

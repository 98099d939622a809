/** The till's quick keys: tiles in their order, arrows between them, and the dialog that pins products. */
import { KBarProvider } from "@refinedev/kbar";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Input } from "../../../src/contract/core/call";
import { type QuickKey, quickKeys } from "../../../src/contract/sale/quick-keys";
import { type Product, stock } from "../../../src/contract/stock/stock";
import { QuickKeys, useQuickKeys } from "../../../src/console/domains/sale/quick-keys/QuickKeys";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { handle, pageOfRows } from "../server";

const productOf = (id: string, name: string): Product => ({
  id,
  classId: "c1",
  className: "饮料",
  name,
  spec: "",
  barcode: "",
  unit: "瓶",
  packUnit: "",
  packSize: 1,
  picture: null,
  price: "3.00",
  stocked: true,
  onHand: 9,
  onHandMain: 0,
  lowLimit: 0,
  onShelf: true,
  rental: false,
  deposit: "0.00",
  gift: false,
});
const GOODS = [productOf("p1", "水"), productOf("p2", "球"), productOf("p3", "毛巾")];
let stored: QuickKey[] = [];
let sent: Input<typeof quickKeys.modify>[] = [];
const onPick = vi.fn<(product: Product) => void>();

function Page() {
  return <QuickKeys of={useQuickKeys()} taken={new Map([["p1", 2]])} onPick={onPick} />;
}
function open(...codes: ("sale_create" | "sale_quick_keys")[]): void {
  setSession({ venueId: "v1", codes: new Set(codes) });
  render(
    <QueryClientProvider client={queryClient}>
      <KBarProvider>
        <Page />
      </KBarProvider>
    </QueryClientProvider>,
  );
}
beforeEach(() => {
  queryClient.clear();
  onPick.mockClear();
  stored = [
    { productId: "p2", colour: "red" },
    { productId: "gone", colour: "plain" },
    { productId: "p1", colour: "plain" },
  ];
  sent = [];
  handle(quickKeys.view, () => ({ scope: "venue" as const, keys: stored }));
  handle(quickKeys.modify, (input) => {
    sent.push(input);
    stored = input.keys;
    return { scope: input.scope, keys: input.keys };
  });
  handle(stock.products, ({ ids, q }) => {
    const wanted = typeof ids === "string" ? ids.split(",") : undefined;
    return pageOfRows(GOODS.filter(({ id, name }) => (wanted ? wanted.includes(id) : q === undefined || name.includes(q))));
  });
});
const tiles = () => within(screen.getByRole("list", { name: "快捷键" })).getAllByRole("button");

it("shows what is sold of the pinned products in their order, with colour and pieces in the cart", async () => {
  open("sale_create");
  await waitFor(() => expect(tiles()).toHaveLength(2));
  expect(tiles().map((tile) => tile.getAttribute("data-colour"))).toEqual(["red", "plain"]);
  expect(tiles()[0]).toHaveTextContent("球");
  expect(tiles()[1]).toHaveTextContent(/2\s*件在单中/);
  fireEvent.click(tiles()[0] ?? document.body);
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ id: "p2" }));
  expect(screen.queryByRole("button", { name: "编辑快捷键" })).toBeNull();
});

it("moves between the tiles by arrows, and stays at the ends", async () => {
  open("sale_create");
  await waitFor(() => expect(tiles()).toHaveLength(2));
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  tiles()[0]?.focus();
  press("ArrowLeft");
  expect(tiles()[0]).toHaveFocus();
  press("ArrowRight");
  expect(tiles()[1]).toHaveFocus();
  press("ArrowLeft");
  expect(tiles()[0]).toHaveFocus();
});

it("pins a product, changes order and colour, and saves them for this till", async () => {
  open("sale_create", "sale_quick_keys");
  await waitFor(() => expect(tiles()).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "编辑快捷键" }));
  fireEvent.change(screen.getByLabelText(/加入商品/), { target: { value: "毛" } });
  fireEvent.click(await screen.findByRole("button", { name: "毛巾" }));
  fireEvent.click(screen.getByRole("button", { name: "毛巾向前" }));
  fireEvent.change(screen.getByLabelText("毛巾的颜色"), { target: { value: "green" } });
  fireEvent.click(screen.getByRole("button", { name: "移除球" }));
  fireEvent.click(screen.getByRole("button", { name: "只在这台" }));
  fireEvent.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        scope: "till",
        keys: [
          { productId: "p3", colour: "green" },
          { productId: "p1", colour: "plain" },
        ],
      },
    ]),
  );
  await waitFor(() => expect(tiles()[0]).toHaveTextContent("毛巾"));
});

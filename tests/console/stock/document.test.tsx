import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../../src/console/App";
import { pageOf } from "../../../src/console/domains/stock/DocumentPage";
import { FORM_OF } from "../../../src/console/domains/stock/paths";
import { kindsOf } from "../../../src/console/desk/recognise";
import { offer } from "../../../src/console/desk/scanner";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { ALL_CODES, type Code } from "../../../src/contract/core/permissions";
import { session } from "../../../src/contract/session/session";
import { callsOf } from "../../../src/contract/core/resource/calls";
import { stock } from "../../../src/contract/stock/stock";
import {
  type DocumentKind,
  type StockDocument,
  stockDocuments,
  type StockGoods,
  stockReceipts,
} from "../../../src/contract/stock/stock-documents";
import { handle, Refusal } from "../server";

const water: StockGoods = {
  productId: "water",
  name: "农夫山泉",
  spec: "550ml",
  barcode: "6921168509256",
  unit: "瓶",
  packUnit: "箱",
  packSize: 24,
  onHand: 12,
  held: 12,
  cost: "1.00",
  lastCost: "1.00",
};
const towel: StockGoods = { ...water, productId: "towel", name: "毛巾", spec: "", barcode: "6970123450010", packUnit: "", packSize: 1 };
let sent: Readonly<Record<string, unknown>> | undefined;
let posted: string[];

const saved = (kind: DocumentKind): StockDocument => ({
  id: "d-1",
  no: "RK20261121-0001",
  kind,
  state: "draft",
  warehouse: "shop",
  supplierId: "su",
  supplierName: "批发商",
  day: "2026-11-21",
  reference: "",
  reason: null,
  memo: "",
  quantity: 48,
  total: "48.00",
  operator: "林婉清",
  createdAt: "2026-11-21T02:00:00Z",
  postedAt: null,
  postedBy: "",
  voidedAt: null,
  voidedBy: "",
  voidReason: "",
  lines: [{ ...water, quantity: 48, packs: 2, unitCost: "1.05", book: null, before: null, after: null, moved: null }],
});

beforeEach(() => {
  queryClient.clear();
  sent = undefined;
  posted = [];
  handle(session.preferences, () => ({ values: {} }));
  handle(stock.classes, () => ({ content: [] }));
  handle(stockDocuments.suppliers, () => [{ id: "su", name: "批发商", termDays: 30 }]);
  handle(stockDocuments.goods, ({ q }) => [water, towel].filter(({ barcode, name }) => barcode === q || name.includes(q ?? "")));
  handle(stockDocuments.save, (input) => {
    sent = input;
    return saved(input.kind);
  });
  handle(stockDocuments.read, () => saved("receiptShop"));
  handle(callsOf(stockReceipts).post, ({ id }) => {
    posted.push(id);
    throw new Refusal(409, "没有过账");
  });
});

function open(kind: DocumentKind, codes: readonly Code[] = ALL_CODES) {
  setSession({ venueId: "v-1", codes: new Set(codes) });
  const path = FORM_OF[kind];
  const Page = pageOf(kind);
  const router = createMemoryRouter(
    [
      {
        Component: AppRoot,
        children: [
          { path, Component: Page },
          { path: `${path}/:id`, Component: Page },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(<App router={router} />);
  return router;
}
const scan = (text: string) => act(async () => void offer({ text, kinds: kindsOf(text) }));
const row = (name: RegExp) => screen.findByRole("row", { name });

it("adds a pack by each scan, counts its pieces, shows what stock and average come to, and saves it as a draft", async () => {
  const router = open("receiptShop");
  await screen.findByRole("combobox", { name: "加入商品" });
  await scan("6921168509256");
  const line = await row(/农夫山泉 550ml/);
  await scan("6921168509256");
  await waitFor(() => expect(within(line).getByRole("textbox", { name: /^数量/ })).toHaveValue("48"));
  expect(line).toHaveTextContent("12 → 60");
  const cost = within(line).getByRole("textbox", { name: /^单价/ });
  await userEvent.clear(cost);
  await userEvent.type(cost, "1.05");
  expect(line).toHaveTextContent("均价 1.00 → 1.04");
  expect(line).toHaveTextContent("上次 1.00 +5%");
  await userEvent.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(sent).toBeDefined());
  expect(sent).toMatchObject({
    kind: "receiptShop",
    lines: [{ productId: "water", packs: 2, packSize: 24, quantity: 48, unitCost: "1.05" }],
  });
  await waitFor(() => expect(router.state.location.pathname).toBe("/product/enter-stock-form/d-1"));
});

it("counts what is scanned piece by piece, and shows what differs from the books", async () => {
  open("count");
  await screen.findByRole("combobox", { name: "加入商品" });
  // The second scan comes before the first is answered.
  await act(async () => {
    for (let i = 0; i < 2; i++) offer({ text: "6970123450010", kinds: kindsOf("6970123450010") });
  });
  const line = await row(/毛巾/);
  await waitFor(() => expect(within(line).getByRole("textbox", { name: /^实盘数/ })).toHaveValue("2"));
  expect(line).toHaveTextContent("−10");
  await userEvent.clear(within(line).getByRole("textbox", { name: /^实盘数/ }));
  await userEvent.click(screen.getByRole("button", { name: "保存草稿" }));
  await waitFor(() => expect(sent).toMatchObject({ kind: "count", lines: [{ productId: "towel", quantity: null }] }));
});

it("asks before it posts, keeps the draft where posting is refused, and offers no posting to who may not", async () => {
  const router = open("receiptShop");
  await screen.findByRole("combobox", { name: "加入商品" });
  await scan("6921168509256");
  await row(/农夫山泉/);
  await userEvent.keyboard("{F9}");
  const dialog = await screen.findByRole("dialog");
  expect(posted).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "过账" }));
  await waitFor(() => expect(posted).toEqual(["d-1"]));
  await waitFor(() => expect(router.state.location.pathname).toBe("/product/enter-stock-form/d-1"));
});

it("offers no posting to those who may only write drafts", async () => {
  open("writeOff", ["stock_write_off"]);
  expect(await screen.findByRole("button", { name: "保存草稿" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: /过账/ })).not.toBeInTheDocument();
});

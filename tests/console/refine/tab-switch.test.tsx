/** Typed input survives a switch to another tab: in a form that adds, one that edits, and one in a record's drawer. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Call } from "../../../src/contract/core/call";
import { suppliers as declaration } from "../../../src/contract/stock/products";
import { callsByName } from "../../../src/contract/core/resource/calls";
import { answerBoot, inVenue, leaveAll, MEMBER_PATH, open, signIn } from "../boot";
import { handle, pageOfRows } from "../server";

const call = (name: string): Call => {
  const found = callsByName(declaration)[name];
  if (!found) throw new TypeError(name);
  return found;
};
const LIST = "/product/supplier-list";
const SUPPLIER = {
  id: "s1",
  name: "远动体育",
  contact: "马越",
  tel: "",
  owed: "120.00",
  termDays: 30,
  active: true,
  account: "",
  address: "",
  memo: "",
  createdAt: "2026-11-01T10:00:00+08:00",
};
const go = (address: string): Promise<void> =>
  act(async () => {
    history.pushState(null, "", address);
    window.dispatchEvent(new PopStateEvent("popstate"));
  });

beforeEach(() => {
  signIn();
  document.cookie = "language=zh; path=/";
  inVenue("v1");
  answerBoot({ codes: ["product_admin", "enter_stock_list", "supplier_modify", "supplier_pay", "venue_user_admin", "venue_user_list"] });
  handle(call("list"), () => pageOfRows([SUPPLIER]));
  handle(call("sums"), () => ({ count: 1, owed: "120.00" }));
  handle(call("view"), () => SUPPLIER);
});
afterEach(leaveAll);

it.each([
  ["adds", "/product/supplier-form", "名称"],
  ["edits", "/product/supplier-form/s1", "名称"],
  ["is in a drawer", `${LIST}/s1`, "凭证号或说明"],
])(
  "keeps what is typed in a form that %s",
  async (_, address, label) => {
    await open(address);
    const user = userEvent.setup();
    if (address.startsWith(LIST)) await user.click(await screen.findByRole("button", { name: "付款" }));
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.type(field, "羽翼");
    await go(MEMBER_PATH);
    await screen.findByRole("heading", { name: /会员列表/ });
    await go(address);
    await waitFor(() => expect(screen.getByLabelText(label)).toBeVisible());
    expect(screen.getByLabelText(label)).toHaveValue("羽翼");
  },
  60_000,
);

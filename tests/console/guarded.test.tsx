/** A field that only some may see has no place on the screens of the others: no column, not even an empty one, and no line of a record. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { App, AppRoot } from "../../src/console/App";
import { queryClient } from "../../src/console/providers/queries";
import { ResourceList } from "../../src/console/resource/ResourceList";
import { setSession } from "../../src/console/session/store";
import { withdraws } from "../../src/contract/coaches/coaches";
import { ALL_CODES, type Code } from "../../src/contract/core/permissions";
import { callsOf } from "../../src/contract/core/resource/calls";
import type { Resource } from "../../src/contract/core/resource/define";
import { saleLines } from "../../src/contract/sale/sales";
import { session } from "../../src/contract/session/session";
import { handle, pageOfRows } from "./server";

function open(resource: Resource, path: string, without: readonly Code[]): void {
  setSession({ venueId: "v-1", codes: new Set(ALL_CODES.filter((code) => !without.includes(code))) });
  const List = () => <ResourceList resource={resource} parts={{}} paths={{ list: "/list" }} title="" />;
  const children = ["/list", "/list/:id"].map((each) => ({ path: each, Component: List }));
  render(<App router={createMemoryRouter([{ Component: AppRoot, children }], { initialEntries: [path] })} />);
}

beforeEach(() => {
  queryClient.clear();
  handle(session.preferences, () => ({ values: {} }));
});

describe.each([
  ["who may see what goods cost", [], true],
  ["who may not", ["product_report"], false],
] as const)("sale lines, for %s", (_, without, seen) => {
  it(`${seen ? "offer" : "do not offer"} the column of the cost`, async () => {
    handle(callsOf(saleLines).list, () => pageOfRows([]));
    handle(callsOf(saleLines).sums, () => ({ count: 0 }) as never);
    open(saleLines, "/list", without);
    await userEvent.click(await screen.findByRole("button", { name: /^列设置/ }));
    await screen.findByRole("checkbox", { name: "会员优惠" });
    expect(screen.queryAllByRole("checkbox", { name: "成本" })).toHaveLength(seen ? 1 : 0);
  });
});

describe.each([
  ["who pays it out", [], true],
  ["who may not", ["withdraw_pay"], false],
] as const)("a withdrawal, for %s", (_, without, seen) => {
  it(`${seen ? "shows" : "does not show"} a line for the account it is paid to`, async () => {
    const row = {
      id: "one",
      createdAt: "2026-11-21T02:00:00Z",
      no: "T-1",
      state: "requested",
      coach: "c",
      coachName: "林",
      amount: "10.00",
      bankCard: "b",
      bankCardName: "**** 1234",
      payTo: seen ? "6222 0000 1234" : "",
      memo: "",
      reason: "",
      bankRef: "",
      paidAt: null,
      operator: "周岚",
    };
    handle(callsOf(withdraws).list, () => pageOfRows([]));
    handle(callsOf(withdraws).sums, () => ({ count: 0 }) as never);
    handle(callsOf(withdraws).view, () => row as never);
    open(withdraws, "/list/one", without);
    const record = within((await screen.findByRole("heading", { name: "T-1" })).closest("article") ?? document.body);
    expect(record.getByText("收款卡")).toBeVisible();
    expect(record.queryAllByText("收款账户")).toHaveLength(seen ? 1 : 0);
  });
});

// The screen of reconciliation opens on the newest bill, however old, and says what is not loaded since.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../../src/console/App";
import { Reconciliation } from "../../../src/console/domains/reconciliation/Reconciliation";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { todayIn } from "../../../src/console/ui/today";
import { ALL_CODES } from "../../../src/contract/core/permissions";
import { type Bill, reconciliation } from "../../../src/contract/reconciliation/reconciliation";
import { session } from "../../../src/contract/session/session";
import { addDays, DEFAULT_ZONE } from "../../../src/contract/core/time";
import { handle, pageOfRows } from "../server";

const PATH = "/finance/reconciliation";
const side = { taken: "10.00", takenCount: 1, refunded: "0.00", refundedCount: 0, fee: "0.00", net: "10.00" };
const billOf = (day: string): Bill => ({
  id: `bill ${day}`,
  channel: "wechat",
  day,
  fileName: `wechat-${day}.csv`,
  state: "open",
  operator: "林婉清",
  loadedAt: `${day}T23:00:00Z`,
  ours: side,
  theirs: side,
  results: [{ result: "matched", count: 1, difference: "0.00" }],
  open: 0,
  ties: true,
});

beforeEach(() => {
  queryClient.clear();
  setSession({ venueId: "v-1", codes: new Set(ALL_CODES) });
  handle(session.preferences, () => ({ values: {} }));
  handle(reconciliation.rows, () => pageOfRows([]));
  handle(reconciliation.claims, () => ({ content: [], count: 0, owed: "0.00" }));
});

function open(address: string) {
  const router = createMemoryRouter([{ Component: AppRoot, children: [{ path: PATH, Component: Reconciliation }] }], {
    initialEntries: [address],
  });
  render(<App router={router} />);
  return router;
}

it("opens on the newest bill, and shows yesterday at a press", async () => {
  const yesterday = addDays(todayIn(DEFAULT_ZONE), -1);
  const newest = addDays(yesterday, -6);
  handle(reconciliation.bill, ({ day }) => ({ bill: day === undefined || day === newest ? billOf(newest) : null }));
  const router = open(PATH);
  await screen.findByText(`wechat-${newest}.csv`);
  screen.getByText(`最近的账单是 ${newest} 的，${yesterday} 的还没有载入`);
  await userEvent.click(screen.getByRole("button", { name: "看昨天" }));
  await screen.findByText(`${yesterday} 的微信账单还没有载入`);
  expect(new URLSearchParams(router.state.location.search).get("day")).toBe(yesterday);
  expect(screen.queryByRole("button", { name: "看昨天" })).toBeNull();
});

it("opens on yesterday where there is no bill yet", async () => {
  handle(reconciliation.bill, () => ({ bill: null }));
  open(PATH);
  await screen.findByText(`${addDays(todayIn(DEFAULT_ZONE), -1)} 的微信账单还没有载入`);
});

/** Ending and renewing a fixed booking: what is confirmed is what was shown, however fast somebody types. */
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EndPanel } from "../../../src/console/domains/fixed/panels/EndPanel";
import { PlanPanel } from "../../../src/console/domains/fixed/panels/PlanPanel";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { fixed, type FixedDetail } from "../../../src/contract/fixed/fixed";
import { fen, yuan } from "../../../src/contract/core/money";
import { typeInto } from "../picked";
import { handle } from "../server";

const CONTRACT: FixedDetail = {
  id: "c1",
  no: "F-1",
  memberId: null,
  name: "罗雨桐",
  phone: "",
  program: "羽毛球",
  places: "3 号",
  placeIds: ["p3"],
  weekdays: [1],
  everyWeeks: 1,
  start: 1_140,
  end: 1_200,
  from: "2026-11-02",
  to: "2026-11-30",
  priceBasis: "tariff",
  payMode: "monthly",
  asGroup: false,
  unitPrice: "40.00",
  unitPriceTo: "40.00",
  total: 5,
  used: 2,
  left: 3,
  paid: "200.00",
  usedValue: "100.00",
  owed: "0.00",
  state: "active",
  renewalDue: false,
  nextDay: null,
  operator: "",
  createdAt: "2026-11-01T10:00:00+08:00",
  skipHolidays: true,
  except: [],
  holdingId: null,
  holdingName: null,
  holdingLeft: null,
  timesPerUse: 1,
  agreedPrice: null,
  rule: "",
  remark: "",
  occurrences: [],
  payments: [],
  changes: [],
  hold: null,
};

const draw = (panel: ReactNode) => render(<QueryClientProvider client={queryClient}>{panel}</QueryClientProvider>);

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["fixed_end", "fixed_modify", "fixed_pay"]) });
});
afterEach(() => queryClient.clear());

it("ends a contract by the refund preview on screen, never by one that is still loading", async () => {
  const ended = vi.fn();
  handle(fixed.endPreview, ({ id, fee }) => {
    const kept = fen(String(fee ?? "0"));
    const back = { paid: "200.00", used: "100.00", usedCount: 2, openCount: 3, owed: "0.00", unused: "100.00", back: [] };
    return { id, ...back, fee: yuan(kept), refund: yuan(10_000 - kept) };
  });
  handle(fixed.end, ({ fee }) => {
    ended(fee);
    return CONTRACT;
  });
  draw(<EndPanel contract={CONTRACT} onBack={() => undefined} onDone={() => undefined} />);
  await screen.findByRole("button", { name: /100\.00/ });
  fireEvent.change(screen.getByLabelText(/原因/), { target: { value: "不来了" } });
  const fee = screen.getByLabelText("手续费（元）");
  const form = screen.getByRole("form");
  fireEvent.change(fee, { target: { value: "50" } });
  fireEvent.submit(form);
  expect(screen.getByRole("button", { name: /100\.00/ })).toHaveAttribute("aria-busy", "true");

  await waitFor(() => expect(screen.getByRole("button", { name: /50\.00/ })).not.toHaveAttribute("aria-busy"));
  expect(ended).not.toHaveBeenCalled();
  fireEvent.submit(form);
  await waitFor(() => expect(ended.mock.calls).toEqual([["50.00"]]));
});

it("renews until the day whose plan is shown, and until no day before its end", async () => {
  const renewed = vi.fn();
  handle(fixed.plan, ({ to = "" }) => ({
    from: "2026-12-01",
    to,
    occurrences: [],
    holidays: [],
    count: Number(to.slice(-2)),
    conflicts: 0,
    total: "0.00",
    due: "0.00",
  }));
  handle(fixed.renew, ({ to }) => {
    renewed(to);
    return CONTRACT;
  });
  draw(<PlanPanel contract={CONTRACT} act="renew" onBack={() => undefined} onDone={() => undefined} />);
  const until = (day: string) => typeInto("续到", day);
  const form = screen.getByRole("form");
  await screen.findByRole("button", { name: "预订 29 场" });
  await until("2026-12-08");
  fireEvent.submit(form);
  await waitFor(() => expect(screen.getByRole("button", { name: "预订 8 场" })).not.toHaveAttribute("aria-busy"));
  expect(renewed).not.toHaveBeenCalled();

  // A day before the contract's end stays in its field with the reason, and nothing can be sent.
  await until("2026-11-01");
  const field = await screen.findByLabelText(/^续到/);
  await waitFor(() => expect(field).toHaveAccessibleDescription("请选择 2026-12-01 或之后的日期"));
  expect(field).toHaveValue("2026-11-01");
  await waitFor(() => expect(screen.getByRole("button", { name: "预订 8 场" })).toBeDisabled());
  fireEvent.submit(form);
  expect(renewed).not.toHaveBeenCalled();

  fireEvent.change(field, { target: { value: "2026-12-08" } });
  fireEvent.blur(field);
  await waitFor(() => expect(screen.getByRole("button", { name: "预订 8 场" })).not.toHaveAttribute("aria-busy"));
  fireEvent.submit(form);
  await waitFor(() => expect(renewed.mock.calls).toEqual([["2026-12-08"]]));
});

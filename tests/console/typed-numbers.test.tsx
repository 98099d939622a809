/** Whole numbers typed into forms of pages of their own: text that is no such number stays, is explained beside its field, and is never sent. */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { App } from "../../src/console/App";
import { CompetitionTest } from "../../src/console/domains/competitions/CompetitionTest";
import { PlaceMatch } from "../../src/console/domains/competitions/PlaceMatch";
import { PlanForm } from "../../src/console/domains/prices/PlanForm";
import { setLanguage } from "../../src/console/i18n/i18n";
import { queryClient } from "../../src/console/providers/queries";
import { setSession } from "../../src/console/session/store";
import { api } from "../../src/contract/all";
import type { ScheduleView } from "../../src/contract/competitions/order-of-play";
import { pricePlans } from "../../src/contract/prices/price-plans";
import { matchOf } from "./competitions/sample";
import { PROGRAM } from "./prices/sample";
import { handle, pageOfRows } from "./server";

beforeEach(() => setLanguage("zh"));
afterEach(() => queryClient.clear());

const typed = async (label: RegExp, text: string) => {
  const user = userEvent.setup();
  const field = await screen.findByLabelText(label, {}, { timeout: 20_000 });
  await user.clear(field);
  if (text !== "") await user.type(field, text);
  return { user, field };
};
const open = (element: React.ReactElement) => render(<App router={createMemoryRouter([{ path: "/", element }])} />);

describe("the delay of a match", () => {
  const delay = vi.fn(async () => undefined);
  const court = { id: "c1", name: "1 号场", hall: "主馆", hours: [{ start: "2026-11-28T01:00:00.000Z", end: "2026-11-28T13:00:00.000Z" }] };
  const match = { ...matchOf("m1"), court: { id: "c1", name: "1 号场" }, startsAt: "2026-11-28T01:00:00.000Z" };
  const view: ScheduleView = {
    gameId: "g1",
    game: "公开赛",
    status: "running",
    orderOfPlay: "fixed",
    days: ["2026-11-28"],
    day: "2026-11-28",
    courts: [court],
    matches: [match],
    clashes: [],
    unplaced: 0,
    rest: null,
  };
  beforeEach(() => {
    delay.mockClear();
    setSession({ venueId: "v1", codes: new Set() });
    open(<PlaceMatch match={match} title="男单" view={view} minuteOf={() => 540} put={async () => undefined} delay={delay} may />);
  });

  it.each([
    ["３０", 30],
    ["5", 5],
    [" 480 ", 480],
  ])("reads %s as %d minutes", async (text, minutes) => {
    const { user } = await typed(/延误/, text);
    await user.click(screen.getByRole("button", { name: /延误重排/ }));
    expect(delay).toHaveBeenCalledExactlyOnceWith("m1", minutes);
  });

  it.each(["", "4", "481", "12.5", "1,5", "x", "-30"])("keeps “%s”, says why it is none, and plans nothing", async (text) => {
    const { user, field } = await typed(/延误/, text);
    const button = screen.getByRole("button", { name: /延误重排/ });
    await user.click(button);
    await user.type(field, "{Enter}");
    expect(field).toHaveValue(text);
    expect(delay).not.toHaveBeenCalled();
    expect(button).toHaveAccessibleDescription(/./);
  });
});

describe("the trial of a draw", () => {
  beforeEach(() => {
    setSession({ venueId: "v1", codes: new Set() });
    open(<CompetitionTest />);
  });

  it("draws for the number that was typed", async () => {
    const { user } = await typed(/人数/, "１２");
    await user.click(screen.getByRole("button", { name: "试一次" }));
    // A knockout of 12 with a match for the third place.
    expect(await screen.findByText(/^12 场/)).toBeVisible();
  });

  it.each([
    [/人数/, "257"],
    [/人数/, "1"],
    [/^种子/, "4.5"],
    [/场地/, "0"],
    [/场地/, "四"],
  ])("at %s keeps “%s”, says why it is none, and draws nothing", async (label, text) => {
    const { user, field } = await typed(label, text);
    await user.click(screen.getByRole("button", { name: "试一次" }));
    expect(field).toHaveValue(text);
    expect(screen.getByRole("button", { name: "试一次" })).toHaveAccessibleDescription(/./);
    expect(screen.queryByText(/场，.*分钟打完/)).toBeNull();
  });
});

describe("the priority of a price plan", () => {
  const previewed = vi.fn();
  beforeEach(() => {
    previewed.mockClear();
    setSession({ venueId: "v1", codes: new Set(["price_plan_modify"]) });
    handle(api.programs.list, () => pageOfRows([PROGRAM]));
    handle(api.booking.places, () => ({ halls: [], places: [] }));
    handle(pricePlans.preview, (input) => {
      previewed(input.priority);
      return { orders: [], count: 1, from: "10.00", to: "12.00", difference: "2.00", paidKept: 0 };
    });
    open(<PlanForm />);
  });

  it.each(["1000", "-1", "2.5", "高", ""])("keeps “%s”, focuses it, says why it is none, and asks nothing", async (text) => {
    const { user, field } = await typed(/优先级/, text);
    await user.click(screen.getByRole("button", { name: /保存方案/ }));
    await waitFor(() => expect(field).toHaveAttribute("aria-invalid", "true"));
    expect(field).toHaveFocus();
    expect(field).toHaveValue(text);
    expect(field).toHaveAccessibleDescription(/./);
    expect(previewed).not.toHaveBeenCalled();
  });

  it("sends the number that was typed", async () => {
    const { user } = await typed(/优先级/, "９９");
    await user.click(screen.getByRole("button", { name: /保存方案/ }));
    await waitFor(() => expect(previewed).toHaveBeenCalledWith(99));
  });
});

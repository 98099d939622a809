import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BookingGrid } from "../../../src/console/domains/booking/BookingGrid";
import { cellKey } from "../../../src/console/domains/booking/grid/layout";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking, type GridBooking } from "../../../src/contract/booking/booking";
import { members } from "../../../src/contract/members/members";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { handle, pageOfRows, Refusal } from "../server";
import { at, booked, DAY, gridOf, MEMBER, NOW_MS, orderLine, orderOf, quoteOf } from "./sample";

let bookings: GridBooking[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ["Date"] });
  await setLanguage("zh");
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
  window.history.replaceState(null, "", `/book/venue-booking?day=${DAY}`);
  Object.defineProperty(window, "innerWidth", { value: 1440, configurable: true });
  bookings = [];
  handle(booking.grid, () => gridOf(bookings));
  handle(booking.load, () => ({ days: [] }));
  handle(booking.quote, (input) => quoteOf(input.runs.map((run) => ({ ...run, start: Number(run.start), end: Number(run.end) }))));
  handle(members.list, () => pageOfRows([MEMBER]));
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

function Page() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <BookingGrid />
      </BrowserRouter>
    </QueryClientProvider>
  );
}

const cell = (placeId: string, minute: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`td[data-k="${cellKey(placeId, minute)}"]`);
  if (!found) throw new Error(`no cell ${placeId} ${minute}`);
  return found;
};
async function open() {
  const user = userEvent.setup();
  render(<Page />);
  await screen.findByRole("grid", {}, { timeout: 15_000 });
  return user;
}
const panel = (): HTMLElement => screen.getByRole("complementary");
const carryBar = (): HTMLElement | null => screen.queryByRole("group", { name: /换场|续场/ });
const submit = (): HTMLElement => within(panel()).getByRole("button", { name: /预订并收款/ });
const choose = (placeId: string, minute: number): void => {
  fireEvent.pointerDown(cell(placeId, minute), { button: 0, pointerType: "mouse" });
  fireEvent.pointerUp(cell(placeId, minute), { pointerType: "mouse" });
};

describe("booking grid", () => {
  it("lists the chosen cells with their prices and says why", async () => {
    const user = await open();
    choose("p1", at(16));
    choose("p1", at(16, 30));
    expect(within(panel()).getByRole("heading", { name: "已选 2 格，1 片场地" })).toBeInTheDocument();
    await user.click(await within(panel()).findByRole("button", { name: "为何此价" }));
    expect(within(panel()).getByText("秋冬羽毛球")).toBeInTheDocument();
    expect(submit()).toHaveTextContent("¥80.00");
  });

  it("books a member by keys alone, principal and gift first, and sends the total that was seen", async () => {
    let sent: Record<string, unknown> = {};
    handle(booking.create, (_, { body }) => {
      sent = { ...body };
      throw new Refusal(409, "只看内容");
    });
    const user = await open();
    act(() => cell("p1", at(16)).focus());
    fireEvent.pointerDown(cell("p1", at(16)), { button: 0, pointerType: "mouse" });
    fireEvent.pointerUp(cell("p1", at(16)), { pointerType: "mouse" });
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}{F2}");
    await waitFor(() => expect(screen.getByRole("combobox", { name: /姓名/ })).toHaveFocus());
    await user.keyboard("spy{Enter}");
    await within(panel()).findByText("沈佩仪");
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-busy"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() =>
      expect(sent).toMatchObject({
        day: DAY,
        runs: [{ placeId: "p1", start: at(16), end: at(17) }],
        memberId: "m1",
        mode: "pay",
        expectedTotal: "80.00",
        payments: [
          { type: "Balance", amount: "30.00" },
          { type: "Coupon", amount: "20.00" },
          { type: "WeChat", amount: "30.00" },
        ],
      }),
    );
  });

  it("cannot take the money while the methods do not add up", async () => {
    const user = await open();
    choose("p1", at(16));
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-busy"));
    const amount = within(panel()).getByRole("textbox", { name: "微信收款码金额" });
    await user.clear(amount);
    await user.type(amount, "39.99");
    expect(submit()).toBeDisabled();
    expect(within(panel()).getByText("还差 0.01")).toBeInTheDocument();
  });

  it("keeps choice and typing when another desk was faster, says who, and takes an offer instead", async () => {
    handle(booking.create, () => {
      bookings = [booked({ end: at(16, 30), name: "郑凯" })];
      throw new Refusal(409, "已被预订", {
        placeId: "p1",
        day: DAY,
        start: at(16),
        end: at(16, 30),
        holder: { name: "郑凯", at: "2026-11-21T15:19:00+08:00", orderId: "o1", locked: false },
        alternatives: [{ placeId: "p2", placeName: "2", start: at(16), end: at(16, 30) }],
      });
    });
    const user = await open();
    choose("p1", at(16));
    await user.click(within(panel()).getByRole("button", { name: "散客" }));
    await user.type(within(panel()).getByRole("textbox", { name: "姓名" }), "王先生");
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-busy"));
    await user.click(submit());
    expect(await within(panel()).findByText("1 号 16:00–16:30 已被 郑凯 于 今天 15:19 预订")).toBeInTheDocument();
    expect(cell("p1", at(16))).toHaveClass("lost");
    expect(within(panel()).getByRole("textbox", { name: "姓名" })).toHaveValue("王先生");
    await user.click(within(panel()).getByRole("button", { name: "2 号 16:00–16:30" }));
    expect(cell("p2", at(16))).toHaveAttribute("aria-selected", "true");
    expect(within(panel()).getByRole("textbox", { name: "姓名" })).toHaveValue("王先生");
  });

  it("says old and new price before any money moves", async () => {
    handle(booking.create, () => {
      throw new Refusal(409, "价格已变", { total: "45.00" });
    });
    const user = await open();
    choose("p1", at(16));
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-busy"));
    handle(booking.quote, (input) =>
      quoteOf(
        input.runs.map((run) => ({ ...run, start: Number(run.start), end: Number(run.end) })),
        "45.00",
      ),
    );
    await user.click(submit());
    expect(await within(panel()).findByText("价格已变：40.00 → 45.00，请确认后再收款")).toBeInTheDocument();
    await waitFor(() => expect(submit()).toHaveTextContent("¥45.00"));
  });

  it("explains itself where a venue has no courts", async () => {
    handle(booking.grid, () => ({ ...gridOf(), halls: [], places: [], days: [] }));
    render(<Page />);
    expect(await screen.findByRole("heading", { name: "这里还没有可预订的场地" })).toBeInTheDocument();
  });

  it.each([1024, 1440])("shows the order that a link names, as the list of orders leads to it, %i px wide", async (width) => {
    Object.defineProperty(window, "innerWidth", { value: width, configurable: true });
    window.history.replaceState(null, "", `/book/venue-booking?day=${DAY}&order=o1`);
    handle(booking.view, () => orderOf({ name: "沈佩仪" }));
    await open();
    expect(await within(panel()).findByRole("heading", { name: "沈佩仪" })).toBeVisible();
  });

  it("shows the order that a link names also where the grid stood open before, on a narrow screen", async () => {
    Object.defineProperty(window, "innerWidth", { value: 1024, configurable: true });
    handle(booking.view, () => orderOf({ name: "沈佩仪" }));
    const router = createMemoryRouter([{ path: "*", element: <BookingGrid /> }], { initialEntries: [`/?day=${DAY}`] });
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    await screen.findByRole("grid", {}, { timeout: 15_000 });
    expect(screen.queryByRole("complementary")).toBeNull();
    await act(() => router.navigate(`/?day=${DAY}&order=o1`));
    expect(await within(panel()).findByRole("heading", { name: "沈佩仪" })).toBeVisible();
  });

  it("says who comes next of the day on show, and never nobody while another day is on its way", async () => {
    const next = "2026-11-22";
    const days: Record<string, GridBooking[]> = {
      [DAY]: [booked()],
      [next]: [booked({ id: "b2", orderId: "o2", day: next, name: "沈佩仪" })],
    };
    handle(booking.grid, ({ day }) => {
      const grid = gridOf(days[day]);
      return { ...grid, days: grid.days.map((each) => ({ ...each, day })) };
    });
    const user = await open();
    expect(await within(panel()).findByText("陈建华")).toBeInTheDocument();
    const said: string[] = [];
    const watcher = new MutationObserver(() => said.push(panel().textContent ?? ""));
    watcher.observe(panel(), { subtree: true, childList: true, characterData: true });
    await user.keyboard("]");
    expect(await within(panel()).findByText("沈佩仪")).toBeInTheDocument();
    watcher.disconnect();
    expect(said.filter((text) => text.includes("没有等待到场"))).toEqual([]);
  });

  it.each(["move", "extend"])(
    "cancels a move (%s) by Escape wherever the focus is, and shows the order again from which it began",
    async (kind) => {
      bookings = [booked({ name: "沈佩仪" }), booked({ id: "b2", orderId: "o2", start: at(17), end: at(18) })];
      window.history.replaceState(null, "", `/book/venue-booking?day=${DAY}&order=o1`);
      handle(booking.view, () => orderOf({ name: "沈佩仪", lines: [orderLine("b1", "p1")] }));
      const user = await open();
      const begin = async (): Promise<void> => {
        await user.click(await within(panel()).findByRole("button", { name: kind === "move" ? /^换场/ : /^续场/ }));
        expect(carryBar()).toBeVisible();
      };
      const expectOrder = async (): Promise<void> => {
        expect(carryBar()).toBeNull();
        expect(await within(panel()).findByRole("heading", { name: "沈佩仪" })).toBeVisible();
      };
      await begin();
      fireEvent.click(cell("p1", at(17)));
      expect(carryBar()).toHaveTextContent("放不下");
      expect(cell("p1", at(17))).toHaveFocus();
      act(() => cell("p1", at(17)).blur());
      await user.keyboard("{Escape}");
      await expectOrder();

      await begin();
      await user.click(screen.getByRole("searchbox", { name: "单号、手机号、姓名" }));
      await user.keyboard("{Escape}");
      await expectOrder();

      await begin();
      await user.click(within(carryBar() ?? panel()).getByRole("button", { name: "取消" }));
      await expectOrder();
      await user.keyboard("{Escape}");
      expect(within(panel()).getByRole("heading", { name: "接下来" })).toBeVisible();
    },
  );

  it("says that the venue is closed on a closed day and how the calendar calls it, and invites to nothing", async () => {
    const ground = gridOf();
    handle(booking.grid, () => ({
      ...ground,
      days: ground.days.map((each) => ({
        ...each,
        kind: "closed" as const,
        holiday: "馆庆维护",
        hours: each.hours.map((hall) => ({ ...hall, closed: [{ start: hall.open, end: hall.close }] })),
      })),
    }));
    await open();
    const headers = [...document.querySelectorAll("table.g .cr th:not(.tc) > small")].map((header) => header.textContent);
    expect(headers).toEqual(["闭馆", "闭馆", "闭馆", "闭馆", "闭馆"]);
    expect(await within(panel()).findByRole("heading", { name: "闭馆" })).toBeVisible();
    expect(within(panel()).getByText("馆庆维护：这一天闭馆，不接受预订。")).toBeVisible();
    expect(within(panel()).queryByText(/点选空闲时段/)).toBeNull();
  });

  it("calls a court full where all that is open is taken", async () => {
    bookings = [booked({ start: at(14), end: at(20) })];
    await open();
    const headers = [...document.querySelectorAll("table.g .cr th:not(.tc) > small")].map((header) => header.textContent);
    expect(headers.slice(0, 2)).toEqual(["已满", "现在"]);
  });

  it("offers another try when the grid cannot be had", async () => {
    let fails = true;
    handle(booking.grid, () => {
      if (fails) throw new Refusal(403, "没有权限：venue_booking");
      return gridOf();
    });
    const user = userEvent.setup();
    render(<Page />);
    expect(await screen.findByText("没有权限：venue_booking")).toBeInTheDocument();
    fails = false;
    await user.click(screen.getByRole("button", { name: "重试" }));
    expect(await screen.findByRole("grid")).toBeInTheDocument();
  });
});

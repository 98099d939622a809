import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OrderPanel } from "../../../src/console/domains/booking/panel/OrderPanel";
import { RefundPart } from "../../../src/console/domains/booking/panel/RefundPart";
import { Slip } from "../../../src/console/domains/booking/panel/Slip";
import { refundWays } from "../../../src/console/domains/booking/panel/refund-ways";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { booking, type BookingOrderDetail } from "../../../src/contract/booking/booking";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { addDays } from "../../../src/contract/core/time";
import { handle, Refusal } from "../server";
import { DAY, orderLine as line, orderOf as order } from "./sample";

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "10001", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
});
afterEach(() => queryClient.clear());

function open(shown: BookingOrderDetail) {
  const onDone = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <RefundPart order={shown} onDone={onDone} onBack={() => undefined} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onDone };
}

it("offers to give up lines while more than one is active, and an amount while something is paid", () => {
  expect(refundWays(order())).toEqual(["lines", "amount"]);
  expect(refundWays(order({ lines: [line("l1", "1"), { ...line("l2", "2"), status: "released" }] }))).toEqual(["amount"]);
  expect(refundWays(order({ orderStatus: "held", paid: "0.00" }))).toEqual(["lines"]);
  expect(refundWays(order({ orderStatus: "cancelled" }))).toEqual([]);
});

it("prints what the guest still has, and what went back", () => {
  vi.spyOn(window, "print").mockReturnValue();
  const left = { ...line("l1", "1"), status: "released" as const, refunded: "64.00", fee: "16.00" };
  render(
    <QueryClientProvider client={queryClient}>
      <Slip order={order({ lines: [left, line("l2", "2")], refunded: "64.00", fee: "16.00" })} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const slip = document.querySelector<HTMLElement>(".slip");
  const rows = [...(slip?.querySelectorAll(".slip-row") ?? [])].map((row) => [...row.children].map((part) => part.textContent).join(" "));
  expect(slip?.textContent).not.toContain(`${DAY} 羽毛球馆 1`);
  expect(rows).toEqual(expect.arrayContaining(["16:00–17:00 80.00", "应收 80.00", "已退 −64.00", "已收手续费 16.00"]));
});

it("says fee, refund and what stays before it gives up a line, and sends that line alone", async () => {
  let sent: unknown;
  const asked = vi.fn();
  handle(booking.refundLinesPreview, (input) => {
    asked(input.lineIds);
    const back = [{ paymentId: "p1", type: "WeChat" as const, purse: null, paid: "80.00", fee: "24.00", refund: "56.00" }];
    const preview = { orderId: "o1", paid: "80.00", feePercent: 30, hoursBefore: 1, freeHours: 2, fee: "24.00", refund: "56.00", back };
    return { ...preview, uses: 0, usesBack: 0 };
  });
  handle(booking.refundLines, (_, { body }) => {
    sent = body;
    return order();
  });
  const { user, onDone } = open(order());
  await user.click(screen.getByRole("checkbox", { name: /2 号/ }));
  expect(await screen.findByText("实收 160.00 → 退后 104.00")).toBeInTheDocument();
  expect(screen.getByText("手续费（30%）")).toBeInTheDocument();
  expect(asked).toHaveBeenLastCalledWith("l2");
  const act = screen.getByRole("button", { name: "退款 ¥56.00" });
  expect(act).toBeDisabled();
  await user.type(screen.getByLabelText("退款原因"), "少打一片");
  await user.click(act);
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject({ id: "o1", lineIds: ["l2"], reason: "少打一片", waiveFee: false });
});

it("does not give up all lines one by one: that is a cancellation", async () => {
  handle(booking.refundLinesPreview, () => ({
    orderId: "o1",
    paid: "160.00",
    feePercent: 0,
    hoursBefore: 9,
    freeHours: 2,
    fee: "0.00",
    refund: "160.00",
    back: [],
    uses: 0,
    usesBack: 0,
  }));
  const { user } = open(order());
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
  await user.type(screen.getByLabelText("退款原因"), "不打了");
  expect(await screen.findByRole("button", { name: "退款 ¥160.00" })).toBeDisabled();
  expect(screen.getByText("全部场次都退，请改用“取消预订”。")).toBeInTheDocument();
});

it("gives an amount back by the method that is chosen, of those that have something left", async () => {
  const payment = { operator: "周凯", tendered: null, at: `${DAY}T09:00:00+08:00`, state: "succeeded", note: "" } as const;
  const payments = [
    { ...payment, id: "p1", type: "WeChat", amount: "100.00", refunded: "0.00" },
    { ...payment, id: "p2", type: "Cash", amount: "50.00", refunded: "0.00" },
    { ...payment, id: "p3", type: "Alipay", amount: "10.00", refunded: "10.00" },
  ] as const;
  const asked = vi.fn();
  let sent: unknown;
  handle(booking.refundAmountPreview, ({ method }) => {
    asked(method);
    if (method === "Cash") throw new Refusal(409, "现金最多可退 50.00");
    const back = [{ paymentId: "p1", type: "WeChat" as const, purse: null, paid: "100.00", fee: "0.00", refund: "60.00" }];
    const rule = { feePercent: 0, hoursBefore: 9, freeHours: 2, fee: "0.00" };
    return { orderId: "o1", paid: "160.00", ...rule, refund: "60.00", back, uses: 0, usesBack: 0 };
  });
  handle(booking.refundAmount, (_, { body }) => {
    sent = body;
    return order();
  });
  const { user, onDone } = open(order({ payments: [...payments] }));
  await user.click(screen.getByRole("button", { name: "退一笔金额" }));
  await user.type(screen.getByLabelText("退款金额"), "60");
  const methods = screen.getByRole("combobox");
  expect([...methods.querySelectorAll("option")].map((option) => option.value)).toEqual(["", "WeChat", "Cash"]);
  await user.selectOptions(methods, "Cash");
  expect(await screen.findByText("现金最多可退 50.00")).toBeInTheDocument();
  await user.selectOptions(methods, "WeChat");
  await user.type(screen.getByLabelText("退款原因"), "灯坏了");
  await user.click(await screen.findByRole("button", { name: "退款 ¥60.00" }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(asked).toHaveBeenLastCalledWith("WeChat");
  expect(sent).toMatchObject({ id: "o1", amount: "60.00", method: "WeChat" });
});

it("shows why an amount is refused beside the form, and keeps what was typed", async () => {
  handle(booking.refundAmountPreview, () => {
    throw new Refusal(409, "最多可退 160.00");
  });
  const { user } = open(order());
  await user.click(screen.getByRole("button", { name: "退一笔金额" }));
  await user.type(screen.getByLabelText("退款金额"), "200");
  expect(await screen.findByText("最多可退 160.00")).toBeInTheDocument();
  expect(screen.getByLabelText("退款金额")).toHaveValue("200");
  expect(screen.getByRole("button", { name: "部分退款" })).toBeDisabled();
});

it("says the day of a line that has another than the order, and lets the line to be moved be chosen", async () => {
  const moved = { ...line("l2", "2"), day: "2026-11-23" };
  handle(booking.view, () => order({ lines: [line("l1", "1"), moved, { ...line("l3", "3"), status: "released" }] }));
  const onCarry = vi.fn();
  const nothing = (): void => undefined;
  render(
    <QueryClientProvider client={queryClient}>
      <OrderPanel
        id="o1"
        today={DAY}
        act="look"
        carry={undefined}
        onCarry={onCarry}
        onAct={nothing}
        onChanged={nothing}
        onClose={nothing}
      />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "换场…" }));
  expect(screen.getAllByRole("button", { name: /^\d 号 / }).map((button) => button.textContent)).toEqual([
    "1 号 16:00–17:00",
    expect.stringMatching(/^2 号 .*11-23.* 16:00–17:00$/),
  ]);
  expect(screen.getAllByText(/11-23.* 16:00–17:00/).length).toBeGreaterThan(1);
  await user.click(screen.getByRole("button", { name: /^2 号 / }));
  expect(onCarry).toHaveBeenCalledWith("move", expect.objectContaining({ id: "l2", day: "2026-11-23" }));
});

const panelOf = (shown: BookingOrderDetail, today: string) => {
  handle(booking.view, () => shown);
  return (
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <OrderPanel
          id={shown.id}
          today={today}
          act="look"
          carry={undefined}
          onAct={() => undefined}
          onCarry={() => undefined}
          onChanged={() => undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </MemoryRouter>
  );
};

it("offers to check in on a day of play only, as the server does", async () => {
  const paid = order({ orderStatus: "paid" });
  const { rerender } = render(panelOf(paid, DAY));
  await screen.findByRole("button", { name: "开场" });
  rerender(panelOf(paid, addDays(DAY, -1)));
  expect(screen.queryByRole("button", { name: "开场" })).toBeNull();
  expect(screen.getByRole("button", { name: "更多操作" })).toBeDefined();
});

it.each([
  ["single", ["部分退款…", "取消预订…"], ["换场…", "续场…"], []],
  ["fixed", ["取消预订…"], [], ["换场、续场和部分退款在固定场中办理"]],
  ["openPlay", [], [], ["换场、续场、退款和取消在拼场中办理"]],
  ["event", [], [], ["换场、续场、退款和取消在赛事用场中办理"]],
] as const)("offers of a %s booking what is done here, and says where the rest is", async (kind, more, buttons, told) => {
  const user = userEvent.setup();
  render(panelOf(order({ kind }), DAY));
  await user.click(await screen.findByRole("button", { name: "更多操作" }));
  const named = (names: readonly string[]) => names.filter((name) => screen.queryByRole("button", { name }) !== null);
  expect(named(["部分退款…", "取消预订…"])).toEqual(more);
  expect(named(["换场…", "续场…"])).toEqual(buttons);
  expect(screen.queryAllByText(/办理$/).map((note) => note.textContent.trim())).toEqual(told);
});

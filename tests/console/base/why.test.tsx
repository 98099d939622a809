/** A button that can't be pressed gives its reason: to eyes, in its tooltip, and to screen readers. */
import { KBarProvider } from "@refinedev/kbar";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Payments } from "../../../src/console/desk/Payments";
import { RefundCollection } from "../../../src/console/desk/RefundCollection";
import { FixedForm } from "../../../src/console/domains/fixed/FixedForm";
import { RechargePanel } from "../../../src/console/domains/members/RechargePanel";
import { EMPTY_SHEET } from "../../../src/console/domains/prices/matrix/sheet";
import { Tools } from "../../../src/console/domains/prices/matrix/Tools";
import { MoveDialog } from "../../../src/console/domains/shift/MoveDialog";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { aReason, confirm, AskHost } from "../../../src/console/ui/confirm";
import { Button } from "../../../src/console/ui/Button";
import { RowSwitch } from "../../../src/console/ui/RowSwitch";
import { Stepper } from "../../../src/console/ui/Stepper";
import { booking } from "../../../src/contract/booking/booking";
import { members } from "../../../src/contract/members/members";
import { BUTTONS } from "../../../src/contract/core/permissions";
import { sale } from "../../../src/contract/sale/sale";
import { MEMBER } from "../booking/sample";
import { handle } from "../server";

const nothing = (): void => undefined;
beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(Object.keys(BUTTONS) as (keyof typeof BUTTONS)[]) });
});
afterEach(() => queryClient.clear());

const show = (element: ReactNode): void =>
  void render(
    <KBarProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter([{ path: "/", element }])} />
      </QueryClientProvider>
    </KBarProvider>,
  );
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });

describe("a button with a reason", () => {
  it("is disabled, shows it, and does nothing", () => {
    const press = vi.fn();
    render(
      <Button why="请填写金额" onClick={press}>
        收款
      </Button>,
    );
    fireEvent.click(button("收款"));
    expect(press).not.toHaveBeenCalled();
    expect(button("收款")).toBeDisabled();
    expect(button("收款")).toHaveAccessibleDescription("请填写金额");
    expect(button("收款").title).toBe("请填写金额");
    expect(screen.getByText("请填写金额")).toHaveClass("btn-why");
  });

  it("gives it in the tooltip alone where the screen shows it already", () => {
    render(
      <Button why="请填写金额" whyInTooltip>
        收款
      </Button>,
    );
    expect(button("收款")).toHaveAccessibleDescription("请填写金额");
    expect(screen.queryByText("请填写金额")).toBeNull();
  });

  it("can be pressed without one", () => {
    const press = vi.fn();
    render(<Button onClick={press}>收款</Button>);
    fireEvent.click(button("收款"));
    expect(press).toHaveBeenCalledOnce();
    expect(button("收款")).not.toHaveAttribute("aria-describedby");
  });
});

it("a question says what its answer lacks", async () => {
  render(<AskHost />);
  let given: Promise<string | undefined> | undefined;
  act(() => {
    given = confirm({ title: "作废", yes: "作废这张", wants: aReason() });
  });
  expect(button("作废这张")).toHaveAccessibleDescription("原因至少 2 个字");
  fireEvent.change(screen.getByLabelText("原因"), { target: { value: "错" } });
  expect(button("作废这张")).toBeDisabled();
  fireEvent.change(screen.getByLabelText("原因"), { target: { value: "错单" } });
  expect(button("作废这张")).toBeEnabled();
  fireEvent.click(button("作废这张"));
  expect(await given).toBe("错单");
});

it("the price matrix says what its change lacks, and what is wrong with it", () => {
  const spot = { day: 0, half: 20 };
  const change = vi.fn();
  const handleOf = { sheet: EMPTY_SHEET, change, undo: undefined, redo: undefined };
  const hours = { open: Array<number>(7).fill(480), close: Array<number>(7).fill(1_320) };
  show(<Tools handle={handleOf} kind="walkIn" hours={hours} selection={{ anchor: spot, focus: spot }} />);
  expect(button("调整")).toHaveAccessibleDescription("先填改多少，例如 +5 或 -10%");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "多五块" } });
  expect(button("调整")).toHaveAccessibleDescription("请写成 +5 或 -10% 的样子");
  expect(screen.getByText("请写成 +5 或 -10% 的样子")).toHaveClass("btn-why");
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "+5" } });
  fireEvent.click(button("调整"));
  expect(change).toHaveBeenCalledOnce();
});

it("a fixed booking says what its terms lack", async () => {
  handle(booking.places, () => ({ halls: [], places: [] }));
  handle(members.cardTypes, () => ({ content: [] }));
  show(<FixedForm />);
  const book = await screen.findByRole("button", { name: /预订/ });
  expect(book).toBeDisabled();
  expect(book).toHaveAccessibleDescription(/.{4}/);
  expect(book).toHaveAccessibleDescription(button("保存草稿").title);
});

it("a movement of cash says what is missing, one thing after the other", () => {
  show(<MoveDialog kind="drop" onClose={nothing} onDone={nothing} />);
  expect(button("确定")).toHaveAccessibleDescription("请填写金额");
  const [amount, reason] = screen.getAllByRole("textbox");
  if (amount) fireEvent.change(amount, { target: { value: "1,0" } });
  expect(button("确定")).toHaveAccessibleDescription(/逗号/);
  if (amount) fireEvent.change(amount, { target: { value: "100" } });
  expect(button("确定")).toHaveAccessibleDescription("请填写事由，至少两个字");
  if (reason) fireEvent.change(reason, { target: { value: "缴存" } });
  expect(button("确定")).toBeEnabled();
});

it("a recharge says that an amount is missing", async () => {
  handle(members.offers, () => ({ content: [] }));
  show(<RechargePanel member={MEMBER} onDone={nothing} />);
  expect(await screen.findByRole("button", { name: /^收款 ¥/ })).toHaveAccessibleDescription("先选方案或填金额");
});

it("the last method of a payment says why it stays", () => {
  const line = { id: 0, type: "Cash", text: "7.00", typed: false, tendered: "" } as const;
  show(<Payments lines={[line]} due={700} purses={undefined} onLines={nothing} />);
  expect(button(/移除|删除|去掉/)).toHaveAccessibleDescription("至少要有一种支付方式");
});

it("steps and switches at their end say so", () => {
  render(
    <>
      <Stepper value={3} min={0} max={3} label="人数" onValue={nothing} />
      <RowSwitch row={{ on: true }} label="启用" why="你没有修改的权限" busy={false} turn={() => Promise.resolve()} />
    </>,
  );
  expect(button("增加")).toHaveAccessibleDescription("已是最多");
  expect(button("减少")).not.toHaveAttribute("title");
  expect(screen.getByRole("switch")).toHaveAccessibleDescription("你没有修改的权限");
});

it("a refund of a collection gives its reason once", async () => {
  handle(sale.collection, ({ no }) => ({
    paymentId: "p1",
    no,
    state: "succeeded" as const,
    channel: "wechat" as const,
    sandbox: false,
    note: "",
    amount: "20.00",
    refunded: "0.00",
    refundable: "20.00",
    at: "2026-11-21T02:00:00.000Z",
    operator: "周凯",
    failed: [],
  }));
  show(<RefundCollection no="SK20261121-0001" onBack={nothing} />);
  const amount = await screen.findByLabelText("退款金额");
  fireEvent.change(amount, { target: { value: "30" } });
  const refund = button(/^退款/);
  expect(refund).toBeDisabled();
  const reason = refund.title;
  expect(screen.getAllByText(reason)).toHaveLength(1);
});

import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PanelForm } from "../../../src/console/ui/form/PanelForm";

const act = vi.fn(() => Promise.resolve());
const form = (amount: string, state: { waits?: boolean; pending?: boolean; ready?: boolean } = {}) => (
  <PanelForm
    act={`取消并退款 ${amount}`}
    pending={state.pending ?? false}
    waits={state.waits ?? false}
    ready={state.ready ?? true}
    error={undefined}
    back="返回"
    onAct={act}
    onBack={() => undefined}
  >
    <input aria-label="原因" />
  </PanelForm>
);
const press = () => fireEvent.click(screen.getByRole("button", { name: /取消并退款/ }));
const open = (waits: boolean) => {
  act.mockClear();
  return render(form("80.00", { waits }));
};

it("acts at once when nothing is on its way", () => {
  open(false);
  press();
  expect(act).toHaveBeenCalledOnce();
});

it("keeps a press while the figures are read again, and acts once when they hold", () => {
  const { rerender } = open(true);
  press();
  press();
  expect(act).not.toHaveBeenCalled();
  rerender(form("80.00"));
  expect(act).toHaveBeenCalledOnce();
  rerender(form("80.00"));
  expect(act).toHaveBeenCalledOnce();
});

it("forgets a press when other figures come", () => {
  const { rerender } = open(true);
  press();
  rerender(form("60.00"));
  rerender(form("80.00"));
  expect(act).not.toHaveBeenCalled();
});

it("forgets a press when something is typed after it, and what cannot be done yet is not kept", () => {
  const { rerender } = open(true);
  press();
  fireEvent.change(screen.getByLabelText("原因"), { target: { value: "下雨" } });
  rerender(form("80.00"));
  expect(act).not.toHaveBeenCalled();
  rerender(form("80.00", { waits: true, ready: false }));
  press();
  rerender(form("80.00"));
  expect(act).not.toHaveBeenCalled();
});

it("leaves the focus to whoever types what makes it ready, and takes it where nobody types", () => {
  const asked = (ready: boolean, key: string) => (
    <PanelForm
      key={key}
      act="报名"
      pending={false}
      ready={ready}
      error={undefined}
      back="返回"
      focusAct
      onAct={act}
      onBack={() => undefined}
    >
      <input aria-label="紧急联系人" />
    </PanelForm>
  );
  const { rerender } = render(asked(false, "typed"));
  screen.getByLabelText("紧急联系人").focus();
  rerender(asked(true, "typed"));
  expect(screen.getByLabelText("紧急联系人")).toHaveFocus();
  rerender(asked(false, "untouched"));
  rerender(asked(true, "untouched"));
  expect(screen.getByRole("button", { name: "报名" })).toHaveFocus();
});

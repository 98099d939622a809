import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { App, AppRoot } from "../../src/console/App";
import { CouponForm } from "../../src/console/domains/coupon/CouponForm";
import { parts } from "../../src/console/domains/coupon/coupon-parts";
import { ResourceList } from "../../src/console/resource/ResourceList";
import { coupon as words } from "../../src/console/locales/zh/coupon";
import { kindsOf } from "../../src/console/desk/recognise";
import { offer } from "../../src/console/desk/scanner";
import { queryClient } from "../../src/console/providers/queries";
import { screenAt } from "../../src/console/resources";
import { removeDraft, readDraft } from "../../src/console/ui/form/draft";
import { setSession } from "../../src/console/session/store";
import { type Coupon, coupon as log, couponCodes } from "../../src/contract/coupon/coupon";
import { ALL_CODES, type Code } from "../../src/contract/core/permissions";
import { callsOf } from "../../src/contract/core/resource/calls";
import { session } from "../../src/contract/session/session";
import { typeInto } from "./picked";
import { handle, pageOfRows } from "./server";

const coupon = { ...callsOf(log), ...couponCodes };
const LIST = "/finance/coupon-log-list";
const FORM = "/finance/coupon-log-form";
const unused: Coupon = {
  id: "one",
  code: "TY-0001",
  scheme: "全民健身券",
  face: "20.00",
  threshold: "100.00",
  startsOn: "2026-11-01",
  endsOn: "2026-12-31",
  state: "issued",
  used: "0.00",
  subsidy: "0.00",
  documentKind: "",
  documentNo: "",
  usedAt: null,
  operator: "",
  createdAt: "2026-11-21T02:00:00Z",
};
const used: Coupon = {
  ...unused,
  id: "two",
  code: "TY-0002",
  state: "used",
  used: "20.00",
  subsidy: "20.00",
  documentKind: "order",
  documentNo: "B20261121-7",
  usedAt: "2026-11-21T03:00:00Z",
  operator: "周岚",
};

beforeEach(() => {
  queryClient.clear();
  handle(session.preferences, () => ({ values: {} }));
  handle(coupon.list, () => pageOfRows([unused, used]));
  handle(coupon.view, ({ id }) => (id === "one" ? unused : used));
  handle(coupon.sums, () => ({ count: 2, face: "40.00", used: "20.00", subsidy: "20.00" }));
});

const CouponList = () => <ResourceList resource={log} parts={parts} paths={{ list: LIST }} title="" />;

function open(path: string, codes: readonly Code[] = ALL_CODES) {
  setSession({ venueId: "v-1", codes: new Set(codes) });
  const router = createMemoryRouter(
    [
      {
        Component: AppRoot,
        children: [
          { path: LIST, Component: CouponList },
          { path: `${LIST}/:id`, Component: CouponList },
          { path: FORM, Component: CouponForm },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(<App router={router} />);
  return router;
}

describe("the log", () => {
  it("stands among the finance screens under its code", () => {
    expect(screenAt(LIST)?.screen).toMatchObject({ group: "ShopSet3", code: "coupon_log_list" });
  });

  it("leads from a used coupon to the order that it paid", async () => {
    open(LIST);
    expect(await screen.findByRole("link", { name: "B20261121-7" })).toHaveAttribute(
      "href",
      "/finance/booking-place-order/list?q=B20261121-7",
    );
  });

  it("asks before a coupon is withdrawn, and offers it for unused ones alone", async () => {
    let asked = "";
    handle(coupon.withdraw, ({ id }) => {
      asked = id;
      return {};
    });
    const router = open(`${LIST}/two`);
    await screen.findByText("周岚");
    expect(screen.queryByRole("button", { name: "撤回" })).not.toBeInTheDocument();
    await act(() => router.navigate(`${LIST}/one`));
    await userEvent.click(await screen.findByRole("button", { name: "撤回" }));
    expect(asked).toBe("");
    await userEvent.click(within(await screen.findByRole("dialog", { name: /TY-0001/ })).getByRole("button", { name: "撤回" }));
    await waitFor(() => expect(asked).toBe("one"));
    await waitFor(() => expect(router.state.location.pathname).toBe(LIST));
  });

  it("offers no change to those who may only look", async () => {
    open(`${LIST}/one`, ["coupon_log_list"]);
    await screen.findByRole("heading", { name: "TY-0001" });
    expect(screen.queryByRole("button", { name: "撤回" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: words.register })).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "B20261121-7" })).not.toBeInTheDocument();
  });
});

describe("the form", () => {
  it("sends one scheme with all codes however they are parted, and returns to the log", async () => {
    let sent: unknown;
    handle(coupon.register, (input) => {
      sent = input;
      return { count: 3 };
    });
    const person = userEvent.setup();
    const router = open(FORM);
    await person.type(await screen.findByLabelText(words.field.scheme), "亲子券");
    await person.type(screen.getByLabelText(words.field.face), "20");
    await person.clear(screen.getByLabelText(words.field.threshold));
    await person.type(screen.getByLabelText(words.field.threshold), "100");
    await typeInto(words.field.startsOn, "2026-11-21");
    await typeInto(words.field.endsOn, "2026-12-31");
    fireEvent.change(screen.getByLabelText(words.field.codes), { target: { value: "TY-0003\nTY-0004，TY-0005 ty-0003" } });
    expect(await screen.findByText(/^3 张/)).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(LIST));
    expect(sent).toEqual({
      scheme: "亲子券",
      face: "20",
      threshold: "100",
      startsOn: "2026-11-21",
      endsOn: "2026-12-31",
      couponCodes: ["TY-0003", "TY-0004", "TY-0005", "ty-0003"],
    });
  });

  it("takes scanned codes a line each, and keeps them like what is typed", async () => {
    open(FORM);
    const field = await screen.findByLabelText(words.field.codes);
    for (const code of ["TY-0006", "TY-0007"]) act(() => void offer({ text: code, kinds: kindsOf(code) }));
    expect(field).toHaveValue("TY-0006\nTY-0007\n");
    expect(readDraft("coupon")).toMatchObject({ couponCodes: "TY-0006\nTY-0007\n" });
    removeDraft("coupon");
  });

  it("says what is missing and wrong, and keeps the page", async () => {
    const router = open(FORM);
    fireEvent.change(await screen.findByLabelText(words.field.codes), { target: { value: "券" } });
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("券名 是必填项")).toBeInTheDocument();
    expect(await screen.findByText("券码 的格式不正确")).toBeInTheDocument();
    expect(router.state.location.pathname).toBe(FORM);
  });
});

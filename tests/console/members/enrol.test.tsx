/** Cash of an enrolment: fee, deposit and first recharge are handed over as one sum, and what goes back is said before and after. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { App } from "../../../src/console/App";
import { moneyOf, paymentsOf } from "../../../src/console/domains/members/EnrolMoney";
import { MemberForm } from "../../../src/console/domains/members/MemberForm";
import { offer, subscribeToScans } from "../../../src/console/desk/scanner";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { NoticeHost } from "../../../src/console/ui/notices";
import { type CardType, members } from "../../../src/contract/members/members";
import { session } from "../../../src/contract/session/session";
import { site } from "../boot";
import { handle, Refusal } from "../server";

const TYPE: CardType = {
  id: "t1",
  name: "金卡",
  colour: 300,
  placePercent: 85,
  productPercent: 100,
  months: 0,
  fee: "20.00",
  deposit: "100.00",
  members: 0,
};
const values = { cardTypeId: "t1", feeMethod: "Cash", method: "Cash", pay: "500", tendered: "700" };

beforeEach(() => setSession({ venueId: "v1", venue: site("v1", "源深羽毛球馆"), codes: new Set(["member_create", "member_recharge"]) }));
afterEach(async () => {
  queryClient.clear();
  await setLanguage("zh");
});

it("books the change with the last of what is paid in cash, and says it of the whole sum", () => {
  const both = moneyOf(values, [TYPE]);
  expect(both).toEqual({ fees: { due: "120.00", method: "Cash" }, recharge: { pay: "500", method: "Cash", tendered: "580.00" } });
  expect(paymentsOf(both)).toEqual([{ type: "Cash", amount: "620.00", tendered: "700.00" }]);
  const feeOnly = moneyOf({ ...values, method: "WeChat", tendered: "200" }, [TYPE]);
  expect(feeOnly).toMatchObject({ fees: { tendered: "200.00" }, recharge: { pay: "500", method: "WeChat" } });
  expect(paymentsOf(feeOnly)).toEqual([
    { type: "WeChat", amount: "500.00", tendered: "500.00" },
    { type: "Cash", amount: "120.00", tendered: "200.00" },
  ]);
  expect(moneyOf({ ...values, feeMethod: "WeChat", method: "Alipay" }, [TYPE])).toEqual({
    fees: { due: "120.00", method: "WeChat" },
    recharge: { pay: "500", method: "Alipay" },
  });
});

it.each([
  ["zh", "实收现金", "收 200.00，找零 80.00", "少 20.00", "收款 ¥120.00 并保存"],
  ["en", "Cash received", "200.00 received, change 80.00", "20.00 short", "Collect ¥120.00 and save"],
] as const)(
  "asks what was handed over, marks too little, and says the change (%s)",
  { timeout: 60_000 },
  async (language, label, change, short, save) => {
    await setLanguage(language);
    handle(members.cardTypes, () => ({ content: [TYPE] }));
    for (const call of [members.offers, members.coaches]) handle(call, () => ({ content: [] }));
    handle(members.check, () => ({ phoneTakenBy: null, cardNoTakenBy: null }) as never);
    handle(session.savePreference, () => ({}));
    const sent: unknown[] = [];
    handle(members.create, ({ fees, recharge }) => {
      sent.push([fees, recharge]);
      if (sent.length === 1) throw new Refusal(409, "再试一次");
      return { id: "m1", name: "顾思琪", cardNo: "VIP1" } as never;
    });
    const routes = [
      {
        path: "/",
        element: (
          <>
            <MemberForm />
            <NoticeHost />
          </>
        ),
      },
      { path: "*", element: <NoticeHost /> },
    ];
    render(<App router={createMemoryRouter(routes)} />);
    const user = userEvent.setup();
    await user.type(await screen.findByRole("textbox", { name: /^手机|^Phone/ }), "13812345678");
    await user.type(screen.getByRole("textbox", { name: /^姓名|^Full name|^Name/ }), "顾思琪");
    expect(screen.queryByRole("textbox", { name: label })).toBeNull();
    await user.click(screen.getByRole("combobox", { name: /120\.00/ }));
    await user.click(await screen.findByTitle(language === "zh" ? "现金" : "Cash"));
    const given = await screen.findByRole("textbox", { name: label });
    await user.type(given, "100");
    await user.click(screen.getByRole("button", { name: save }));
    expect(await screen.findByText(short)).toBeVisible();
    expect(sent).toEqual([]);
    await user.clear(given);
    await user.type(given, "200");
    expect(document.querySelector(".change-due")).toHaveTextContent(change);
    await user.click(screen.getByRole("button", { name: save }));
    await screen.findByText(/再试一次/);
    await user.click(screen.getByRole("button", { name: save }));
    await screen.findByText(new RegExp(`VIP1.*${change}`));
    expect(sent.at(-1)).toEqual([{ due: "120.00", method: "Cash", tendered: "200.00" }, undefined]);
  },
);

it("rejects a customer's code, which would be a collection beside the enrolment, and keeps what was typed", async () => {
  handle(members.cardTypes, () => ({ content: [TYPE] }));
  for (const call of [members.offers, members.coaches]) handle(call, () => ({ content: [] }));
  handle(session.savePreference, () => ({}));
  const beside = vi.fn(() => true);
  const leave = subscribeToScans(["pay"], 0, beside);
  const element = (
    <>
      <MemberForm />
      <NoticeHost />
    </>
  );
  render(<App router={createMemoryRouter([{ path: "/", element }])} />);
  const name = await screen.findByRole("textbox", { name: /^姓名/ });
  await userEvent.type(name, "顾思琪");
  let isTaken = false;
  act(() => {
    isTaken = offer({ text: "134567890123456780", kinds: ["pay"] });
  });
  expect(isTaken).toBe(true);
  expect(beside).not.toHaveBeenCalled();
  expect(await screen.findByText(/这里不能扫付款码，没有收款/)).toBeVisible();
  expect(name).toHaveValue("顾思琪");
  leave();
});

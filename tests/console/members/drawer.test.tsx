/** The member beside the list: what was typed for one member never reaches the next who is shown there. */
import { attentions, spreads } from "../../../src/contract/members/introductions";
import { callsOf } from "../../../src/contract/core/resource/calls";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, useParams } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { App } from "../../../src/console/App";
import { MemberDrawer } from "../../../src/console/domains/members/MemberDrawer";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { AskHost } from "../../../src/console/ui/confirm";
import { NoticeHost } from "../../../src/console/ui/notices";
import { setSession } from "../../../src/console/session/store";
import { memberRecords } from "../../../src/contract/members/member-records";
import { type Member, members } from "../../../src/contract/members/members";
import { handle } from "../server";

const memberOf = (id: string, name: string, principal: string): Member => ({
  id,
  cardNo: `NO-${id}`,
  name,
  phone: "138****1111",
  gender: "unknown",
  birthday: null,
  cardTypeId: "t1",
  cardTypeName: "金卡",
  cardTypeColour: 300,
  principal,
  gift: "0.00",
  debt: "0.00",
  spent: "0.00",
  packageCards: 0,
  packageCard: null,
  lastVisitAt: null,
  expiresOn: null,
  state: "active",
  tags: [],
  memo: "",
  stateReason: "",
  mergedInto: null,
  referrer: null,
  photo: null,
  coach: null,
  family: [],
  erasedAt: null,
  createdAt: "2026-11-01T10:00:00+08:00",
});
const FIRST = memberOf("m1", "罗雨桐", "111.00");
const NEXT = memberOf("m2", "贺知章", "222.00");

/** As in the list: one drawer, the member by the address. */
function Page() {
  const { id = "" } = useParams();
  return (
    <>
      <MemberDrawer id={id} onClose={() => undefined} />
      <AskHost />
      <NoticeHost />
    </>
  );
}

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["venue_user_list", "member_recharge"]) });
  handle(members.offers, () => ({ content: [] }));
  handle(members.timeline, () => ({ content: [] }));
  const none = (): Response => Response.json({ code: 200, msg: "", data: { content: [], totalElements: 0 } });
  for (const { list } of [callsOf(spreads), callsOf(attentions)]) handle(list, none);
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

it.each([
  ["was not read before", false],
  ["was read before", true],
])("shows nothing of a member beside the next one's address, and carries no amount over, where the next %s", async (_, known) => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  handle(members.view, async ({ id }) => {
    if (id === NEXT.id && !known) await asked;
    return id === NEXT.id ? NEXT : FIRST;
  });
  const router = createMemoryRouter([{ path: "/:id", element: <Page /> }], { initialEntries: [known ? "/m2" : "/m1"] });
  render(<App router={router} />);
  const user = userEvent.setup();
  if (known) await screen.findByRole("heading", { name: /贺知章/ });
  await act(() => router.navigate("/m1"));
  await screen.findByRole("heading", { name: /罗雨桐/ });
  await user.click(screen.getByRole("button", { name: "充值" }));
  await user.type(screen.getByRole("textbox"), "500");
  expect(screen.getByRole("button", { name: "收款 ¥500.00 并充值" })).toBeEnabled();

  await act(() => router.navigate("/m2"));
  expect(screen.queryByText("罗雨桐")).toBeNull();
  expect(screen.queryByRole("form")).toBeNull();
  act(answer);
  await screen.findByRole("heading", { name: /贺知章/ });
  expect(screen.queryByRole("form")).toBeNull();
  await user.click(screen.getByRole("button", { name: "充值" }));
  expect(screen.getByRole("form", { name: /贺知章/ })).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("");
});

it.each([
  ["zh", "冷静期剩 6 天 23 小时", "至 11-28 10:00"],
  ["en", "Cooling-off: 6 d 23 h left", "until 28 Nov 10:00"],
] as const)(
  "shows the clock of a cooling-off beside the recharge, and lets go of it when it is over (%s)",
  async (language, left, until) => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: new Date("2026-11-21T10:30:00+08:00") });
    await setLanguage(language);
    handle(members.view, () => FIRST);
    const entry = {
      at: "2026-11-21T10:00:00+08:00",
      kind: "recharge",
      no: "R1",
      title: "",
      amount: "500.00",
      note: "",
      operator: "",
    } as const;
    handle(members.timeline, () => ({
      content: [
        { ...entry, id: "recharge:1", coolingOffUntil: "2026-11-28T10:00:00+08:00", revocable: null },
        { ...entry, id: "recharge:2", at: "2026-11-01T10:00:00+08:00", coolingOffUntil: null, revocable: null },
      ],
    }));
    render(<App router={createMemoryRouter([{ path: "/:id", element: <Page /> }], { initialEntries: ["/m1"] })} />);
    const clock = await screen.findByRole("timer");
    expect(clock).toHaveTextContent(left);
    expect(clock).toHaveTextContent(until);
    vi.setSystemTime(new Date("2026-11-28T10:00:00+08:00"));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(screen.queryByRole("timer")).toBeNull();
  },
);

it.each([
  ["zh", "撤销"],
  ["en", "Revoke"],
] as const)("takes back what was paid for a card from its entry, and only who may is offered that (%s)", async (language, name) => {
  await setLanguage(language);
  handle(members.view, () => FIRST);
  const entry = {
    id: "cardFee:f1",
    at: "2026-11-21T10:00:00+08:00",
    kind: "cardFee",
    no: "BF1",
    title: "押金卡",
    amount: "120.00",
  } as const;
  let revoked = false;
  handle(members.timeline, () => ({
    content: [
      { ...entry, note: "", operator: "", coolingOffUntil: null, revocable: revoked ? null : { kind: "cardFee" as const, id: "f1" } },
    ],
  }));
  const seen: unknown[] = [];
  handle(memberRecords.revokePaid, (input) => {
    seen.push(input);
    revoked = true;
    return FIRST;
  });
  const shown = () => render(<App router={createMemoryRouter([{ path: "/:id", element: <Page /> }], { initialEntries: ["/m1"] })} />);
  const { unmount } = shown();
  await screen.findByText(/押金卡/);
  expect(screen.queryByRole("button", { name })).toBeNull();
  unmount();
  setSession({ venueId: "v1", codes: new Set(["venue_user_list", "account_log_revoke"]) });
  shown();
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name }));
  const dialog = await screen.findByRole("dialog", { name: /BF1.*120.00/ });
  await user.type(within(dialog).getByRole("textbox"), "不要卡了");
  await user.click(within(dialog).getByRole("button", { name }));
  await waitFor(() => expect(seen).toEqual([{ kind: "cardFee", id: "f1", reason: "不要卡了" }]));
  await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
});

it.each([
  ["zh", "冻结", "冻结会员“罗雨桐”？", "罗雨桐 已冻结"],
  ["en", "Freeze", "Freeze 罗雨桐?", "Freeze: 罗雨桐, done"],
] as const)("freezes only who is named, and only with a reason (%s)", async (language, name, title, done) => {
  await setLanguage(language);
  setSession({ venueId: "v1", codes: new Set(["venue_user_list", "member_freeze"]) });
  handle(members.view, () => FIRST);
  const sent: unknown[] = [];
  handle(members.setState, (input) => {
    sent.push(input);
    return { ...FIRST, state: "frozen" as const };
  });
  render(<App router={createMemoryRouter([{ path: "/:id", element: <Page /> }], { initialEntries: ["/m1"] })} />);
  const user = userEvent.setup();
  await screen.findByRole("heading", { name: /罗雨桐/ });
  if (screen.queryByRole("button", { name }) === null) await user.click(screen.getByRole("button", { name: /^更多|^More/ }));
  await user.click(await screen.findByRole("button", { name }));
  const dialog = await screen.findByRole("dialog", { name: title });
  expect(within(dialog).getByRole("button", { name })).toBeDisabled();
  await user.click(within(dialog).getByRole("button", { name: /取消|Cancel/ }));
  expect(sent).toEqual([]);
  await user.click(await screen.findByRole("button", { name }));
  const again = await screen.findByRole("dialog", { name: title });
  await user.type(within(again).getByRole("textbox"), "证件待核对");
  await user.click(within(again).getByRole("button", { name }));
  expect(await screen.findByText(done)).toBeInTheDocument();
  expect(sent).toEqual([{ id: "m1", action: "freeze", reason: "证件待核对" }]);
});

/** The frame as a whole, one rule each. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountLogs } from "../../../src/contract/finance/account-logs";
import { callsOf } from "../../../src/contract/core/resource/calls";
import { members } from "../../../src/contract/members/members";
import { session as calls } from "../../../src/contract/session/session";
import { queryClient } from "../../../src/console/providers/queries";
import { authProvider } from "../../../src/console/providers/auth";
import { forgetSession } from "../../../src/console/session/enter";
import { session } from "../../../src/console/session/store";
import { storeDraft } from "../../../src/console/ui/form/draft";
import { answerBoot, inVenue, leaveAll, MEMBER_PATH, open, signIn, SITES, site } from "../boot";
import { handle, pageOfRows } from "../server";

const CODES = ["venue_user_admin", "venue_user_list", "venue_user_form", "settlement_admin", "venue_user_account_log"] as const;
const FORM = "/venueUser/venue-user-form";
const titles = (): (string | null)[] => screen.getAllByRole("tab").map((tab) => tab.textContent);
const tab = (name: string): HTMLElement => screen.getByRole("tab", { name });
const menu = (): HTMLElement => screen.getByRole("navigation", { name: "主菜单" });
const go = async (name: string): Promise<void> => {
  await userEvent.click(within(menu()).getByRole("link", { name }));
  await waitFor(() => expect(tab(name)).toHaveAttribute("aria-selected", "true"));
};

beforeEach(() => {
  signIn();
  document.cookie = "language=zh; path=/";
  inVenue("v1");
});
afterEach(leaveAll);

describe("the sidebar", () => {
  it("appears only where the site-type source id exists", async () => {
    answerBoot({ sites: [site("v1", "源深羽毛球馆", { siteTypeSourceId: "" })], codes: CODES });
    await open(MEMBER_PATH);
    expect(screen.queryByRole("navigation", { name: "主菜单" })).toBeNull();
    expect(screen.getByRole("heading", { name: /会员列表/ })).toBeVisible();
  });
  it("remembers in a cookie whether it is open: 1 or 0", async () => {
    answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    await userEvent.click(screen.getByRole("button", { name: "收起菜单" }));
    expect(document.cookie).toContain("sidebarStatus=0");
    expect(screen.queryByRole("navigation", { name: "主菜单" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "打开菜单" }));
    expect(document.cookie).toContain("sidebarStatus=1");
    expect(menu()).toBeVisible();
  });
});

describe("the tabs", () => {
  it("begin with home, pinned, and follow what is opened; titles are the registry's", async () => {
    answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    expect(titles()).toEqual(["首页", "会员列表"]);
    await go("会员开卡");
    expect(titles()).toEqual(["首页", "会员列表", "会员开卡"]);
    expect(document.title).toBe("会员开卡 · 场馆管理后台");
  });
  it("close by the middle button; a pinned one does not", async () => {
    answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    await go("会员开卡");
    for (const name of ["首页", "会员列表"]) fireEvent(tab(name), new MouseEvent("auxclick", { bubbles: true, button: 1 }));
    await waitFor(() => expect(titles()).toEqual(["首页", "会员开卡"]));
  });
  it("offer refresh, close, close others and close all on a right click; what is pinned is not closed", async () => {
    answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    await go("会员开卡");
    fireEvent.contextMenu(tab("首页"), { clientX: 10, clientY: 10 });
    const items = screen.getAllByRole("menuitem");
    expect(items.map((item) => item.textContent.replace(/[A-Z].*/, ""))).toEqual(["刷新", "关闭", "关闭其他", "全部关闭"]);
    expect(screen.getByRole("menuitem", { name: "关闭" })).toBeDisabled();
    await userEvent.click(screen.getByRole("menuitem", { name: "关闭其他" }));
    await waitFor(() => expect(titles()).toEqual(["首页"]));
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
  });
  it("go to the rightmost that remains when the one on show closes", async () => {
    answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    await go("会员开卡");
    await go("会员列表");
    fireEvent.keyDown(tab("会员列表"), { key: "Delete" });
    await waitFor(() => expect(location.pathname).toBe(FORM));
    expect(titles()).toEqual(["首页", "会员开卡"]);
  });
  it("lead back to a page as it was left, with its query, from the menu too", async () => {
    answerBoot({ codes: CODES });
    await open(`${MEMBER_PATH}?q=wang`);
    await go("会员开卡");
    await go("会员列表");
    expect(location.search).toBe("?q=wang");
    expect(screen.getByDisplayValue("wang")).toBeVisible();
  });
  it("keep a page out of sight from asking, naming the window, and hearing keys", async () => {
    const count = answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    await go("会员开卡");
    const asked = count.lists;
    await act(() => queryClient.invalidateQueries());
    fireEvent.keyDown(document.body, { key: "/" });
    expect(count.lists).toBe(asked);
    expect(document.title).toContain("会员开卡");
    expect(screen.getByPlaceholderText(/姓名、手机/)).not.toHaveFocus();
    await go("会员列表");
    await waitFor(() => expect(count.lists).toBe(asked + 1)); // and is fresh once it is looked at
  });
  it("draw a page anew through the redirect path, and leave the others alone", async () => {
    const count = answerBoot({ codes: CODES });
    handle(members.offers, () => ({ content: [] }));
    await open(`${MEMBER_PATH}?q=wang`);
    const asked = count.lists;
    const field = screen.getByDisplayValue("wang");
    fireEvent.contextMenu(tab("会员列表"), { clientX: 10, clientY: 10 });
    await userEvent.click(screen.getByRole("menuitem", { name: "刷新" }));
    await waitFor(() => expect(count.lists).toBeGreaterThan(asked));
    await waitFor(() => expect(location.pathname + location.search).toBe(`${MEMBER_PATH}?q=wang`));
    expect(screen.getByDisplayValue("wang")).not.toBe(field);
    expect(titles()).toEqual(["首页", "会员列表"]);
  });
});

describe("a page that fails", () => {
  it("says so in its own tab with a way to try again, and the others keep working", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    answerBoot({ codes: CODES });
    handle(callsOf(accountLogs).list, () => ({ ...pageOfRows([]), content: [null] }) as never);
    handle(callsOf(accountLogs).sums, () => ({ count: 0, principal: "0.00", gift: "0.00" }) as never);
    await open(`${MEMBER_PATH}?q=wang`);
    await userEvent.click(within(menu()).getByRole("link", { name: "会员账户流水" }));
    await screen.findByText("这个页面出错了");
    expect(menu()).toBeVisible();
    await go("会员列表");
    expect(screen.getByDisplayValue("wang")).toBeVisible();
    handle(callsOf(accountLogs).list, () => pageOfRows([]) as never);
    await userEvent.click(tab("会员账户流水"));
    await userEvent.click(await screen.findByRole("button", { name: "重试" }));
    await waitFor(() => expect(screen.queryByText("这个页面出错了")).toBeNull());
    await waitFor(() => expect(location.pathname).toBe("/finance/venue-user-account-log"));
    expect(titles()).toEqual(["首页", "会员列表", "会员账户流水"]);
    vi.restoreAllMocks();
  });
});

/** Everything that this browser keeps for the page, as one text. */
const kept = (): string =>
  JSON.stringify([
    document.cookie,
    Object.entries(sessionStorage),
    Object.entries(localStorage),
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data]),
  ]);

describe("another venue", () => {
  it("finds nothing of the one before in memory, storages and cache", async () => {
    answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    storeDraft("member", { name: "顾思琪" });
    await go("会员开卡");
    expect(kept()).toContain("顾思琪");
    await userEvent.click(screen.getByRole("button", { name: /切换场馆/ }));
    await userEvent.click(await screen.findByRole("button", { name: /东方游泳馆/ }));
    await waitFor(() => expect(session().venueId).toBe("v2"));
    await screen.findByRole("navigation", { name: "主菜单" });
    expect(sessionStorage.getItem("siteList")).toContain("v1"); // the list of the person's venues names them all
    sessionStorage.removeItem("siteList");
    expect(kept()).not.toContain("顾思琪");
    // As an id of its own: a random one may hold these two letters.
    expect(kept()).not.toMatch(/(?<![a-z0-9])v1(?![a-z0-9])/);
    expect(sessionStorage.getItem("tabs")).not.toContain("venue-user-form");
    expect(titles()).toEqual(["首页"]);
  });
});

describe("the end of the session", () => {
  const left = (): string[] => [
    ...document.cookie
      .split("; ")
      .map((pair) => pair.split("=")[0] ?? "")
      .filter((name) => document.cookie.split("; ").some((pair) => pair.startsWith(`${name}=`) && pair !== `${name}=`)),
    ...Object.keys(sessionStorage),
    ...Object.keys(localStorage),
  ];

  it("by logging out clears views, token, role and drafts; the venue stays for the next choice", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined); // jsdom can't leave the page
    answerBoot({ codes: CODES });
    handle(calls.logout, () => ({}));
    await open(MEMBER_PATH);
    storeDraft("member", { name: "顾思琪" });
    await go("会员开卡");
    await act(() => authProvider.logout());
    for (const gone of ["tabs", "role", "siteList", "userId", "phone", "signed_in"]) expect(left(), gone).not.toContain(gone);
    expect(left().filter((key) => /^(draft|preferences):/.test(key))).toEqual([]);
    expect(left()).toContain("sourceId");
    vi.restoreAllMocks();
  });
  it("by force also clears source id, main tag and venue", async () => {
    answerBoot({ codes: CODES });
    await open(MEMBER_PATH);
    forgetSession({ forced: true });
    for (const gone of ["sourceId", "mainTag", "handlingFee", "venueInfo", "ticketInfo", "siteList"])
      expect(left(), gone).not.toContain(gone);
  });
  it("clears the chosen venue when the list no longer contains it", async () => {
    answerBoot({ sites: SITES.slice(1), codes: CODES });
    await open("/dashboard");
    await waitFor(() => expect(document.cookie).not.toContain("sourceId=v1"));
    expect(localStorage.getItem("venueInfo") ?? "").not.toContain("v1");
    // The one that is left is entered by itself.
    await screen.findByRole("navigation", { name: "主菜单" });
    expect(session().venueId).toBe("v2");
  });
});

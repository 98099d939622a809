/** The console as a whole: boot, shell and session, against the contract. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { members } from "../../../src/contract/members/members";
import { session as calls } from "../../../src/contract/session/session";
import { invoke } from "../../../src/console/api/invoke";
import { HttpError } from "../../../src/console/api/error";
import { forgetLogin, signedIn } from "../../../src/console/login/stored-session";
import { session } from "../../../src/console/session/store";
import { answerBoot, inVenue, leaveAll, MEMBER_CODES, MEMBER_PATH, open, signIn, site } from "../boot";
import { handle, pageOfRows, Refusal } from "../server";

beforeEach(signIn);
afterEach(leaveAll);

describe("a deep link", () => {
  it("draws the page once, with the first list asked exactly once", async () => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
    const count = answerBoot();
    await open(MEMBER_PATH);
    expect(screen.getByRole("heading", { name: /会员列表/ })).toBeVisible();
    await act(() => new Promise((done) => setTimeout(done, 300)));
    expect(count.lists).toBe(1);
    expect(document.title).toBe("会员列表 · 场馆管理后台");
  });
  it("asks a first list that fails once more, and only then says so: the page does not ask again", async () => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
    answerBoot();
    let asked = 0;
    handle(members.list, () => {
      asked++;
      return new Response("gone", { status: 502 });
    });
    await open(MEMBER_PATH);
    const again = await screen.findByRole("button", { name: "重试" });
    expect(asked).toBe(2);
    await userEvent.click(again);
    await waitFor(() => expect(asked).toBe(4));
  });
  it("asks a first list that is refused once", async () => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
    answerBoot();
    let asked = 0;
    handle(members.list, () => {
      asked++;
      throw new Refusal(400, "查询条件有误");
    });
    await open(MEMBER_PATH);
    expect(await screen.findByText("查询条件有误")).toBeVisible();
    expect(asked).toBe(1);
  });
  it("waits for a first list that is slow: the page does not ask for it as well", async () => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
    answerBoot();
    let asked = 0;
    let answer = (): void => undefined;
    const gate = new Promise<void>((done) => {
      answer = done;
    });
    handle(members.list, async () => {
      asked++;
      await gate;
      return pageOfRows([]);
    });
    await open(MEMBER_PATH);
    expect(screen.getByRole("heading", { name: /会员列表/ })).toBeVisible();
    await act(async () => answer());
    expect(await screen.findByText(/没有|还没有/)).toBeVisible();
    expect(asked).toBe(1);
  });
  it("shows in the menu only what the codes allow", async () => {
    inVenue("v1");
    answerBoot();
    await open(MEMBER_PATH);
    const menu = screen.getByRole("navigation", { name: /主菜单|Main menu/ });
    expect(
      within(menu)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href")),
    ).toEqual(["/dashboard", MEMBER_PATH, "/venueUser/spread-list", "/venueUser/attention-list", "/venueUser/adjustment-list"]);
  });
  it("says which permission a page lacks, and keeps working", async () => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
    answerBoot();
    await open("/finance/venue-user-account-log");
    expect(screen.getByText(/打开这个页面需要「财务 · 场馆结算」的权限/)).toBeVisible();
    expect(screen.getByRole("navigation", { name: "主菜单" })).toBeVisible();
  });
  it("says of a page for another kind of venue that no permission is lacking", async () => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
    answerBoot({ codes: [...MEMBER_CODES, "venue_admin", "card_package_set_list"] });
    await open("/venue/card-package-set-list");
    expect(await screen.findByRole("heading", { name: "本场馆没有「次卡设置」" })).toBeVisible();
    expect(screen.queryByText("没有权限")).toBeNull();
  });
  it("leads to the venue choice while none is chosen, and returns", async () => {
    document.cookie = "language=zh; path=/";
    answerBoot();
    await open(`${MEMBER_PATH}?q=wang`);
    expect(location.pathname).toBe("/sites");
    await userEvent.click(screen.getByRole("button", { name: /源深羽毛球馆/ }));
    await waitFor(() => expect(location.pathname + location.search).toBe(`${MEMBER_PATH}?q=wang`));
    expect(document.cookie).toContain("sourceId=v1");
  });
  it("gives up a venue that is no longer in the person's list", async () => {
    inVenue("gone");
    answerBoot();
    await open(MEMBER_PATH);
    expect(location.pathname).toBe("/sites");
    expect(document.cookie).not.toContain("sourceId=gone");
  });
});

describe("the venue choice", () => {
  beforeEach(() => {
    document.cookie = "language=zh; path=/";
  });
  it("lists the last venue first", async () => {
    inVenue("v2");
    answerBoot();
    await open("/sites");
    const cards = within(screen.getByRole("group", { name: "选择场馆" })).getAllByRole("button");
    expect(cards.map((card) => card.textContent)).toEqual([expect.stringContaining("东方游泳馆"), expect.stringContaining("源深羽毛球馆")]);
    expect(cards[0]).toHaveTextContent("上次");
  });
  it("finds by city and by pinyin initials, and Enter chooses the first", async () => {
    answerBoot();
    await open(`/sites?redirect=${encodeURIComponent(MEMBER_PATH)}`);
    const user = userEvent.setup();
    const field = screen.getByRole("searchbox");
    await user.type(field, "苏州");
    expect(screen.queryByRole("button", { name: /源深/ })).toBeNull();
    await user.clear(field);
    await user.type(field, "ysymq");
    await waitFor(() => expect(screen.getByRole("button", { name: /源深/ })).toBeVisible());
    await user.type(field, "{Enter}");
    await waitFor(() => expect(location.pathname).toBe(MEMBER_PATH));
    expect(session().venueId).toBe("v1");
  });
  it("chooses a single venue at once", async () => {
    answerBoot({ sites: [site("v1", "源深羽毛球馆")] });
    await open(`/sites?redirect=${encodeURIComponent(MEMBER_PATH)}`);
    await waitFor(() => expect(location.pathname).toBe(MEMBER_PATH));
  });
  it("does not go to a page that may not be opened there", async () => {
    answerBoot({ sites: [site("v1", "源深羽毛球馆")] });
    await open(`/sites?redirect=${encodeURIComponent("/finance/venue-user-account-log")}`);
    await waitFor(() => expect(session().codes).toBeDefined());
    await waitFor(() => expect(location.pathname).not.toBe("/sites"));
    expect(location.pathname).not.toBe("/finance/venue-user-account-log");
  });
});

describe("a start that is refused", () => {
  const left = (): string => sessionStorage.getItem("login_message") ?? "";
  const countLogouts = (): unknown[] => {
    const seen: unknown[] = [];
    handle(calls.logout, (_, what) => {
      seen.push(what);
      return {};
    });
    return seen;
  };
  beforeEach(() => {
    vi.spyOn(console, "error").mockImplementation(() => undefined); // jsdom can't leave the page
    document.cookie = "language=en; path=/";
  });
  afterEach(() => vi.restoreAllMocks());

  it("for want of a venue fails the login, and no session stays", async () => {
    const logouts = countLogouts();
    answerBoot({ sites: [] });
    await open("/sites");
    expect(left()).toBe("No management role");
    expect(logouts).toHaveLength(1);
    expect(document.cookie).not.toMatch(/signed_in|userId|phone/);
    expect(sessionStorage.getItem("access_token")).toBeNull();
  });
  it.each([
    ["invalid_token", "Your login expired; please log in again", true],
    ["site data error", "The site data changed; please log in again", false],
  ])("with %s ends the server's session, and says so in the person's language", async (msg, words, keepsVenue) => {
    inVenue("v1");
    document.cookie = "userId=u1; path=/";
    sessionStorage.setItem("tabs", "[]");
    const logouts = countLogouts();
    answerBoot();
    handle(calls.sites, () => {
      throw new Refusal(403, msg);
    });
    await open(MEMBER_PATH);
    expect(left()).toBe(words);
    expect(logouts).toHaveLength(1);
    expect(document.cookie).not.toMatch(/signed_in|userId|phone/);
    expect(document.cookie.includes("sourceId=v1")).toBe(keepsVenue);
    expect(sessionStorage.getItem("tabs")).toBeNull();
  });
  it("by a fault of the server is sent twice, keeps the session, and is the page's to say", async () => {
    inVenue("v1");
    answerBoot();
    let asked = 0;
    handle(calls.sites, () => {
      asked++;
      return new Response("", { status: 500 });
    });
    await expect(open(MEMBER_PATH)).rejects.toThrow(HttpError);
    expect(asked).toBe(2);
    expect(document.cookie).toContain("signed_in=1");
  });
  it("with a one-time code by a fault of the server says that the service is busy", async () => {
    forgetLogin();
    handle(calls.qrLogin, () => new Response("", { status: 500 }));
    await open("/dashboard?code=once");
    expect(left()).toBe("The service is busy, please try again later!");
  });
});

describe("failures of the session", () => {
  beforeEach(() => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
  });
  it("ask whether to log in again, and keep the page when the person stays", async () => {
    answerBoot();
    await open(MEMBER_PATH);
    handle(members.view, () => {
      throw new Refusal(401, "invalid_token 登录已失效");
    });
    await act(() => invoke(members.view, { id: "m1" }).catch(() => undefined));
    expect(screen.getByText(/你已被登出或登录已失效/)).toBeVisible();
    expect(screen.getByRole("button", { name: "重新登录", hidden: true })).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "取消", hidden: true }));
    expect(screen.queryByText(/你已被登出或登录已失效/)).toBeNull();
    expect(screen.getByRole("heading", { name: /会员列表/ })).toBeVisible();
  });
  it("end at the server and in this browser once the person confirms: session, cookies and kept tabs", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined); // jsdom can't leave the page
    answerBoot();
    const ended = vi.fn(() => ({}));
    handle(calls.logout, ended);
    await open(MEMBER_PATH);
    expect(sessionStorage.getItem("tabs")).not.toBeNull();
    for (const name of ["userId", "phone"]) expect(document.cookie).toContain(`${name}=`);
    handle(members.view, () => {
      throw new Refusal(401, "invalid_token 登录已失效");
    });
    await act(() => invoke(members.view, { id: "m1" }).catch(() => undefined));
    await userEvent.click(screen.getByRole("button", { name: "重新登录", hidden: true }));
    await waitFor(() => expect(signedIn()).toBe(false));
    expect(ended).toHaveBeenCalledOnce();
    expect(sessionStorage.getItem("tabs")).toBeNull();
    for (const name of ["userId", "phone"]) expect(document.cookie).not.toContain(`${name}=`);
    vi.restoreAllMocks();
  });
  it("say that the service is busy after an HTTP error", async () => {
    answerBoot();
    await open(MEMBER_PATH);
    handle(members.view, () => new Response("", { status: 500 }));
    await act(() => invoke(members.view, { id: "m1" }).catch(() => undefined));
    expect(screen.getByRole("alert")).toHaveTextContent("服务繁忙，请稍后再试！");
  });
});

describe("the language", () => {
  it("switches in place and is remembered", async () => {
    document.cookie = "language=zh; path=/";
    inVenue("v1");
    answerBoot();
    await open(MEMBER_PATH);
    await userEvent.click(screen.getByRole("button", { name: "账户：林婉清" }));
    await userEvent.click(screen.getByRole("button", { name: "English" }));
    await waitFor(() => expect(screen.getByRole("navigation", { name: "Main menu" })).toBeVisible());
    expect(document.cookie).toContain("language=en");
    expect(document.documentElement.lang).toBe("en");
  });
});

describe("where the session is kept", () => {
  it("is as the specification says, and the token in this tab only", async () => {
    inVenue("v1");
    answerBoot();
    await open(MEMBER_PATH);
    for (const pair of ["userId=u1", "phone=13800001111", "sourceId=v1", "handlingFee=0"]) expect(document.cookie).toContain(pair);
    expect(JSON.parse(sessionStorage.getItem("siteList") ?? "[]")).toHaveLength(2);
    expect(JSON.parse(sessionStorage.getItem("role") ?? "[]")).toEqual(["admin"]);
    expect(JSON.parse(localStorage.getItem("venueInfo") ?? "{}")).toMatchObject({ id: "v1" });
    expect(JSON.parse(localStorage.getItem("ticketInfo") ?? "{}")).toEqual({ head: "", foot: "" });
    expect(Object.keys(localStorage).map((key) => localStorage.getItem(key))).not.toContain("secret");
  });
});

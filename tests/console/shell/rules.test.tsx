/** Rules of the guard, the frame and the error catalogue that take the whole console to see. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { members } from "../../../src/contract/members/members";
import { messages } from "../../../src/contract/messages/messages";
import { session as calls } from "../../../src/contract/session/session";
import { shell } from "../../../src/contract/platform/shell";
import { invoke } from "../../../src/console/api/invoke";
import { storedToken, signedIn } from "../../../src/console/login/stored-session";
import { answerBoot, inVenue, leaveAll, MEMBER_PATH, open, signIn } from "../boot";
import { handle, Refusal } from "../server";

const message = (): string | null => sessionStorage.getItem("login_message");

beforeEach(() => {
  document.cookie = "language=zh; path=/";
  vi.spyOn(console, "error").mockImplementation(() => undefined); // jsdom can't leave the page
});
afterEach(async () => {
  await leaveAll();
  vi.restoreAllMocks();
});

describe("without a session", () => {
  beforeEach(() => {
    document.body.innerHTML = '<div id="root"></div>';
  });
  it("a token and a venue in the address become the session, are gone from the address, and lead to the venue choice", async () => {
    answerBoot();
    await open("/dashboard?token=given&venueId=v2");
    expect(location.pathname + location.search).toBe("/sites");
    expect(storedToken()).toBe("given");
    expect(document.cookie).toContain("sourceId=v2");
    expect(await screen.findByRole("button", { name: /东方游泳馆.*上次/ })).toBeVisible();
  });
  it("a one-time code in the address logs in, is gone from it, and leads to the venue choice", async () => {
    answerBoot();
    handle(calls.qrLogin, ({ code }) => ({ access_token: `for ${code}`, expiresAt: "2026-11-22T10:00:00+08:00" }));
    await open("/login?code=once");
    expect(location.pathname + location.search).toBe("/sites");
    expect(storedToken()).toBe("for once");
  });
  it.each([
    ["its error", "二维码已失效", "二维码已失效"],
    ["the default message where it has none", "", "登录发生未知错误"],
  ])("a one-time code that fails shows %s at the login", async (_, said, shown) => {
    handle(calls.qrLogin, () => {
      throw new Refusal(400, said);
    });
    await open("/dashboard?code=once");
    expect(message()).toBe(shown);
    expect(signedIn()).toBe(false);
  });
});

describe("with a session", () => {
  beforeEach(() => {
    signIn();
    inVenue("v1");
  });

  it.each([
    ["the error's text", "账号已停用", "账号已停用"],
    ["未知错误 where it has none", "", "未知错误"],
  ])("a guard that fails shows %s at the login", async (_, said, shown) => {
    answerBoot();
    handle(calls.profile, () => {
      throw new Refusal(400, said);
    });
    await open(MEMBER_PATH);
    expect(message()).toBe(shown);
    expect(signedIn()).toBe(false);
  });

  it("the message 'site data error' logs out and forgets the venue", async () => {
    answerBoot();
    await open(MEMBER_PATH);
    const ended = vi.fn(() => ({}));
    handle(calls.logout, ended);
    handle(members.view, () => {
      throw new Refusal(500, "site data error");
    });
    await act(() => invoke(members.view, { id: "m1" }).catch(() => undefined));
    await waitFor(() => expect(signedIn()).toBe(false));
    expect(ended).toHaveBeenCalledOnce();
    expect(document.cookie).not.toContain("sourceId=v1");
  });

  it("the count of unread messages is asked with sourceId, and is the bell's badge", async () => {
    answerBoot();
    handle(shell.updateNotice, () => new Response("<html>", { status: 502 }));
    const asked: (string | null)[] = [];
    handle(messages.count, (_, { query }) => {
      asked.push(query.get("sourceId"));
      return 7;
    });
    await open(MEMBER_PATH);
    expect(await screen.findByRole("button", { name: "消息，7 条未读" })).toBeVisible();
    expect(asked).toEqual(["v1"]);
  });

  it("an update check that fails is ignored, silently", async () => {
    answerBoot();
    handle(messages.count, () => 0);
    handle(shell.updateNotice, () => new Response("<html>", { status: 502 }));
    const text = vi.spyOn(Response.prototype, "text");
    const heard = async (): Promise<readonly unknown[]> => Promise.all(text.mock.results.map(({ value }) => value));
    await open(MEMBER_PATH);
    await waitFor(async () => expect(await act(heard)).toContain("<html>"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  });

  it("the user's menu leads home and to the venue choice", async () => {
    answerBoot();
    await open(MEMBER_PATH);
    const choose = async (name: string): Promise<void> => {
      await userEvent.click(screen.getByRole("button", { name: "账户：林婉清" }));
      const popup = screen.getByRole("button", { name: "退出登录" }).parentElement ?? document.body;
      await userEvent.click(within(popup).getByRole("button", { name }));
    };
    await choose("首页");
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    await choose("切换场馆");
    await waitFor(() => expect(location.pathname).toBe("/sites"));
  });
});

import { readFileSync } from "node:fs";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startLogin } from "../../../src/console/login/login";
import { squeeze, scriptHashes } from "../../../src/tools/build-console";
// Loaded before a test begins to wait for it.
import "../../../src/console/api/request";
import "../../../src/console/providers/auth";
import { server } from "../server";

const startConsole = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock("../../../src/console/main", async () => {
  const { authProvider } = await import("../../../src/console/providers/auth");
  const { callDirectly: early } = await import("../../../src/console/api/call-directly");
  const { session } = await import("../../../src/contract/session/session");
  return { startConsole, comeReady: () => undefined, authProvider, fetchQrTicket: () => early(session.qrTicket, {}) };
});

const LOGIN = "/api/my/platform/user/member/login/username";
const page = readFileSync("index.html", "utf8");
const body = /<body>([\s\S]*)<\/body>/.exec(page)?.[1] ?? "";
const sent: unknown[] = [];

function answer(reply: object): void {
  server.use(
    http.post(`*${LOGIN}`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(reply);
    }),
  );
}
const kept = (storage: Storage): string => JSON.stringify(Object.entries(storage));
const click = async (selector: string): Promise<void> => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  await userEvent.click(found);
};
const field = (id: string): HTMLInputElement => {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no #${id}`);
  return found;
};
const alert = (): string => document.getElementById("login-alert")?.textContent ?? "";
const submit = (): HTMLButtonElement => {
  const buttons = document.querySelectorAll<HTMLButtonElement>("#login-form button[type=submit]");
  expect(buttons).toHaveLength(1);
  const [button] = buttons;
  if (!button) throw new Error("no submit button");
  return button;
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sent.length = 0;
  startConsole.mockClear();
  // The code for phones is asked for by the tests of it alone: none is left polling when the window is gone.
  vi.stubGlobal("requestIdleCallback", () => 0);
  document.documentElement.lang = "zh-CN";
  document.body.innerHTML = body;
  history.replaceState(null, "", "/login");
  server.use(http.get("*/api/open/open-auth/qr/ticket", () => HttpResponse.json({ code: 429, msg: "slow down" })));
});
afterEach(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

describe("the login form", () => {
  it("sends the trimmed username with the venue site type and enters the console without a reload", async () => {
    answer({ code: 200, msg: "", data: { access_token: "t0ken" } });
    history.replaceState(null, "", "/login?redirect=%2Ffinance%2Forders-list%3Fpage%3D2");
    startLogin();
    await userEvent.type(field("username"), "  admin ");
    await userEvent.type(field("password"), " secret {Enter}");
    await vi.waitFor(() => expect(startConsole).toHaveBeenCalledOnce());
    expect(sent).toEqual([{ username: "admin", password: " secret ", siteType: "Venue" }]);
    expect(location.pathname + location.search).toBe("/sites?redirect=%2Ffinance%2Forders-list%3Fpage%3D2");
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example"])(
    "does not carry a redirect that leaves the site: %s",
    async (redirect) => {
      answer({ code: 200, msg: "", data: { access_token: "t0ken" } });
      history.replaceState(null, "", `/login?redirect=${encodeURIComponent(redirect)}`);
      startLogin();
      await userEvent.type(field("username"), "admin");
      await userEvent.type(field("password"), "secret{Enter}");
      await vi.waitFor(() => expect(startConsole).toHaveBeenCalledOnce());
      expect(location.pathname + location.search).toBe("/sites");
    },
  );

  it("shows the server's refusal and keeps what was typed", async () => {
    answer({ code: 400, msg: "账号或密码错误" });
    startLogin();
    await userEvent.type(field("username"), "admin");
    await userEvent.type(field("password"), "wrong");
    await userEvent.click(submit());
    await vi.waitFor(() => expect(alert()).toBe("账号或密码错误"));
    expect([field("username").value, field("password").value]).toEqual(["admin", "wrong"]);
    expect(submit()).not.toHaveAttribute("aria-busy");
    expect(startConsole).not.toHaveBeenCalled();
  });

  it("asks for what is missing, at its field, without asking the server", async () => {
    answer({ code: 200, data: { access_token: "t" } });
    startLogin();
    await userEvent.click(submit());
    expect(alert()).toBe("账号 是必填项");
    expect(document.activeElement).toBe(field("username"));
    await userEvent.type(field("username"), "admin{Enter}");
    expect(alert()).toBe("密码 是必填项");
    expect(document.activeElement).toBe(field("password"));
    expect(sent).toEqual([]);
  });

  it.each([
    ["can't be reached, at once", () => HttpResponse.error(), "连接不上服务器", 1],
    ["is busy, after one more try", () => new HttpResponse("", { status: 500 }), "服务繁忙，请稍后再试！", 2],
  ] as const)("says that the server %s", async (_, reply, words, asked) => {
    let tries = 0;
    server.use(http.post(`*${LOGIN}`, () => (tries++, reply())));
    startLogin();
    await userEvent.type(field("username"), "admin");
    await userEvent.type(field("password"), "secret{Enter}");
    await vi.waitFor(() => expect(alert()).toContain(words));
    expect(tries).toBe(asked);
    expect(field("password").value).toBe("secret");
  });

  it("remembers the username, never the password, and only when asked to", async () => {
    answer({ code: 200, data: { access_token: "t" } });
    startLogin();
    await userEvent.type(field("username"), "admin");
    await userEvent.type(field("password"), "s3cret-word{Enter}");
    await vi.waitFor(() => expect(startConsole).toHaveBeenCalled());
    expect(kept(localStorage)).toContain("admin");
    expect(kept(localStorage) + kept(sessionStorage)).not.toContain("s3cret-word");
    document.body.innerHTML = body;
    startLogin();
    expect(field("username").value).toBe("admin");
    await userEvent.click(field("remember"));
    await userEvent.type(field("password"), "s3cret-word{Enter}");
    await vi.waitFor(() => expect(startConsole).toHaveBeenCalledTimes(2));
    expect(kept(localStorage)).not.toContain("admin");
  });

  it("shows the password while asked to", async () => {
    startLogin();
    await click("#show-password");
    expect(field("password").type).toBe("text");
    await click("#show-password");
    expect(field("password").type).toBe("password");
  });

  it("speaks the language that was chosen and remembers it", async () => {
    startLogin();
    await click('[data-lang="en"]');
    await userEvent.click(submit());
    expect(document.documentElement.lang).toBe("en");
    expect(alert()).toBe("Username is required");
    expect(document.cookie).toContain("language=en");
  });

  it("says once what a failed start left to say", () => {
    sessionStorage.setItem("login_message", "登录发生未知错误");
    startLogin();
    expect(alert()).toBe("登录发生未知错误");
    expect(sessionStorage.getItem("login_message")).toBeNull();
  });
});

describe("login by phone", () => {
  // Expiry from a server whose clock is an hour behind: it is equally valid.
  const expiresAt = new Date(Date.now() - 3_600_000).toISOString();
  const ticket = (): object => ({
    code: 200,
    data: { ticket: "T1", svg: "<svg xmlns='http://www.w3.org/2000/svg'/>", expiresAt },
  });

  beforeEach(() => {
    vi.stubGlobal("requestIdleCallback", (run: () => void) => setTimeout(run, 0));
  });
  // A page that is left is noticed with the next second of the countdown.
  afterEach(() => {
    document.body.innerHTML = "";
    return new Promise((resolve) => setTimeout(resolve, 1_100));
  });

  it("shows the code as an image and enters with the one-time code once a phone has confirmed", async () => {
    server.use(
      http.get("*/api/open/open-auth/qr/ticket", () => HttpResponse.json(ticket())),
      http.get("*/api/open/open-auth/qr/state", ({ request }) =>
        HttpResponse.json({
          code: 200,
          data: new URL(request.url).searchParams.get("ticket") === "T1" ? { state: "confirmed", code: "C1" } : { state: "expired" },
        }),
      ),
      http.get("*/api/open/open-auth/web/author", ({ request }) =>
        HttpResponse.json({ code: 200, data: { access_token: `${new URL(request.url).searchParams.get("code")}-token` } }),
      ),
    );
    startLogin();
    await vi.waitFor(() => expect(startConsole).toHaveBeenCalledOnce(), { timeout: 5_000 });
    expect(location.pathname + location.search).toBe("/sites");
    expect(sessionStorage.getItem("access_token")).toBe("C1-token");
  });

  it("fails quietly, with a way to try again", async () => {
    startLogin();
    await vi.waitFor(() => expect(document.getElementById("qr-note")).toHaveTextContent("二维码没有取到 重新获取"), { timeout: 5_000 });
    expect(alert()).toBe("");
    server.use(
      http.get("*/api/open/open-auth/qr/ticket", () => HttpResponse.json(ticket())),
      http.get("*/api/open/open-auth/qr/state", () => HttpResponse.json({ code: 200, data: { state: "waiting" } })),
    );
    await click("#qr-note button");
    await vi.waitFor(() => expect(document.querySelector("#qr img")).toHaveAttribute("alt", "登录二维码"));
    expect(document.getElementById("qr-note")).toHaveTextContent(/^(2:00|1:59) 后刷新$/);
  });
});

describe("the page around it", () => {
  it("hashes inline scripts for the policy, and only those", () => {
    expect(scriptHashes('<script src="/a.js"></script><script>alert(1)</script>')).toEqual([
      "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=",
    ]);
    expect(scriptHashes(page)).toHaveLength(1);
  });

  it("keeps what CSS says when it takes the spaces out", () => {
    expect(squeeze("/* x */ .a > b { margin: 0 calc(1px + 2px); }\n.c, .d { color: red; }")).toBe(
      ".a > b{margin: 0 calc(1px + 2px)}.c,.d{color: red}",
    );
  });
});

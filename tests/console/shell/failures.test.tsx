// oxlint-disable unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only
/** The error catalogue, and what the tabs of one browser tell each other (wire "Small decisions"). */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { session as calls } from "../../../src/contract/session/session";
import { ApiError, HttpError } from "../../../src/console/api/error";
import { loadPerson } from "../../../src/console/session/enter";
import { failureKind } from "../../../src/console/session/failure";
import { session } from "../../../src/console/session/store";
import { answerBoot, inVenue, leaveAll, MEMBER_PATH, open, signIn } from "../boot";
import { handle } from "../server";

describe("a failure means", () => {
  it.each<[string, unknown, ReturnType<typeof failureKind>]>([
    ["a message with invalid_token: log in again?", new ApiError(500, "x invalid_token y", undefined), "expired"],
    ["the login-expired message: log in again?", new ApiError(500, "登录已失效", undefined), "expired"],
    ["code 401: log in again?", new ApiError(401, "", undefined), "expired"],
    ["'site data error': log out and reload", new ApiError(500, "site data error", undefined), "siteData"],
    ["any other code that is not 200: its message", new ApiError(400, "库存不足", undefined), "refused"],
    ["any other HTTP error: busy", new Error("Request failed with status code 502"), "busy"],
    ["nobody waits any more: nothing", Object.assign(new Error("canceled"), { name: "CanceledError" }), "cancelled"],
    ["what is no error at all: busy", "?", "busy"],
  ])("%s", (_, failure, kind) => {
    expect(failureKind(failure)).toBe(kind);
  });
  it("of an HTTP error what its body says", () => {
    expect(failureKind(new HttpError("status code 401", '{"msg":"invalid_token"}'))).toBe("expired");
  });
});

describe("with a session", () => {
  beforeEach(() => {
    signIn();
    document.cookie = "language=zh; path=/";
    inVenue("v1");
  });
  afterEach(leaveAll);

  it.each([null, [], undefined])("a profile whose roles are %s is no proof: log in again", async (roles) => {
    answerBoot();
    handle(calls.profile, () => ({ userId: "u1", username: "a", name: "林", phone: "", roles }) as never);
    await expect(loadPerson()).rejects.toThrow("验证失败，请重新登录");
    expect(session().person).toBeUndefined();
  });

  it("another tab that chose another venue stops this one until it follows or takes the venue back", async () => {
    answerBoot();
    await open(MEMBER_PATH);
    const other = new BroadcastChannel("venue-console");
    other.postMessage({ type: "venue", venueId: "v2", name: "东方游泳馆" });
    await screen.findByText(/另一个标签页已切换到东方游泳馆/);
    const heard = new Promise((done) => other.addEventListener("message", ({ data }) => done(data)));
    await userEvent.click(screen.getByRole("button", { name: "切回源深羽毛球馆", hidden: true }));
    expect(screen.queryByText(/另一个标签页已切换/)).toBeNull();
    expect(await heard).toMatchObject({ type: "venue", venueId: "v1" });
    expect(document.cookie).toContain("sourceId=v1");
    other.close();
  });

  it("another tab that logged out ends this one too, and nothing typed stays", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined); // jsdom can't leave the page
    answerBoot();
    await open(MEMBER_PATH);
    expect(sessionStorage.getItem("tabs")).not.toBeNull();
    const other = new BroadcastChannel("venue-console");
    act(() => other.postMessage({ type: "logout" }));
    await waitFor(() => expect(sessionStorage.getItem("tabs")).toBeNull());
    expect(document.cookie).not.toContain("userId=u1");
    expect(sessionStorage.getItem("siteList")).toBeNull();
    other.close();
    vi.restoreAllMocks();
  });
});

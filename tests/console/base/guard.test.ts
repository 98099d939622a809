import { describe, expect, it } from "vitest";
import { guard, insidePath, loginPath } from "../../../src/console/session/guard";

const visit = (address: string, signedIn: boolean) => {
  const { pathname, search, hash } = new URL(address, "https://venue.test");
  return guard({ pathname, search, hash, signedIn });
};

describe("with a session", () => {
  it("sends /login to the venue choice", () => {
    expect(visit("/login", true)).toEqual({ kind: "go", to: "/sites" });
  });
  it("keeps the asked page on the way from /login to the venue choice", () => {
    expect(visit("/login?redirect=%2Fbook%2Fvenue-booking%3Fday%3D2026-11-21", true)).toEqual({
      kind: "go",
      to: "/sites?redirect=%2Fbook%2Fvenue-booking%3Fday%3D2026-11-21",
    });
  });
  it("allows any other path as it is", () => {
    expect(visit("/venueUser/venue-user-list?page=2#row", true)).toEqual({ kind: "allow" });
  });
  it("drops a page to return to that a browser would look for on another host", () => {
    expect(visit("/login?redirect=/%09/evil.test", true)).toEqual({ kind: "go", to: "/sites" });
    expect(visit("/login?redirect=/%09book/venue-booking", true)).toMatchObject({ to: expect.stringContaining("redirect=") as string });
  });
  it("removes a one-time code that it has no use for from the address", () => {
    expect(visit("/dashboard?code=abc&tab=1", true)).toEqual({ kind: "allow", clean: "/dashboard?tab=1" });
  });
});

describe("without a session", () => {
  it.each(["/login", "/auth-redirect?ticket=t", "/redirect/auth-redirect?ticket=t", "/404", "/401"])(
    "allows the public route %s",
    (path) => {
      expect(visit(path, false)).toEqual({ kind: "allow" });
    },
  );
  it("sends any other path to the login, which returns to it", () => {
    expect(visit("/venueUser/venue-user-list?q=王", false)).toEqual({
      kind: "go",
      to: `/login?redirect=${encodeURIComponent("/venueUser/venue-user-list?q=%E7%8E%8B")}`,
    });
  });
  it("leads from the refresh of a page to the login that returns to the page itself", () => {
    expect(visit("/redirect/book/venue-booking?day=1", false)).toEqual({
      kind: "go",
      to: "/login?redirect=%2Fbook%2Fvenue-booking%3Fday%3D1",
    });
  });
  it("asks no return for the root", () => {
    expect(visit("/", false)).toEqual({ kind: "go", to: "/login" });
  });
  it("does not take a path that only begins like a public one for public", () => {
    expect(visit("/404s", false)).toMatchObject({ kind: "go" });
    expect(visit("/sites", false)).toMatchObject({ kind: "go", to: "/login?redirect=%2Fsites" });
  });
  it("logs in with a query code and goes to the venue choice", () => {
    expect(visit("/login?code=once", false)).toEqual({ kind: "code", code: "once", to: "/sites" });
  });
  it("logs in with a query code on any path", () => {
    expect(visit("/dashboard?code=once", false)).toEqual({ kind: "code", code: "once", to: "/sites" });
  });
  it("removes a lone token or venue from the path that the login returns to", () => {
    expect(visit("/dashboard?token=secret", false)).toEqual({ kind: "go", to: "/login?redirect=%2Fdashboard" });
  });
});

describe("with a query token and venue", () => {
  it.each([true, false])("keeps both as the session and goes to the venue choice (signed in: %s)", (signedIn) => {
    expect(visit("/dashboard?token=secret&venueId=v1", signedIn)).toEqual({
      kind: "session",
      token: "secret",
      venueId: "v1",
      to: "/sites",
    });
  });
  it("needs both", () => {
    expect(visit("/dashboard?venueId=v1", true)).toEqual({ kind: "allow" });
  });
  it("leaves no token in the address that follows", () => {
    const verdict = visit("/login?token=secret&venueId=v1&redirect=%2Fdashboard", false);
    expect(verdict).toMatchObject({ to: "/sites?redirect=%2Fdashboard" });
  });
});

describe("redirects", () => {
  it.each([
    "//evil.test",
    "/\\evil.test",
    "https://evil.test",
    "javascript:alert(1)",
    "",
    null,
    "/\t/evil.test",
    "/\n//evil.test",
    "/.//evil.test",
    "/a/..//evil.test",
    "//",
  ])("never leave this site: %s", (path) => {
    expect(insidePath(path)).toBeUndefined();
  });
  it("keep query and path of this site", () => {
    expect(insidePath("/book/venue-booking?day=1")).toBe("/book/venue-booking?day=1");
    expect(insidePath("/venueUser/venue-user-list?q=//王")).toBe("/venueUser/venue-user-list?q=//王");
    expect(loginPath("/a?b=c")).toBe("/login?redirect=%2Fa%3Fb%3Dc");
  });
});

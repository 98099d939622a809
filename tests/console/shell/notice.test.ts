/** When the shell speaks of itself. */
import { describe, expect, it, vi } from "vitest";
import { capture } from "../../../src/console/shell/capture";
import { NEWS_MS, noticeDue, previewBanner } from "../../../src/console/shell/notice";

const NOW = new Date(2026, 10, 21, 12, 0).getTime();
const before = (ms: number): string => new Date(NOW - ms).toISOString();

describe("the update notice", () => {
  it("is news for less than three days", () => {
    expect(NEWS_MS).toBe(259_200_000);
    expect(noticeDue(before(NEWS_MS - 1), NOW, undefined)).toBe(true);
    expect(noticeDue(before(NEWS_MS), NOW, undefined)).toBe(false);
  });
  it("comes at most once a day, and again the next day", () => {
    const upTime = before(3_600_000);
    expect(noticeDue(upTime, NOW, NOW - 60_000)).toBe(false);
    expect(noticeDue(upTime, NOW, new Date(2026, 10, 21, 0, 0).getTime())).toBe(false);
    expect(noticeDue(upTime, NOW, new Date(2026, 10, 20, 23, 59).getTime())).toBe(true);
  });
  it("does not come of a time that can't be read", () => {
    expect(noticeDue("soon", NOW, undefined)).toBe(false);
  });
});

describe("the version-preview banner", () => {
  it("shows only before 2024-03-01", () => {
    expect(previewBanner(Date.parse("2024-02-29T23:59:59+08:00"))).toBe(true);
    expect(previewBanner(Date.parse("2024-03-01T00:00:00+08:00"))).toBe(false);
  });
});

describe("error capture", () => {
  it("is for development only", () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.stubEnv("DEV", false);
    capture(new Error("at a desk"));
    expect(said).not.toHaveBeenCalled();
    vi.stubEnv("DEV", true);
    capture(new Error("at work"));
    expect(said).toHaveBeenCalledOnce();
    vi.unstubAllEnvs();
    said.mockRestore();
  });
});

import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { grouped } from "../../../src/console/ui/grouped";
import { compact } from "../../../src/console/ui/compact";
import { niceStep } from "../../../src/console/ui/LineChart";
import { currentT, setLanguage } from "../../../src/console/i18n/i18n";
import { formatDetail, formatDiscount } from "../../../src/console/ui/format-discount";
import { Money } from "../../../src/console/ui/Money";
import { maskPhone, Phone } from "../../../src/console/ui/Phone";
import {
  fullInstant,
  formatAgo,
  formatDay,
  formatInstant,
  formatTimeLeft,
  formatTerm,
  formatTermShort,
} from "../../../src/console/ui/format-time";
import { When } from "../../../src/console/ui/When";

const SHANGHAI = "Asia/Shanghai";
const TODAY = "2026-11-21"; // a Saturday

describe("dates as people say them", () => {
  it("name the days around today", () => {
    expect(["2026-11-20", TODAY, "2026-11-22"].map((day) => formatDay(day, TODAY, "zh"))).toEqual(["昨天", "今天", "明天"]);
    expect(formatDay("2026-11-22", TODAY, "en")).toBe("Tomorrow");
  });

  it("name the weekday within a week, the date beyond it, the year in another year", () => {
    expect(formatDay("2026-11-25", TODAY, "zh")).toBe("周三 11-25");
    expect(formatDay("2026-11-25", TODAY, "en")).toBe("Wed 25 Nov");
    expect(formatDay("2026-11-07", TODAY, "zh")).toBe("11-07");
    expect(formatDay("2027-01-05", TODAY, "zh")).toBe("2027-01-05");
    expect(formatDay("2027-01-05", TODAY, "en")).toBe("5 Jan 2027");
  });

  it("say a term in the words of the language, its year once", () => {
    expect(formatTerm("2026-11-22", "2026-11-28", "zh")).toBe("2026-11-22 – 11-28");
    expect(formatTerm("2026-11-22", "2026-11-28", "en")).toBe("22 Nov – 28 Nov 2026");
    expect(formatTerm("2026-11-22", "2027-02-01", "zh")).toBe("2026-11-22 – 2027-02-01");
    expect(formatTerm("2026-11-22", "2027-02-01", "en")).toBe("22 Nov 2026 – 1 Feb 2027");
    expect(formatTermShort("2026-11-22", "2027-02-01", "zh")).toBe("26-11-22 – 27-02-01");
    expect(formatTermShort("2026-11-22", "2027-02-01", "en")).toBe("22 Nov 26 – 1 Feb 27");
  });

  it("are cut in the venue's zone, not the device's", () => {
    const instant = new Date("2026-11-20T16:30:00Z");
    expect(formatInstant(instant, TODAY, SHANGHAI, "zh")).toBe("今天 00:30");
    expect(formatInstant(instant, TODAY, "America/New_York", "zh")).toBe("昨天 11:30");
  });

  it("say the whole instant with its offset on hover", () => {
    expect(fullInstant(new Date("2026-11-21T11:00:05Z"), SHANGHAI)).toBe("2026-11-21 19:00:05 (UTC+8)");
    expect(fullInstant(new Date("2026-11-21T11:00:05Z"), "Asia/Kolkata")).toBe("2026-11-21 16:30:05 (UTC+5:30)");
    expect(fullInstant(new Date("2026-11-21T11:00:05Z"), "America/New_York")).toBe("2026-11-21 06:00:05 (UTC−5)");
  });

  it("show a dash where nothing is known", () => {
    const { container } = render(<When at={null} />);
    expect(container).toHaveTextContent("—");
  });
});

describe("how long ago a message came", () => {
  const SECOND = 1_000;
  const [MINUTE, HOUR, DAY] = [60 * SECOND, 3_600 * SECOND, 86_400 * SECOND];
  it.each([
    ["is just now under 30 seconds", 29 * SECOND, "刚刚", "Just now"],
    ["is in minutes under an hour", 30 * SECOND, "1 分钟前", "1 minute ago"],
    ["is in minutes under an hour", HOUR - SECOND, "59 分钟前", "59 minutes ago"],
    ["is in hours under a day", HOUR, "1 小时前", "1 hour ago"],
    ["is in hours under a day", DAY - SECOND, "23 小时前", "23 hours ago"],
    ["is 1 day under two days", 2 * DAY - SECOND, "1 天前", "1 day ago"],
    ["is in days from then on", 2 * DAY, "2 天前", "2 days ago"],
    ["is never to come, where the clock of the desk is behind", -5 * MINUTE, "刚刚", "Just now"],
  ])("%s: %i ms", (_, ms, zh, en) => {
    const now = Date.parse("2026-11-21T10:00:00+08:00");
    expect([formatAgo(now - ms, now, "zh"), formatAgo(now - ms, now, "en")]).toEqual([zh, en]);
  });
});

describe("how long something still runs", () => {
  const MINUTE = 60_000;
  it.each([
    ["in days and hours", (6 * 24 + 3) * 60 * MINUTE + 59 * MINUTE, "6 天 3 小时", "6 d 3 h"],
    ["in hours and minutes on the last day", 3 * 60 * MINUTE + 5 * MINUTE, "3 小时 5 分", "3 h 5 min"],
    ["in minutes in the last hour", 59 * MINUTE, "59 分", "59 min"],
    ["is never nothing while it runs", 1, "1 分", "1 min"],
  ])("is said %s", (_, ms, zh, en) => {
    const now = Date.parse("2026-11-21T10:00:00+08:00");
    expect([formatTimeLeft(now + ms, now, "zh"), formatTimeLeft(now + ms, now, "en")]).toEqual([zh, en]);
  });
});

describe("an amount", () => {
  const text = (value: string | null, options: { currency?: boolean; sign?: boolean } = {}): string | null =>
    render(<Money value={value} {...options} />).container.textContent;

  it("is written from its text, digit by digit", () => {
    expect(text("1234567.80")).toBe("1,234,567.80");
    expect(text("0.10")).toBe("0.10");
    expect(text(null)).toBe("—");
  });

  it("says a negative with a true minus, before the currency", () => {
    expect(text("-9.50")).toBe("−9.50");
    expect(text("-1234.00", { currency: true })).toBe("−¥1,234.00");
    expect(text("12.00", { sign: true })).toBe("+12.00");
  });

  it("steps back when it is zero", () => {
    render(<Money value="0.00" />);
    expect(screen.getByText("0.00")).toHaveClass("zero");
  });
});

describe("a phone number", () => {
  it("is never in the page in full", () => {
    const { container } = render(<Phone value="13812346027" />);
    expect(container.innerHTML).toContain("138****6027");
    expect(container.innerHTML).not.toContain("1234");
  });

  it("stays as it is when it came masked", () => {
    expect(maskPhone("138****6027")).toBe("138****6027");
  });
});

describe("a discount", () => {
  it.each([
    [95, "9.5 折", "5% off"],
    [80, "8 折", "20% off"],
    [88.8, "8.88 折", "11.2% off"],
    [100, "不打折", "No discount"],
  ])("of %d % is said as people say it", async (percent, zh, en) => {
    const said: string[] = [];
    for (const language of ["zh", "en"] as const) {
      await setLanguage(language);
      said.push(formatDiscount(percent, currentT()));
      expect(formatDetail(`${percent}%`, currentT())).toBe(said.at(-1));
    }
    expect(said).toEqual([zh, en]);
    await setLanguage("zh");
  });
});

describe("an axis", () => {
  it("counts in steps that people count in", () => {
    expect([7, 23, 900, 57_500].map((top) => niceStep(top, 3))).toEqual([5, 10, 500, 20_000]);
  });

  it("sets thousands apart, before a fraction only, with a true minus", () => {
    expect([0, 999, 12_345, -1_234_567.125, 0.0625].map(grouped)).toEqual(["0", "999", "12,345", "−1,234,567.125", "0.0625"]);
  });

  it("shortens numbers by k, M, G, T, P and E", () => {
    expect([900, 999, 1_000, 20_000, 1_500_000].map(compact)).toEqual(["900", "999", "1k", "20k", "1.5M"]);
    expect([3e9, 4e12, 5e15, 6e18].map(compact)).toEqual(["3G", "4T", "5P", "6E"]);
    expect([1e18, 1.1e18, -2.3e17, 999_999_999_999_999].map(compact)).toEqual(["1E", "1.1E", "-230P", "999.9T"]);
  });
});

/** A fixed booking in a browser: made with one conflict moved to another court, one week on leave, and seen in the grid. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { addDays, weekday } from "../../src/contract/core/time";
import { axe, openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR, RICH } from "../support/browser-data";
import { openGrid } from "../support/browser-grid";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const WEEKDAYS = ["一", "二", "三", "四", "五", "六", "日"];

describe("a fixed booking", () => {
  it("is made around a conflict, is paused for a week, and shows in the grid", async () => {
    const first = addDays(stage.tomorrow, 2);
    const taken = addDays(first, 7);
    const admin = await stage.admin();
    const inVenue = { venueId: BADMINTON.id };
    const { places } = await admin.ok(booking.places, { venueId: BADMINTON.id }, inVenue);
    const court = places.find((place) => place.name === "3")?.id ?? "";
    const other = { day: taken, runs: [{ placeId: court, start: 1_140, end: 1_200 }], mode: "reserve" as const };
    await admin.ok(booking.create, { ...other, memberId: await stage.memberId(POOR.phone) }, inVenue);

    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "admin");
    await page.goto("/book/regular-list");
    await page.getByRole("button", { name: "新建固定场" }).first().click();
    await page.locator(".find-member input:focus").fill(RICH.initials);
    await page.locator(".found li", { hasText: RICH.name }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[aria-keyshortcuts=F2]:focus").waitFor();
    // By keys nothing is refused in silence: first what the form lacks, then the conflicts.
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "请选择场地" }).waitFor();
    await page.getByRole("button", { name: "3 号", exact: true }).click();
    await page.getByRole("button", { name: WEEKDAYS[weekday(first) - 1] ?? "", exact: true }).click();
    for (const [label, day] of [
      ["开始日期", first],
      ["结束日期", addDays(first, 21)],
    ] as const) {
      await page.getByLabel(label).fill(day);
      await page.keyboard.press("Tab");
    }
    await page.getByRole("button", { name: "添加方式" }).click();
    await page.getByRole("button", { name: /^移除/ }).last().press("Enter");
    await page.locator(".pay-amount input:focus").waitFor();
    await page.getByRole("button", { name: /^月结/ }).click();
    await page.getByText("1 场有冲突").first().waitFor();
    await page.getByText(`已被 ${POOR.name} 占用`).waitFor();
    const act = page.getByRole("button", { name: /^预订 \d+ 场$/ });
    expect(await act.isDisabled()).toBe(true);
    await settled(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("alert").filter({ hasText: "1 场有冲突" }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByLabel(new RegExp(`^${taken}.*的处理$`)).selectOption({ label: "换到 4 号" });
    await page.getByText("已换场地").waitFor();
    await page.getByRole("button", { name: "预订 4 场" }).waitFor();
    await page.keyboard.press("Control+Enter");

    await page.waitForURL(/regular-list\/.+/);
    const drawer = page.locator(".drawer-body");
    await drawer.getByText("接下来 4 场").waitFor();
    expect(await drawer.locator(".fixed-rows > li").allInnerTexts()).toHaveLength(4);
    await settled(page);
    expect(await axe(page)).toEqual([]);

    await page.keyboard.press("Tab");
    expect(await drawer.locator(":focus").count()).toBe(1);

    // Turned back from, an act leaves the focus where it began; done, on what comes next: Escape still shuts the drawer.
    const more = drawer.getByRole("button", { name: new RegExp(`^${addDays(first, 14)}.*更多$`) });
    await more.press("Enter");
    await drawer.getByRole("button", { name: "返回" }).press("Enter");
    await more.and(page.locator(":focus")).press("Enter");
    await drawer.getByPlaceholder("至少 2 个字").fill("客人出差");
    await page.keyboard.press("Enter");
    await drawer.locator("h3:focus", { hasText: "接下来 3 场" }).waitFor();
    await drawer.getByText("已过去或已取消 1 场").click();
    await drawer.getByText("客人出差").waitFor();
    await page.keyboard.press("Escape");
    await page.waitForURL(/regular-list$/);

    await openGrid(page, taken);
    const blocks = page.locator("table.g .blk, table.g [data-kind], table.g td", { hasText: RICH.name });
    await blocks.first().waitFor();
    expect(await page.locator("table.g", { hasText: POOR.name }).count()).toBe(1);
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  long.each([
    { language: "en", theme: "dark", width: 1024 },
    { language: "zh", theme: "dark", width: 390 },
  ] as const)("is listed without faults in $language, $theme, $width px", async (view) => {
    const desk = await stage.open({ ...view, height: 844 });
    await signIn(desk.page, "admin");
    for (const path of ["/book/regular-list", "/book/regular-form"]) {
      await desk.page.goto(path);
      await desk.page.locator("h1").first().waitFor();
      await settled(desk.page);
      expect(await axe(desk.page), path).toEqual([]);
    }
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});

/**
 * Layout of a long list: whole names, totals visible also while rows are selected, no sideways scrolling at a desk, the balance on a phone.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { LONG, RICH } from "../support/browser-data";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** Checks whether an element shows its own content in its middle: something else in front of it would be found there. */
const covered = (page: Page, selector: string): Promise<(string | null)[]> =>
  page.evaluate((wanted) => {
    const cells = [...document.querySelectorAll<HTMLElement>(wanted)].filter((cell) => cell.offsetParent !== null && cell.innerText !== "");
    return cells.flatMap((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (x > innerWidth) return [];
      const front = document.elementFromPoint(x, y);
      return front && cell.contains(front) ? [] : [`${cell.innerText} below ${front?.className ?? "nothing"}`];
    });
  }, selector);
const TOTALS = ".table tfoot td, .sums td, .pager > *";

it.each(["zh", "en"] as const)("shows whole names and all totals at 1440, also while rows are chosen: %s", async (language) => {
  const desk = await stage.open({ language, width: 1440, height: 900 });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venueUser/venue-user-list");
  const row = page.locator("tbody tr:visible", { hasText: LONG.name });
  await row.waitFor();
  await settled(page);
  const wrap = page.locator(".table-wrap:visible");
  expect(await wrap.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  expect(await page.locator(TOTALS).count()).toBeGreaterThan(2);
  expect(await covered(page, TOTALS)).toEqual([]);
  const name = row.locator("td", { hasText: LONG.name });
  await name.hover();
  const { words, title } = await name.evaluate((cell) => ({
    words: [...cell.querySelectorAll("*"), cell].every((part) => part.scrollWidth <= part.clientWidth || part.clientWidth === 0),
    title: cell.getAttribute("title") ?? "",
  }));
  expect(words || title.includes(LONG.name)).toBe(true);
  await row.getByRole("checkbox").click();
  await page.locator(".bulk").waitFor();
  await settled(page);
  await shot(page, `list-layout-${language}-1440`);
  expect(await covered(page, TOTALS)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("shows balances in the row on a phone, says how many columns are away, and keeps totals free at its end", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venueUser/venue-user-list");
  const row = page.locator("tbody tr:visible", { hasText: RICH.name });
  await row.waitFor();
  await settled(page);
  await page.getByRole("button", { name: /隐藏 \d+ 列/ }).waitFor();
  const inSight = await row
    .locator("td")
    .evaluateAll((cells) => cells.filter((cell) => cell.getBoundingClientRect().right <= innerWidth + 1).map((cell) => cell.textContent));
  expect(inSight.join(" ")).toMatch(/5[05]0\.00/);
  const name = await page
    .locator("tbody tr:visible", { hasText: LONG.name.slice(0, 2) })
    .first()
    .locator("td")
    .filter({ hasText: LONG.name.slice(0, 2) })
    .evaluate((cell) => cell.getBoundingClientRect().width);
  // Room for more than a first letter: four of fourteen pixels.
  expect(name).toBeGreaterThan(4 * 14);
  await row.getByRole("checkbox").click();
  await page.locator(".bulk").waitFor();
  await page.locator(".pager").scrollIntoViewIfNeeded();
  await settled(page);
  await shot(page, "list-layout-zh-390");
  expect(await covered(page, TOTALS)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("keeps the totals of a report in sight at a desk, and its names where it scrolls sideways", async () => {
  const desk = await stage.open({ language: "en", width: 1024, height: 260 });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/trade/complex");
  const box = page.locator(".rtab-box");
  await box.waitFor();
  await settled(page);
  await box.locator("thead").evaluate((head) => head.scrollIntoView({ block: "center" }));
  const [end, foot] = await box.evaluate((one) => {
    const total = one.querySelector(".tot td");
    return [one.getBoundingClientRect().bottom - innerHeight, (total?.getBoundingClientRect().bottom ?? 0) - innerHeight];
  });
  expect(end).toBeGreaterThan(0);
  expect(foot).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
  const name = box.locator("tbody tr:not(.tot) td:first-child").first();
  expect(await box.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
  await box.evaluate((one) => one.scrollTo(200, 0));
  const seen = await name.boundingBox();
  expect(seen?.x).toBeGreaterThanOrEqual(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

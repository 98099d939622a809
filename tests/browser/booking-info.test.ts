/** Booking details in a browser: the filter is in the address, sums and summary follow it, a row opens its order. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BOOKED } from "../support/browser-data";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it("shows what was posted, adds it up by place, and leads to the order", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/finance/booking-place-info?from=${stage.tomorrow}&to=${stage.tomorrow}`);
  const row = page.locator("tbody tr", { hasText: BOOKED.name });
  await row.waitFor();
  await settled(page);
  await shot(page, "booking-info");
  expect(await axe(page)).toEqual([]);
  const [net] = /\d+\.\d\d/.exec(await row.locator("b").last().innerText()) ?? [];
  await page.getByRole("button", { name: "汇总" }).click();
  const group = page.locator(".info-groups tbody tr");
  await group.first().waitFor();
  expect(await group.first().innerText()).toContain(net);
  await page.getByRole("button", { name: "星期" }).click();
  await expect.poll(() => group.first().innerText()).toContain("周");
  await shot(page, "booking-info-groups");
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await row.click();
  await page.waitForURL(/venue-booking\?day=.*order=/);
  await page.locator(".panel").getByText(BOOKED.name).first().waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long.each([
  { width: 1024, height: 768, language: "en", theme: "dark" },
  { width: 390, height: 844, language: "zh", theme: "light" },
] as const)("fits $width px in $language", async ({ width, height, language, theme }) => {
  const desk = await stage.open({ width, height, language, theme });
  await signIn(desk.page, "admin");
  await desk.page.goto(`/finance/booking-place-info?from=${stage.tomorrow}`);
  await desk.page.locator("tbody tr", { hasText: BOOKED.name }).waitFor();
  await settled(desk.page);
  await shot(desk.page, `booking-info-${width}`);
  expect(await desk.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await axe(desk.page)).toEqual([]);
  await desk.close();
});

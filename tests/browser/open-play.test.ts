/** Open play in a browser: made and opened, joined with money, left with its refund preview, cancelled. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { openPlay } from "../../src/contract/openPlay/open-play";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { long, variants } from "../support/forms";
import type { Client } from "../support/server";

const at = { venueId: BADMINTON.id };
let stage: Stage;
let admin: Client;
beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
});
afterAll(() => stage?.close());

async function play(title: string, place: number, hour: number) {
  const { places } = await admin.ok(booking.places, { venueId: BADMINTON.id }, at);
  const placeIds = [places[place]?.id ?? ""];
  const when = { day: stage.tomorrow, start: hour * 60, end: (hour + 2) * 60 };
  return admin.ok(openPlay.create, { title, placeIds, ...when, capacity: 8, minimum: 4, price: "45.00", deadlineHours: 1, open: true }, at);
}

it("makes an open play, which takes its court", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  await page.goto("/book/open-play");
  await page.getByRole("button", { name: "新建拼场" }).first().click();
  await page.getByLabel("名称", { exact: true }).fill("周末双打局");
  await page.getByLabel("每人价格", { exact: true }).fill("45");
  await page.getByLabel("场地", { exact: true }).click();
  await page.locator(".ant-select-item-option").nth(4).click();
  await page.keyboard.press("Escape");
  await settled(page);
  await shot(page, "open-play-form");
  expect(await axe(page)).toEqual([]);
  // Saved while the list of courts is open, by keys: the choice there is not cleared by them.
  await page.keyboard.press("ArrowDown");
  await page.locator(".ant-select-item-option-active.ant-select-item-option-selected").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "取消拼场" }).waitFor();
  const made = (await admin.ok(openPlay.list, { q: "周末双打局" }, at)).content[0];
  expect(made).toMatchObject({ state: "open", capacity: 8, minimum: 4, price: "45.00" });
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it.each(variants(["light", "dark"] as const))("joins a walk-in and lets them leave (%s)", async (theme) => {
  const one = await play(`双打局 ${theme}`, theme === "light" ? 5 : 6, 14);
  const desk = await stage.open({ theme });
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  await page.goto(`/book/open-play/${one.id}`);
  await page.getByRole("button", { name: "散客", exact: true }).click();
  await page.getByLabel("姓名").fill("周婷");
  await page.getByRole("button", { name: "增加" }).click();
  await page.getByRole("button", { name: "收款 ¥90.00" }).waitFor();
  await settled(page);
  await shot(page, `open-play-join-${theme}`);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "收款 ¥90.00" }).click();
  await page.getByText("周婷 2 人已报名，已收 ¥90.00").waitFor();
  // The list behind has heard of it too: nothing is read again while the refund is confirmed.
  await page.getByRole("row", { name: one.title }).getByText("2 / 8").waitFor();
  await page.getByRole("button", { name: "名单（1）" }).click();
  await page.getByRole("button", { name: "周婷 退出" }).click();
  await page.getByLabel("退出原因").fill("客人有事");
  await settled(page);
  await shot(page, `open-play-leave-${theme}`);
  expect(await axe(page)).toEqual([]);
  await page.locator(".panel-form button[type=submit]:visible").click();
  await page.getByText("已退出，退款").waitFor();
  expect((await admin.ok(openPlay.view, { id: one.id }, at)).attendees).toBe(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long.each([
  { width: 1024, height: 768, language: "en", theme: "dark" },
  { width: 390, height: 844, language: "zh", theme: "light" },
] as const)("fits $width px in $language", async ({ width, height, language, theme }) => {
  const one = await play(`新手局 ${width}`, 7, width === 390 ? 10 : 16);
  const desk = await stage.open({ width, height, language, theme });
  const { page } = desk;
  await signIn(page, "admin", BADMINTON.name);
  await page.goto("/book/open-play");
  await page.getByText(one.title).first().waitFor();
  await settled(page);
  await shot(page, `open-play-list-${width}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await axe(page)).toEqual([]);
  await page.goto(`/book/open-play/${one.id}`);
  await page.locator(".panel .panel-form").waitFor();
  await settled(page);
  await shot(page, `open-play-drawer-${width}`);
  expect(await axe(page)).toEqual([]);
  await desk.close();
});

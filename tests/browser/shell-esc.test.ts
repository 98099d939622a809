/** One Esc shuts one thing: what lies on top. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enter, openStage, settled, signIn, type Stage } from "../support/browser";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const LIST = "/venueUser/venue-user-list";
const help = (page: Page) => page.locator("aside.help");
const drawer = (page: Page) => page.locator(".ant-drawer-open .drawer-body");
const menu = (page: Page) => page.locator(".popup", { hasText: "切换场馆" });

it("shuts help over a drawer, then the drawer; a popover over help, then help; the palette over help, then help", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(LIST);
  await settled(page);
  await page.locator(".ant-table-row, tbody tr").first().click();
  await drawer(page).waitFor();
  await page.keyboard.press("F1");
  await help(page).waitFor();
  await page.keyboard.press("Escape");
  await help(page).waitFor({ state: "detached" });
  expect(await drawer(page).count()).toBe(1);
  await page.keyboard.press("Escape");
  await drawer(page).waitFor({ state: "detached" });

  await page.keyboard.press("F1");
  await help(page).waitFor();
  await page.locator(".tool-user").click();
  await menu(page).waitFor();
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  expect(await help(page).count()).toBe(1);
  await help(page).focus();
  await page.keyboard.press("ControlOrMeta+k");
  await page.locator("dialog.palette").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog.palette").waitFor({ state: "detached" });
  expect(await help(page).count()).toBe(1);
  await page.keyboard.press("Escape");
  await help(page).waitFor({ state: "detached" });
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("shuts help over the phone's menu, then the menu", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  const { page } = desk;
  await enter(page, "admin");
  await page.getByRole("button", { name: "打开菜单" }).click();
  const open = page.locator(".app[data-drawer=open]");
  await open.waitFor();
  await page.keyboard.press("F1");
  await help(page).waitFor();
  await page.keyboard.press("Escape");
  await help(page).waitFor({ state: "detached" });
  expect(await open.count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => open.count()).toBe(0);
  await desk.close();
});

long("clears the choice of the grid only once nothing lies over it", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/book/venue-booking?day=${stage.tomorrow}`);
  await settled(page);
  await page.locator("table.g td.free").first().click();
  const chosen = page.locator("table.g td.sel");
  await expect.poll(() => chosen.count()).toBeGreaterThan(0);
  await page.keyboard.press("F1");
  await help(page).waitFor();
  await page.keyboard.press("Escape");
  await help(page).waitFor({ state: "detached" });
  expect(await chosen.count()).toBeGreaterThan(0);
  await page.locator(".tool-user").click();
  await menu(page).waitFor();
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  expect(await chosen.count()).toBeGreaterThan(0);
  await page.locator("table.g [tabindex='0']").first().focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => chosen.count()).toBe(0);
  await desk.close();
});

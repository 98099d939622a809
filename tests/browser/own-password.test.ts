/** One's own password, changed from the user menu and from the palette: by keys alone, with what was typed kept until it is right. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, enter, login, openStage, settled, shot, type Stage } from "../support/browser";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const OLD = "Venue2026!";
const FRESH = "Quiet-Court-31";
/** As fast as a hand: faster is taken for a scanner. */
const HAND = { delay: 40 };
const dialog = (page: Page) => page.getByRole("dialog", { name: "修改密码" });
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return (at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.className) ?? "";
  });
const valuesOf = (page: Page): Promise<string[]> =>
  dialog(page)
    .locator("input:not([hidden]):not([type=checkbox])")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

it("changes it by keys, says at each field what to do, logs the other devices out and continues here", async () => {
  const other = await stage.open();
  await enter(other.page, "coach");
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "coach");
  await settled(page);
  await page.locator(".tool-user").click();
  await page.getByRole("button", { name: "修改密码" }).press("Enter");
  await expect.poll(() => focused(page)).toBe("原密码");
  const kinds = await dialog(page)
    .locator("input")
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete")));
  expect(kinds).toEqual(["username", "current-password", "new-password", "new-password", null]);
  expect(await axe(page)).toEqual([]);

  await page.keyboard.press("Enter");
  await dialog(page).getByText("原密码 是必填项").waitFor();
  expect(await focused(page)).toBe("原密码");
  await page.keyboard.type("not-my-password", HAND);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Quiet", HAND);
  await dialog(page).getByText("新密码至少 10 位，还差 5 位").waitFor();
  await page.keyboard.type(FRESH.slice(5), HAND);
  await page.keyboard.press("Tab");
  await page.keyboard.type(`${FRESH}x`, HAND);
  await page.keyboard.press("Enter");
  await dialog(page).getByText("两次输入的新密码不同").waitFor();
  expect(await focused(page)).toBe("再输入一次新密码");
  expect(await axe(page)).toEqual([]);
  await shot(page, "own-password-faults");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");

  await dialog(page).getByText("原密码不对，密码没有改动").waitFor();
  expect(await valuesOf(page)).toEqual(["not-my-password", FRESH, FRESH]);
  await expect.poll(() => focused(page)).toBe("原密码");
  await page.keyboard.type(OLD, HAND);
  expect(await valuesOf(page)).toEqual([OLD, FRESH, FRESH]);
  await page.getByLabel("显示密码").press("Space");
  expect(await dialog(page).locator("input[type=password]").count()).toBe(0);
  await dialog(page).locator("input[autocomplete=current-password]").press("Enter");

  await page.getByRole("status").getByText("密码已修改").waitFor();
  expect(await dialog(page).count()).toBe(0);
  expect(await focused(page)).toContain("tool-user");
  await page.locator(".side a").nth(1).click();
  await settled(page);
  await other.page.locator(".side a").nth(1).click();
  await other.page.getByText("你已被登出或登录已失效").waitFor();
  expect(desk.faults).toEqual([]);
  await Promise.all([desk.close(), other.close()]);

  const again = await stage.open();
  await again.page.goto("/login");
  await login(again.page, "coach", FRESH);
  await again.page.waitForURL(/\/(sites|dashboard|book)/);
  await again.close();
});

long("opens from the palette on any page, and Esc gives the focus back to where it was", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "admin");
  await page.goto("/venueUser/venue-user-list");
  await settled(page);
  const search = page.locator(".filters input").first();
  await search.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("xgmm", HAND);
  await page.locator(".palette-line[aria-selected=true]", { hasText: "修改密码" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("原密码");
  await page.keyboard.type("typed", HAND);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("is there before a venue is chosen, too, and nothing typed before is left in it", async () => {
  const desk = await stage.open({ width: 390, height: 844, language: "en", theme: "dark" });
  const { page } = desk;
  await page.goto("/login");
  await login(page, "admin");
  await page.waitForURL("**/sites");
  const open = async () => {
    await page.locator(".tool-user").click();
    await page.getByRole("button", { name: "Change password" }).click();
    const old = page.getByLabel("Old password");
    await old.waitFor();
    return old;
  };
  await (await open()).fill("typed");
  expect(await axe(page)).toEqual([]);
  await shot(page, "own-password-phone");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(await (await open()).inputValue()).toBe("");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

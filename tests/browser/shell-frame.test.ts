/** The frame in a browser, by keyboard: tabs that keep what is in them, their menu, what closing asks, the settings; no fault that axe finds. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { members } from "../../src/contract/members/members";
import { BADMINTON, RICH } from "../support/browser-data";
import { axe, enter, openStage, settled, shot, type Stage } from "../support/browser";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const LIST = "/venueUser/venue-user-list";
const FORM = "/venueUser/venue-user-form";
const LOG = "/finance/venue-user-account-log";

const titles = (page: Page): Promise<string[]> => page.getByRole("tab").allInnerTexts();
const shownTab = (page: Page): Promise<string> => page.locator("[role=tab][aria-selected=true]").innerText();

/** Tab until the focus is on what fits: whoever has no mouse gets there. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}
async function openFromMenu(page: Page, path: string): Promise<void> {
  await page.locator(`.side a[href="${path}"]`).click();
  await page.waitForURL(`**${path}*`);
  await settled(page);
}

it("keeps text, filters and scroll of a tab while others are looked at, and lets them ask nothing meanwhile", async () => {
  const desk = await stage.open({ height: 700 });
  const { page } = desk;
  await enter(page, "admin");
  await openFromMenu(page, LIST);
  await page.locator(".list-search:visible").fill("138");
  await page.waitForURL(/q=138/);
  await openFromMenu(page, FORM);
  await page.locator("#member_name").fill("顾思琪");
  await page.locator("#member_memo").focus();
  await openFromMenu(page, LOG);
  expect(await titles(page)).toEqual(["首页", "会员列表", "会员开卡", "会员账户流水"]);

  // An event that affects a hidden list makes it fetch again once it is visible, not before.
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const admin = await stage.admin();
  const id = await stage.memberId(RICH.phone);
  const sending = { venueId: BADMINTON.id };
  for (const action of ["freeze", "unfreeze"] as const) await admin.ok(members.setState, { id, action, reason: "核对资料" }, sending);
  expect(asked).not.toContain(members.list.path);
  expect(await page.title()).toContain("会员账户流水");

  // Nor is it seen, reached or typed into: the focus stood in the form.
  expect(await page.locator("#member_memo").isVisible()).toBe(false);
  await page.keyboard.type("漏");
  expect(await page.locator("#member_memo").inputValue()).toBe("");
  expect(await page.getByRole("textbox", { name: "姓名" }).count()).toBe(0);
  // But it is laid out, so that coming back is only painting.
  expect(await page.locator("#member_memo").evaluate((field) => field.getBoundingClientRect().height)).toBeGreaterThan(40);
  expect(await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("[data-away]") ?? null)).toBeNull();

  await page.keyboard.press("Alt+3");
  await page.waitForURL(`**${FORM}`);
  expect(await page.locator("#member_name").inputValue()).toBe("顾思琪");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("member_memo");
  await page.keyboard.press("Alt+2");
  await page.waitForURL(/q=138/);
  expect(await page.locator(".list-search:visible").inputValue()).toBe("138");
  expect(await page.title()).toContain("会员列表");
  await expect.poll(() => asked, { timeout: 15_000 }).toContain(members.list.path);

  await page.keyboard.press("Alt+3");
  await page.waitForURL(`**${FORM}`);
  await page.locator("#page").evaluate((place) => place.scrollTo(0, 120));
  await expect.poll(() => page.locator("#page").evaluate((place) => place.scrollTop)).toBeGreaterThan(0);
  const scrolled = await page.locator("#page").evaluate((place) => place.scrollTop);
  await page.keyboard.press("Alt+9");
  await page.waitForURL(`**${LOG}*`);
  expect(await page.locator("#page").evaluate((place) => place.scrollTop)).toBe(0);
  await page.keyboard.press("Alt+3");
  await page.waitForURL(`**${FORM}`);
  await expect.poll(() => page.locator("#page").evaluate((place) => place.scrollTop)).toBe(scrolled);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("is worked by keys alone: walk, show, move, menu, close; a reload finds the tabs again", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "admin");
  for (const path of [LIST, FORM, LOG]) await openFromMenu(page, path);
  await tabTo(page, "[role=tab]");
  expect(await shownTab(page)).toBe("会员账户流水");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${LIST}`);
  await tabTo(page, "[role=tab]");
  await page.keyboard.press("Alt+Shift+ArrowRight");
  expect(await titles(page)).toEqual(["首页", "会员开卡", "会员列表", "会员账户流水"]);

  await page.reload();
  await settled(page);
  expect(await titles(page)).toEqual(["首页", "会员开卡", "会员列表", "会员账户流水"]);
  expect(await shownTab(page)).toBe("会员列表");

  await tabTo(page, "[role=tab]");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menu").waitFor();
  await shot(page, "shell-tab-menu");
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await page.getByRole("menu").count()).toBe(0);
  await page.keyboard.press("ContextMenu");
  await page.getByRole("menuitem", { name: "刷新" }).press("Enter");
  await page.waitForURL(`**${LIST}`);
  await settled(page);
  expect(await titles(page)).toHaveLength(4);

  await tabTo(page, "[role=tab]");
  await page.keyboard.press("Delete");
  await page.waitForURL(`**${LOG}*`);
  expect(await titles(page)).toEqual(["首页", "会员开卡", "会员账户流水"]);
  await tabTo(page, "[role=tab]");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "全部关闭" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  expect(await titles(page)).toEqual(["首页"]);
  await page.keyboard.press("Alt+w");
  expect(await titles(page)).toEqual(["首页"]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("closes by the middle button, moves by dragging, and asks before it closes what is not saved", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "admin");
  for (const path of [LIST, LOG, FORM]) await openFromMenu(page, path);
  const tab = (name: string) => page.locator(".tab", { hasText: name });
  const [from, to] = [await tab("会员账户流水").boundingBox(), await tab("会员列表").boundingBox()];
  if (!from || !to) throw new Error("the tabs are out of sight");
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 15, to.y + 10, { steps: 8 });
  await page.mouse.up();
  expect(await titles(page)).toEqual(["首页", "会员账户流水", "会员列表", "会员开卡"]);
  expect(new URL(page.url()).pathname).toBe(FORM);
  await tab("会员账户流水").click({ button: "middle" });
  await tab("首页").click({ button: "middle" });
  expect(await titles(page)).toEqual(["首页", "会员列表", "会员开卡"]);

  await page.locator("#member_name").fill("顾思琪");
  await page.keyboard.press("Alt+2");
  await page.waitForURL(`**${LIST}*`);
  await tab("会员开卡").click({ button: "middle" });
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain("会员开卡");
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await titles(page)).toHaveLength(3);
  await page.keyboard.press("Alt+3");
  expect(await page.locator("#member_name").inputValue()).toBe("顾思琪");
  await page.keyboard.press("Alt+w");
  await dialog.getByRole("button", { name: "不保存，关闭" }).press("Enter");
  await page.waitForURL(`**${LIST}*`);
  expect(await titles(page)).toEqual(["首页", "会员列表"]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("is a drawer on a phone: the backdrop, Esc and every way out shut it; the tab on show is kept in sight", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  const { page } = desk;
  await enter(page, "admin");
  const drawn = (): Promise<boolean> => page.locator(".side").evaluate((side) => getComputedStyle(side).visibility === "visible");
  const menu = page.getByRole("button", { name: "打开菜单" });
  expect(await drawn()).toBe(false);
  await menu.click();
  await expect.poll(drawn).toBe(true);
  await page.locator(".backdrop").click({ position: { x: 370, y: 400 } });
  await expect.poll(drawn).toBe(false);
  await menu.click();
  await page.keyboard.press("Escape");
  await expect.poll(drawn).toBe(false);
  for (const path of [LIST, FORM, LOG]) {
    await menu.click();
    await expect.poll(drawn).toBe(true);
    await openFromMenu(page, path);
    await expect.poll(drawn).toBe(false);
  }
  const inSight = (): Promise<boolean> =>
    page.locator("[role=tab][aria-selected=true]").evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
  await expect.poll(inSight).toBe(true);
  await page.getByRole("button", { name: /^消息/ }).click();
  const messages = await page.getByRole("region", { name: "消息中心" }).boundingBox();
  expect(messages?.x).toBeGreaterThanOrEqual(0);
  expect((messages?.x ?? 0) + (messages?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.keyboard.press("Escape");
  expect(await page.locator(".tabs").evaluate((strip) => strip.scrollWidth > strip.clientWidth)).toBe(true);
  expect(await axe(page)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("has a sidebar of 210 px that closes at once, and is in mobile mode below 992 px, with the sidebar closed", async () => {
  const desk = await stage.open({ width: 992, height: 800 });
  const { page } = desk;
  await enter(page, "admin");
  const side = page.locator(".side");
  expect((await side.boundingBox())?.width).toBe(210);
  await page.getByRole("button", { name: "收起菜单" }).click();
  expect(await side.count()).toBe(0);
  await page.getByRole("button", { name: "打开菜单" }).click();
  expect((await side.boundingBox())?.width).toBe(210);
  await page.setViewportSize({ width: 991, height: 800 });
  await expect.poll(() => side.evaluate((drawn) => getComputedStyle(drawn).visibility)).toBe("hidden");
  await page.setViewportSize({ width: 992, height: 800 });
  await expect.poll(() => side.evaluate((drawn) => getComputedStyle(drawn).visibility)).toBe("visible");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("shows the item of the page in the sidebar, however far down it is", async () => {
  const desk = await stage.open({ width: 1024, height: 600 });
  const { page } = desk;
  await enter(page, "admin");
  const last = await page.locator(".nav a").last().getAttribute("href");
  await page.goto(last ?? "");
  await settled(page);
  const shown = page.locator(".nav a[aria-current]");
  expect(await shown.getAttribute("href")).toBe(last);
  const inSight = (): Promise<boolean> =>
    shown.evaluate((item) => item.getBoundingClientRect().bottom <= (item.closest(".nav")?.getBoundingClientRect().bottom ?? 0));
  await expect.poll(inSight).toBe(true);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("says in its own tab that a page could not be loaded, keeps the others, and loads it when asked again", async () => {
  const { page } = await stage.open();
  await enter(page, "admin");
  await openFromMenu(page, FORM);
  await page.locator("#member_name").fill("还没保存");
  // A browser that remembers the failure loads the window anew, and asks whether the form's input may go: it is kept as a draft.
  page.on("dialog", (dialog) => void dialog.accept());
  const code = /\/assets\/account-log-parts-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await page.locator('.side a[href="/finance/venue-user-account-log"]').click();
  await page.locator(".state[role=alert]").waitFor();
  expect(await titles(page)).toHaveLength(3);
  await page.unroute(code);
  await page.locator(".state[role=alert] button").click();
  await page.locator(".list-search:visible").waitFor();
  await page.getByRole("tab").nth(1).click();
  expect(await page.locator("#member_name").inputValue()).toBe("还没保存");
});

it("loads the window anew once where a newer version took a page's code away, and keeps what was typed", async () => {
  const { page } = await stage.open();
  await enter(page, "admin");
  await openFromMenu(page, FORM);
  await page.locator("#member_name").fill("两个版本之间");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.route(/\/assets\/account-log-parts-[^/]*\.js$/, (route) => route.abort());
  await page.route(
    (url) => url.pathname === "/",
    (route) =>
      route.request().resourceType() === "fetch"
        ? route.fulfill({ contentType: "text/html", body: '<script type="module" src="/assets/newer.js"></script>' })
        : route.continue(),
  );
  let loads = 0;
  page.on("load", () => loads++);
  const said = page.locator(".state[role=alert]", { hasText: "页面的新版本已发布" });
  await page.locator(`.side a[href="${LOG}"]`).click();
  await said.waitFor();
  await expect.poll(() => loads).toBe(1);
  await said.waitFor();
  // Longer than it waited before it loaded the window the first time.
  await page.waitForTimeout(2_000);
  expect([loads, await said.isVisible(), await titles(page)]).toEqual([1, true, ["首页", "会员开卡", "会员账户流水"]]);
  await page.getByRole("tab").nth(1).click();
  await expect.poll(() => page.locator("#member_name").inputValue()).toBe("两个版本之间");
});

long("is set by keys alone, at once and for the next visit", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "admin");
  await openFromMenu(page, LIST);
  await page.locator(".tool-user").press("Enter");
  await page.getByRole("button", { name: "设置", exact: true }).press("Enter");
  const drawer = page.getByRole("dialog", { name: "设置" });
  await drawer.waitFor();
  await tabTo(page, "[role=radio][aria-label^=湖蓝]");
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowRight");
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue("--brand-500"))).toBe("#11A983");
  expect(await axe(page)).toEqual([]);
  await shot(page, "shell-settings");
  await tabTo(page, "[role=switch]");
  await page.keyboard.press("Space");
  await expect.poll(() => page.getByRole("tablist").count()).toBe(0);
  await drawer.getByRole("radio", { name: "深色" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  expect(await axe(page)).toEqual([]);
  await shot(page, "shell-settings-dark");
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  await expect
    .poll(async () => {
      const rows = await stage.database.dbFor(BADMINTON.id).selectFrom("preference").select("value").where("key", "=", "frame").execute();
      return rows.map(({ value }) => JSON.parse(value) as unknown);
    })
    .toEqual([expect.objectContaining({ tagsView: false, colour: "#11A983", mode: "dark" })]);

  await page.reload();
  await settled(page);
  expect(await page.getByRole("tablist").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  expect(desk.faults).toEqual([]);
  await desk.close();

  const other = await stage.open();
  await enter(other.page, "admin");
  await other.page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  expect(await other.page.getByRole("tablist").count()).toBe(0);
  await other.close();
});

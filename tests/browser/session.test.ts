/** Beginning, end and limits of a session in a browser: refusals, expiry, other tabs, roles, other venues, languages. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { screens } from "../../src/console/resources";
import { PLATFORM } from "../../src/server/db/client";
import { chooseVenue, enter, login, openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON, BASKETBALL, ELSEWHERE, RICH } from "../support/browser-data";
import { openGrid } from "../support/browser-grid";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const MEMBERS = "/venueUser/venue-user-list";
const menuOf = (page: Page): Promise<string[]> => page.locator(".side nav a").allInnerTexts();
const addressesOf = (page: Page): Promise<string[]> =>
  page.locator(".side nav a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

/** Addresses of the badminton venue's menu, by what the role holds: those whose code it has, and those that ask for none. */
async function heldBy(role: string): Promise<string[]> {
  const rows = await stage.database.dbFor(PLATFORM).selectFrom("role_code").select("code").where("role_id", "=", role).execute();
  const held = new Set(rows.map((row) => row.code));
  return screens
    .filter(({ path, hidden, bare, roles, code }) => {
      const inMenu = !path.includes(":") && !hidden && !bare && (!roles || roles.includes("common") || roles.includes("admin"));
      return inMenu && (code === undefined || held.has(code));
    })
    .map((screen) => screen.path);
}

it("refuses a wrong password without naming a field, and keeps what was typed", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await page.goto("/login");
  await page.fill("#username", "admin");
  await page.fill("#password", "wrong-Password-1");
  await page.click("button[type=submit]");
  await page.locator("#login-alert:not(:empty)").waitFor();
  expect(await page.locator("#login-alert").innerText()).toBe("账号或密码错误");
  expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
  // The console's own styles are here by now: they must not reach the form.
  expect(await page.locator("button[type=submit]").evaluate((button) => getComputedStyle(button).textAlign)).toBe("center");
  expect(await page.locator(".lg").evaluate((form) => form.getBoundingClientRect().top + scrollY)).toBe(0);
  expect([await page.inputValue("#username"), await page.inputValue("#password")]).toEqual(["admin", "wrong-Password-1"]);
  expect(new URL(page.url()).pathname).toBe("/login");
  await desk.close();
});

it("asks when the session has expired; staying keeps the form, logging in again returns to it", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "swim");
  await page.goto("/venueUser/venue-user-form");
  await page.locator("#member_name").fill("顾思琪");
  await stage.database.dbFor(PLATFORM).deleteFrom("person_session").where("person_id", "=", "4").execute();
  await page.locator("#member_phone").fill("13800040001");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain("你已被登出或登录已失效");
  await dialog.getByRole("button", { name: "取消" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.locator("#member_name").inputValue()).toBe("顾思琪");

  await page.locator("#member_phone").fill("13800040002");
  await page.getByRole("dialog").getByRole("button", { name: "重新登录" }).click();
  await page.waitForURL(/\/login\?redirect=/);
  await login(page, "swim");
  await page.waitForURL(/venue-user-form/);
  await expect.poll(() => page.locator("#member_name").inputValue()).toBe("顾思琪");
  await desk.close();
});

it("logs out every tab of the browser when one logs out", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  const other = await desk.tab();
  await other.goto(MEMBERS);
  await other.locator(".ant-table-row").first().waitFor();
  await page.locator(".tool-user").click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.waitForURL(/\/login\?redirect=%2Fdashboard/);
  await other.waitForURL(/\/login\?redirect=/);
  expect(await other.locator("body").innerText()).not.toContain(RICH.name);
  await desk.close();
});

it("shows a coach neither what needs a permission nor its page by its address", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "coach");
  const menu = await addressesOf(page);
  expect(menu.toSorted()).toEqual((await heldBy("coach")).toSorted());
  expect(menu).toEqual(expect.arrayContaining(["/dashboard", "/book/venue-booking"]));
  for (const other of [MEMBERS, "/finance/booking-place-order/list", "/book/regular-list"]) expect(menu).not.toContain(other);
  await page.goto(MEMBERS);
  await page.getByText("没有权限").first().waitFor();
  expect(await page.locator(".ant-table-row").count()).toBe(0);
  await openGrid(page, stage.tomorrow);
  const free = page.locator("table.g td.free").first();
  await free.click();
  await settled(page);
  for (const name of ["预订并收款", "仅预订", "充值"]) expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("leaves out of a cashier's screens what the role lacks", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "cashier");
  const menu = await addressesOf(page);
  expect(menu.toSorted()).toEqual((await heldBy("cashier")).toSorted());
  expect(menu).toEqual(expect.arrayContaining(["/book/venue-booking", "/book/regular-list", MEMBERS, "/finance/booking-place-order/list"]));
  expect(menu).not.toContain("/venue-place/program-list");
  await page.goto(`${MEMBERS}/${await stage.memberId(RICH.phone)}`);
  await page.getByRole("button", { name: "充值" }).waitFor();
  expect(await page.getByRole("button", { name: "查看完整手机号" }).count()).toBe(0);
  expect(await page.locator(".drawer-head").innerText()).toContain("138****0001");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("leaves nothing of one venue on the screens of the next", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin", BASKETBALL.name);
  await page.goto(MEMBERS);
  await page.locator(".ant-table-row", { hasText: ELSEWHERE.name }).waitFor();
  await openGrid(page, stage.tomorrow);
  await page.locator(".bk", { hasText: ELSEWHERE.name }).first().waitFor();
  await page.locator(".side button").first().click();
  await page.waitForURL(/\/sites/);
  await chooseVenue(page, BADMINTON.name);
  for (const path of [
    "/book/venue-booking",
    MEMBERS,
    "/finance/venue-user-account-log",
    "/finance/booking-place-order/list",
    "/dashboard",
  ]) {
    await page.locator(`.side a[href="${path}"]`).click();
    await page.waitForURL(`**${path}*`);
    if (path.startsWith("/book/")) await page.locator(".day").nth(1).click();
    await settled(page);
    const text = await page.locator("body").innerText();
    expect(text, path).not.toContain(ELSEWHERE.name);
    expect(text, path).not.toContain(BASKETBALL.name);
  }
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("translates title, menu, breadcrumb and the browser's tab when the language changes, and keeps it", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto(MEMBERS);
  await page.locator(".ant-table-row").first().waitFor();
  const seen = async (): Promise<unknown> => ({
    title: await page.locator("main h1").first().innerText(),
    crumb: await page.locator(".crumb li").allInnerTexts(),
    tab: await page.title(),
    lang: await page.evaluate(() => document.documentElement.lang),
  });
  const zh = {
    title: "会员列表",
    crumb: ["首页", "会员", "会员列表"],
    tab: "会员列表 · 场馆管理后台",
    lang: "zh-CN",
  };
  const en = {
    title: "Members",
    crumb: ["Home", "Members", "Members"],
    tab: "Members · Venue Console",
    lang: "en",
  };
  const chinese = /\p{Script=Han}/u;
  const menu = await menuOf(page);
  expect(await seen()).toEqual(zh);
  expect(menu.filter((title) => !chinese.test(title))).toEqual([]);
  await page.locator(".tool-user").click();
  await page.getByRole("button", { name: "English" }).click();
  await expect.poll(seen).toEqual(en);
  const translated = await menuOf(page);
  expect(translated).toHaveLength(menu.length);
  expect(translated.filter((title) => chinese.test(title))).toEqual([]);
  await page.reload();
  await page.locator(".ant-table-row").first().waitFor();
  expect(await seen()).toEqual(en);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("leads who scanned a login code without a session to the login, and back with the ticket", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await page.goto("/auth-redirect?ticket=t-1");
  await page.waitForURL((url) => url.pathname === "/login");
  expect(new URL(page.url()).searchParams.get("redirect")).toBe("/auth-redirect?ticket=t-1");
  await page.fill("#username", "swim");
  await page.fill("#password", "Venue2026!");
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname === "/auth-redirect" && url.searchParams.get("ticket") === "t-1");
  await desk.close();
});

it("asks in the person's language from the first call on", async () => {
  const desk = await stage.open();
  const asked: (string | undefined)[] = [];
  desk.page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.headers()["accept-language"]);
  });
  await desk.page.goto("/sites?code=unknown");
  await desk.page.waitForURL((url) => url.pathname === "/login");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((language) => !language?.startsWith("zh"))).toEqual([]);
  await desk.close();
});

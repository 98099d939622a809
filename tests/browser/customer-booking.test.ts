/** A customer's journey on a phone: sign in, book, the desk sees it, cancel. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { platform } from "../../src/contract/platform/platform";
import { PLATFORM } from "../../src/server/db/client";
import { axe, openBrowser, openStage, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { openGrid } from "../support/browser-grid";
import type { Client } from "../support/server";

let stage: Stage;
let admin: Client;
const VENUE = `/mini/v/${BADMINTON.id}`;
const at = { venueId: BADMINTON.id };

beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  await stage.database
    .dbFor(PLATFORM)
    .updateTable("venue")
    .set({ public_page: true, online_booking: true })
    .where("id", "=", BADMINTON.id)
    .execute();
});
afterAll(() => stage?.close());

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const codeOf = async (mobile: string): Promise<string> => {
  const { content } = await admin.ok(platform.sentCodes, {}, at);
  return content.find(({ phone }) => phone.endsWith(mobile.slice(-4)))?.code ?? "";
};
/** Everybody can use the page that is open. */
async function check(page: Page, name: string): Promise<void> {
  expect(await axe(page), name).toEqual([]);
  expect(await sideways(page), name).toBe(0);
  await shot(page, `customer-${name}`);
}

it("books on a phone, is seen at the desk, and cancels with the refund that was shown", async () => {
  const desk = await stage.open();
  await signIn(desk.page, "admin");
  await openGrid(desk.page, stage.tomorrow);
  const phone = await stage.open({ width: 390, height: 844 });
  const { page } = phone;
  await page.goto(VENUE);
  await check(page, "venue");
  await page.getByRole("link", { name: "订场" }).click();
  await page.getByRole("navigation", { name: "日期" }).getByRole("link").nth(1).click();
  await page.waitForURL(`**/${stage.tomorrow}*`);
  await check(page, "courts");
  await page.getByRole("checkbox", { name: / 5 号 20:00–20:30/ }).check();
  await page.getByRole("checkbox", { name: / 5 号 20:30–21:00/ }).check();
  await page.getByText("已选 2 格").waitFor();
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("手机号").fill(RICH.phone);
  await check(page, "sign-in");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByLabel("验证码").fill(await codeOf(RICH.phone));
  await check(page, "code");
  await page.getByRole("button", { name: "登录" }).click();
  // The choice is still there.
  await page.getByText("20:00–21:00").first().waitFor();
  await check(page, "choice");
  await page.getByRole("button", { name: "预订", exact: true }).dblclick();
  await page.getByText("已订好，等您到场").waitFor();
  await check(page, "booked");

  // The desk has had its grid open all the time.
  await desk.page.locator("table.g").getByText(RICH.name).first().waitFor();
  await desk.page.getByText("有新的线上预订").first().waitFor();
  await shot(desk.page, "customer-at-desk");
  const bookings = async () =>
    (await admin.ok(booking.grid, { day: stage.tomorrow, days: 1 }, at)).bookings.filter(({ source }) => source === "online");
  expect(await bookings()).toMatchObject([{ status: "paid", name: RICH.name, start: 1200, end: 1260 }]);

  await page.getByRole("link", { name: "取消预订…" }).click();
  const button = page.getByRole("button", { name: /^确认取消，退 ¥/ });
  await check(page, "cancel");
  await button.click();
  await page.getByText("已取消").first().waitFor();
  expect(await bookings()).toEqual([]);
  await page.getByRole("link", { name: "我的", exact: true }).click();
  await page.getByText("¥500.00").waitFor();
  await check(page, "me");
  await page.getByRole("link", { name: "余额明细" }).click();
  await page.getByText("−85.00").waitFor();
  await check(page, "statement");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${VENUE}/book`);
  await check(page, "courts-wide");
  expect([phone.faults, desk.faults]).toEqual([[], []]);
  await phone.close();
  await desk.close();
});

it("is used in English, in the dark, at 320 px, to be paid at the desk", async () => {
  const phone = await stage.open({ language: "en", theme: "dark", width: 320, height: 640 });
  const { page } = phone;
  await page.goto(`${VENUE}/bookings?lang=en`);
  await page.getByLabel("Mobile number").fill("13912345678");
  await check(page, "sign-in-en");
  await page.getByRole("button", { name: "Get a code" }).click();
  await page.getByLabel("Code").fill(await codeOf("13912345678"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Your name").fill("Ann <b>Lee</b>");
  await page.getByRole("checkbox").check();
  await check(page, "sign-up-en");
  await page.getByRole("button", { name: "Agree and sign up" }).click();
  await page.getByRole("link", { name: "Book a court" }).click();
  await page.getByRole("navigation", { name: "Days" }).getByRole("link").nth(1).click();
  await check(page, "courts-en");
  await page.getByRole("checkbox", { name: / Court 7 20:00/ }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await check(page, "choice-en");
  await page.getByLabel("Pay at the desk").check();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText("Awaiting payment", { exact: true }).waitFor();
  await check(page, "held-en");
  await page.getByRole("navigation", { name: "My pages" }).getByRole("link", { name: "My bookings" }).click();
  await check(page, "bookings-en");
  expect(phone.faults).toEqual([]);
  await phone.close();
});

it("pays online on a phone that loses the network in the middle, and finds the booking paid", async () => {
  const phone = await stage.open({ width: 390, height: 844 });
  const { page } = phone;
  await page.goto(`${VENUE}/book`);
  await page.getByRole("navigation", { name: "日期" }).getByRole("link").nth(2).click();
  await page.getByRole("checkbox", { name: / 9 号 20:00/ }).check();
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("手机号").fill("13912345680");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByLabel("验证码").fill(await codeOf("13912345680"));
  await page.getByRole("button", { name: "登录" }).click();
  await page.getByLabel("姓名").fill("李宁");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "同意并登记" }).click();
  await page.getByLabel("微信或支付宝付款").check();
  await check(page, "choice-online");
  await page.getByRole("button", { name: "预订", exact: true }).click();
  await page.getByRole("button", { name: "微信付款" }).waitFor();
  await check(page, "pay");
  await page.getByRole("button", { name: "微信付款" }).click();
  const provider = page.getByRole("link", { name: "去微信付 ¥" });
  await provider.waitFor();
  await check(page, "pay-provider");
  const address = (await provider.getAttribute("href")) ?? "";
  // The provider's page opens in its own app, where the customer pays.
  const app = await page.context().newPage();
  await app.goto(address);
  await check(app, "pay-sandbox");
  await page.context().setOffline(true);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("网络已断开").waitFor();
  await shot(page, "customer-pay-offline");
  expect(await page.getByText("还没有收到付款结果").count()).toBe(1);
  await page.context().setOffline(false);
  await app.getByRole("button", { name: "确认付款" }).click();
  await app.getByText("付款成功，已订好").waitFor();
  await app.close();
  // The page asks by itself, and leads on to the booking.
  await page.getByText("已订好，等您到场").waitFor();
  await check(page, "pay-done");
  expect(phone.faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  await phone.close();
});

it("brings free courts up to date while the page is open, and keeps what is chosen of them", async () => {
  const phone = await stage.open({ width: 390, height: 844 });
  const { page } = phone;
  const day = stage.tomorrow;
  await page.goto(`${VENUE}/book`);
  await page.getByRole("navigation", { name: "日期" }).getByRole("link").nth(1).click();
  await page.waitForURL(`**/${day}*`);
  const cell = (name: string) => page.getByRole("checkbox", { name });
  await cell(" 3 号 20:00–20:30").check();
  await cell(" 4 号 20:00–20:30").check();
  await page.getByText("已选 2 格").click();
  const { places } = await admin.ok(booking.grid, { day, days: 1 }, at);
  const placeId = places.find(({ name }) => name === "4" || name === "4 号")?.id ?? "";
  await admin.ok(booking.create, { day, runs: [{ placeId, start: 1200, end: 1260 }], mode: "hold", name: "前台客人" }, at);
  // As when the customer comes back to the page; the server's rendering may be some seconds old.
  const update = async (): Promise<number> => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    return cell(" 4 号 20:00–20:30").count();
  };
  await expect.poll(update).toBe(0);
  expect(await cell(" 3 号 20:00–20:30").isChecked()).toBe(true);
  await page.getByText("已选 1 格").waitFor();
  await phone.close();
});

it("is used without a script", async () => {
  const browser = await openBrowser();
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stage.origin, locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(`${VENUE}/book`);
  await page.getByRole("navigation", { name: "日期" }).getByRole("link").nth(1).click();
  await page.getByRole("checkbox", { name: / 8 号 20:00/ }).check();
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByLabel("手机号").fill("13912345679");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByLabel("验证码").fill(await codeOf("13912345679"));
  await page.getByRole("button", { name: "登录" }).click();
  await page.getByLabel("姓名").fill("李安");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "同意并登记" }).click();
  await page.getByLabel("到馆付款").check();
  await page.getByRole("button", { name: "预订", exact: true }).click();
  await page.getByText("待付款").waitFor();
  await context.close();
});

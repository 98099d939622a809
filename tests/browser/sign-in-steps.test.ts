/** The second step of signing in, set up and used on screen; one's own sessions; and a link that would sign somebody else in. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { session } from "../../src/contract/session/session";
import { PLATFORM } from "../../src/server/db/client";
import { axe, enter, openStage, settled, shot, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const PASSWORD = "Venue2026!";
const codeOf = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: stage.now().getTime() + periods * 30_000 });
const access = (page: Page) => page.getByRole("dialog", { name: "登录与安全" });
const secretOn = async (page: Page): Promise<string> => ((await page.locator("code").first().textContent()) ?? "").replaceAll(" ", "");
const openAccess = async (page: Page): Promise<void> => {
  await settled(page);
  await page.locator(".tool-user").click();
  await page.getByRole("button", { name: /登录与安全|设置两步验证/ }).click();
  await access(page).getByRole("heading", { name: "登录中的设备" }).waitFor();
};

it("asks an administrator on the home page to set the second step up, and nobody else", async () => {
  const { page } = await stage.open();
  await enter(page, "admin");
  await page.goto("/dashboard");
  const card = page.locator("section.card", { hasText: "保护你的账号" });
  await card.waitFor();
  expect(await axe(page)).toEqual([]);
  await shot(page, "second-step-card");
  await card.getByRole("button", { name: "设置两步验证" }).click();
  await access(page).getByRole("heading", { name: "登录中的设备" }).waitFor();
  const other = await stage.open();
  await enter(other.page, "manager");
  await other.page.goto("/dashboard");
  await other.page.locator(".dash-main").waitFor();
  await settled(other.page);
  expect(await other.page.getByText("保护你的账号").count()).toBe(0);
});

it("sets the second step up, signs the other device out, and asks for a code at the next login", async () => {
  const other = await stage.open();
  await enter(other.page, "coach");
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "coach");
  await openAccess(page);
  expect(await access(page).getByRole("listitem").count()).toBe(2);
  expect(await axe(page)).toEqual([]);
  await shot(page, "own-access");
  await access(page).getByRole("button", { name: "设置两步验证" }).click();
  await access(page).getByLabel("当前密码").fill("not-my-password");
  await page.keyboard.press("Enter");
  // The refusal beside the field: until it has come, Enter sends nothing.
  await access(page).locator(".field-error", { hasText: "密码不对，什么都没有改" }).waitFor();
  await access(page).getByLabel("当前密码").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await access(page).getByRole("img", { name: "两步验证二维码" }).waitFor();
  await shot(page, "second-step-scan");
  const secret = await secretOn(page);
  const used = codeOf(secret);
  await access(page).getByLabel("6 位验证码").fill(used);
  await page.keyboard.press("Enter");
  await access(page).getByText("它们只显示这一次").waitFor();
  expect(await access(page).getByRole("listitem").count()).toBeGreaterThanOrEqual(10);
  await access(page).getByRole("button", { name: "我已保存" }).click();
  await access(page).getByText("已开启", { exact: true }).waitFor();
  await expect.poll(() => access(page).getByRole("list", { name: "登录中的设备" }).getByRole("listitem").count()).toBe(1);
  expect(desk.faults).toEqual([]);

  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("/login");
  await page.fill("#username", "coach");
  await page.fill("#password", PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "两步验证" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await shot(page, "second-step-login");
  // Used up when the step was set up.
  await page.getByLabel("验证码或恢复码").fill(used);
  await page.keyboard.press("Enter");
  await page.getByText(/这个验证码|验证码不对/).waitFor();
  await page.getByLabel("验证码或恢复码").fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
});

it("asks before a link signs somebody else in over a living session, and signs in at once where it is the same person", async () => {
  const db = stage.database.dbFor(PLATFORM);
  const { access_token: token } = await stage.server.with("").ok(session.login, { username: "cashier", password: PASSWORD });
  const link = `/?token=${token}&venueId=${BADMINTON.id}`;
  const nameOf = async (username: string) =>
    (await db.selectFrom("person").select("name").where("username", "=", username).executeTakeFirstOrThrow()).name;
  const [mine, theirs] = [await nameOf("manager"), await nameOf("cashier")];
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await page.goto(link);
  await page.getByRole("heading", { name: "换成另一个账号？" }).waitFor();
  expect(page.url()).not.toContain(token);
  await shot(page, "switch-account");
  await page.getByRole("button", { name: `仍用${mine}` }).click();
  await page.locator(".site, .top .crumb").first().waitFor();
  await page.goto("/dashboard");
  await page.locator(".tool-user", { hasText: mine }).waitFor();

  await page.goto(link);
  await page.getByRole("button", { name: `换成${theirs}登录` }).click();
  await page.locator(".site, .top .crumb").first().waitFor();
  await page.goto("/dashboard");
  await page.locator(".tool-user", { hasText: theirs }).waitFor();

  // The same person once more: nothing is asked.
  await page.goto(link);
  await page.locator(".site, .top .crumb").first().waitFor();
  expect(await page.getByRole("heading", { name: "换成另一个账号？" }).count()).toBe(0);
});

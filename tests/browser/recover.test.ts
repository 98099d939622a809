/** A forgotten password, from the login page and back to it: the code comes by the administrator's screen, no gateway being set up. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const COACH = { username: "coach", mobile: "13800000005" } as const;
const FRESH = "Quiet-Court-31";

it("sets a new password by keys alone, with the code that the administrator reads out; the page loads nothing for it before", async () => {
  const desk = await stage.open();
  const { page } = desk;
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/login");
  await page.locator("#username:focus").waitFor();
  expect(scripts.filter((url) => url.includes("forgot"))).toEqual([]);
  await page.locator("#forgot").focus();
  await page.keyboard.press("Enter");
  await page.locator("#forgot-mobile:focus").waitFor();
  await page.keyboard.type(COACH.mobile);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#forgot-sent", { hasText: "管理员" }).waitFor();
  await page.locator("#forgot-code:focus").waitFor();
  expect(await axe(page)).toEqual([]);
  await shot(page, "forgot-password");

  const admin = await stage.open();
  await signIn(admin.page, "admin");
  await admin.page.goto("/venue/sms-codes");
  await settled(admin.page);
  const told = admin.page.locator(".sms-codes li", { hasText: "138****0005" });
  const code = await told.locator(".sms-code").innerText();
  expect(await axe(admin.page)).toEqual([]);
  await shot(admin.page, "sms-codes");

  await page.keyboard.type(code === "000000" ? "000001" : "000000");
  await page.keyboard.press("Tab");
  await page.keyboard.type(FRESH);
  await page.keyboard.press("Enter");
  await page.locator("#forgot-alert", { hasText: "验证码不对" }).waitFor();
  expect([await page.inputValue("#forgot-mobile"), await page.inputValue("#forgot-password")]).toEqual([COACH.mobile, FRESH]);
  await page.fill("#forgot-code", code);
  await page.keyboard.press("Enter");

  await page.locator("#password:focus").waitFor();
  await page.locator(".lg-done", { hasText: "密码已修改" }).waitFor();
  expect(await page.inputValue("#username")).toBe(COACH.username);
  await page.keyboard.type(FRESH);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/(sites|dashboard|book)/);
  await told.waitFor({ state: "detached" });
  expect([...desk.faults, ...admin.faults]).toEqual([]);
  await admin.close();
  await desk.close();
});

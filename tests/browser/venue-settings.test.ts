/** The venue's settings in a browser: the policy is changed, refused in words, and only shown to who may not change it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

const at = { venueId: BADMINTON.id };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it("changes the policy, and keeps what was typed where it is refused", async () => {
  const admin = await stage.admin();
  const before = await admin.ok(booking.policy, {}, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venue-set/site-set");
  const fee = page.getByLabel("迟退手续费");
  await fee.fill("120");
  await page.locator(".form-foot button[type=submit]").click();
  await page.locator(".ant-form-item-explain-error").waitFor();
  expect(await fee.inputValue()).toBe("120");
  expect(await admin.ok(booking.policy, {}, at)).toEqual(before);
  await fee.fill("30");
  await page.getByLabel("未付款保留").fill("20");
  await settled(page);
  await shot(page, "venue-settings");
  expect(await axe(page)).toEqual([]);
  await page.locator(".form-foot button[type=submit]").click();
  await expect.poll(() => admin.ok(booking.policy, {}, at)).toEqual({ ...before, lateCancelPercent: 30, holdMinutes: 20 });
  await page.reload();
  await expect.poll(() => page.getByLabel("迟退手续费").inputValue()).toBe("30");
  await admin.ok(booking.modifyPolicy, before, at);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

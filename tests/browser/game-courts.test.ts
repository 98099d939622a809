/** Courts of a game in a browser: seen day by day before they are taken, shown in the grid, given back. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { addDays } from "../../src/contract/core/time";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { bookerOf, openGrid } from "../support/browser-grid";
import { variants } from "../support/forms";

const at = { venueId: BADMINTON.id };
const LIST = "/addedServices/game-booking-place-list";
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

it("takes courts around an active booking, and the grid shows the game", async () => {
  const admin = await stage.admin();
  const { places } = await admin.ok(booking.places, { venueId: BADMINTON.id }, at);
  const second = places.find((place) => place.name === "2")?.id ?? "";
  const day = stage.tomorrow;
  await admin.ok(booking.lock, { day, runs: [{ placeId: second, start: 540, end: 600 }], reason: "地胶维修" }, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(LIST);
  await page.getByRole("button", { name: "占用场地" }).first().click();
  await page.getByLabel("赛事名称", { exact: true }).fill("区业余团体赛");
  await page.getByLabel("场地", { exact: true }).click();
  for (const name of ["1 号", "2 号"]) await page.locator(".ant-select-item-option", { hasText: new RegExp(`${name}$`) }).click();
  await page.keyboard.press("Escape");
  await page.getByText("1 个场次有冲突").waitFor();
  expect(await page.getByRole("button", { name: `${day} 2 号：地胶维修` }).count()).toBe(1);
  await settled(page);
  await shot(page, "game-courts-form");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "跳过全部冲突" }).click();
  await page.getByText("将占用 1 个场次，全部可用").waitFor();
  await page.locator(".form-foot button[type=submit]").click();
  await page.getByRole("button", { name: "释放场地" }).waitFor();
  await page.locator(".ant-table-row", { hasText: "区业余团体赛" }).waitFor();
  await settled(page);
  await shot(page, "game-courts-drawer");
  expect(await axe(page)).toEqual([]);
  await openGrid(page, day);
  expect(await bookerOf(page, "1", 540)).toBe("区业余团体赛");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it.each(variants([390, 1440]))("gives courts back, those that were chosen (%i px)", async (width) => {
  const admin = await stage.admin();
  const { places } = await admin.ok(booking.places, { venueId: BADMINTON.id }, at);
  const placeIds = ["4", "5"].map((name) => places.find((place) => place.name === name)?.id ?? "");
  const days = [addDays(stage.tomorrow, 1), addDays(stage.tomorrow, 2)];
  const game = await admin.ok(gameCourtDesk.take, { title: "少儿公开赛", placeIds, days, start: 540, end: 720 }, at);
  const desk = await stage.open({ width, theme: "dark" });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`${LIST}/${game.id}`);
  await page.getByRole("button", { name: "释放场地" }).click();
  await page.getByLabel("释放原因").fill("赛程缩短");
  await page.locator(".gc-days input").first().uncheck();
  await settled(page);
  await shot(page, `game-courts-release-${width}`);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "释放 3 个场次" }).click();
  await page.getByRole("button", { name: "增加场地" }).waitFor();
  await expect.poll(async () => (await admin.ok(gameCourtDesk.list, { venueId: at.venueId, gameId: game.id }, at)).content.length).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await admin.ok(gameCourtDesk.release, { gameId: game.id, reason: "赛程缩短" }, at);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

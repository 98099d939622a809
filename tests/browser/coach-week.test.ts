/** A coach's week in a browser: a class planned by a form, moved by keys and by drag. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { addDays } from "../../src/contract/core/time";
import { HOUR, weekOf } from "../../src/console/domains/coaches/week";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

const at = { venueId: BADMINTON.id };
let stage: Stage;
let coach: string;
beforeAll(async () => {
  stage = await openStage();
  const admin = await stage.admin();
  ({ id: coach } = await admin.ok(
    api.coaches.create,
    { name: "许强", phone: "13900009999", programs: ["羽毛球"], level: "senior", hourPrice: "300", share: 50 },
    at,
  ));
  await admin.ok(api.coaches.approve, { id: coach }, at);
});
afterAll(() => stage?.close());

it("is planned by a form, by keys and by drag", async () => {
  const admin = await stage.admin();
  const [monday = ""] = weekOf(addDays(stage.tomorrow, 7));
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/coach/coach-schedule?day=${monday}`);
  await page.getByRole("button", { name: "新建课" }).click();
  await page.locator("#coachClasses_title").fill("成人提高班");
  for (const [field, typed] of [
    ["coach", "许强"],
    ["place", "1"],
  ] as const) {
    await page.locator(`#coachClasses_${field}`).fill(typed);
    await page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option").first().click();
  }
  await page.locator("#coachClasses_price").fill("120");
  await page.locator("#coachClasses_minutes").fill("60");
  await page.locator(".form-foot button[type=submit]").first().click();
  await page.waitForURL(/class-list/);
  const where = async () => {
    const [row] = (await admin.ok(api.coachClasses.list, { coach }, at)).content;
    return row && { day: row.day, start: row.start };
  };
  expect(await where()).toEqual({ day: monday, start: 600 });

  await page.goto(`/coach/coach-schedule?day=${monday}`);
  const block = page.locator(".schedule-class", { hasText: "成人提高班" });
  await block.focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(where).toEqual({ day: addDays(monday, 1), start: 600 });
  await settled(page);
  await block.focus();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect.poll(where).toEqual({ day: addDays(monday, 1), start: 660 });
  await settled(page);
  // Two hours later, two days on: held at its upper edge.
  const column = page.locator(".schedule-day").nth(3);
  const box = await block.boundingBox();
  const day = await column.boundingBox();
  if (!box || !day) throw new Error("no calendar");
  await block.dragTo(column, { sourcePosition: { x: 10, y: 4 }, targetPosition: { x: 20, y: box.y - day.y + 4 + 2 * HOUR } });
  await expect.poll(where).toEqual({ day: addDays(monday, 3), start: 780 });
  await settled(page);
  await shot(page, "coach-week");
  expect(await axe(page)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

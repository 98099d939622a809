/** Budgets of keystrokes (product "Command palette"): what a desk does all day takes few of them. Booking a regular stands in desks.test.ts, opening a screen in palette.test.ts. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { BOOKED } from "../support/browser-data";
import { enter, openStage, settled, type Stage } from "../support/browser";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const GRID = "/book/venue-booking";

it("checks the next booking of another day in at most three keystrokes after the grid is open", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await page.goto(GRID);
  await settled(page);
  await page.locator("table.g td:focus").waitFor();
  let strokes = 0;
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    strokes += 1;
  };
  await press("]");
  await page.locator(".next-open", { hasText: BOOKED.name }).waitFor();
  await press("n");
  await press("Enter");
  await page.locator(".panel h2", { hasText: BOOKED.name }).waitFor();
  expect(strokes).toBeLessThanOrEqual(3);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

/** The grid under a finger: tap, draw out, long press, scroll; and its other shapes: a court's week, hours across. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, openStage, settled, signIn, type Stage } from "../support/browser";
import { BOOKED } from "../support/browser-data";
import { bookerOf, cellOf, openGrid, totalOf } from "../support/browser-grid";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** A finger that goes from one point to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    line.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await touch("touchStart", from.x, from.y);
  for (let i = 1; i <= 6; i++) await touch("touchMove", from.x + ((to.x - from.x) * i) / 6, from.y + ((to.y - from.y) * i) / 6);
  await touch("touchEnd", to.x, to.y);
  await line.detach();
}
const middle = async (page: Page, place: string, minute: number): Promise<{ x: number; y: number }> => {
  const box = await (await cellOf(page, place, minute)).boundingBox();
  if (!box) throw new Error("the cell is not on screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

it("books by touch: a tap chooses, the chosen cell is drawn out, anywhere else the grid scrolls", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  const { page } = desk;
  await signIn(page, "cashier");
  await openGrid(page, stage.tomorrow);
  const cell = await cellOf(page, "3", 540);
  await cell.scrollIntoViewIfNeeded();
  await cell.tap();
  await page.locator(".sheet-bar").waitFor();
  await drag(page, await middle(page, "3", 540), await middle(page, "3", 600));
  await page.locator(".sheet-bar small", { hasText: "3 格" }).waitFor();

  const top = () => page.locator(".scroll").evaluate((element) => element.scrollTop);
  const before = await top();
  const free = await middle(page, "1", 600);
  await drag(page, free, { x: free.x, y: free.y - 160 });
  await expect.poll(top).toBeGreaterThan(before);
  // A tap while the grid still glides would only stop it.
  let last = -1;
  await expect
    .poll(
      async () => {
        const [was, now] = [last, await top()];
        last = now;
        return now === was;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(await page.locator(".sheet-bar small").innerText()).toContain("3 格");

  await page.locator(".sheet-bar button").tap();
  await page.getByRole("button", { name: "散客" }).tap();
  await page.getByLabel("姓名", { exact: true }).fill("王伟");
  await totalOf(page);
  await settled(page);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "预订并收款" }).tap();
  await expect.poll(() => bookerOf(page, "3", 540)).toBe("王伟");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("opens what can be done by a long press", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  const { page } = desk;
  await signIn(page, "cashier");
  await openGrid(page, stage.tomorrow);
  const block = (await cellOf(page, BOOKED.place, BOOKED.start)).locator(".bk");
  await block.scrollIntoViewIfNeeded();
  const at = await middle(page, BOOKED.place, BOOKED.start);
  const line = await page.context().newCDPSession(page);
  await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  await page.getByRole("menuitem", { name: "换场" }).waitFor();
  await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(await page.locator(".sheet:visible").count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "换场" }).tap();
  await page.locator(".carry-bar").waitFor();
  const target = await cellOf(page, "1", 600);
  await target.scrollIntoViewIfNeeded();
  await target.tap();
  await page.locator(".from-to").waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("shows the week of a court from an address, and lies down the other way as a preference that stays", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await openGrid(page, stage.tomorrow);
  await (await cellOf(page, BOOKED.place, BOOKED.start)).click({ button: "right" });
  await page.getByRole("menuitem", { name: "这片场地的一周" }).click();
  await page.locator("table.g[data-week]").waitFor();
  await settled(page);
  expect(await page.locator("table.g .cr th").count()).toBe(8);
  expect(await page.locator("table.g .bk b").first().innerText()).toBe(BOOKED.name);
  expect(new URL(page.url()).searchParams.get("place")).not.toBeNull();
  await page.keyboard.press("r");
  await page.locator("table.g[data-across]").waitFor();
  expect(await axe(page)).toEqual([]);
  await page.reload();
  await page.locator("table.g[data-across][data-week] .bk").first().waitFor();
  expect(await page.locator("table.g .bk b").first().innerText()).toBe(BOOKED.name);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

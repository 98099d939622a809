/** Halls and bundles in a browser: a hall with a full court of two halves is drawn by keys alone, met in the grid, and sold in a bundle. */
import { api } from "../../src/contract/all";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { booking } from "../../src/contract/booking/booking";
import { halls } from "../../src/contract/places/places";
import { axe, openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";
import { bookerOf, cellOf, chooseCells, openGrid, totalOf } from "../support/browser-grid";
import { long } from "../support/forms";

const { bundles } = api;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const at = { venueId: BADMINTON.id };
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe("a hall", () => {
  it("is drawn by keys: a court split into halves, which shut it in the grid", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "admin");
    await page.goto("/venue-place/hall-form");
    await page.locator("#hall_name").fill("键盘馆");
    await page.locator("#hall_programId").press("Enter");
    await page.locator(".ant-select-item-option", { hasText: "羽毛球" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator("#hall_placeStart").fill("21");
    // The choice of the sale mode is one Tab stop, under the name of its field; removing a closed time leaves the focus at the next.
    await page.getByRole("radiogroup", { name: "售卖方式" }).waitFor();
    await page.locator("#hall_programId").focus();
    await press(page, "Tab", "Tab");
    await page.locator("#hall_placeIcon:focus").waitFor();
    await page.getByRole("button", { name: "添加时段" }).press("Enter");
    await page.getByRole("button", { name: /^删除.*12:00/ }).press("Enter");
    await page.getByRole("button", { name: "添加时段" }).and(page.locator(":focus")).waitFor();
    // A court on the first spot; named, then split; another one, moved down and to the right.
    await page.locator(".map-spot").first().focus();
    await press(page, "Enter");
    await page.getByLabel("场地名称").fill("大场");
    await page.getByRole("button", { name: "拆成两半" }).press("Enter");
    await page.locator('.map-spot[data-spot="1:1"]:focus').waitFor();
    await press(page, "ArrowRight", "ArrowRight", "Enter", "Shift+ArrowDown", "Shift+ArrowRight");
    await expect.poll(() => page.locator('.map-spot[data-spot="2:4"] b').innerText()).toBe("21");
    expect(await page.locator(".map-preview thead th button").allInnerTexts()).toEqual(["大场", "大场A", "大场B", "21 号"]);
    // Taking a place off the map gives the focus back to its spot; the end of the order leaves it on what was pressed.
    await press(page, "ArrowLeft", "Enter");
    await page.getByRole("button", { name: "删除场地" }).press("Enter");
    await page.locator('.map-spot[data-spot="2:3"]:focus').waitFor();
    await press(page, "ArrowRight", "Enter");
    await page.getByRole("button", { name: "顺序前移" }).focus();
    await press(page, "Enter", "Enter", "Enter", "Enter");
    await page.getByRole("button", { name: "顺序前移", disabled: true }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "顺序后移" }).focus();
    await press(page, "Enter", "Enter", "Enter");
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "保存", exact: true }).press("Enter");
    await page.waitForURL(/venue-form$/);
    await page.getByText("键盘馆").first().waitFor();

    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "大场A", 600, 660);
    const admin = await stage.admin();
    const { places } = await admin.ok(booking.places, at, at);
    const half = places.find((place) => place.name === "大场A");
    await admin.ok(
      booking.create,
      { day: stage.tomorrow, runs: [{ placeId: half?.id ?? "", start: 600, end: 660 }], mode: "reserve", name: "半场客" },
      at,
    );
    await expect.poll(() => bookerOf(page, "大场A", 600)).toBe("半场客");
    const full = await admin.call(
      booking.create,
      {
        day: stage.tomorrow,
        runs: [{ placeId: places.find((place) => place.name === "大场")?.id ?? "", start: 600, end: 660 }],
        mode: "reserve",
        name: "全场客",
      },
      at,
    );
    expect(full.code).toBe(409);
    await expect.poll(async () => ((await (await cellOf(page, "大场", 600)).getAttribute("class")) ?? "").split(" ")).not.toContain("free");
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  long("keeps what one manager typed when another has saved meanwhile, and says who", async () => {
    const admin = await stage.admin();
    const { content } = await admin.ok(halls.list, { page: 0, size: 20 }, at);
    const hall = await admin.ok(halls.view, { id: content[0]?.id ?? "" }, at);
    const desk = await stage.open({ language: "en" });
    const { page } = desk;
    await signIn(page, "manager");
    await page.goto(`/venue-place/hall-form/${hall.id}`);
    const name = page.locator(`#hall-${hall.id}_name`);
    await name.and(page.locator(":focus")).waitFor();
    await name.fill("New name");
    const places = hall.map.map(({ id, name: placeName, row, column, icon, on, parts }) => ({
      key: id,
      name: placeName,
      row,
      column,
      icon,
      on,
      parts,
    }));
    await admin.ok(halls.modify, { ...hall, placeStart: 5, places }, at);
    await page.getByText("just saved this hall").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("did not overwrite it").waitFor();
    expect(await name.inputValue()).toBe("New name");
    await page.getByRole("button", { name: "Load the newest" }).click();
    await expect.poll(() => page.locator(`#hall-${hall.id}_placeStart`).inputValue()).toBe("5");
    expect(await name.inputValue()).toBe(hall.name);
    expect(await axe(page)).toEqual([]);
    await desk.close();
  });
});

describe("a bundle", () => {
  it("is sold at its price when its courts are chosen in the grid", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "admin");
    await page.goto("/venue-place/place-set-form");
    await page.locator("#bundles_name").fill("早场两片");
    await page.getByRole("button", { name: "羽毛球馆 6 号" }).click();
    await page.getByRole("button", { name: "羽毛球馆 7 号" }).click();
    await page.locator("#bundles_minutes").fill("60");
    await page.locator("#bundles_price").fill("66.60");
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await page.waitForURL(/place-set-list$/);
    await page.getByText("早场两片").first().waitFor();
    await settled(page);
    expect(await axe(page)).toEqual([]);
    const admin = await stage.admin();
    expect((await admin.ok(bundles.list, { page: 0, size: 5 }, at)).content[0]).toMatchObject({ price: "66.60", state: "current" });

    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "6", 540, 600);
    await page.keyboard.down("Control");
    await page.keyboard.up("Control");
    await chooseCells(page, "7", 540, 600);
    await expect.poll(() => totalOf(page)).toBe(6_660);
    await page.locator(".panel .why").first().click();
    await page.locator(".panel .trace", { hasText: "早场两片" }).waitFor();
    expect(desk.faults).toEqual([]);
    await desk.close();
  });
});

it("closes a day in the calendar, with its reason, and gives the focus back to the day", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  const year = Number(stage.tomorrow.slice(0, 4)) + 1;
  await page.goto(`/venue-place/calendar?year=${year}`);
  await page.locator(`[data-day="${year}-03-10"]`).click();
  await page.getByLabel("这一天是").selectOption("closed");
  await page.getByLabel("原因").fill("换地胶");
  await page.getByRole("button", { name: "保存这一天" }).click();
  await page.locator(`[data-day="${year}-03-10"].closed:focus`).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("lays the map and what it says of a place below each other on a phone", async () => {
  const desk = await stage.open({ width: 390, height: 844 });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venue-place/venue-form");
  await page.locator("tbody tr", { hasText: "羽毛球馆" }).first().click();
  await page.locator(".map-spot").first().waitFor();
  const widthOf = async (part: string): Promise<number> => (await page.locator(part).boundingBox())?.width ?? 0;
  expect(await widthOf(".map-scroll")).toBeGreaterThan(300);
  expect(await widthOf(".map-panel")).toBeGreaterThan(300);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

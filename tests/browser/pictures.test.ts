/** Pictures in a form and in an article, in a browser: uploaded, put in order by drag and by keys, cropped, described. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { plainAddress, wordsOf } from "../../src/contract/core/picture-text";
import { albums, photos } from "../../src/contract/marketing/albums";
import { callsOf } from "../../src/contract/core/resource/calls";
import { venue } from "../../src/contract/venue/venue";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

const at = { venueId: BADMINTON.id };
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

/** Pictures of one colour, 80 × 60. */
const drawn = (page: Page, colours: readonly string[]) =>
  page.evaluate(
    (all) =>
      all.map((colour) => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [80, 60];
        const brush = canvas.getContext("2d");
        if (brush) brush.fillStyle = colour;
        brush?.fillRect(0, 0, 80, 60);
        return canvas.toDataURL("image/png").split(",")[1] ?? "";
      }),
    [...colours],
  );

it("are uploaded, ordered by drag and by keys, cropped and described", async () => {
  const admin = await stage.admin();
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venue/site-info-form");
  const field = page.locator(".ant-form-item", { hasText: "图片" }).last().locator(".pictures");
  const tiles = field.locator("li:not(.picture-new)");
  const had = await tiles.count();
  const files = (await drawn(page, ["red", "green", "blue"])).map((base64, i) => ({
    name: `${i}.png`,
    mimeType: "image/png",
    buffer: Buffer.from(base64, "base64"),
  }));
  await field.locator("input[type=file]").setInputFiles(files);
  await expect.poll(() => tiles.count()).toBe(had + 3);
  const addresses = () => tiles.locator("img").evaluateAll((all) => all.map((image) => new URL((image as HTMLImageElement).src).pathname));
  const [red, green, blue] = (await addresses()).slice(had);
  const order = async () =>
    (await addresses()).filter((url) => [red, green, blue].includes(url)).map((url) => [red, green, blue].indexOf(url));

  // By keys: lift, one to the left, drop.
  await tiles
    .nth(had + 2)
    .locator(".picture-move")
    .focus();
  for (const key of ["Space", "ArrowLeft", "Space"]) {
    await page.keyboard.press(key);
    await settled(page);
    await page.waitForTimeout(150);
  }
  await expect.poll(order).toEqual([0, 2, 1]);
  // By drag: the first behind the second.
  const from = await tiles.nth(had).locator(".picture-move").boundingBox();
  const to = await tiles
    .nth(had + 1)
    .locator(".picture-move")
    .boundingBox();
  if (!from || !to) throw new Error("no handles");
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 8 });
  await page.mouse.up();
  await expect.poll(order).toEqual([2, 0, 1]);

  await tiles
    .nth(had + 2)
    .getByRole("button", { name: /^编辑/ })
    .click();
  const dialog = page.getByRole("dialog", { name: "编辑图片" });
  await dialog.getByRole("radio", { name: "1:1" }).or(dialog.getByText("1:1")).first().click();
  const box = dialog.getByRole("button", { name: /^裁剪框/ });
  const before = await box.boundingBox();
  await box.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await box.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);
  await dialog.getByLabel("图片说明").fill("前台'绿'色的墙");
  await shot(page, "picture-edit");
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "确定" }).click();
  const cropped = page.getByRole("img", { name: "前台'绿'色的墙" });
  await expect.poll(() => cropped.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([60, 60]);
  await shot(page, "pictures");
  await page.locator(".form-foot button[type=submit]").click();
  const saved = async () => (await admin.ok(venue.view, {}, at)).pictures.slice(had);
  await expect.poll(async () => (await saved()).slice(0, 2)).toEqual([blue, red]);
  const last = (await saved())[2] ?? "";
  expect([wordsOf(last), plainAddress(last) === green]).toEqual(["前台'绿'色的墙", false]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("of an album are uploaded, ordered by keys, and one is its cover", async () => {
  const admin = await stage.admin();
  const { id } = await admin.ok(callsOf(albums).create, { name: "比赛日", shown: true, position: 1 }, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/marketing/venue-photes-list/${id}`);
  const field = page.locator(".pictures");
  const tiles = field.locator("li:not(.picture-new)");
  const files = (await drawn(page, ["red", "green"])).map((base64, i) => ({
    name: `${i}.png`,
    mimeType: "image/png",
    buffer: Buffer.from(base64, "base64"),
  }));
  await field.locator("input[type=file]").setInputFiles(files);
  await expect.poll(() => tiles.count()).toBe(2);
  const kept = async () => (await admin.ok(photos.list, { ...at, albumId: id }, at)).content;
  const [first, second] = (await kept()).map((photo) => photo.id);
  await tiles.nth(1).getByRole("button", { name: /封面/ }).click();
  await expect.poll(async () => (await kept()).find(({ cover }) => cover)?.id).toBe(second);
  await settled(page);
  await tiles.nth(1).locator(".picture-move").focus();
  for (const key of ["Space", "ArrowLeft", "Space"]) {
    await page.keyboard.press(key);
    await settled(page);
    await page.waitForTimeout(150);
  }
  await expect.poll(async () => (await kept()).map((photo) => photo.id)).toEqual([second, first]);
  expect(await axe(page)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

/** An article in a browser: written with a picture, reviewed, published, and looked at as readers see it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { articles, cmsCategories } from "../../src/contract/cms/cms";
import { callsOf } from "../../src/contract/core/resource/calls";
import { openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

const at = { venueId: BADMINTON.id };
const DOT = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await (await stage.admin()).ok(callsOf(cmsCategories).create, { name: "攻略", kinds: ["article"], sequence: 1 }, at);
});
afterAll(() => stage?.close());

it("is written, reviewed, published and previewed", async () => {
  const admin = await stage.admin();
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/cms/article-form");
  await page.locator("#articles_title").fill("雨天打球指南");
  await page.locator("#articles_category").fill("攻略");
  await page.locator(".ant-select-item-option", { hasText: "攻略" }).click();
  const text = page.locator(".rich-text");
  await text.click();
  await page.keyboard.type("带两双鞋。");
  await page.locator(".rich-editor input[type=file]").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: DOT });
  await text.locator("img").click();
  await page.locator(".rich-tools").getByRole("button", { name: "编辑图片" }).click();
  const dialog = page.getByRole("dialog", { name: "编辑图片" });
  await dialog.getByLabel("图片说明").fill("一双球鞋");
  await dialog.getByRole("button", { name: "确定" }).click();
  await text.getByRole("img", { name: "一双球鞋" }).waitFor();
  await settled(page);
  await shot(page, "article-form");
  await page.locator(".form-foot button[type=submit]").first().click();
  await page.waitForURL(/article-list/);
  const found = async () => (await admin.ok(callsOf(articles).list, { q: "雨天打球指南" }, at)).content[0];
  const id = (await found())?.id ?? "";
  await page.goto(`/cms/article-list/${id}`);
  const acts = page.locator(".record-acts");
  for (const [action, state] of [
    ["提交审核", "in_review"],
    ["发布", "published"],
  ] as const) {
    await acts.getByRole("button", { name: action, exact: true }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: action, exact: true }).click();
    await expect.poll(async () => (await found())?.state).toBe(state);
    await settled(page);
  }
  const preview = page.frameLocator("iframe.cms-preview");
  await preview.getByText("带两双鞋。").waitFor();
  await expect.poll(() => preview.getByRole("img", { name: "一双球鞋" }).count()).toBe(1);
  await shot(page, "article");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

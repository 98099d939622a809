/** A role made on screen, somebody who gets it, and what they see when they sign in: just that. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { clubs } from "../../src/contract/clubs";
import { callsOf } from "../../src/contract/resource/calls";
import { roles } from "../../src/contract/staff";
import { login, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

const at = { venueId: BADMINTON.id };
const PASSWORD = "Rackets-And-Rain-9";
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const admin = await stage.admin();
  await admin.ok(callsOf(clubs).create, { name: "蓝盾俱乐部", leader: "周凯", phone: "13812345678", programs: ["羽毛球"] }, at);
});
afterAll(() => stage?.close());

it("signs in with a role made on screen and sees just that", async () => {
  const admin = await stage.admin();
  const desk = await stage.open();
  const { page } = desk;
  const save = () => page.locator(".form-foot button[type=submit]").first().click();
  await signIn(page, "admin");
  await page.goto("/venue/role-form");
  await page.locator("#roles_name").fill("俱乐部专员");
  await save();
  const find = async () => (await admin.ok(callsOf(roles).list, { q: "俱乐部专员" }, at)).content[0]?.id;
  await expect.poll(find).toBeDefined();
  await page.goto(`/venue/role-menu-form/${await find()}`);
  const row = page.locator("tr.role-page").filter({ has: page.locator(".role-code", { hasText: /^club_list$/ }) });
  await row.locator(".role-pill").first().click();
  await row
    .locator(".role-pill", { hasText: "编辑" })
    .or(row.locator(".role-pill", { hasText: "修改" }))
    .first()
    .click();
  await shot(page, "role-tree");
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await admin.ok(callsOf(roles).list, { q: "俱乐部专员" }, at)).content[0]?.codes).toBe(2);

  await page.goto("/venue/user-admin-form");
  for (const [field, value] of [
    ["name", "钱小燕"],
    ["username", "xiaoyan"],
    ["password", PASSWORD],
  ] as const)
    await page.locator(`#staff_${field}`).fill(value);
  await page.locator("#staff_role").fill("俱乐部专员");
  await page.locator(".ant-select-item-option", { hasText: "俱乐部专员" }).click();
  await save();
  await page.waitForURL(/user-admin-list/);
  expect(desk.faults).toEqual([]);
  await desk.close();

  const other = await stage.open();
  const theirs = other.page;
  await login(theirs, "xiaoyan", PASSWORD);
  await theirs.locator(".side").waitFor();
  await settled(theirs);
  const entries = await theirs.locator(".side a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(entries.filter((href) => href !== "/dashboard" && href !== "/")).toEqual(["/club/club-list", "/club/club-member-list"]);
  await theirs.goto("/club/club-list");
  await theirs.getByText("蓝盾俱乐部").first().click();
  await theirs.locator(".record-acts").waitFor();
  await settled(theirs);
  // May change it, may not approve it.
  expect(await theirs.locator(".record-acts").getByText("通过").count()).toBe(0);
  await theirs.goto("/finance/orders-list");
  await theirs
    .getByText(/没有.*权限|无权/)
    .first()
    .waitFor();
  await shot(theirs, "forbidden");
  await other.close();
});

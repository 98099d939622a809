/** A role made on screen, somebody who gets it, and what they see when they sign in: just that. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { clubs } from "../../src/contract/clubs/clubs";
import { platform } from "../../src/contract/platform/platform";
import { callsOf } from "../../src/contract/core/resource/calls";
import { roles, staff } from "../../src/contract/platform/staff";
import { openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON } from "../support/browser-data";

const at = { venueId: BADMINTON.id };
const PASSWORD = "Rackets-And-Rain-9";
const OWN = "Only-Mine-To-Know-4";
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
  await theirs.goto("/login");
  await theirs.fill("#username", "xiaoyan");
  await theirs.fill("#password", PASSWORD);
  await theirs.keyboard.press("Enter");
  // The administrator knows the first password, so it opens nothing but the choice of an own one.
  await theirs.getByRole("heading", { name: "设置自己的密码" }).waitFor();
  await shot(theirs, "first-password");
  await theirs.getByLabel("新密码").fill(OWN);
  await theirs.getByLabel("再输入一次").fill(`${OWN}x`);
  await theirs.keyboard.press("Enter");
  await theirs.getByText("两次输入不一致").waitFor();
  await theirs.getByLabel("再输入一次").fill(OWN);
  await theirs.keyboard.press("Enter");
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

  // The administrator sees the device it was done on and takes it away: whoever holds it is out.
  const again = await stage.open();
  await signIn(again.page, "admin");
  const { content: people } = await admin.ok(callsOf(staff).list, { q: "钱小燕" }, at);
  await again.page.goto(`/venue/user-admin-list/${people[0]?.id}`);
  const devices = again.page.getByRole("list", { name: "登录设备" });
  await devices.getByText("1 个登录中").waitFor();
  expect(await devices.locator("li").count()).toBe(1);
  expect(await again.page.getByRole("list", { name: "登录记录" }).innerText()).toMatch(/密码登录/);
  await settled(again.page);
  await shot(again.page, "staff-devices");
  await devices.getByRole("button", { name: /移除设备/ }).click();
  await again.page.getByRole("dialog").getByRole("button", { name: "移除设备", exact: true }).click();
  await again.page.getByText("还没有登录过").waitFor();
  await theirs.goto("/club/club-list");
  await theirs.waitForURL(/login/);
  expect(again.faults).toEqual([]);
  await again.close();
  await other.close();
});

it("is looked through: the console as this role shows just that, changes nothing, and is left for what it was", async () => {
  const admin = await stage.admin();
  const { id } = await admin.ok(callsOf(roles).create, { name: "只看俱乐部", base: null, memo: "", discountPercent: 0 }, at);
  await admin.ok(platform.saveRoleCodes, { id, codes: ["club_list", "club_modify"], was: [] }, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/venue/role-menu-form/${id}`);
  const entries = () => page.locator(".side a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  await page.getByRole("button", { name: "以该角色预览" }).click();
  const banner = page.getByRole("status").filter({ hasText: "正在以角色“只看俱乐部”预览" });
  await banner.waitFor();
  await settled(page);
  expect((await entries()).filter((href) => href !== "/dashboard" && href !== "/")).toEqual(["/club/club-list", "/club/club-member-list"]);
  await shot(page, "as-role");
  // A page that the role may not see is refused, by its address as well.
  await page.goto("/finance/orders-list");
  await page
    .getByText(/没有.*权限|无权/)
    .first()
    .waitFor();
  // A page that the role may change is not changed from a preview: the server refuses and states the reason.
  await page.goto("/club/club-form");
  await page.locator("#clubs_name").fill("预览时建的");
  await page.locator("#clubs_leader").fill("周凯");
  await page.locator("#clubs_phone").fill("13812345678");
  await page.locator(".form-foot button[type=submit]").first().click();
  await page
    .getByText(/正在预览/)
    .first()
    .waitFor();
  expect((await admin.ok(callsOf(clubs).list, { q: "预览时建的" }, at)).content).toEqual([]);
  await banner.getByRole("button", { name: "退出预览" }).click();
  await page.waitForURL(new RegExp(id));
  await banner.waitFor({ state: "detached" });
  await settled(page);
  expect((await entries()).length).toBeGreaterThan(40);
  await desk.close();
});

it("changes under its holder's hands: what is taken is refused at the next call and leaves the menu, what is given opens", async () => {
  const admin = await stage.admin();
  const { id: role } = await admin.ok(callsOf(roles).create, { name: "临时岗", base: null, memo: "", discountPercent: 0 }, at);
  await admin.ok(platform.saveRoleCodes, { id: role, codes: ["club_list"], was: [] }, at);
  const person = { name: "孙临时", username: "linshi", phone: "", role, password: PASSWORD };
  await admin.ok(callsOf(staff).create, person, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "linshi");
  await page.goto("/dashboard");
  await page.locator(".side").waitFor();
  await page.goto("/club/club-list");
  await page.getByText("蓝盾俱乐部").first().waitFor();
  await admin.ok(platform.saveRoleCodes, { id: role, codes: ["coach_list"], was: ["club_list"] }, at);
  await page.reload();
  await page
    .getByText(/没有.*权限|无权/)
    .first()
    .waitFor();
  await page.goto("/coach/coach-list");
  await page.locator("#page table, #page .empty").first().waitFor();
  await settled(page);
  const entries = await page.locator(".side a[href]").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(entries).toContain("/coach/coach-list");
  expect(entries).not.toContain("/club/club-list");
  await desk.close();
});

/**
 * Events that a desk meets during its work: an update, another desk's cancellation, a number read out, a page that is gone, pinned screens.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { members } from "../../src/contract/members/members";
import { sale } from "../../src/contract/sale/sale";
import { shell } from "../../src/contract/platform/shell";
import { shifts } from "../../src/contract/shift/shift";
import { addDays } from "../../src/contract/core/time";
import { axe, type Desk, enter, openInApp, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, LONG, POOR, RICH } from "../support/browser-data";
import { bookerOf, cellOf, openGrid } from "../support/browser-grid";
import { scan } from "../support/browser-scan";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const at = { venueId: BADMINTON.id };
const db = () => stage.database.dbFor(BADMINTON.id);
const RED_BULL = { name: "红牛 维生素功能饮料 250ml", barcode: "6920202888883" };

/** A desk at which an update came out an hour ago; the answer to the check waits until it is let go. */
async function updated(): Promise<Desk & { arrive(): void; readonly arrived: Promise<unknown> }> {
  const desk = await stage.open({ news: true });
  const upTime = new Date(stage.now().getTime() - 3_600_000).toISOString();
  let arrive = (): void => undefined;
  const gate = new Promise<void>((open) => (arrive = open));
  await desk.context.route(`**${shell.updateNotice.path}*`, async (route) => {
    await gate;
    await route.fulfill({ json: { code: 200, msg: "", data: { upTime, memo: "新增固定场与候补。" } } });
  });
  const arrived = desk.page.waitForResponse((response) => response.url().includes(shell.updateNotice.path));
  return { ...desk, arrive, arrived };
}
const MARKED = "消息，有更新公告";

it("keeps an update behind the message button while a till sells, so that its keys go to the till", async () => {
  const desk = await updated();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto("/sale/sale-from2");
  await page.locator(".till-tile").first().waitFor();
  await scan(page, RED_BULL.barcode);
  await page.locator(".till-lines").getByText(RED_BULL.name).waitFor();
  desk.arrive();
  await desk.arrived;
  await page.getByRole("button", { name: MARKED }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("F9");
  await page.locator(".till-right .ft .btn-primary:focus").waitFor();
  // Home shows it, once.
  await openInApp(page, "/dashboard");
  const notice = page.getByRole("dialog", { name: "更新公告" });
  await notice.waitFor();
  await notice.getByRole("button", { name: "知道了" }).press("Enter");
  await notice.waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: MARKED }).count()).toBe(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("keeps an update behind the message button over a half-finished import, and opens it from there", async () => {
  const desk = await updated();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venueUser/venue-user-list");
  await page.getByRole("button", { name: "导入" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  desk.arrive();
  await desk.arrived;
  await page.locator(".top .badge-dot").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: MARKED }).click();
  await page.locator(".bell-update").click();
  await page.getByRole("dialog", { name: "更新公告" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await desk.close();
});

it("does not open an update on the home page once its first second is over", async () => {
  const desk = await updated();
  const { page } = desk;
  await enter(page, "manager");
  await page.locator(".dashboard h1").waitFor();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1_100)));
  desk.arrive();
  await desk.arrived;
  await page.getByRole("button", { name: MARKED }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await desk.close();
});

it("shows a desk that was about to cancel who cancelled first, and that nothing is to be paid out", async () => {
  const day = addDays(stage.tomorrow, 6);
  const admin = await stage.admin();
  const grid = await admin.ok(booking.grid, { day, days: 1 }, at);
  const runs = [{ placeId: grid.places.find(({ name }) => name === "4")?.id ?? "", start: 600, end: 660 }];
  const memberId = await stage.memberId(RICH.phone);
  const { total } = await admin.ok(booking.quote, { venueId: BADMINTON.id, day, runs, memberId }, at);
  const order = await admin.ok(
    booking.create,
    { day, runs, memberId, mode: "pay", payments: [{ type: "Cash", amount: total }], expectedTotal: total },
    { ...at, key: randomUUID() },
  );
  // The manager gives back what another took: only out of cash that is in the manager's own drawer.
  await (await stage.as("manager")).ok(shifts.open, { float: total }, { ...at, key: randomUUID() });
  const [first, second] = [await stage.open(), await stage.open()];
  for (const [desk, who] of [
    [first, "manager"],
    [second, "cashier"],
  ] as const) {
    await signIn(desk.page, who);
    await openGrid(desk.page, day);
    await (await cellOf(desk.page, "4", 600)).locator(".bk").click();
    await desk.page.locator(".acts-order").getByRole("button", { name: "更多操作" }).click();
    await desk.page.getByRole("button", { name: "取消预订" }).click();
    await desk.page.locator(".preview").waitFor();
  }
  const manager = await db().selectFrom("person").select("name").where("username", "=", "manager").executeTakeFirstOrThrow();
  await first.page.getByRole("button", { name: /^取消并退款/ }).click();
  await expect.poll(() => bookerOf(first.page, "4", 600)).toBeUndefined();
  const told = second.page.locator(".panel [role=alert]", { hasText: `已被${manager.name}取消` });
  // The refused preview may be shown a moment before the order itself.
  await expect.poll(() => told.first().innerText()).toContain("不要再付给客人");
  expect(await second.page.getByRole("button", { name: /^取消并退款/ }).count()).toBe(0);
  expect(await first.page.locator(".panel [role=alert]", { hasText: "已被" }).count(), "one's own is no news").toBe(0);
  await shot(second.page, "desk-cancelled-meanwhile");
  const paidBack = await db().selectFrom("payment").select("refunded").where("document_id", "=", order.id).execute();
  expect(paidBack).toHaveLength(1);
  expect(first.faults.concat(second.faults)).toEqual([]);
  await Promise.all([first.close(), second.close()]);
});

it("opens a sale, a recharge, a cart on hold and a shift by their whole number from the palette", async () => {
  const admin = await stage.admin();
  const { id: productId } = await db().selectFrom("product").select("id").where("barcode", "=", RED_BULL.barcode).executeTakeFirstOrThrow();
  const sold = await admin.ok(
    sale.create,
    { lines: [{ productId, quantity: 1 }], payments: [{ type: "Cash", amount: "7.00" }] },
    { ...at, key: randomUUID() },
  );
  const recharge = await db().selectFrom("recharge").select(["no", "member_id"]).orderBy("id").executeTakeFirstOrThrow();
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "admin");
  await settled(page);
  const open = async (no: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.locator("dialog.palette input").fill(no);
    await page.locator(".palette-line", { hasText: no }).first().waitFor();
    await page.keyboard.press("Enter");
  };
  await open(sold.no);
  await page.waitForURL(`**/sale/sale-list/${sold.id}`);
  await page.keyboard.press("Escape");
  await open(recharge.no.toLowerCase());
  await page.waitForURL(`**/venueUser/venue-user-list/${recharge.member_id}`);
  await page.keyboard.press("Escape");
  // A cart on hold comes to the till; a shift opens on its page.
  const cart = await admin.ok(sale.modify, { mode: "hang", lines: [{ productId, quantity: 2 }] }, { ...at, key: randomUUID() });
  await open(cart.no);
  await page.locator(".till-lines:visible").getByText(RED_BULL.name).waitFor();
  await page.locator(".till-right:visible .till-due").getByText("14.00").waitFor();
  expect(new URL(page.url()).search).toBe("");
  const shift = await db().selectFrom("shift").select(["id", "no", "operator"]).orderBy("opened_at").executeTakeFirstOrThrow();
  await open(shift.no);
  await page.waitForURL(`**/sale/shift?shift=${shift.id}`);
  await page.locator(".shift-head:visible").getByText(shift.no).waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("goes to the last page that there is, when the one of the address is gone or its last row was", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venueUser/venue-user-list?page=9");
  await page.locator("tbody tr:visible", { hasText: RICH.name }).waitFor();
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();
  await page.goto(`/venueUser/venue-user-list?q=${POOR.phone}&page=3`);
  await page.locator("tbody tr:visible", { hasText: POOR.name }).waitFor();
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();
  expect(new URL(page.url()).searchParams.get("q")).toBe(POOR.phone);
  await page.goto("/venueUser/venue-user-list?q=nobody-at-all&page=3");
  await page.getByText("没有符合").first().waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("keeps pinned screens and folded groups for the person at the venue, in another browser too", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await settled(page);
  const list = page.locator(".nav li", { hasText: "会员列表" });
  await list.hover();
  const sent = () => page.waitForResponse((response) => response.url().includes("/preferences/save"));
  const pinned = sent();
  await list.locator(".pin").click();
  await pinned;
  const group = page.locator(".nav h2 button", { hasText: /^会员/ }).first();
  const folded = sent();
  await group.click();
  await folded;
  const title = await group.innerText();
  // By keys: the palette pins the page on show.
  await openInApp(page, "/sale/sale-list");
  await settled(page);
  const byKeys = sent();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("收藏当前");
  await page.locator(".palette-line", { hasText: "收藏当前页面" }).waitFor();
  await page.keyboard.press("Enter");
  await byKeys;
  expect(await axe(page)).toEqual([]);
  await shot(page, "desk-pinned");

  const other = await stage.open();
  await enter(other.page, "manager");
  const top = other.page.locator(".nav section").first();
  await expect.poll(() => top.locator("a .cut").allInnerTexts()).toEqual(["会员列表", expect.any(String)]);
  const sameGroup = other.page.locator(".nav h2").getByRole("button", { name: title.trim(), exact: true });
  expect(await sameGroup.getAttribute("aria-expanded")).toBe("false");
  expect(desk.faults.concat(other.faults)).toEqual([]);
  await Promise.all([desk.close(), other.close()]);
});

it("names a member who has expired or is frozen, offers the others first, and renews from there", async () => {
  await db().updateTable("member").set({ state: "expired", expires_on: "2026-11-01" }).where("phone", "=", POOR.phone).execute();
  await db().updateTable("member").set({ state: "frozen", state_reason: "卡丢了" }).where("phone", "=", LONG.phone).execute();
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "manager");
  await page.goto(`/book/venue-booking?day=${stage.tomorrow}`);
  await page.locator("table.g td[data-k]").first().waitFor();
  await (await cellOf(page, "6", 900)).click();
  const search = page.locator(".panel .find-member input");
  await search.fill("1380002000");
  const hits = page.locator(".panel .found li");
  await hits.nth(3).waitFor();
  const texts = await hits.allInnerTexts();
  const stopped = texts.map((text) => /已过期|冻结/.test(text));
  expect(stopped.filter(Boolean)).toHaveLength(2);
  expect(stopped.lastIndexOf(false)).toBeLessThan(stopped.indexOf(true));
  await shot(page, "desk-finder");
  await hits.filter({ hasText: POOR.name }).click();
  const notice = page.locator(".find-member [role=alert]");
  await notice.waitFor();
  expect(await notice.innerText()).toContain(POOR.name);
  expect(await page.locator(".panel .mem").count()).toBe(0);
  await notice.getByRole("button", { name: "续期" }).click();
  const ask = page.getByRole("dialog");
  await ask.getByRole("combobox").selectOption("3");
  await ask.getByRole("button", { name: "续期" }).click();
  await page.locator(".panel .mem", { hasText: POOR.name }).waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("refuses a recharge above the legal limit while it is typed, before any code is scanned", async () => {
  await db().updateTable("venue").set({ province: "上海市" }).where("id", "=", BADMINTON.id).execute();
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  const id = await stage.memberId(RICH.phone);
  await page.goto(`/venueUser/venue-user-list/${id}`);
  await page.locator(".drawer-actions").getByRole("button", { name: "充值", exact: true }).click();
  const form = page.locator("form.recharge");
  await form.locator("input").first().fill("4500.01");
  await form.locator("[role=alert]", { hasText: "沪体规文〔2025〕1号" }).waitFor();
  expect(
    await form
      .getByRole("button", { name: /^收款|^充值|4,500/ })
      .last()
      .isDisabled(),
  ).toBe(true);
  await shot(page, "desk-recharge-limit");
  await form.locator("input").first().fill("100");
  await form.locator("button[type=submit]:enabled").waitFor();
  const { principal } = await (await stage.admin()).ok(members.view, { id }, at);
  expect(principal).toBe("500.00");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

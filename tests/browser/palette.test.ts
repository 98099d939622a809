/** The palette, the sheet of keys and the help, by keys alone. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axe, enter, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BOOKED, RICH } from "../support/browser-data";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const SOON = { timeout: 10_000 };
const PALETTE = "dialog.palette";
const line = (page: Page, text: string) => page.locator(".palette-line", { hasText: text });

it("opens a screen in five keystrokes and gives the focus to the page, whose own keys work at once", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hyl");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/venueUser/venue-user-list");
  expect(await page.locator(PALETTE).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("page");
  await page.locator("tr[data-opens]").first().waitFor();
  await page.keyboard.press("j");
  await page.locator("tr[data-cursor]").waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("finds a member by pinyin initials and an order by its number, on the server", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(RICH.initials);
  await line(page, RICH.name).waitFor();
  expect(await line(page, RICH.name).innerText()).toContain("本金");
  expect(await axe(page)).toEqual([]);
  await shot(page, "palette-member");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/venueUser/venue-user-list/*");
  await page.locator(".drawer-head", { hasText: RICH.name }).waitFor();

  const admin = await stage.admin();
  const [{ bookingOrders }, { callsOf }] = await Promise.all([
    import("../../src/contract/booking/booking-orders"),
    import("../../src/contract/core/resource/calls"),
  ]);
  const orders = await admin.ok(callsOf(bookingOrders).list, { q: BOOKED.name }, { venueId: "10001" });
  const no = orders.content[0]?.no ?? "";
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(no, { delay: 40 });
  await line(page, no).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/book/venue-booking?*order=*");
  await desk.close();
});

long("keeps the choice of the arrows while the server's answers come in, and says when nothing is found", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "manager");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hy");
  await page.keyboard.press("ArrowDown");
  const chosen = page.locator(".palette-line[aria-selected=true] b");
  const before = await chosen.innerText();
  await page.waitForTimeout(600);
  expect(await chosen.innerText()).toBe(before);
  await page.locator(`${PALETTE} input`).fill("qqqqqq");
  await page.locator(PALETTE, { hasText: "没有找到" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(PALETTE).waitFor({ state: "detached" });
  await desk.close();
});

long("does what needs no screen: dark appearance, English, and back", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await enter(page, "cashier");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sswg", { delay: 40 });
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset["theme"] ?? document.documentElement.className), SOON)
    .toContain("dark");
  await page.keyboard.press("Control+k");
  // By its name in the language that is not on screen.
  await page.keyboard.type("password", { delay: 40 });
  await page.locator(".palette-line[aria-selected=true]", { hasText: "修改密码" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  // As a person types: a burst with Enter at its end is a scanner's.
  await page.keyboard.type("english", { delay: 40 });
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.documentElement.lang), SOON).toMatch(/^en/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("members", { delay: 40 });
  await page.locator(".palette-line[aria-selected=true]", { hasText: "Members" }).waitFor();
  await desk.close();
});

it("runs the commands of the screen on show by keys alone, and offers none of a screen that was left", async () => {
  const desk = await stage.open();
  const { page } = desk;
  const run = async (words: string, name: RegExp): Promise<void> => {
    await page.keyboard.press("Control+k");
    // As a person types: a burst with Enter at its end is a scanner's.
    await page.keyboard.type(words, { delay: 40 });
    await page.locator(".palette-line[aria-selected=true]", { hasText: name }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(PALETTE).waitFor({ state: "detached" });
  };
  await enter(page, "manager");
  await page.goto("/book/venue-booking");
  await settled(page);
  await run("后一天", /后一天/);
  await page.waitForURL((url) => url.searchParams.has("day"));
  // A nested one, by its own name; it stands behind its group.
  await page.goto("/finance/booking-place-order/list");
  await settled(page);
  await run("待付款", /视图 › 待付款/);
  await page.waitForURL((url) => url.searchParams.get("orderStatus") === "held,reserved");
  // A form's: what is missing is asked for, so it was pressed.
  await page.goto("/venueUser/venue-user-form");
  await settled(page);
  await run("保存", /保存|开卡/);
  await page.locator(".ant-form-item-explain-error").first().waitFor();
  await page.goto("/dashboard");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("待付款", { delay: 40 });
  await settled(page);
  expect(await page.locator(".palette-line", { hasText: "视图 ›" }).count()).toBe(0);
  await desk.close();
});

it("shows the keys of the page with ?, and its help with F1", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "manager");
  await page.goto("/venueUser/venue-user-list");
  await settled(page);
  await page.keyboard.press("?");
  await page.locator("dialog.keys-sheet", { hasText: "搜索列表" }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("dialog.keys-sheet").waitFor({ state: "detached" });
  await page.keyboard.press("F1");
  await page.locator("aside.help ol, aside.help ul").first().waitFor();
  expect(await axe(page)).toEqual([]);
  await shot(page, "help");
  await page.keyboard.press("Escape");
  await page.locator("aside.help").waitFor({ state: "detached" });
  // In a field the question mark is a question mark.
  await page.keyboard.press("/");
  await page.keyboard.type("?");
  expect(await page.locator(".list-search").inputValue()).toBe("?");
  expect(await page.locator("dialog.keys-sheet").count()).toBe(0);
  await desk.close();
});

/** The board of sessions in a browser: a place sold to a package card, two desks on the last place, a session planned and cancelled. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { cards } from "../../src/contract/cards/cards";
import { members } from "../../src/contract/members/members";
import { type HallSession, capacitySessions } from "../../src/contract/capacitySessions/capacity-sessions";
import { addDays, DEFAULT_ZONE, wall } from "../../src/contract/core/time";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { SWIMMING } from "../support/browser-data";
import { countedKeys } from "../support/browser-keys";
import { scan } from "../support/browser-scan";
import { long, variants } from "../support/forms";
import type { Client } from "../support/server";

const at = { venueId: SWIMMING.id };
const SWIMMER = { name: "罗雨桐", phone: "13800020021" } as const;
let stage: Stage;
let admin: Client;
let hall: { id: string };
beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  hall = (await admin.ok(capacitySessions.list, { day: stage.tomorrow }, at)).halls[0] ?? { id: "" };
  const types = await admin.ok(members.cardTypes, {}, at);
  const member = await admin.ok(
    members.create,
    { ...SWIMMER, gender: "unknown", birthday: null, cardTypeId: types.content[0]?.id ?? "", cardNo: "", tags: [], memo: "" },
    at,
  );
  const card = (await admin.ok(cards.definitions, { page: 0, size: 20 }, at)).content[0];
  const payments = [{ type: "WeChat" as const, amount: card?.price ?? "" }];
  await admin.ok(cards.sell, { memberId: member.id, packageCardId: card?.id ?? "", payments }, at);
});
afterAll(() => stage?.close());

/** A session of tomorrow at the hour (10.5: 10:30), made and on sale. */
async function session(hour: number, maxPlace: number, day = stage.tomorrow): Promise<HallSession> {
  const slots = [{ start: Math.round(hour * 60), end: Math.round(hour * 60) + 90 }];
  const plan = { hallId: hall.id, from: day, to: day, weekdays: [1, 2, 3, 4, 5, 6, 7], slots, name: "晚场", price: "50.00", maxPlace };
  await admin.ok(capacitySessions.plan, { ...plan, onShelf: true }, at);
  const made = (await admin.ok(capacitySessions.list, { day }, at)).content.find((one) => one.startTime === Math.round(hour * 60));
  if (!made) throw new Error("no session");
  return made;
}
const leftOf = async (id: string) => (await admin.ok(capacitySessions.view, { id }, at)).leftPlace;
const board = (one: HallSession, more = "") => `/book/hall-booking?day=${one.day}&session=${one.id}${more}`;

it.each(variants(["dark", "light"] as const))(
  "sells a place to a member's card, lets another desk see it, and gives it back (%s)",
  async (theme) => {
    const one = await session(theme === "light" ? 18 : 20, 10);
    const desk = await stage.open({ theme });
    const { page } = desk;
    await signIn(page, "admin", SWIMMING.name);
    const other = await desk.tab();
    await other.goto(`/book/hall-booking?day=${one.day}`);
    const card = other.locator(`[data-session="${one.id}"]`);
    await card.waitFor();
    await page.bringToFront();
    await page.goto(board(one));
    await page.locator(".find-member").waitFor();
    await page.keyboard.press("F2");
    await page.locator(".find-member input:focus").waitFor();
    await page.keyboard.type(SWIMMER.name);
    await page.locator(".found li", { hasText: SWIMMER.name }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "扣 1 次" }).waitFor();
    await page.getByRole("button", { name: "增加" }).click();
    await settled(page);
    await shot(page, `sessions-sell-${theme}`);
    expect(await axe(page)).toEqual([]);
    await page.getByRole("button", { name: "扣 2 次" }).click();
    await card.getByText("余 8").waitFor();
    expect(await leftOf(one.id)).toBe(8);

    await page.getByRole("button", { name: "预订（1）" }).click();
    await page.getByRole("button", { name: `取消 ${SWIMMER.name} 的预订` }).click();
    await page.getByLabel("取消原因").fill("客人有事");
    await settled(page);
    await shot(page, `sessions-give-up-${theme}`);
    expect(await axe(page)).toEqual([]);
    await page.locator(".panel-form button[type=submit]:visible").click();
    await page.getByText("已取消，次卡退回 2 次").waitFor();
    expect(await leftOf(one.id)).toBe(10);
    expect(desk.faults).toEqual([]);
    await desk.close();
  },
);

it("sells the last place to one of two desks, and the other keeps what it typed", async () => {
  const one = await session(8, 1);
  const desks = [await stage.open(), await stage.open()];
  for (const [i, { page }] of desks.entries()) {
    await signIn(page, "admin", SWIMMING.name);
    await page.goto(board(one));
    await page.getByRole("button", { name: "散客", exact: true }).click();
    await page.getByLabel("姓名").fill(`散客${i + 1}`);
    await page.getByRole("button", { name: "收款 ¥50.00" }).waitFor();
  }
  // Neither hears of the other before both have asked.
  const sent = desks.map(({ page }) => page.waitForResponse((answer) => answer.url().includes("/hall-booking/book")));
  await Promise.all(desks.map(({ page }) => page.getByRole("button", { name: "收款 ¥50.00" }).click()));
  const codes = await Promise.all(sent.map(async (answer) => ((await (await answer).json()) as { code: number }).code));
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const loser = desks[codes.indexOf(409)];
  await loser?.page.getByText("的场次只剩 0 个名额").waitFor();
  expect(await loser?.page.getByLabel("姓名").inputValue()).toBe(`散客${codes.indexOf(409) + 1}`);
  expect(await leftOf(one.id)).toBe(0);
  for (const desk of desks) await desk.close();
});

long("is worked by keys: F2 gives them to the booker, a dialog begins with its first field and gives them back", async () => {
  const one = await session(9, 10, addDays(stage.tomorrow, 4));
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin", SWIMMING.name);
  await page.goto(`/book/hall-booking?day=${one.day}`);
  await page.locator(".sess").first().waitFor();
  const chosen = page.locator(".date-strip .day[aria-pressed=true]");
  const before = await chosen.innerText();
  await page.keyboard.press("]");
  await expect.poll(() => chosen.innerText()).not.toBe(before);
  await page.keyboard.press("[");
  await page.locator(".sess").first().waitFor();
  await page.keyboard.press("F2");
  await page.locator(".find-member input:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".sess:focus").waitFor();
  const plan = page.getByRole("button", { name: "排场次" });
  await plan.focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog .ant-picker input:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  expect(await plan.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("plans sessions with a preview, and cancels one after showing what goes back", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin", SWIMMING.name);
  await page.goto(`/book/hall-booking?day=${stage.tomorrow}&view=week`);
  await page.getByRole("button", { name: "排场次" }).first().click();
  await page.getByLabel("每人价格").fill("45");
  await page.getByText(/新增 \d+ 场/).waitFor();
  await settled(page);
  await shot(page, "sessions-plan");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: /新建 \d+ 场/ }).click();
  await page.getByText(/已新建 \d+ 场/).waitFor();
  await settled(page);
  await shot(page, "sessions-week");
  expect(await axe(page)).toEqual([]);

  const day = stage.tomorrow;
  const first = (await admin.ok(capacitySessions.list, { day }, at)).content.find((one) => one.leftPlace > 4);
  if (!first) throw new Error("nothing was planned");
  const payments = [{ type: "WeChat" as const, amount: (2 * Number(first.price)).toFixed(2) }];
  await admin.ok(capacitySessions.book, { id: first.id, attendees: 2, name: "王芳", payments }, at);
  await page.goto(board(first));
  await page.getByRole("button", { name: "取消场次" }).click();
  await page.getByLabel("取消原因").fill("水质检测");
  await page.getByRole("button", { name: "取消并退 1 笔预订" }).waitFor();
  await settled(page);
  await shot(page, "sessions-cancel");
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "取消并退 1 笔预订" }).press("Enter");
  await page.getByText("场次已取消，1 笔预订已退").waitFor();
  await page.locator("h2:focus").waitFor();
  expect((await admin.ok(capacitySessions.view, { id: first.id }, at)).status).toBe("cancelled");
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long.each([
  { width: 1024, height: 768, language: "en", theme: "dark" },
  { width: 390, height: 844, language: "zh", theme: "light" },
] as const)("fits $width px in $language", async ({ width, height, language, theme }) => {
  const one = await session(width === 390 ? 14 : 12, 8, addDays(stage.tomorrow, 30));
  const desk = await stage.open({ width, height, language, theme });
  const { page } = desk;
  await signIn(page, "admin", SWIMMING.name);
  await page.goto(`/book/hall-booking?day=${one.day}`);
  await page.locator(`[data-session="${one.id}"]`).waitFor();
  await settled(page);
  await shot(page, `sessions-board-${width}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await axe(page)).toEqual([]);
  await page.locator(`[data-session="${one.id}"]`).click();
  await page.locator(".panel .panel-form").waitFor();
  await settled(page);
  await shot(page, `sessions-panel-${width}`);
  expect(await axe(page)).toEqual([]);
  await desk.close();
});

long.each([
  { width: 1440, height: 900, language: "zh", theme: "light" },
  { width: 390, height: 844, language: "en", theme: "dark" },
] as const)("takes several sessions off sale together, at $width px in $language", async ({ width, height, language, theme }) => {
  const day = addDays(stage.tomorrow, width === 390 ? 41 : 40);
  const [early, late] = [await session(7, 10, day), await session(15, 10, day)];
  const desk = await stage.open({ width, height, language, theme });
  const { page } = desk;
  await signIn(page, "admin", SWIMMING.name);
  await page.goto(`/book/hall-booking?day=${day}`);
  await page.locator(`[data-session="${early.id}"]`).waitFor();
  await page.locator(".bar .btn", { hasText: language === "zh" ? "批量上下架" : "On / off sale" }).click();
  await page.locator(`[data-session="${early.id}"]`).click();
  await page.locator(`[data-session="${late.id}"]`).click();
  await settled(page);
  await shot(page, `sessions-bulk-${width}`);
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await page.locator(".sess-bulk .btn", { hasText: language === "zh" ? "下架 2 场" : "Take 2 off sale" }).click();
  await page.locator(`[data-session="${late.id}"][data-state="off_shelf"]`).waitFor();
  const now = (await admin.ok(capacitySessions.list, { day }, at)).content.filter((one) => [early.id, late.id].includes(one.id));
  expect(now.map((one) => one.status)).toEqual(["off_shelf", "off_shelf"]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("finds a booking by the end of its phone in the palette, and lets the person in: in seven keystrokes from another screen", async () => {
  const today = addDays(stage.tomorrow, -1);
  const one = await session(21, 5, today);
  const booker = { name: "陈子昂", phone: "13600138642" } as const;
  const payments = [{ type: "WeChat" as const, amount: "50.00" }];
  const booked = await admin.ok(capacitySessions.book, { id: one.id, attendees: 1, ...booker, payments }, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "swim", SWIMMING.name);
  await page.goto("/dashboard");
  await settled(page);
  const { press, strokes } = countedKeys(page);
  await press("Control+k");
  await press(...booker.phone.slice(-4).split(""));
  await page.locator(".palette-line[aria-selected=true]", { hasText: booked.no }).waitFor();
  await shot(page, "palette-session");
  await press("Enter");
  await page.locator(".sess-list [data-found] button:focus").waitFor();
  expect(await axe(page)).toEqual([]);
  await shot(page, "sessions-found");
  await press("Enter");
  await expect.poll(async () => (await admin.ok(capacitySessions.view, { id: one.id }, at)).entered).toBe(1);
  expect(strokes()).toBe(7);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("opens the booking of a scanned card, hands out the scanned wristband, finds who has it, and takes it back", async () => {
  const one = await session(19, 10, addDays(stage.tomorrow, -1));
  const [swimmer] = (await admin.ok(members.list, { q: SWIMMER.phone, page: 0, size: 1 }, at)).content;
  await admin.ok(
    capacitySessions.book,
    { id: one.id, attendees: 1, memberId: swimmer?.id ?? "", payments: [{ type: "WeChat", amount: "50.00" }] },
    at,
  );
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin", SWIMMING.name);
  await page.goto(`/book/hall-booking?day=${stage.tomorrow}`);
  await page.getByRole("button", { name: "手环（0）" }).waitFor();
  await scan(page, swimmer?.cardNo ?? "");
  await page.getByRole("button", { name: `给 ${SWIMMER.name} 发手环` }).waitFor();
  await scan(page, "0047120");
  await page.getByText("手环 0047120", { exact: true }).waitFor();
  await page.getByText("已入场 1/1").waitFor();
  await page.getByRole("button", { name: "手环（1）" }).waitFor();
  // Whatever is open, and wherever somebody types.
  await page.goto(board(one));
  await page.locator(".find-member input").click();
  await page.getByRole("button", { name: "手环（1）" }).waitFor();
  await scan(page, "0047120");
  await page.locator("li[data-found]", { hasText: SWIMMER.name }).waitFor();
  await settled(page);
  await shot(page, "sessions-wristband");
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByText("没有手环在外").waitFor();
  expect((await admin.ok(capacitySessions.bands, {}, at)).content).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("lets in at the gate by a scan, says why not, and gives the next code out as wristband until it comes back", async () => {
  const today = addDays(stage.tomorrow, -1);
  // Begins in a quarter of an hour or so: what is on already can't be planned.
  const { minute } = wall(stage.now(), DEFAULT_ZONE);
  const one = await session((Math.ceil(minute / 5) * 5 + 15) / 60, 20, today);
  const [swimmer] = (await admin.ok(members.list, { q: SWIMMER.phone, page: 0, size: 1 }, at)).content;
  const payments = [{ type: "WeChat" as const, amount: "50.00" }];
  const booked = await admin.ok(capacitySessions.book, { id: one.id, attendees: 1, memberId: swimmer?.id ?? "", payments }, at);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "swim", SWIMMING.name);
  await page.goto("/book/hall-booking");
  await page.getByRole("button", { name: "入场", exact: true }).click();
  await page.getByText("请刷卡", { exact: true }).waitFor();
  await scan(page, "NOBODY-77");
  await page.getByText("不能入场").waitFor();
  expect(await axe(page)).toEqual([]);
  await scan(page, swimmer?.cardNo ?? "");
  await page.getByText("可以入场").waitFor();
  await page.locator(".gate-count", { hasText: /^1\s*\// }).waitFor();
  await scan(page, "0047121");
  await page.locator(".gate-band", { hasText: "0047121" }).waitFor();
  await settled(page);
  await shot(page, "gate");
  expect(await axe(page)).toEqual([]);
  await scan(page, "0047121");
  await page.getByText("已出场").waitFor();
  await page.locator(".gate-count", { hasText: /^0\s*\// }).waitFor();
  // Typed, by the end of the phone: in already.
  await page.locator(".gate-box input").fill(SWIMMER.phone.slice(-4));
  await page.keyboard.press("Enter");
  await page.getByText("的场次已经入场").waitFor();
  await shot(page, "gate-refused");
  expect((await admin.ok(capacitySessions.view, { id: one.id }, at)).bookings.find(({ id }) => id === booked.id)?.entered).toBe(1);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

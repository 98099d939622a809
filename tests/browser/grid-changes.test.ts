/** Changing what is booked: a booking moved to another court, extended, given up; the next in the queue; a hall closed, all or nothing. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking, type BookingOrderDetail } from "../../src/contract/booking/booking";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { fen, showFen } from "../../src/contract/core/money";
import { addDays } from "../../src/contract/core/time";
import { axe, openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR, RICH } from "../support/browser-data";
import { bookerOf, cellOf, openGrid } from "../support/browser-grid";
import { postingsOf } from "../support/browser-ledger";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const sending = () => ({ venueId: BADMINTON.id, key: randomUUID() });

/** A paid booking of a court, by cash for a person passing by, or by WeChat for a member. */
async function book(day: string, place: string, start: number, end: number, phone?: string): Promise<BookingOrderDetail> {
  const admin = await stage.admin();
  const grid = await admin.ok(booking.grid, { day, days: 1 }, sending());
  const runs = [{ placeId: grid.places.find(({ name }) => name === place)?.id ?? "", start, end }];
  const who = phone === undefined ? { name: "贺知章", phone: "13712345678" } : { memberId: await stage.memberId(phone) };
  const { total } = await admin.ok(
    booking.quote,
    { venueId: BADMINTON.id, day, runs, ...("memberId" in who ? { memberId: who.memberId } : {}) },
    sending(),
  );
  const payments = [{ type: "Cash" as const, amount: total }];
  return admin.ok(booking.create, { day, runs, ...who, mode: "pay", payments, expectedTotal: total }, sending());
}
const viewed = async (id: string): Promise<BookingOrderDetail> => (await stage.admin()).ok(booking.view, { id }, sending());
const block = async (page: Page, place: string, minute: number) => (await cellOf(page, place, minute)).locator(".bk");

it("moves a booking that is dragged to a dearer hour, after both prices were shown, and takes the difference", async () => {
  const day = addDays(stage.tomorrow, 1);
  const order = await book(day, "3", 960, 1020);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await openGrid(page, day);
  const from = await block(page, "3", 960);
  const to = await cellOf(page, "5", 1140);
  await to.scrollIntoViewIfNeeded();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error("the grid is not drawn");
  await page.mouse.move(a.x + 20, a.y + 6);
  await page.mouse.down();
  await page.mouse.move(a.x + 30, a.y + 30, { steps: 3 });
  await page.mouse.move(b.x + 20, b.y + 6, { steps: 5 });
  await page.locator(".ghost.fits").waitFor();
  await page.mouse.up();

  await page.locator(".from-to").waitFor();
  await page.locator(".panel-form .tot b:not(.stale)").waitFor();
  expect((await page.locator(".from-to").innerText()).replace(/\s+/g, " ")).toMatch(/原来 3 号 16:00–17:00 .* 换到 5 号 19:00–20:00/);
  const extra = fen((await page.locator(".panel-form .tot b").innerText()).replace(/[¥,\s]/g, ""));
  expect(extra).toBeGreaterThan(0);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: `换场并收款 ¥${showFen(extra)}` }).click();
  await expect.poll(() => bookerOf(page, "5", 1140)).toBe("贺知章");
  expect(await bookerOf(page, "3", 960)).toBeUndefined();
  const after = await viewed(order.id);
  expect(fen(after.total) - fen(order.total)).toBe(extra);
  expect(after.payStatus).toBe("paid");
  const legs = await postingsOf(stage.database, BADMINTON.id, order.id);
  expect(legs.reduce((sum, leg) => sum + leg.amount, 0)).toBe(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("moves and extends by keys alone, and gives the focus back to the grid", async ({ task }) => {
  // A week of its own for each try: what was moved before stands where this one goes.
  const day = addDays(stage.tomorrow, 2 + 7 * (task.result?.retryCount ?? 0));
  await book(day, "1", 600, 660);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await openGrid(page, day);
  await (
    await cellOf(page, "1", 600)
  ).evaluate((cell: HTMLElement) => {
    cell.scrollIntoView({ block: "center" });
  });
  await page.locator("table.g td:focus").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("贺知章");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await (await cellOf(page, "1", 600)).focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.locator(".ghost.fits").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".panel-form .ft .btn-primary:focus:not([aria-disabled])").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => bookerOf(page, "2", 600)).toBe("贺知章");

  await page.locator(".panel .acts-order").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("table.g td:focus").waitFor();
  await settled(page);
  await (await cellOf(page, "2", 600)).focus();
  await page.keyboard.press("e");
  await page.keyboard.press("ArrowDown");
  await page.locator(".ghost.fits").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".panel-form .ft .btn-primary:focus:not([aria-disabled])").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".panel .acts-order").waitFor();
  await expect.poll(async () => (await (await block(page, "2", 600)).getAttribute("style"))?.includes("--r: 3")).toBe(true);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long.each([390, 1440])(
  "lets every row be reached while an order's line is drawn out, %i px wide, and shows the order again after Escape",
  async (width) => {
    const day = addDays(stage.tomorrow, width === 390 ? 5 : 6);
    const order = await book(day, "1", 600, 660);
    await book(day, "1", 1260, 1320);
    const desk = await stage.open({ width });
    const { page } = desk;
    await signIn(page, "cashier");
    await page.goto(`/book/venue-booking?day=${day}&order=${order.id}`);
    await page.getByRole("button", { name: "续场…" }).click();
    const bar = page.locator(".carry-bar");
    await bar.waitFor();
    await page.locator(".scroll").evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const last = page.locator("table.g tbody tr:last-child th");
    const [row, over] = [await last.boundingBox(), await bar.boundingBox()];
    if (!row || !over) throw new Error("the grid is not drawn");
    expect(row.y + row.height).toBeLessThanOrEqual(over.y + 1);
    expect(await axe(page)).toEqual([]);
    await (await block(page, "1", 1260)).click();
    await bar.getByText("放不下").waitFor();
    await page.locator("table.g td:focus").waitFor();
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
    await page.locator(".panel .hd h2", { hasText: "贺知章" }).waitFor();
    expect(desk.faults).toEqual([]);
    await desk.close();
  },
);

it("offers a court that was given up to the first in the queue, who is booked from the waitlist", async () => {
  const day = addDays(stage.tomorrow, 3);
  const order = await book(day, "4", 1140, 1200, RICH.phone);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await openGrid(page, day);
  const held = await block(page, "4", 1140);
  await held.scrollIntoViewIfNeeded();
  await held.click({ button: "right" });
  await page.getByRole("menuitem", { name: "排队候补" }).click();
  await page.locator(".panel .find-member input").fill(POOR.name);
  await page.locator(".panel .found li", { hasText: POOR.name }).first().click();
  await page.getByRole("button", { name: "加入候补" }).click();
  await held.locator(".queue").waitFor();
  const admin = await stage.admin();
  await admin.ok(booking.cancel, { id: order.id, reason: "客人有事" }, sending());
  await expect
    .poll(async () => (await admin.ok(waitlist.list, { from: day, to: day, page: 0, size: 20 }, sending())).content[0]?.state)
    .toBe("offered");
  await page.locator(".bar .popover > button").click();
  await page.getByRole("button", { name: "候补名单" }).click();
  await page.locator(".waits li", { hasText: POOR.name }).getByText("已保留场地").waitFor();
  await settled(page);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "接受并收款" }).click();
  await page.locator(".panel-form .ft .btn-primary:focus:not([aria-disabled])").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".panel .acts-order").waitFor();
  await expect.poll(() => bookerOf(page, "4", 1140)).toBe(POOR.name);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("closes courts as previewed or not at all, and previews anew what changed meanwhile", async () => {
  const day = addDays(stage.tomorrow, 4);
  const order = await book(day, "6", 600, 660);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await openGrid(page, day);
  await page.locator(".bar .popover > button").click();
  await page.getByRole("button", { name: "停场处理" }).click();
  const wizard = page.locator("dialog.closing");
  await wizard.getByLabel("6 号", { exact: true }).check();
  await wizard.getByLabel("7 号", { exact: true }).check();
  await wizard.getByLabel("原因").fill("地胶维修");
  await wizard.getByRole("button", { name: "查看受影响的预订" }).click();
  await wizard.locator(".hits li", { hasText: "贺知章" }).waitFor();
  expect(await axe(page)).toEqual([]);
  const other = await book(day, "7", 720, 780);
  await wizard.getByRole("button", { name: "确认停场" }).click();
  await wizard.getByText("刚才有预订变化").waitFor();
  expect([(await viewed(order.id)).lines[0]?.placeName, (await viewed(other.id)).lines[0]?.placeName]).toEqual(["6", "7"]);
  await expect.poll(() => wizard.locator(".hits li").count()).toBe(2);
  await wizard.locator(".hits li").nth(1).getByRole("button", { name: "退款" }).click();
  await wizard.locator(".hits .becomes.refund").waitFor();
  await wizard.getByRole("button", { name: "确认停场" }).click();
  await wizard.waitFor({ state: "detached" });
  await page.locator(".bk.locked", { hasText: "地胶维修" }).first().waitFor();
  expect((await viewed(other.id)).orderStatus).toBe("cancelled");
  expect((await viewed(order.id)).lines[0]?.placeName).not.toBe("6");
  const log = page.locator(".panel .closings");
  expect(await log.locator(".closing-head").first().getAttribute("aria-expanded")).toBe("true");
  await page.locator("table.g td:focus").waitFor();
  await log.locator(".hits li", { hasText: `已全额退款 ¥${showFen(fen(other.total))}` }).waitFor();
  expect(await log.locator(".hits li").count()).toBe(2);
  expect(await axe(page)).toEqual([]);
  await log.locator(".hits li", { hasText: "已换到" }).getByRole("button").click();
  await page.locator(".panel .hd h2", { hasText: "贺知章" }).waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
});

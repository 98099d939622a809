/** Desks beside each other: what one books the other sees; a lost race is shown; money goes back where it came from; all by keyboard. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { booking } from "../../src/contract/booking/booking";
import { fen, showFen } from "../../src/contract/core/money";
import { addDays } from "../../src/contract/core/time";
import { openStage, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR, RICH } from "../support/browser-data";
import { bookerOf, cellOf, chooseCells, openGrid, pickMember, totalOf } from "../support/browser-grid";
import { countedKeys } from "../support/browser-keys";
import { settled } from "../support/browser-settled";
import { balancesOf, postingsOf } from "../support/browser-ledger";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const created = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.url().endsWith(booking.create.path)).then((response) => response.finished());

it("shows another desk's booking on its news, and asks for nothing before", async () => {
  const [one, other] = [await stage.open(), await stage.open()];
  // The news of bookings wait here until they are let go.
  const waiting: (() => void)[] = [];
  await other.page.routeWebSocket(/\/ws\b/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const say = (): void => socket.send(message);
      if (String(message).includes("booking_changed")) waiting.push(say);
      else say();
    });
  });
  let asked = 0;
  other.page.on("request", (request) => void (asked += request.url().includes(booking.grid.path) ? 1 : 0));
  await signIn(one.page, "admin");
  await signIn(other.page, "cashier");
  await openGrid(one.page, stage.tomorrow);
  await openGrid(other.page, stage.tomorrow);
  await chooseCells(one.page, "7", 900, 960);
  await pickMember(one.page, POOR.name, POOR.name);
  await totalOf(one.page);
  const seen = (await cellOf(other.page, "7", 900)).locator(".bk > b", { hasText: POOR.name });
  const answered = created(one.page);
  await one.page.getByRole("button", { name: "仅预订" }).click();
  const before = asked;
  await answered;
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  await settled(other.page);
  expect([asked, await seen.count()]).toEqual([before, 0]);
  const since = performance.now();
  for (const say of waiting.splice(0)) say();
  await seen.waitFor();
  console.log(`another desk's booking was seen ${(performance.now() - since).toFixed(0)} ms after its news`);
  expect(one.faults.concat(other.faults)).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

it("tells the desk that chose the same cells who holds them, before it asks for money, and keeps what it typed", async () => {
  const [one, other] = [await stage.open(), await stage.open()];
  await signIn(one.page, "admin");
  await signIn(other.page, "cashier");
  for (const { page } of [one, other]) {
    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "8", 1140, 1200);
  }
  await other.page.getByRole("button", { name: "散客" }).click();
  await other.page.getByLabel("姓名", { exact: true }).fill("王伟");
  await pickMember(one.page, RICH.initials, RICH.name);
  await totalOf(one.page);
  await one.page.getByRole("button", { name: "预订并收款" }).click();
  const told = other.page.locator(".lost-runs");
  await told.waitFor();
  expect(await told.innerText()).toContain(`8 号 19:00–20:00 已被 ${RICH.name}`);
  expect(await other.page.getByLabel("姓名", { exact: true }).inputValue()).toBe("王伟");
  expect(one.faults.concat(other.faults)).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

it("tells a desk that was cut off from live news by whom and when its cells were taken, and books the offered place instead", async () => {
  const [one, other] = [await stage.open(), await stage.open()];
  await other.page.routeWebSocket(/\/ws\b/, () => undefined);
  await signIn(one.page, "admin");
  await signIn(other.page, "cashier");
  for (const { page } of [one, other]) {
    await openGrid(page, stage.tomorrow);
    await chooseCells(page, "9", 1140, 1200);
  }
  await pickMember(one.page, RICH.initials, RICH.name);
  await totalOf(one.page);
  const answered = created(one.page);
  await one.page.getByRole("button", { name: "预订并收款" }).click();
  await answered;

  const { page } = other;
  await page.getByRole("button", { name: "散客" }).click();
  await page.getByLabel("姓名", { exact: true }).fill("王伟");
  await page.getByLabel("手机号", { exact: true }).fill("13912345678");
  await totalOf(page);
  await page.getByRole("button", { name: "预订并收款" }).click();
  await page.locator(".lost-runs").waitFor();
  expect(await page.locator(".lost-runs").innerText()).toMatch(new RegExp(`9 号 19:00–20:00 已被 ${RICH.name} 于 今天 \\d\\d:\\d\\d 预订`));
  expect([
    await page.getByLabel("姓名", { exact: true }).inputValue(),
    await page.getByLabel("手机号", { exact: true }).inputValue(),
  ]).toEqual(["王伟", "13912345678"]);

  await page.locator(".lost-runs .chip").first().click();
  await totalOf(page);
  await page.getByRole("button", { name: "预订并收款" }).click();
  await page.locator(".bk", { hasText: "王伟" }).first().waitFor();
  expect(one.faults.concat(other.faults)).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

it("shows the preview of a refund before it cancels, and sends each yuan back where it came from", async () => {
  const venueId = BADMINTON.id;
  const day = addDays(stage.tomorrow, 5);
  const before = await balancesOf(stage.database, venueId);
  const order = await bookByTwo(day);
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await openGrid(page, day);
  await (await cellOf(page, "3", 600)).locator(".bk").click();
  await page.locator(".acts-order").getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("button", { name: "取消预订" }).click();
  const preview = page.locator(".preview");
  await preview.waitFor();
  expect((await preview.innerText()).replace(/\s+/g, " ")).toContain(`退款 ${showFen(order.total)}`);
  const back = (await page.locator(".panel-form .lines").innerText()).replace(/\s+/g, " ");
  expect(back).toContain("余额（本金） 20.00");
  expect(back).toContain(`微信收款码 ${showFen(order.total - 2_000)}`);
  await page.getByLabel("取消原因").fill("客人有事");
  await page.getByRole("button", { name: `取消并退款 ¥${showFen(order.total)}` }).click();
  await expect.poll(() => bookerOf(page, "3", 600)).toBeUndefined();

  const legs = await postingsOf(stage.database, venueId, order.id);
  const sums = new Map<string, number>();
  for (const { account, amount } of legs) sums.set(account, (sums.get(account) ?? 0) + amount);
  expect([...sums].filter(([, sum]) => sum !== 0)).toEqual([]);
  expect(await balancesOf(stage.database, venueId)).toEqual(before);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

/** A member's booking of court 3, 10:00–11:00, 20 yuan from the purse and the rest by WeChat. */
async function bookByTwo(day: string): Promise<{ id: string; total: number }> {
  const sending = { venueId: BADMINTON.id, key: randomUUID() };
  const admin = await stage.admin();
  const grid = await admin.ok(booking.grid, { day, days: 1 }, sending);
  const runs = [{ placeId: grid.places.find(({ name }) => name === "3")?.id ?? "", start: 600, end: 660 }];
  const memberId = await stage.memberId(RICH.phone);
  const { total } = await admin.ok(booking.quote, { venueId: BADMINTON.id, day, runs, memberId }, sending);
  const order = await admin.ok(
    booking.create,
    {
      day,
      runs,
      memberId,
      mode: "pay",
      payments: [
        { type: "Balance", amount: "20.00" },
        { type: "WeChat", amount: showFen(fen(total) - 2_000).replaceAll(",", "") },
      ],
      expectedTotal: total,
    },
    sending,
  );
  return { id: order.id, total: fen(total) };
}

it("books a regular member without a mouse: in at most twelve keystrokes from another screen", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await page.goto("/login");
  await page.locator("#username:focus").waitFor();
  await page.keyboard.type("manager");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Venue2026!");
  await page.keyboard.press("Enter");
  await page.locator(".site:focus").waitFor();
  for (let i = 0; i < 3 && !(await page.locator(".site:focus").innerText()).includes(BADMINTON.name); i++)
    await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator(".dashboard h1").waitFor();

  const { press, strokes } = countedKeys(page);
  await press("Control+k", "y", "d", "g");
  await page.locator("dialog[open] [role=option][aria-selected=true]").waitFor();
  await press("Enter");
  await page.locator("table.g td:focus").waitFor();
  await press("]");
  await page.locator(".gridcol:not([aria-busy])").waitFor();
  await page.locator("table.g td.free:focus").waitFor();
  await press("Enter");
  await page.locator(".find-member input:focus").waitFor();
  await press(...RICH.initials.split(""), "Enter");
  await page.locator(".mem", { hasText: RICH.name }).waitFor();
  await totalOf(page);
  await press("Control+Enter");
  await page.locator(".panel h2", { hasText: RICH.name }).waitFor();
  console.log(`a regular member booked in ${strokes()} keystrokes from another screen`);
  expect(strokes()).toBeLessThanOrEqual(12);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

/** Prices in a browser: a plan edited by keys and its effect on what is unpaid, a sync that is safe twice, discounts and why a price is what it is. */
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { booking, type BookingOrderDetail } from "../../src/contract/booking/booking";
import { pricePlans } from "../../src/contract/prices/price-plans";
import { weekday } from "../../src/contract/core/time";
import { axe, openStage, settled, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR } from "../support/browser-data";
import { cellOf, openGrid } from "../support/browser-grid";
import { long } from "../support/forms";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

const PLANS = "/venue-place/place-price-plan-list";
const sending = () => ({ venueId: BADMINTON.id, key: randomUUID() });
const SIX = 1_080;

async function hold(place: string, start: number): Promise<BookingOrderDetail> {
  const admin = await stage.admin();
  const day = stage.tomorrow;
  const grid = await admin.ok(booking.grid, { day, days: 1 }, sending());
  const runs = [{ placeId: grid.places.find(({ name }) => name === place)?.id ?? "", start, end: start + 60 }];
  const memberId = await stage.memberId(POOR.phone);
  const { total } = await admin.ok(booking.quote, { venueId: BADMINTON.id, day, runs, memberId }, sending());
  return admin.ok(booking.create, { day, runs, memberId, mode: "hold", expectedTotal: total }, sending());
}
const letGo = async ({ id }: BookingOrderDetail) => (await stage.admin()).ok(booking.cancel, { id, reason: "客人有事" }, sending());

async function planId(): Promise<string> {
  const { content } = await (await stage.admin()).ok(pricePlans.list, { q: "羽毛球", page: 0, size: 20 }, sending());
  return content[0]?.id ?? "";
}
/** When the first of the program's halls opens: the matrix begins there. */
const OPENS = 360;
const cell = (page: Page, day: number, minute: number) => page.locator(`.pm td[data-day="${day}"][data-half="${minute / 30}"]`);

describe("a price plan", () => {
  it("is edited by keys alone; the unpaid booking it touches is shown from old to new, re-priced when told, and the grid shows the price", async () => {
    const order = await hold("3", SIX);
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "admin");
    await page.goto(`/venue-place/place-price-plan-form/${await planId()}`);
    const day = weekday(stage.tomorrow) - 1;
    // By Tab into the grid, by arrows to the day and hour, by Shift+arrows over two half hours.
    await cell(page, 0, 480).waitFor();
    await page.getByRole("button", { name: "清空" }).focus();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-half"))).toBe(String(OPENS / 30));
    for (let i = 0; i < day; i++) await page.keyboard.press("ArrowRight");
    for (let i = 0; i < (SIX - OPENS) / 30; i++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.type("99.5");
    await page.keyboard.press("Enter");
    expect(await cell(page, day, SIX).innerText()).toBe("99.5");
    expect(await cell(page, day, SIX + 30).innerText()).toBe("99.5");
    expect(await cell(page, day, SIX).getAttribute("aria-label")).toMatch(/18:00–18:30，99\.5 元.*原 /);
    await page.getByText("2 格与已保存的不同").waitFor();

    await page.keyboard.press("Control+z");
    expect(await page.locator(".pm td[data-changed]").count()).toBe(0);
    await page.keyboard.press("Control+y");
    expect(await page.locator(".pm td[data-changed]").count()).toBe(2);
    const undo = page.getByRole("button", { name: "撤销" });
    await undo.press("Enter");
    await undo.and(page.locator(":focus[aria-disabled=true]")).waitFor();
    await page.getByRole("button", { name: "重做" }).press("Enter");
    expect(await page.locator(".pm td[data-changed]").count()).toBe(2);
    expect(await axe(page)).toEqual([]);

    await page.getByRole("button", { name: "保存方案" }).click();
    const dialog = page.getByRole("dialog", { name: "有未付款的预订受影响" });
    await dialog.waitFor();
    const row = (await dialog.locator("tbody tr").innerText()).replace(/\s+/g, " ");
    expect(row).toContain(POOR.name);
    expect(row).toContain(`${order.total} 199.00`);
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole("button", { name: /改为新价/ }).click();
    await dialog.getByRole("button", { name: "保存方案" }).click();
    await page.waitForURL(`**${PLANS}`);

    // Opened again, it shows what was saved, and nothing as changed.
    await page.locator("tr[data-opens]", { hasText: "羽毛球" }).first().click();
    await expect.poll(() => cell(page, day, SIX).innerText()).toBe("99.5");
    expect(await page.locator(".pm td[data-changed]").count()).toBe(0);

    const now = await (await stage.admin()).ok(booking.view, { id: order.id }, sending());
    expect(now.total).toBe("199.00");
    await letGo(order);
    await openGrid(page, stage.tomorrow);
    expect(await (await cellOf(page, "4", SIX)).innerText()).toContain("99.5");
    expect(desk.faults).toEqual([]);
    await desk.close();
  });

  long("takes a pasted spreadsheet, keeps what cannot be read at its cell, and says which plan it would meet", async () => {
    const desk = await stage.open();
    const { page } = desk;
    await signIn(page, "manager");
    await page.goto("/venue-place/place-price-plan-form");
    // It begins with its name, and refused for want of one the focus is there again.
    const name = page.getByPlaceholder("例如：秋冬羽毛球").and(page.locator(":focus"));
    await name.waitFor();
    await page.getByRole("button", { name: "保存方案" }).press("Enter");
    await name.and(page.locator("[aria-invalid=true]")).waitFor();
    await cell(page, 0, 480).waitFor();
    await page.locator(".plan-facts select").selectOption({ label: "羽毛球" });
    await page.getByPlaceholder("例如：秋冬羽毛球").fill("清晨");
    await page.locator(".plan-facts input[type=number]").fill("0");
    await cell(page, 0, 480).click();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "￥30.00\t32\n28\t三十\n");
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    expect(await cell(page, 0, 480).innerText()).toBe("30");
    expect(await cell(page, 1, 480).innerText()).toBe("32");
    expect(await cell(page, 1, 510).innerText()).toBe("三十");
    expect(await cell(page, 1, 510).getAttribute("aria-invalid")).toBe("true");
    await page.getByText("1 格不是价格，请改正后保存").waitFor();
    // Asked to save it, the focus is at that cell, also from another class of customer.
    await page.locator(".plan-matrix").getByRole("button", { name: /^会员/ }).click();
    await page.getByRole("button", { name: "保存方案" }).press("Enter");
    await cell(page, 1, 510).and(page.locator(":focus[aria-invalid=true]")).waitFor();
    await page.keyboard.type("33");
    await page.keyboard.press("Enter");
    expect(await cell(page, 1, 510).getAttribute("aria-invalid")).toBeNull();

    await cell(page, 3, 600).hover();
    await page.mouse.down();
    await cell(page, 4, 660).hover();
    await page.mouse.up();
    await page.getByText(/已选 6 格/).waitFor();
    await page.keyboard.type("21");
    await page.keyboard.press("Enter");
    for (const [day, minute] of [
      [3, 600],
      [4, 660],
      [3, 630],
    ] as const)
      expect(await cell(page, day, minute).innerText()).toBe("21");
    await cell(page, 1, 510).click();
    await page.getByRole("button", { name: /复制周二到/ }).click();
    await page.getByRole("button", { name: "每天" }).click();
    await page.locator(".pm-copy").getByRole("button", { name: "复制", exact: true }).click();
    expect(await cell(page, 6, 510).innerText()).toBe("33");

    await page.getByRole("button", { name: "保存方案" }).click();
    const dialog = page.getByRole("dialog");
    await page
      .getByText(/“清晨”与“.*羽毛球”优先级同为 0/)
      .or(dialog)
      .first()
      .waitFor();
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "保存方案" }).click();
    await page
      .getByText(/“清晨”与“.*羽毛球”优先级同为 0/)
      .first()
      .waitFor();
    expect(await cell(page, 0, 480).innerText()).toBe("32");
    expect(desk.faults.filter((fault) => !fault.includes("Failed to load resource"))).toEqual([]);
    await desk.close();
  });
});

long.each([
  { language: "en", theme: "dark", width: 390 },
  { language: "zh", theme: "dark", width: 1440 },
  { language: "en", theme: "light", width: 1024 },
] as const)("can be read by everyone: a plan in $language, $theme, $width px", async ({ language, theme, width }) => {
  const desk = await stage.open({ language, theme, width });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto(`/venue-place/place-price-plan-form/${await planId()}`);
  await cell(page, 2, 600).click();
  await settled(page);
  expect(await axe(page)).toEqual([]);
  await page.locator(".plan-matrix-head .seg button").nth(1).click();
  await cell(page, 2, 600).click();
  await page.keyboard.type("5");
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press("Enter");
  expect(await cell(page, 2, 600).innerText()).toBe("5");
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("syncs a plan's days, tells what was new, and the second time changes nothing", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venue-place/place-booking-form");
  const figures = page.locator(".sync-figures");
  await figures.waitFor();
  await page.locator(".sync-fields select").selectOption({ index: 0 });
  await settled(page);
  const slots = async () => (await figures.locator("dd").allInnerTexts()).map((text) => Number(text.replaceAll(",", "")));
  const [added = 0] = await slots();
  expect(added).toBeGreaterThan(0);
  await page.getByRole("button", { name: "开始同步" }).click();
  await page.getByText(/同步完成：/).waitFor();
  await expect.poll(async () => (await slots())[0]).toBe(0);
  expect((await slots())[3]).toBeGreaterThanOrEqual(added);
  // While the figures are asked anew the act waits, and takes no click.
  await settled(page);
  await page.getByRole("button", { name: "开始同步" }).click();
  await page.getByText("同步完成：0 个新时段，0 个改价").waitFor();
  await expect.poll(() => page.locator(".sync-log tbody tr").count()).toBe(2);
  expect(await axe(page)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

it("saves base discounts together, shows what a level pays by them and by a promotion that is being written, and which unpaid booking it touches", async () => {
  const order = await hold("9", SIX);
  const desk = await stage.open({ theme: "dark" });
  const { page } = desk;
  await signIn(page, "admin");
  await page.goto("/venue-place/init-discount-set");
  const gold = page.getByLabel("金卡 羽毛球 折扣（%）");
  await gold.fill("170");
  await page.getByText("不能大于 100").waitFor();
  await gold.fill("70");
  await page.locator("tr", { hasText: "金卡" }).getByText("付 70.00").waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByText("保存成功").first().waitFor();

  await page.goto("/venue-place/promotion-discount-form");
  await page.locator("#promotions_name").fill("试一试");
  await page.locator("#promotions_percent").fill("50");
  await page.locator(".trial-fields select").nth(3).selectOption({ label: "金卡" });
  await expect.poll(async () => (await page.locator(".trial").innerText()).replace(/\s+/g, " ")).toContain("促销 试一试");
  // The promotion's name may have been answered before its per cent was.
  await settled(page);
  const [list, pays] = await Promise.all([page.locator(".trial-total s").innerText(), page.locator(".trial-total b").innerText()]);
  expect(Number(pays.replace("¥", ""))).toBe(Number(list) / 2);
  expect(await axe(page)).toEqual([]);
  await page.locator("button[type=submit]").click();
  const dialog = page.getByRole("dialog", { name: "有未付款的预订受影响" });
  await dialog.locator("tbody tr", { hasText: POOR.name }).filter({ hasText: order.total }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "取消" }).click();
  expect(page.url()).toContain("promotion-discount-form");
  await page.locator("button[type=submit]").click();
  await dialog.getByRole("button", { name: /改为新价/ }).click();
  await dialog.getByRole("button", { name: /改为新价/, pressed: true }).waitFor();
  await dialog.getByRole("button", { name: "保存" }).click();
  await page.waitForURL("**/venue-place/promotion-discount-set");
  const { total } = await (await stage.admin()).ok(booking.view, { id: order.id }, sending());
  expect(Number(total)).toBe(Number(order.list) / 2);
  const toggle = page.getByRole("switch", { name: "启用“试一试”" });
  await toggle.click();
  await dialog.getByRole("button", { name: "取消" }).click();
  await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("true");
  await toggle.click();
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("false");
  await page.getByText("停用").first().waitFor();
  await letGo(order);

  await page.goto(`${PLANS}?trial=1`);
  await page.locator(".trial-fields select").nth(3).selectOption({ label: "金卡" });
  await expect.poll(async () => (await page.locator(".trial").innerText()).replace(/\s+/g, " ")).toMatch(/会员折扣 .*70/);
  await settled(page);
  expect(await axe(page)).toEqual([]);
  expect(desk.faults).toEqual([]);
  await desk.close();
});

long("warns of a temporary price that meets another before it is saved, and keeps a program that is used", async () => {
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "admin");
  const write = async (name: string): Promise<void> => {
    await page.locator("#temporaryPrices_name:focus").fill(name);
    await page.locator("#temporaryPrices_price").fill("20");
    await page.locator("#temporaryPrices_reason").fill("场地换新");
  };
  await page.goto("/venue-place/temporary-booking-price-form");
  await write("第一个");
  await settled(page);
  expect(await page.locator(".overlaps").count()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await page.locator("#temporaryPrices_name:focus[value='']").waitFor();
  await write("第二个");
  await page.locator(".overlaps", { hasText: "第一个" }).waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto("/venue-place/program-list");
  await page.locator("tr", { hasText: "羽毛球" }).first().click();
  await page.getByRole("button", { name: "删除" }).click();
  await page.locator("dialog").getByRole("button", { name: "删除" }).click();
  await page.getByText(/“羽毛球”还在使用：.*未删除/).waitFor();
  expect(await axe(page)).toEqual([]);
  await desk.close();
});
